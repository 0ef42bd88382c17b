// SPDX-License-Identifier: Apache-2.0
#include "routing/dead_letters.hpp"
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

TEST(Router, TakesTheKeysOfCcAndBccToo) {
  const auto direct = plan_of("direct"), topic = plan_of("topic");
  const auto list = [](const char* key) { return ArgumentValue(ArgumentList{ArgumentValue(std::string(key))}); };
  const model::Arguments cc{{"CC", list("payment.failed")}}, bcc{{"BCC", list("payment.failed")}};
  EXPECT_EQ(Router(direct).queues_for("x", "#", cc), (Found{{1, 2}}));
  EXPECT_EQ(Router(direct).queues_for("x", "#", bcc), (Found{{1, 2}}));
  EXPECT_EQ(Router(topic).queues_for("x", "order.paid", cc), (Found{{0, 1, 2}}));
  EXPECT_EQ(Router(direct).queues_for("", "q.#", {{"CC", list("q.order.*")}}), (Found{{0, 1}}));
  EXPECT_EQ(Router(direct).queues_for("x", "#", {{"CC", ArgumentValue(std::string("payment.failed"))}}), (Found{{1}}));
  EXPECT_EQ(Router(direct).queues_for("x", "#", {{"CC", list("${choice:a|b}")}}), std::nullopt);
}

TEST(Router, DoesNotGuess) {
  const auto plugin = plan_of("x-consistent-hash");
  EXPECT_FALSE(Router(plugin).queues_for("x", "1"));
  EXPECT_FALSE(Router(plugin).queues_for("not-in-the-file", "1"));
}

TEST(Headers, AreComparedAsTheBindingSays) {
  const model::Arguments message{{"kind", std::string("a")}, {"size", std::int64_t{5}}, {"x-own", true}};
  const auto match = [&](model::Arguments binding) { return headers_match(binding, message); };
  EXPECT_TRUE(match({}));
  EXPECT_TRUE(match({{"kind", std::string("a")}, {"size", std::int64_t{5}}}));
  EXPECT_FALSE(match({{"kind", std::string("a")}, {"size", std::int64_t{6}}}));
  EXPECT_FALSE(match({{"size", std::string("5")}}));  // another type
  EXPECT_TRUE(match({{"x-match", std::string("any")}, {"kind", std::string("a")}, {"size", std::int64_t{6}}}));
  EXPECT_FALSE(match({{"x-match", std::string("any")}, {"size", std::int64_t{6}}}));
  EXPECT_FALSE(match({{"x-match", std::string("any")}}));
  EXPECT_TRUE(match({{"x-other", true}}));
  EXPECT_FALSE(match({{"x-match", std::string("all-with-x")}, {"x-other", true}}));
  EXPECT_TRUE(match({{"x-match", std::string("any-with-x")}, {"x-own", true}}));
}

model::QueueSpec queue_of(std::string name, std::vector<model::Binding> bindings, model::Arguments arguments = {}) {
  model::QueueSpec queue;
  queue.name = std::move(name);
  queue.bindings = std::move(bindings);
  queue.arguments = std::move(arguments);
  return queue;
}

TEST(Router, FollowsExchangesBoundToExchanges) {
  model::Plan plan;
  plan.exchanges.push_back({.name = "in", .type = "topic"});
  plan.exchanges.push_back({.name = "out", .type = "direct", .bindings = {{"in", "order.#", {}}}});
  plan.exchanges.push_back({.name = "round", .type = "fanout", .bindings = {{"out", "order.paid", {}}, {"round", "", {}}}});
  plan.queues = {queue_of("a", {{"out", "order.paid", {}}}), queue_of("b", {{"round", "", {}}})};
  const Router router(plan);
  EXPECT_EQ(router.queues_for("in", "order.paid"), (Found{{0, 1}}));
  EXPECT_EQ(router.queues_for("in", "order.late"), Found{std::vector<std::size_t>{}});
  EXPECT_EQ(router.queues_for("round", "anything"), (Found{{1}}));
}

TEST(Router, TakesTheAlternateExchangeWhenNothingMatches) {
  model::Plan plan;
  plan.exchanges.push_back(
      {.name = "in", .type = "direct", .arguments = {{"alternate-exchange", std::string("rest")}}});
  plan.exchanges.push_back({.name = "rest", .type = "fanout"});
  plan.queues = {queue_of("known", {{"in", "a", {}}}), queue_of("rest", {{"rest", "", {}}})};
  EXPECT_EQ(Router(plan).queues_for("in", "a"), (Found{{0}}));
  EXPECT_EQ(Router(plan).queues_for("in", "b"), (Found{{1}}));
}

model::Arguments dead_letters_to(const char* exchange, const char* key = nullptr) {
  model::Arguments out{{"x-dead-letter-exchange", std::string(exchange)}};
  if (key != nullptr) out.emplace_back("x-dead-letter-routing-key", std::string(key));
  return out;
}

TEST(DeadLetters, GoWhereTheFileSendsThem) {
  model::Plan plan;
  plan.exchanges.push_back({.name = "dead", .type = "direct"});
  plan.queues = {queue_of("work", {}, dead_letters_to("dead")), queue_of("parked", {{"dead", "work", {}}}),
                 queue_of("gone", {}, dead_letters_to("not-of-the-file"))};
  const auto dead = dead_letters_of(plan, {0, 2}, "work");
  EXPECT_EQ(dead.from[0], (Found{{1}}));
  EXPECT_EQ(dead.from[1], Found{std::vector<std::size_t>{}});
  EXPECT_EQ(dead.from[2], Found{std::vector<std::size_t>{}});
}

TEST(DeadLetters, KeepTheKeysOfCcUnlessTheyAreRenamed) {
  model::Plan plan;
  plan.exchanges.push_back({.name = "dead", .type = "direct"});
  plan.queues = {queue_of("work", {}, dead_letters_to("dead")), queue_of("copies", {{"dead", "copy", {}}}),
                 queue_of("renamed", {}, dead_letters_to("dead", "none"))};
  const model::Arguments cc{{"CC", ArgumentValue(ArgumentList{ArgumentValue("copy")})}};
  const auto dead = dead_letters_of(plan, {0, 2}, "work", cc);
  EXPECT_EQ(dead.from[0], (Found{{1}}));
  EXPECT_EQ(dead.from[2], Found{std::vector<std::size_t>{}});
}

TEST(DeadLetters, OfARetryCycleComeBack) {
  model::Plan plan;
  plan.queues = {queue_of("work", {}, dead_letters_to("", "wait")), queue_of("wait", {}, dead_letters_to("", "work"))};
  const auto dead = dead_letters_of(plan, {0}, "work");
  EXPECT_EQ(dead.from[0], (Found{{1}}));
  EXPECT_EQ(dead.from[1], (Found{{0}}));
}

TEST(DeadLetters, AreNotGuessedWhereTheWayTheyCameDecides) {
  model::Plan plan;
  plan.exchanges.push_back({.name = "dead", .type = "direct"});
  // On "second" a message has its own key when it was published there and the key "other" when it died on "first".
  plan.queues = {queue_of("first", {}, dead_letters_to("dead", "other")),
                 queue_of("second", {{"dead", "other", {}}}, dead_letters_to("dead")), queue_of("own", {{"dead", "k", {}}})};
  EXPECT_EQ(dead_letters_of(plan, {0, 1}, "k").from[1], std::nullopt);
  EXPECT_EQ(dead_letters_of(plan, {1}, "k").from[1], (Found{{2}}));
}

TEST(HeadersMatch, AnArgumentWithoutAValueAsksForTheHeaderOnly) {
  const model::Arguments binding{{"kind", ArgumentValue{}}};
  EXPECT_TRUE(headers_match(binding, {{"kind", std::int64_t{5}}}));
  EXPECT_FALSE(headers_match(binding, {{"other", std::int64_t{5}}}));
}

}  // namespace
}  // namespace amqpace::routing
