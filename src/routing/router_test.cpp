// SPDX-License-Identifier: Apache-2.0
#include "routing/router.hpp"

#include <gtest/gtest.h>

namespace amqpace::routing {
namespace {

using Found = std::optional<std::vector<std::size_t>>;

TEST(Topic, MatchesAsTheSpecificationSays) {
  EXPECT_TRUE(topic_matches("order.*", "order.paid"));
  EXPECT_FALSE(topic_matches("order.*", "order"));
  EXPECT_FALSE(topic_matches("order.*", "order.paid.late"));
  EXPECT_TRUE(topic_matches("#", ""));
  EXPECT_TRUE(topic_matches("#", "a.b.c"));
  EXPECT_TRUE(topic_matches("order.#", "order"));
  EXPECT_TRUE(topic_matches("#.late", "order.paid.late"));
  EXPECT_TRUE(topic_matches("*.*.late", "order.paid.late"));
  EXPECT_TRUE(topic_matches("a.#.b.#.c", "a.b.c"));
  EXPECT_FALSE(topic_matches("a.#.b.#.c", "a.c"));
  EXPECT_TRUE(topic_matches("", ""));
  EXPECT_FALSE(topic_matches("", "a"));
  EXPECT_FALSE(topic_matches("*", "a.b"));
  EXPECT_FALSE(topic_matches("*", ""));
  EXPECT_TRUE(topic_matches("a..b", "a..b"));
}

model::Plan plan_of(std::string type) {
  model::Plan plan;
  plan.exchanges.push_back({.name = "x", .type = std::move(type), .durable = true, .arguments = {}});
  for (const char* key : {"order.*", "#", "payment.failed"}) {
    model::QueueSpec queue;
    queue.name = std::string("q.") + key;
    queue.bindings.push_back({"x", key, {}});
    queue.bindings.push_back({"x", key, {}});  // the same binding twice delivers once
    plan.queues.push_back(queue);
  }
  return plan;
}

TEST(Router, FindsTheQueuesOfEachExchangeType) {
  const auto topic = plan_of("topic"), direct = plan_of("direct"), fanout = plan_of("fanout"), headers = plan_of("headers");
  EXPECT_EQ(Router(topic).queues_for("x", "order.paid"), (Found{{0, 1}}));
  EXPECT_EQ(Router(topic).queues_for("x", "payment.failed"), (Found{{1, 2}}));
  EXPECT_EQ(Router(direct).queues_for("x", "payment.failed"), (Found{{2}}));
  EXPECT_EQ(Router(direct).queues_for("x", "order.paid"), Found{std::vector<std::size_t>{}});
  EXPECT_EQ(Router(fanout).queues_for("x", "anything"), (Found{{0, 1, 2}}));
  EXPECT_EQ(Router(headers).queues_for("x", "anything"), (Found{{0, 1, 2}}));
}

TEST(Router, RoutesTheDefaultExchangeByQueueName) {
  const auto plan = plan_of("topic");
  EXPECT_EQ(Router(plan).queues_for("", "q.#"), (Found{{1}}));
  EXPECT_EQ(Router(plan).queues_for("", "nowhere"), Found{std::vector<std::size_t>{}});
}

TEST(Router, DoesNotGuess) {
  const auto plugin = plan_of("x-consistent-hash");
  EXPECT_FALSE(Router(plugin).queues_for("x", "1"));
  EXPECT_FALSE(Router(plugin).queues_for("not-in-the-file", "1"));
}

}  // namespace
}  // namespace amqpace::routing
