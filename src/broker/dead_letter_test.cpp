// SPDX-License-Identifier: Apache-2.0
// Dead letters, as RabbitMQ 3.10 was seen to write and route them.
#include "broker/dead_letter.hpp"

#include <gtest/gtest.h>

#include "broker/client_for_test.hpp"

namespace amqpace::broker {
namespace {

using amqp091::Array;
using amqp091::Properties;
using amqp091::Table;
using Told = std::vector<std::string>;
constexpr std::uint64_t kWall = 1'767'225'600;  // of the core's clock at 0

Argument text(const char* key, const char* value) {
  return {key, "longstr", value};
}
Argument number(const char* key, int value) {
  return {key, "signedint", std::to_string(value)};
}
amqp091::FieldValue time_at(std::uint64_t seconds) {
  return amqp091::Timestamp{kWall + seconds};
}

class DeadLetterTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(a.queue("d")); }
  Arguments to(const char* key, Arguments more = {}) {
    more.push_back(text("x-dead-letter-exchange", ""));
    more.push_back(text("x-dead-letter-routing-key", key));
    return more;
  }
  const QueueTruth& truth(const char* queue) { return core.injector().queue("/", queue); }
  void work_until(Nanos until) { run_until(core, until); }

  Core core{CoreOptions{}};
  TestClient a{core};
  TestClient b{core};
};

TEST_F(DeadLetterTest, SaysWhereWhyAndWhenAMessageDied) {
  ASSERT_TRUE(a.queue("w", to("d", {number("x-message-ttl", 2500)})));
  const auto headers = amqp091::encode_table({{"zz", std::int32_t{1}}, {"aa", std::int32_t{2}}});
  Properties properties = Properties().with_headers(amqp091::TableView(headers)).with_expiration("2000");
  ASSERT_TRUE(a.publish("", "w", "m", properties));
  b.consume("d", "c", 0, true);
  work_until(2 * kSecond - 1);
  EXPECT_EQ(b.bodies(), "");
  work_until(3 * kSecond);
  ASSERT_EQ(b.bodies(), "m");
  EXPECT_EQ(b.seen[0].at, 2 * kSecond);
  EXPECT_EQ(b.seen[0].exchange, "");
  EXPECT_EQ(b.seen[0].key, "d");
  const Table event{{"count", std::int64_t{1}},     {"reason", "expired"}, {"queue", "w"},
                    {"time", time_at(2)},           {"exchange", ""},      {"routing-keys", Array{"w"}},
                    {"original-expiration", "2000"}};
  EXPECT_EQ(b.seen[0].headers, (Table{{"aa", std::int32_t{2}},
                                      {"x-death", Array{event}},
                                      {"x-first-death-exchange", ""},
                                      {"x-first-death-queue", "w"},
                                      {"x-first-death-reason", "expired"},
                                      {"zz", std::int32_t{1}}}));
  EXPECT_EQ(truth("w").expired, 1u);
  EXPECT_EQ(truth("w").dead_lettered, 1u);
  EXPECT_EQ(truth("d").dead_letters_in, 1u);
}

TEST_F(DeadLetterTest, GoesRoundARetryCycleAndCounts) {
  ASSERT_TRUE(a.queue("work", to("wait")));
  ASSERT_TRUE(a.queue("wait", to("work", {number("x-message-ttl", 1000)})));
  b.consume("work", "c", 1);
  ASSERT_TRUE(a.publish("", "work", "m"));
  for (int round = 0; round < 3; ++round) {
    work_until(round * kSecond);
    ASSERT_EQ(b.seen.size(), static_cast<std::size_t>(round) + 1);
    ASSERT_TRUE(b.channel().reject(b.seen.back().tag, false, false));
  }
  EXPECT_EQ(b.bodies(), "m m m") << "a dead letter is no redelivery";
  const Table waited{
      {"count", std::int64_t{2}},      {"exchange", ""},    {"queue", "wait"}, {"reason", "expired"},
      {"routing-keys", Array{"wait"}}, {"time", time_at(1)}};
  const Table rejected{
      {"count", std::int64_t{2}},      {"exchange", ""},    {"queue", "work"}, {"reason", "rejected"},
      {"routing-keys", Array{"work"}}, {"time", time_at(0)}};
  EXPECT_EQ(b.seen.back().headers[0], (amqp091::Field{"x-death", Array{waited, rejected}}));
  EXPECT_EQ(truth("work").rejected, 3u);
  EXPECT_EQ(truth("wait").expired, 2u);
}

TEST_F(DeadLetterTest, DropsWhatWouldGoRoundWithoutAnybodyRejectingIt) {
  ASSERT_TRUE(a.queue("self", {text("x-dead-letter-exchange", ""), number("x-message-ttl", 10)}));
  ASSERT_TRUE(a.queue("one", to("two", {number("x-message-ttl", 10)})));
  ASSERT_TRUE(a.queue("two", to("one", {number("x-message-ttl", 10)})));
  ASSERT_TRUE(a.publish("", "self", "m"));
  ASSERT_TRUE(a.publish("", "one", "m"));
  work_until(kSecond);
  EXPECT_EQ(core.pool().living(), 0u);
  EXPECT_EQ(truth("self").dead_letters_dropped, 1u);
  EXPECT_EQ(truth("one").dead_letters_dropped, 0u);
  EXPECT_EQ(truth("two").dead_letters_dropped, 1u);
  const auto death = [](const char* reason) {
    return amqp091::encode_table({{"x-death", Array{Table{{"queue", "d"}, {"reason", reason}}}}});
  };
  ASSERT_TRUE(a.queue("w", to("d", {number("x-message-ttl", 10)})));
  for (const char* reason : {"expired", "rejected"}) {
    const auto headers = death(reason);
    ASSERT_TRUE(a.publish("", "w", reason, Properties().with_headers(amqp091::TableView(headers))));
  }
  work_until(2 * kSecond);
  EXPECT_EQ(a.depth("d"), 1u) << "the one that somebody rejected in d";
}

TEST_F(DeadLetterTest, KeepsTheRoutingKeysUnlessTheQueueNamesOne) {
  for (const char* name : {"cc", "bcc"}) ASSERT_TRUE(a.queue(name));
  ASSERT_TRUE(a.bind("amq.direct", "cc", "k1"));
  ASSERT_TRUE(a.bind("amq.direct", "bcc", "k2"));
  ASSERT_TRUE(a.queue("keeps", {text("x-dead-letter-exchange", "amq.direct"), number("x-message-ttl", 1)}));
  ASSERT_TRUE(a.queue("names", to("d", {number("x-message-ttl", 1)})));
  const auto headers = amqp091::encode_table({{"CC", Array{"k1"}}, {"BCC", Array{"k2"}}});
  for (const char* queue : {"keeps", "names"})
    ASSERT_TRUE(a.publish("", queue, queue, Properties().with_headers(amqp091::TableView(headers))));
  for (const char* queue : {"cc", "bcc", "d"}) b.consume(queue, queue, 0, true);
  work_until(kSecond);
  ASSERT_EQ(b.seen.size(), 3u);
  for (const auto& one : b.seen) {
    const auto* deaths = find_field(one.headers, "x-death")->as<Array>();
    const auto* keys = find_field(*deaths->front().as<Table>(), "routing-keys");
    EXPECT_EQ(*keys, amqp091::FieldValue(Array{one.body, "k1"}));
    EXPECT_EQ(find_field(one.headers, "BCC"), nullptr);
    EXPECT_EQ(find_field(one.headers, "CC") != nullptr, one.body == "keeps");
    EXPECT_EQ(one.key, one.body == "keeps" ? "keeps" : "d");
  }
}

TEST_F(DeadLetterTest, IsDroppedWhereItsExchangeIsMissing) {
  ASSERT_TRUE(a.queue("w", {text("x-dead-letter-exchange", "nowhere")}));
  ASSERT_TRUE(a.publish("", "w", "m"));
  b.consume("w", "c");
  core.finish_turn();
  ASSERT_TRUE(b.channel().reject(1, false, false));
  core.finish_turn();
  EXPECT_EQ(core.pool().living(), 0u);
  EXPECT_EQ(truth("w").dead_lettered, 1u);
  EXPECT_EQ(truth("w").dead_letters_dropped, 1u);
}

TEST_F(DeadLetterTest, TakesWhatADeliveryLimitEnds) {
  ASSERT_TRUE(a.queue("q", to("d", {text("x-queue-type", "quorum"), number("x-delivery-limit", 2)})));
  b.consume("q", "c", 1);
  ASSERT_TRUE(a.publish("", "q", "m"));
  for (std::uint64_t tag = 1; tag <= 3; ++tag) {
    core.finish_turn();
    ASSERT_TRUE(b.channel().reject(tag, false, true));
  }
  core.finish_turn();
  EXPECT_EQ(b.bodies(), "m m! m!");
  EXPECT_EQ(b.seen[0].added.name, "");
  EXPECT_EQ(b.seen[1].added.name, "x-delivery-count");
  EXPECT_EQ(b.seen[2].added.value, 2);
  EXPECT_EQ(a.depth("d"), 1u);
  EXPECT_EQ(truth("q").over_delivery_limit, 1u);
}

}  // namespace
}  // namespace amqpace::broker
