// SPDX-License-Identifier: Apache-2.0
#include "wire/out_buffer.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <string>

#include "base/random.hpp"

namespace amqpace::wire {
namespace {

TEST(OutBuffer, GivesBackWhatWasAppended) {
  OutBuffer out;
  EXPECT_TRUE(out.empty());
  EXPECT_TRUE(out.append(as_bytes("hello ")));
  EXPECT_TRUE(out.append(as_bytes("world")));
  EXPECT_EQ(as_text(out.view()), "hello world");
  out.consume(6);
  EXPECT_EQ(as_text(out.view()), "world");
  EXPECT_EQ(out.position(), 11u);
  EXPECT_EQ(out.consumed(), 6u);
  out.clear();
  EXPECT_TRUE(out.empty());
  EXPECT_EQ(out.consumed(), 11u);
}

TEST(OutBuffer, TakesNothingBeyondItsLimit) {
  OutBuffer out(10);
  EXPECT_TRUE(out.append(as_bytes("12345678")));
  EXPECT_FALSE(out.append(as_bytes("9ab")));
  EXPECT_EQ(as_text(out.view()), "12345678");
  EXPECT_EQ(out.room(), 2u);
  EXPECT_TRUE(out.append(as_bytes("9a")));
  out.consume(4);
  EXPECT_TRUE(out.append(as_bytes("bcde")));
  EXPECT_EQ(as_text(out.view()), "56789abcde");
  EXPECT_TRUE(out.extend(SIZE_MAX).empty());
}

TEST(OutBuffer, KeepsWhatWaitsWhenMemoryIsReserved) {
  OutBuffer out;
  out.append(as_bytes("hello world"));
  out.consume(6);
  out.reserve(std::size_t{1} << 20);
  EXPECT_EQ(as_text(out.view()), "world");
  EXPECT_EQ(out.consumed(), 6u);
  const Bytes before = out.view();
  std::string large(1'000'000, 'x');
  EXPECT_TRUE(out.append(as_bytes(large)));
  EXPECT_EQ(out.view().data(), before.data());
  EXPECT_EQ(as_text(out.view()), "world" + large);
}

TEST(OutBuffer, PatchesByPositionAfterAPartWasConsumed) {
  OutBuffer out;
  out.append(as_bytes("first "));
  const std::uint64_t at = out.position();
  out.append(as_bytes("second"));
  out.consume(3);
  out.patch(at + 1, as_bytes("EC"));
  EXPECT_EQ(as_text(out.view()), "st sECond");
}

TEST(OutBuffer, BehavesLikeAQueueOfBytesUnderRandomUse) {
  OutBuffer out(100'000);
  std::deque<char> model;
  Random random(1);
  for (int round = 0; round < 20'000; ++round) {
    const std::string piece(random.below(700), static_cast<char>('a' + round % 26));
    const bool fits = model.size() + piece.size() <= 100'000;
    ASSERT_EQ(out.append(as_bytes(piece)), fits);
    if (fits) model.insert(model.end(), piece.begin(), piece.end());
    const std::size_t taken = std::min<std::size_t>(random.below(700), model.size());
    out.consume(taken);
    model.erase(model.begin(), model.begin() + static_cast<std::ptrdiff_t>(taken));
    ASSERT_EQ(out.size(), model.size());
  }
  EXPECT_EQ(as_text(out.view()), std::string(model.begin(), model.end()));
}

}  // namespace
}  // namespace amqpace::wire
