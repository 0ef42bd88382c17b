// SPDX-License-Identifier: Apache-2.0
// The queue of messages being sent, against a plain deque.
#include "client/fifo.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>

#include "base/random.hpp"

namespace amqpace::client {
namespace {

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
