// SPDX-License-Identifier: Apache-2.0
// The faults at work on the core: exact counts, exact times.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "broker/client_for_test.hpp"

namespace amqpace::broker {
namespace {

using Told = std::vector<std::string>;
using Lines = std::vector<std::pair<std::string, std::string>>;

CoreOptions with(std::string_view faults) {
  CoreOptions options;
  options.faults = parse_faults(faults).value();
  return options;
}

std::vector<Nanos> times(const TestClient& client) {
  std::vector<Nanos> all;
  for (const auto& one : client.seen) all.push_back(one.at);
  return all;
}

TEST(Injection, DelaysEachConfirmByExactlyThat) {
  Core core(with("confirmDelay=1ms"));
  TestClient a(core);
  a.channel().select_confirms();
  std::vector<std::pair<Nanos, std::string>> seen;
  const auto note = [&] {
    for (const auto& text : std::exchange(a.told, {})) seen.emplace_back(core.now(), text);
  };
  ASSERT_TRUE(a.queue("q"));
  for (const Nanos at : {100, 100, 700}) {
    core.set_now(at * kMicrosecond);
    ASSERT_TRUE(a.publish("", "q", "m"));
    core.finish_turn();
    note();
  }
  while (core.next_due() != kNever) {
    core.set_now(core.next_due());
    core.run_due();
    core.finish_turn();
    note();
  }
  EXPECT_EQ(seen, (std::vector<std::pair<Nanos, std::string>>{{1'100'000, "ack 2 and before"},
                                                              {1'700'000, "ack 3"}}));
  EXPECT_EQ(core.injector().report(), (Lines{{"confirmDelay=1ms", "3 confirms delayed"}}));
}

TEST(Injection, DelaysEachDeliveryByExactlyThat) {
  Core core(with("deliverDelay=7ms"));
  TestClient a(core), b(core);
  ASSERT_TRUE(a.queue("q"));
  b.consume("q", "c", 1000);
  for (int i = 0; i < 20; ++i) {
    run_until(core, i * kMillisecond);
    ASSERT_TRUE(a.publish("", "q", "m"));
  }
  EXPECT_EQ(a.depth("q"), 7u) << "delayed messages are in the queue";
  run_until(core, kSecond);
  std::vector<Nanos> expected;
  for (int i = 0; i < 20; ++i) expected.push_back((i + 7) * kMillisecond);
  EXPECT_EQ(times(b), expected);
  EXPECT_EQ(core.injector().report(), (Lines{{"deliverDelay=7ms", "20 deliveries delayed"}}));
}

TEST(Injection, LetsMessagesLeaveEvenlyAndNoFasterThanTheServiceRate) {
  Core core(with("serviceRate=3000"));
  TestClient a(core), b(core);
  ASSERT_TRUE(a.queue("q"));
  b.consume("q", "c");
  for (int i = 0; i < 6; ++i) ASSERT_TRUE(a.publish("", "q", "m"));
  run_until(core, kSecond);
  EXPECT_EQ(times(b), (std::vector<Nanos>{0, 333'333, 666'667, 1'000'000, 1'333'333, 1'666'667}));
  ASSERT_TRUE(a.publish("", "q", "m"));
  run_until(core, kSecond);
  EXPECT_EQ(b.seen.back().at, kSecond);
}

TEST(Injection, DoesNotMakeUpForTimeInWhichNobodyCouldTakeAMessage) {
  Core core(with("serviceRate=1000"));
  TestClient a(core), b(core);
  ASSERT_TRUE(a.queue("q"));
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(a.publish("", "q", "m"));
  run_until(core, kSecond);
  b.consume("q", "c");
  run_until(core, 2 * kSecond);
  EXPECT_EQ(times(b), (std::vector<Nanos>{kSecond, kSecond + kMillisecond, kSecond + 2 * kMillisecond}));
}

TEST(Injection, LosesAfterConfirming) {
  Core core(with("lose=1/10"));
  TestClient a(core);
  a.channel().select_confirms();
  ASSERT_TRUE(a.queue("q"));
  for (int i = 0; i < 95; ++i) ASSERT_TRUE(a.publish("", "q", "m"));
  core.finish_turn();
  EXPECT_EQ(a.told, (Told{"ack 95 and before"}));
  EXPECT_EQ(a.depth("q"), 86u);
  EXPECT_EQ(core.injector().report(), (Lines{{"lose=1/10", "9 messages lost"}}));
}

TEST(Injection, DuplicatesWithoutTheFlag) {
  Core core(with("duplicate=1/3"));
  TestClient a(core), b(core);
  ASSERT_TRUE(a.queue("q"));
  b.consume("q", "c");
  for (const char* body : {"1", "2", "3", "4"}) ASSERT_TRUE(a.publish("", "q", body));
  core.finish_turn();
  EXPECT_EQ(b.bodies(), "1 2 3 3 4");
}

TEST(Injection, NacksInOrder) {
  Core core(with("nack=1/3"));
  TestClient a(core);
  a.channel().select_confirms();
  ASSERT_TRUE(a.queue("q"));
  for (int i = 0; i < 7; ++i) ASSERT_TRUE(a.publish("", "q", "m"));
  core.finish_turn();
  EXPECT_EQ(a.told, (Told{"ack 2 and before", "nack 3", "ack 5 and before", "nack 6", "ack 7"}));
  EXPECT_EQ(a.depth("q"), 5u);
}

TEST(Injection, SwapsAMessageWithTheNextOfItsChannel) {
  Core core(with("reorder=1/3"));
  TestClient a(core), b(core), c(core);
  ASSERT_TRUE(a.queue("q"));
  c.consume("q", "c");
  for (const char* body : {"1", "2", "3"}) ASSERT_TRUE(a.publish("", "q", body));
  ASSERT_TRUE(b.publish("", "q", "x"));
  core.finish_turn();
  EXPECT_EQ(c.bodies(), "1 2 x");
  EXPECT_EQ(a.depth("q"), 1u);
  for (const char* body : {"4", "5"}) ASSERT_TRUE(a.publish("", "q", body));
  core.finish_turn();
  EXPECT_EQ(c.bodies(), "1 2 x 4 3") << "5 is the sixth and waits";
  EXPECT_EQ(core.injector().counts().reordered, 1u);
  run_until(core, kSecond);
  EXPECT_EQ(c.bodies(), "1 2 x 4 3 5");
  EXPECT_EQ(c.seen.back().at, 100 * kMillisecond);
  EXPECT_EQ(core.injector().report(), (Lines{{"reorder=1/3", "1 messages reordered"}}));
}

// What the ledger of a run would find, against what the injector says it did.
TEST(Injection, EqualsWhatTheConsumersFindHoweverManyThereAre) {
  for (const std::uint32_t prefetch : {0u, 1u, 3u, 100u}) {
    for (const std::size_t consumers : {1u, 2u, 5u}) {
      Core core(with("lose=1/100,duplicate=1/50,reorder=1/50"));
      TestClient publishers[2] = {TestClient(core), TestClient(core)};
      ASSERT_TRUE(publishers[0].queue("q"));
      std::vector<std::unique_ptr<TestClient>> sinks;
      for (std::size_t i = 0; i < consumers; ++i) {
        sinks.push_back(std::make_unique<TestClient>(core));
        sinks.back()->consume("q", "c", prefetch);
      }
      std::vector<std::size_t> acked(consumers);
      std::set<int> delivered;
      std::uint64_t duplicates = 0, out_of_order = 0;
      std::map<std::pair<std::size_t, int>, int> highest;
      const auto work = [&] {
        core.finish_turn();
        for (std::size_t i = 0; i < consumers; ++i) {
          for (; acked[i] < sinks[i]->seen.size(); ++acked[i]) {
            const int sequence = number_in(sinks[i]->seen[acked[i]].body);
            if (!delivered.insert(sequence).second) {
              ++duplicates;
            } else if (int& high = highest[{i, sequence % 2}]; sequence < high) {
              ++out_of_order;
            } else {
              high = sequence;
            }
            ASSERT_TRUE(sinks[i]->channel().ack(sinks[i]->seen[acked[i]].tag, false));
          }
        }
      };
      for (int i = 0; i < 5000; ++i) {
        ASSERT_TRUE(publishers[i % 2].publish("", "q", std::to_string(i)));
        if (i % 7 == 0) work();
      }
      for (int i = 0; i < 5000; ++i) work();
      core.set_now(kSecond);
      core.run_due();
      for (int i = 0; i < 10; ++i) work();
      const FaultCounts& counts = core.injector().counts();
      EXPECT_EQ(5000 - delivered.size(), counts.lost.messages);
      EXPECT_EQ(duplicates, counts.duplicated.messages);
      EXPECT_EQ(out_of_order, counts.reordered) << "prefetch " << prefetch << ", consumers " << consumers;
      EXPECT_EQ(counts.lost.messages, 50u);
      EXPECT_EQ(counts.duplicated.messages, 99u) << "the 5000th was struck already";
      EXPECT_EQ(counts.reordered, 99u);
    }
  }
}

}  // namespace
}  // namespace amqpace::broker
