// SPDX-License-Identifier: Apache-2.0
// The send buffer and the queue beside it, against a plain string and a plain deque.
#include "client/send_buffer.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <string>

#include "base/random.hpp"
#include "client/fifo.hpp"

namespace amqpace::client {
namespace {

std::span<const std::byte> bytes(const std::string& text) { return std::as_bytes(std::span(text)); }
std::string text(std::span<const std::byte> some) {
  return {reinterpret_cast<const char*>(some.data()), some.size()};
}

TEST(SendBuffer, GivesBackWhatWasAppendedInOrder) {
  SendBuffer b(8);
  b.append(bytes("abc"));
  b.append(bytes("de"));
  EXPECT_EQ(text(b.front(100)), "abcde");
  EXPECT_EQ(text(b.front(2)), "ab");
  b.consume(2);
  EXPECT_EQ(text(b.front(100)), "cde");
  EXPECT_EQ(b.written(), 2u);
  EXPECT_EQ(b.appended(), 5u);
}

TEST(SendBuffer, RefusesMessagesBeyondTheLimitButNotControlBytes) {
  SendBuffer b(8);
  b.append(bytes("123456"));
  EXPECT_TRUE(b.fits(2));
  EXPECT_FALSE(b.fits(3));
  b.append(bytes("abcdefghijklmnopqrstuvwxyz"));
  EXPECT_EQ(text(b.front(100)), "123456abcdefghijklmnopqrstuvwxyz");
}

TEST(SendBuffer, AnAdmittedSizeFitsAnEmptyBuffer) {
  SendBuffer b(8);
  EXPECT_FALSE(b.fits(100));
  b.append(bytes("x"));
  b.admit(100);
  EXPECT_FALSE(b.fits(100));
  b.clear();
  EXPECT_TRUE(b.fits(100));
  EXPECT_EQ(b.written(), 1u);
}

TEST(SendBuffer, KeepsItsContentUnderRandomUse) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    SendBuffer b(64);
    std::string expected, all;
    std::uint64_t written = 0;
    for (int step = 0; step < 2000; ++step) {
      std::string more(random.below(40), static_cast<char>('a' + step % 26));
      if (b.fits(more.size()) || random.below(50) == 0) {
        b.append(bytes(more));
        expected += more;
      }
      const std::size_t n = random.below(expected.size() + 1);
      ASSERT_EQ(text(b.front(n)), expected.substr(0, n));
      b.consume(n);
      expected.erase(0, n);
      written += n;
      ASSERT_EQ(b.written(), written);
      ASSERT_EQ(b.size(), expected.size());
    }
  }
}

TEST(Fifo, KeepsOrderWhileItGrowsAndWraps) {
  Random random(7);
  Fifo<std::uint64_t> fifo(2);
  std::deque<std::uint64_t> expected;
  for (std::uint64_t step = 0; step < 5000; ++step) {
    if (random.below(100) < (step < 2500 ? 60u : 40u)) {
      fifo.push(step);
      expected.push_back(step);
    } else if (!expected.empty()) {
      ASSERT_EQ(fifo.front(), expected.front());
      ASSERT_EQ(fifo[expected.size() - 1], expected.back());
      fifo.pop();
      expected.pop_front();
    }
    ASSERT_EQ(fifo.size(), expected.size());
  }
}

}  // namespace
}  // namespace amqpace::client
