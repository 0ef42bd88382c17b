// SPDX-License-Identifier: Apache-2.0
// Which queues a message reaches, and what its properties say about that.
#include "broker/vhost.hpp"

#include <gtest/gtest.h>

#include "broker/client_for_test.hpp"

namespace amqpace::broker {
namespace {

template <class T>
std::string refusal(const Outcome<T>& outcome) {
  return outcome ? "accepted" : std::to_string(outcome.error().code) + " " + outcome.error().text;
}

class RoutingTest : public testing::Test {
 protected:
  Core core{CoreOptions{}};
  TestClient a{core};
  TestClient b{core};
};

TEST_F(RoutingTest, SendsToTheAlternateExchangeWhatNoBindingWants) {
  for (const char* name : {"q", "rest"}) ASSERT_TRUE(a.queue(name));
  ASSERT_TRUE(a.exchange("left", "fanout", {{"alternate-exchange", "longstr", "nowhere"}}));
  ASSERT_TRUE(a.exchange("e", "direct", {{"alternate-exchange", "longstr", "left"}}));
  ASSERT_TRUE(a.exchange("first", "fanout"));
  ASSERT_TRUE(a.vhost().bind(a.caller(), {"first", "e", "", true, {}}));
  ASSERT_TRUE(a.bind("e", "q", "k"));
  ASSERT_TRUE(a.bind("left", "rest", ""));
  for (const char* exchange : {"e", "first"})
    for (const char* key : {"k", "other"}) ASSERT_TRUE(a.publish(exchange, key, "m"));
  EXPECT_EQ(a.depth("q"), 2u);
  EXPECT_EQ(a.depth("rest"), 2u);
  ASSERT_TRUE(a.vhost().delete_queue(a.caller(), {"rest"}));
  ASSERT_TRUE(a.publish("e", "other", "m", true));
  EXPECT_EQ(a.told.back(), "return m");
  EXPECT_EQ(
      refusal(a.exchange("f", "topic", {{"alternate-exchange", "signedint", "1"}})),
      "406 PRECONDITION_FAILED - invalid type 'signedint' for arg 'alternate-exchange' in exchange 'f' in "
      "vhost '/'");
  EXPECT_EQ(refusal(a.exchange("e", "direct")),
            "406 PRECONDITION_FAILED - inequivalent arg 'alternate-exchange' for exchange 'e' in vhost '/': "
            "received none but current is the value 'left' of type 'longstr'");
}

TEST_F(RoutingTest, TellsBindingsApartByTheirArguments) {
  ASSERT_TRUE(a.queue("q"));
  const auto with = [](std::int32_t n) { return amqp091::Table{{"n", n}}; };
  const auto wants = [this](std::int32_t n) {
    const auto headers = amqp091::encode_table({{"n", n}});
    const std::uint64_t before = a.depth("q");
    EXPECT_TRUE(
        a.publish("amq.headers", "", "m", amqp091::Properties().with_headers(amqp091::TableView(headers))));
    return a.depth("q") > before;
  };
  for (const std::int32_t n : {1, 2}) {
    ASSERT_TRUE(a.vhost().bind(a.caller(), {"amq.headers", "q", "", false, with(n)}));
    ASSERT_TRUE(a.vhost().bind(a.caller(), {"amq.topic", "q", "t.#", false, with(n)}));
  }
  EXPECT_TRUE(wants(1) && wants(2) && !wants(3));
  ASSERT_TRUE(a.vhost().unbind(a.caller(), {"amq.headers", "q", "", false, with(1)}));
  ASSERT_TRUE(a.vhost().unbind(a.caller(), {"amq.topic", "q", "t.#", false, with(1)}));
  EXPECT_TRUE(!wants(1) && wants(2));
  const std::uint64_t before = a.depth("q");
  ASSERT_TRUE(a.publish("amq.topic", "t.x", "m"));
  EXPECT_EQ(a.depth("q"), before + 1) << "the other binding of that key stands";
  EXPECT_EQ(
      refusal(a.vhost().bind(a.caller(), {"amq.match", "q", "", false, {{"x-match", "no"}}})),
      "406 PRECONDITION_FAILED - Invalid x-match field value <<\"no\">>; expected all, any, all-with-x, or "
      "any-with-x");
}

TEST_F(RoutingTest, RoutesByCcAndBccAndHidesBcc) {
  for (const char* name : {"q", "cc", "bcc"}) ASSERT_TRUE(a.queue(name));
  const auto headers =
      amqp091::encode_table({{"CC", amqp091::Array{"cc", "q"}}, {"BCC", amqp091::Array{"bcc"}}});
  ASSERT_TRUE(a.publish("", "q", "m", amqp091::Properties().with_headers(amqp091::TableView(headers))));
  for (const char* name : {"q", "cc", "bcc"}) b.consume(name, name, 0, true);
  core.settle();
  ASSERT_EQ(b.seen.size(), 3u) << "each queue once";
  for (const auto& one : b.seen) {
    EXPECT_EQ(one.key, "q");
    EXPECT_EQ(one.headers, (amqp091::Table{{"CC", amqp091::Array{"cc", "q"}}}));
  }
  const auto wrong = amqp091::encode_table({{"CC", "cc"}});
  EXPECT_EQ(refusal(a.publish("", "q", "m", amqp091::Properties().with_headers(amqp091::TableView(wrong)))),
            "406 PRECONDITION_FAILED - invalid message: {unacceptable_type_in_header,\"CC\",longstr}");
}

TEST_F(RoutingTest, ReadsExpirations) {
  ASSERT_TRUE(a.queue("q"));
  const auto sent = [this](std::string_view text) {
    return refusal(a.publish("", "q", "m", amqp091::Properties().with_expiration(text)));
  };
  const std::string start = "406 PRECONDITION_FAILED - invalid expiration '";
  EXPECT_EQ(sent("abc"), start + "abc': no_integer");
  EXPECT_EQ(sent(""), start + "': no_integer");
  EXPECT_EQ(sent("-1"), start + "-1': {value_negative,-1}");
  EXPECT_EQ(sent("1.5"), start + "1.5': {leftover_string,\".5\"}");
  EXPECT_EQ(sent("99999999999999"), start + "99999999999999': {value_too_large,99999999999999}");
  EXPECT_EQ(sent("0"), "accepted");
}

TEST_F(RoutingTest, RoutesAMessageIntoEachQueueOnce) {
  for (const char* name : {"q1", "q2", "q3"}) ASSERT_TRUE(a.queue(name));
  ASSERT_TRUE(a.exchange("t", "topic"));
  ASSERT_TRUE(a.exchange("d", "direct"));
  ASSERT_TRUE(a.exchange("f", "fanout"));
  ASSERT_TRUE(a.bind("t", "q1", "a.#"));
  ASSERT_TRUE(a.bind("t", "q1", "*.b"));
  ASSERT_TRUE(a.bind("t", "q2", "*.b"));
  ASSERT_TRUE(a.bind("d", "q1", "k"));
  ASSERT_TRUE(a.bind("d", "q1", "l"));
  ASSERT_TRUE(a.bind("d", "q2", "k"));
  ASSERT_TRUE(a.vhost().bind(a.caller(), {"f", "t", "", true}));
  ASSERT_TRUE(a.vhost().bind(a.caller(), {"t", "f", "loop.#", true}));
  ASSERT_TRUE(a.bind("f", "q3", "x"));
  ASSERT_TRUE(a.bind("f", "q3", "y"));
  const auto depths = [this] {
    return std::vector<std::uint64_t>{a.depth("q1"), a.depth("q2"), a.depth("q3")};
  };
  using Depths = std::vector<std::uint64_t>;
  ASSERT_TRUE(a.publish("t", "a.b", "m"));
  EXPECT_EQ(depths(), (Depths{1, 1, 0}));
  ASSERT_TRUE(a.publish("d", "k", "m"));
  EXPECT_EQ(depths(), (Depths{2, 2, 0}));
  ASSERT_TRUE(a.publish("f", "c.b", "m"));
  EXPECT_EQ(depths(), (Depths{3, 3, 1}));
  ASSERT_TRUE(a.publish("t", "loop.b", "m"));
  EXPECT_EQ(depths(), (Depths{4, 4, 2}));
  ASSERT_TRUE(a.publish("", "q2", "m"));
  EXPECT_EQ(depths(), (Depths{4, 5, 2}));
  ASSERT_TRUE(a.vhost().unbind(a.caller(), {"t", "q1", "a.#", false}));
  ASSERT_TRUE(a.vhost().unbind(a.caller(), {"d", "q1", "k", false}));
  ASSERT_TRUE(a.publish("t", "a.x", "m"));
  ASSERT_TRUE(a.publish("d", "k", "m"));
  EXPECT_EQ(depths(), (Depths{4, 6, 2}));
  EXPECT_EQ(a.vhost().purge_queue(a.caller(), "q2").value(), 6u);
  EXPECT_EQ(depths(), (Depths{4, 0, 2}));
}

}  // namespace
}  // namespace amqpace::broker
