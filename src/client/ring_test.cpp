// SPDX-License-Identifier: Apache-2.0
// The confirm ring: each message answered once, whatever the order of the answers.
#include "client/ring.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.hpp"

namespace amqpace::client {
namespace {

struct Answered {
  std::uint64_t sequence;
  bool returned;
  bool operator==(const Answered&) const = default;
};

// Message n (1, 2, …) carries sequence 10 * n, is due at n and was sent at 100 + n.
class RingOf {
 public:
  explicit RingOf(std::uint32_t window) : ring(window) {}
  void publish(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t tag = ring.push(10 * (published + 1), static_cast<Nanos>(published + 1));
      ++published;
      EXPECT_EQ(tag, published);
      EXPECT_NE(ring.mark_sent(tag, static_cast<Nanos>(100 + tag)), nullptr);
    }
  }
  std::vector<Answered> answer(std::uint64_t tag, bool multiple) {
    std::vector<Answered> out;
    ring.answer(tag, multiple, [&](const InFlight& m, bool returned) {
      out.push_back({m.sequence, returned});
    });
    return out;
  }
  std::vector<Answered> answer_all() {
    std::vector<Answered> out;
    ring.answer_all([&](const InFlight& m, bool returned) { out.push_back({m.sequence, returned}); });
    return out;
  }
  ConfirmRing ring;
  std::uint64_t published = 0;
};

using Answers = std::vector<Answered>;

TEST(ConfirmRing, AnswersASingleAck) {
  RingOf r(4);
  r.publish(2);
  EXPECT_EQ(r.answer(1, false), (Answers{{10, false}}));
  EXPECT_EQ(r.ring.in_flight(), 1u);
  EXPECT_EQ(r.ring.oldest()->sequence, 20u);
  EXPECT_EQ(r.ring.oldest()->sent, 102);
}

TEST(ConfirmRing, AnswersAMultipleAckInOrder) {
  RingOf r(4);
  r.publish(4);
  EXPECT_EQ(r.answer(3, true), (Answers{{10, false}, {20, false}, {30, false}}));
  EXPECT_EQ(r.ring.in_flight(), 1u);
}

TEST(ConfirmRing, AMultipleAckPassesOverWhatWasAnsweredAlone) {
  RingOf r(8);
  r.publish(5);
  EXPECT_EQ(r.answer(3, false), (Answers{{30, false}}));
  EXPECT_EQ(r.answer(4, true), (Answers{{10, false}, {20, false}, {40, false}}));
  EXPECT_EQ(r.ring.in_flight(), 1u);
  EXPECT_EQ(r.ring.oldest()->sequence, 50u);
}

TEST(ConfirmRing, TheSecondAnswerToAMessageIsPassedOver) {
  RingOf r(4);
  r.publish(2);
  EXPECT_EQ(r.answer(2, false).size(), 1u);
  EXPECT_TRUE(r.answer(2, false).empty());
  EXPECT_EQ(r.answer(1, false).size(), 1u);
  EXPECT_TRUE(r.answer(1, false).empty());
  EXPECT_TRUE(r.answer(2, true).empty());
}

TEST(ConfirmRing, AnAnswerToWhatWasNeverSentIsPassedOver) {
  RingOf r(4);
  r.publish(1);
  r.ring.push(20, 2);
  EXPECT_TRUE(r.answer(2, false).empty());
  EXPECT_TRUE(r.answer(7, false).empty());
  EXPECT_EQ(r.answer(7, true), (Answers{{10, false}}));
  EXPECT_EQ(r.ring.in_flight(), 1u);
  EXPECT_EQ(r.ring.oldest()->sent, 0);
}

TEST(ConfirmRing, TagZeroWithMultipleIsEverythingOutstanding) {
  RingOf r(4);
  r.publish(3);
  EXPECT_EQ(r.answer(0, true), (Answers{{10, false}, {20, false}, {30, false}}));
  EXPECT_EQ(r.ring.oldest(), nullptr);
  EXPECT_TRUE(r.answer(0, false).empty());
}

TEST(ConfirmRing, TheOldestIsTheOldestUnanswered) {
  RingOf r(4);
  EXPECT_EQ(r.ring.oldest(), nullptr);
  r.publish(4);
  r.answer(2, false);
  EXPECT_EQ(r.ring.oldest()->sequence, 10u);
  r.answer(1, false);
  EXPECT_EQ(r.ring.oldest()->sequence, 30u);
}

TEST(ConfirmRing, AReturnedMessageIsAnsweredAsReturned) {
  RingOf r(4);
  r.publish(3);
  EXPECT_TRUE(r.ring.mark_returned(20));
  EXPECT_FALSE(r.ring.mark_returned(20));
  EXPECT_FALSE(r.ring.mark_returned(25));
  EXPECT_EQ(r.answer(3, true), (Answers{{10, false}, {20, true}, {30, false}}));
}

TEST(ConfirmRing, ReturnsOutOfOrderAreFoundToo) {
  RingOf r(8);
  r.publish(6);
  EXPECT_TRUE(r.ring.mark_returned(50));
  EXPECT_TRUE(r.ring.mark_returned(20));
  r.answer(2, true);
  EXPECT_FALSE(r.ring.mark_returned(10));
  EXPECT_TRUE(r.ring.mark_returned(60));
}

TEST(ConfirmRing, AnUnsentMessageIsGivenUpWithoutASendTimeAndNotMarkedLater) {
  RingOf r(4);
  r.publish(1);
  const std::uint64_t tag = r.ring.push(20, 2);
  std::vector<Nanos> sent;
  r.ring.answer_all([&](const InFlight& m, bool) { sent.push_back(m.sent); });
  EXPECT_EQ(sent, (std::vector<Nanos>{101, 0}));
  EXPECT_EQ(r.ring.mark_sent(tag, 500), nullptr);
  EXPECT_EQ(r.ring.in_flight(), 0u);
  EXPECT_TRUE(r.answer(2, true).empty());
}

TEST(ConfirmRing, GrowsWhenOneMessageStaysUnansweredForLong) {
  RingOf r(2);
  r.publish(1);
  for (std::uint64_t i = 2; i < 40; ++i) {
    r.publish(1);
    EXPECT_EQ(r.answer(i, false), (Answers{{10 * i, false}}));
  }
  EXPECT_EQ(r.ring.in_flight(), 1u);
  EXPECT_EQ(r.answer(1, false), (Answers{{10, false}}));
}

TEST(ConfirmRing, TheVisitorMayPublish) {
  RingOf r(1);
  r.publish(2);
  Answers out;
  r.ring.answer(2, true, [&](const InFlight& m, bool returned) {
    out.push_back({m.sequence, returned});
    r.publish(3);
  });
  EXPECT_EQ(out, (Answers{{10, false}, {20, false}}));
  EXPECT_EQ(r.ring.in_flight(), 6u);
}

TEST(ConfirmRing, RandomAnswersReachEachMessageOnceAndMultipleOnesInOrder) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    RingOf r(16);
    std::vector<int> answers(2100, 0);
    const auto note = [&](const Answers& some) {
      for (const Answered& a : some) ++answers[a.sequence / 10];
      EXPECT_TRUE(std::is_sorted(some.begin(), some.end(), [](const Answered& a, const Answered& b) {
        return a.sequence < b.sequence;
      }));
    };
    while (r.published < 2000) {
      if (r.ring.in_flight() < 16) r.publish(1 + random.below(16 - r.ring.in_flight()));
      const std::uint64_t back = random.below(20);
      if (back < r.published) note(r.answer(r.published - back, random.below(4) == 0));
    }
    note(r.answer_all());
    const auto end = answers.begin() + 1 + static_cast<long>(r.published);
    const auto wrong = std::count_if(answers.begin() + 1, end, [](int n) { return n != 1; });
    EXPECT_EQ(wrong, 0) << "seed " << seed;
  }
}

}  // namespace
}  // namespace amqpace::client
