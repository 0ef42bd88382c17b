// SPDX-License-Identifier: Apache-2.0
#include "net/timer_heap.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "net/sim.hpp"

namespace amqpace::net {
namespace {

struct Timers : testing::Test {
  SimNet net;
  SimLoop loop{net};
  std::string fired;
  Nanos now() { return loop.now(); }
  std::unique_ptr<Timer> named(char name) {
    return std::make_unique<Timer>(loop, [this, name] { fired += name; });
  }
  void run() {
    while (!loop.idle()) loop.turn(kNever);
  }
};

TEST_F(Timers, FireByTimeAndThenInTheOrderOfArming) {
  const auto a = named('a'), b = named('b'), c = named('c'), d = named('d');
  c->arm(30);
  b->arm(20);
  d->arm(20);
  a->arm(10);
  run();
  EXPECT_EQ(fired, "abdc");
  EXPECT_EQ(now(), 30);
  EXPECT_FALSE(a->armed());
}

TEST_F(Timers, MoveWhenArmedAgainAndAreSilentWhenCancelled) {
  const auto a = named('a'), b = named('b'), c = named('c');
  a->arm(10);
  b->arm(20);
  c->arm(30);
  a->arm(40);
  c->arm(5);
  b->cancel();
  b->cancel();
  EXPECT_EQ(a->at(), 40);
  run();
  EXPECT_EQ(fired, "ca");
}

TEST_F(Timers, MayArmThemselvesAndOthersWhileFiring) {
  int count = 0;
  const auto other = named('o');
  Timer* self = nullptr;
  Timer tick(loop, [&] {
    fired += 't';
    if (++count < 3) self->arm(now() + 10);
    if (count == 2) other->arm(now() + 5);
  });
  self = &tick;
  tick.arm(10);
  run();
  EXPECT_EQ(fired, "ttot");
}

TEST_F(Timers, MayDestroyThemselvesAndOthersWhileFiring) {
  auto other = named('o');
  std::unique_ptr<Timer> self;
  const std::string text = "a text too long for the small buffer of a string, so that it is on the heap";
  self = std::make_unique<Timer>(loop, [&, text] {
    self.reset();
    other.reset();
    fired = text;
  });
  self->arm(10);
  other->arm(10);
  run();
  EXPECT_EQ(fired, text);
}

TEST_F(Timers, MayBeArmedAgainAndThenDestroyedInTheSameFiring) {
  std::unique_ptr<Timer> self;
  self = std::make_unique<Timer>(loop, [&] {
    fired += 's';
    self->arm(now() + 1);
    self.reset();
  });
  self->arm(1);
  run();
  EXPECT_EQ(fired, "s");
}

TEST_F(Timers, ArmedForThePastWhileFiringWaitForTheNextTurnAndStarveNobody) {
  Timer* self = nullptr;
  Timer eager(loop, [&] {
    fired += 'e';
    self->arm(0);
  });
  self = &eager;
  const auto b = named('b');
  eager.arm(5);
  b->arm(10);
  loop.turn(10);
  EXPECT_EQ(fired, "e");
  loop.turn(10);
  EXPECT_EQ(fired, "ee");
  loop.turn(5);  // time stands still for as long as somebody has something to do now
  EXPECT_EQ(now(), 5);
  eager.cancel();
  loop.turn(10);
  EXPECT_EQ(fired, "eeeb");
}

TEST_F(Timers, AgreeWithASortedListOverManyRandomOperations) {
  constexpr std::size_t kCount = 300;
  Random random(7);
  std::vector<std::unique_ptr<Timer>> timers;
  std::vector<Nanos> expected(kCount, kNever);
  std::vector<Nanos> fired_at(kCount, kNever);
  for (std::size_t i = 0; i < kCount; ++i) {
    timers.push_back(std::make_unique<Timer>(loop, [&, i] { fired_at[i] = now(); }));
  }
  for (int n = 0; n < 5000; ++n) {
    const auto i = static_cast<std::size_t>(random.below(kCount));
    if (random.below(4) == 0) {
      timers[i]->cancel();
      expected[i] = kNever;
    } else {
      expected[i] = static_cast<Nanos>(random.below(100000));
      timers[i]->arm(expected[i]);
    }
  }
  run();
  EXPECT_EQ(fired_at, expected);
}

}  // namespace
}  // namespace amqpace::net
