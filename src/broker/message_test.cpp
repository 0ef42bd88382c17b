// SPDX-License-Identifier: Apache-2.0
#include "broker/message.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>

#include "base/random.hpp"
#include "broker/ring.hpp"

namespace amqpace::broker {
namespace {

TEST(Message, IsStoredOnceAndGoneWithItsLastReference) {
  MessagePool pool;
  const std::string properties = "\x10\x02";
  MessageRef first = pool.make({"ex", "a.key", std::as_bytes(std::span(properties))}, 3);
  std::memcpy(first->body_room().data(), "abc", 3);
  {
    const MessageRef second = first;
    EXPECT_EQ(&*second, &*first);
    EXPECT_EQ(second->exchange(), "ex");
    EXPECT_EQ(second->routing_key(), "a.key");
    EXPECT_EQ(second->properties().size(), 2u);
    EXPECT_EQ(second->body().size(), 3u);
    EXPECT_EQ(std::memcmp(second->body().data(), "abc", 3), 0);
  }
  EXPECT_EQ(pool.living(), 1u);
  first = MessageRef();
  EXPECT_EQ(pool.living(), 0u);
}

TEST(Message, ComesFromABlockThatWasUsedBefore) {
  MessagePool pool;
  const Message* place = &*pool.make({"", "q", {}}, 950);
  EXPECT_EQ(&*pool.make({"", "q", {}}, 900), place);
  EXPECT_EQ(pool.make({"", "", {}}, 0)->body().size(), 0u);
  EXPECT_EQ(pool.make({"", "", {}}, std::size_t{5} << 20)->body().size(), std::size_t{5} << 20);
  EXPECT_EQ(pool.living(), 0u);
}

TEST(Ring, DoesWhatADequeDoes) {
  Ring<int> ring;
  std::deque<int> deque;
  Random random(3);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t what = random.below(5);
    if (what < 2) {
      ring.push_back(i);
      deque.push_back(i);
    } else if (what == 2) {
      ring.push_front(i);
      deque.push_front(i);
    } else if (!deque.empty()) {
      ASSERT_EQ(ring.pop_front(), deque.front());
      deque.pop_front();
    }
    ASSERT_EQ(ring.size(), deque.size());
    if (deque.empty()) continue;
    const std::uint64_t at = random.below(deque.size());
    ASSERT_EQ(ring[at], deque[at]);
    ASSERT_EQ(ring.back(), deque.back());
  }
}

}  // namespace
}  // namespace amqpace::broker
