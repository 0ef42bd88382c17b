// SPDX-License-Identifier: Apache-2.0
#include "broker/vhost.hpp"

#include <gtest/gtest.h>

#include "broker/client_for_test.hpp"

namespace amqpace::broker {
namespace {

template <class T>
std::string refusal(const Outcome<T>& outcome) {
  return outcome ? "accepted" : std::to_string(outcome.error().code) + " " + outcome.error().text;
}

class VHostTest : public testing::Test {
 protected:
  static CoreOptions options() {
    CoreOptions made;
    User limited;
    limited.name = limited.password = "limited";
    limited.only_prefix = "lim-";
    made.users.push_back(limited);
    made.vhosts.push_back("other");
    return made;
  }
  Outcome<QueueState> declare(TestClient& who, const std::string& name, auto change) {
    DeclareQueue what;
    what.name = name;
    change(what);
    return who.vhost().declare_queue(who.caller(), what);
  }
  Outcome<void> declare_exchange(const std::string& name, const std::string& type, auto change) {
    DeclareExchange what;
    what.name = name;
    what.type = type;
    change(what);
    return a.vhost().declare_exchange(a.caller(), what);
  }

  Core core{options()};
  TestClient a{core};
  TestClient b{core};
};

TEST_F(VHostTest, AnswersForWhatIsNotThere) {
  EXPECT_EQ(refusal(declare(a, "x", [](auto& d) { d.passive = true; })),
            "404 NOT_FOUND - no queue 'x' in vhost '/'");
  EXPECT_EQ(refusal(declare_exchange("x", "", [](auto& d) { d.passive = true; })),
            "404 NOT_FOUND - no exchange 'x' in vhost '/'");
  EXPECT_EQ(refusal(a.publish("x", "k", "m")), "404 NOT_FOUND - no exchange 'x' in vhost '/'");
  EXPECT_EQ(refusal(a.channel().consume({"x", "t"})), "404 NOT_FOUND - no queue 'x' in vhost '/'");
  EXPECT_EQ(refusal(a.channel().get("x", true)), "404 NOT_FOUND - no queue 'x' in vhost '/'");
  EXPECT_EQ(refusal(a.vhost().purge_queue(a.caller(), "x")), "404 NOT_FOUND - no queue 'x' in vhost '/'");
  EXPECT_EQ(refusal(a.bind("x", "q", "k")), "404 NOT_FOUND - no exchange 'x' in vhost '/'");
  EXPECT_EQ(refusal(a.bind("amq.topic", "q", "k")), "404 NOT_FOUND - no queue 'q' in vhost '/'");
  EXPECT_EQ(refusal(a.vhost().unbind(a.caller(), {"x", "q", "k", false})), "accepted");
  EXPECT_EQ(refusal(a.vhost().delete_queue(a.caller(), {"x"})), "accepted");
  EXPECT_EQ(refusal(a.vhost().delete_exchange(a.caller(), "x", false)), "accepted");
}

TEST_F(VHostTest, ComparesQueues) {
  const auto queue_type = [](const char* type) {
    return [type](DeclareQueue& d) {
      d.durable = true;
      d.arguments = {{"x-queue-type", "longstr", type}};
    };
  };
  ASSERT_TRUE(declare(a, "x", [](auto& d) { d.durable = true; }));
  EXPECT_EQ(refusal(declare(b, "x", [](auto& d) { d.durable = true; })), "accepted");
  EXPECT_EQ(refusal(declare(a, "x", [](auto&) {})),
            "406 PRECONDITION_FAILED - inequivalent arg 'durable' for queue 'x' in vhost '/': received "
            "'false' but current "
            "is 'true'");
  EXPECT_EQ(refusal(declare(a, "x", [](auto& d) { d.durable = d.auto_delete = true; })),
            "406 PRECONDITION_FAILED - inequivalent arg 'auto_delete' for queue 'x' in vhost '/': received "
            "'true' but "
            "current is 'false'");
  EXPECT_EQ(refusal(declare(a, "x", queue_type("quorum"))),
            "406 PRECONDITION_FAILED - inequivalent arg 'x-queue-type' for queue 'x' in vhost '/': received "
            "the value "
            "'quorum' of type 'longstr' but current is none");
  EXPECT_EQ(refusal(declare(a, "x", queue_type("classic"))), "accepted");
  ASSERT_TRUE(declare(a, "y", queue_type("quorum")));
  EXPECT_EQ(refusal(declare(a, "y", queue_type("quorum"))), "accepted");
  EXPECT_EQ(refusal(declare(a, "y", [](auto& d) { d.durable = true; })),
            "406 PRECONDITION_FAILED - inequivalent arg 'x-queue-type' for queue 'y' in vhost '/': received "
            "none but "
            "current is the value 'quorum' of type 'longstr'");
  ASSERT_TRUE(declare(a, "p", [](auto& d) { d.arguments = {{"x-max-priority", "signedint", "5"}}; }));
  EXPECT_EQ(
      refusal(declare(a, "p",
                      [](auto& d) {
                        d.arguments = {{"x-max-priority", "signedint", "6"}};
                      })),
      "406 PRECONDITION_FAILED - inequivalent arg 'x-max-priority' for queue 'p' in vhost '/': received '6' "
      "but current is '5'");
  EXPECT_EQ(refusal(declare(a, "y", queue_type("classic"))),
            "406 PRECONDITION_FAILED - inequivalent arg 'x-queue-type' for queue 'y' in vhost '/': received "
            "'classic' "
            "but current is 'quorum'");
}

TEST_F(VHostTest, RefusesQueuesThatItDoesNotHave) {
  const auto with = [](const char* key, const char* type, const char* value) {
    return [=](DeclareQueue& d) {
      d.durable = true;
      d.arguments = {{key, type, value}};
    };
  };
  EXPECT_EQ(refusal(declare(a, "s", with("x-queue-type", "longstr", "foo"))),
            "406 PRECONDITION_FAILED - invalid arg 'x-queue-type' for queue 's' in vhost '/': \"unsupported "
            "queue type "
            "'foo'\"");
  EXPECT_EQ(refusal(declare(a, "s", with("x-queue-mode", "longstr", "lazy"))), "accepted");
  EXPECT_EQ(refusal(declare(a, "z",
                            [](auto& d) {
                              d.arguments = {{"x-queue-type", "longstr", "quorum"}};
                            })),
            "406 PRECONDITION_FAILED - invalid property 'non-durable' for queue 'z' in vhost '/'");
}

TEST_F(VHostTest, KeepsReservedNamesAndTheDefaultExchange) {
  EXPECT_EQ(refusal(a.queue("amq.mine")),
            "403 ACCESS_REFUSED - queue name 'amq.mine' contains reserved prefix 'amq.*'");
  EXPECT_EQ(refusal(a.exchange("amq.mine", "topic")),
            "403 ACCESS_REFUSED - exchange name 'amq.mine' contains reserved prefix 'amq.*'");
  EXPECT_EQ(refusal(declare_exchange("amq.topic", "topic", [](auto& d) { d.durable = true; })), "accepted");
  EXPECT_EQ(refusal(a.exchange("", "direct")),
            "403 ACCESS_REFUSED - operation not permitted on the default exchange");
  EXPECT_EQ(refusal(a.bind("", "q", "k")),
            "403 ACCESS_REFUSED - operation not permitted on the default exchange");
  EXPECT_EQ(refusal(a.vhost().delete_exchange(a.caller(), "amq.topic", false)),
            "403 ACCESS_REFUSED - deletion of system exchange 'amq.topic' in vhost '/' not allowed");
}

TEST_F(VHostTest, ComparesExchanges) {
  ASSERT_TRUE(a.exchange("x", "topic"));
  EXPECT_EQ(refusal(a.exchange("x", "topic")), "accepted");
  EXPECT_EQ(refusal(a.exchange("x", "direct")),
            "406 PRECONDITION_FAILED - inequivalent arg 'type' for exchange 'x' in vhost '/': received "
            "'direct' but "
            "current is 'topic'");
  EXPECT_EQ(refusal(declare_exchange("x", "topic", [](auto& d) { d.durable = true; })),
            "406 PRECONDITION_FAILED - inequivalent arg 'durable' for exchange 'x' in vhost '/': received "
            "'true' but "
            "current is 'false'");
  EXPECT_EQ(refusal(declare_exchange("x", "topic", [](auto& d) { d.internal = true; })),
            "406 PRECONDITION_FAILED - inequivalent arg 'internal' for exchange 'x' in vhost '/': received "
            "'true' but "
            "current is 'false'");
  EXPECT_EQ(refusal(a.exchange("y", "nonsense")), "503 COMMAND_INVALID - unknown exchange type 'nonsense'");
  ASSERT_TRUE(declare_exchange("in", "topic", [](auto& d) { d.internal = true; }));
  EXPECT_EQ(refusal(a.publish("in", "k", "m")),
            "403 ACCESS_REFUSED - cannot publish to internal exchange 'in' in vhost '/'");
}

TEST_F(VHostTest, LocksExclusiveQueues) {
  const std::string locked =
      "405 RESOURCE_LOCKED - cannot obtain exclusive access to locked queue 'x' in vhost '/'. It could be "
      "originally "
      "declared on another connection or the exclusive property value does not match that of the original "
      "declaration.";
  ASSERT_TRUE(declare(a, "x", [](auto& d) { d.exclusive = true; }));
  EXPECT_EQ(refusal(declare(a, "x", [](auto& d) { d.exclusive = true; })), "accepted");
  EXPECT_EQ(refusal(declare(b, "x", [](auto& d) { d.exclusive = true; })), locked);
  EXPECT_EQ(refusal(declare(b, "x", [](auto& d) { d.passive = true; })), locked);
  EXPECT_EQ(refusal(declare(a, "x", [](auto&) {})), locked);
  EXPECT_EQ(refusal(b.channel().consume({"x", "t"})), locked);
  EXPECT_EQ(refusal(b.bind("amq.topic", "x", "k")), locked);
  EXPECT_EQ(refusal(b.vhost().delete_queue(b.caller(), {"x"})), locked);
  core.connection_gone(a.caller());
  EXPECT_EQ(refusal(b.queue("x")), "accepted");
  EXPECT_EQ(refusal(declare(b, "x", [](auto& d) { d.exclusive = true; })), locked);
}

TEST_F(VHostTest, DeletesOnlyUnderTheConditionsNamed) {
  ASSERT_TRUE(a.queue("x"));
  ASSERT_TRUE(a.publish("", "x", "m"));
  EXPECT_EQ(refusal(a.vhost().delete_queue(a.caller(), {"x", false, true})),
            "406 PRECONDITION_FAILED - queue 'x' in vhost '/' not empty");
  a.consume("x", "t", 1);
  EXPECT_EQ(refusal(a.vhost().delete_queue(a.caller(), {"x", true, false})),
            "406 PRECONDITION_FAILED - queue 'x' in vhost '/' in use");
  ASSERT_TRUE(a.publish("", "x", "n"));
  EXPECT_EQ(a.vhost().delete_queue(a.caller(), {"x"}).value(), 1u);
  EXPECT_EQ(a.told, (std::vector<std::string>{"cancelled t"}));
  EXPECT_TRUE(a.channel().ack(1, false));
  EXPECT_EQ(core.pool().living(), 0u);
  ASSERT_TRUE(a.exchange("e", "fanout"));
  ASSERT_TRUE(a.queue("y"));
  ASSERT_TRUE(a.bind("e", "y", ""));
  EXPECT_EQ(refusal(a.vhost().delete_exchange(a.caller(), "e", true)),
            "406 PRECONDITION_FAILED - exchange 'e' in vhost '/' in use");
}

TEST_F(VHostTest, KeepsALimitedUserToItsPrefix) {
  const User* user = core.login("limited", "limited");
  ASSERT_TRUE(user);
  TestClient c(core, user);
  EXPECT_EQ(refusal(c.queue("lim-q")), "accepted");
  EXPECT_EQ(refusal(c.queue("q")),
            "403 ACCESS_REFUSED - access to queue 'q' in vhost '/' refused for user 'limited'");
  EXPECT_EQ(refusal(c.publish("", "lim-q", "m")),
            "403 ACCESS_REFUSED - access to exchange 'amq.default' in vhost '/' refused for user 'limited'");
  EXPECT_EQ(refusal(c.exchange("x", "topic")),
            "403 ACCESS_REFUSED - access to exchange 'x' in vhost '/' refused for user 'limited'");
  EXPECT_EQ(refusal(core.open_vhost(*user, "nope")), "530 NOT_ALLOWED - vhost nope not found");
  EXPECT_EQ(refusal(core.open_vhost(*user, "other")),
            "530 NOT_ALLOWED - access to vhost 'other' refused for user 'limited'");
  EXPECT_FALSE(core.login("limited", "wrong"));
  EXPECT_FALSE(core.login("nobody", "guest"));
}

TEST_F(VHostTest, DropsWhatDeletesItself) {
  ASSERT_TRUE(declare_exchange("e", "fanout", [](auto& d) { d.auto_delete = true; }));
  ASSERT_TRUE(declare_exchange("to-e", "fanout", [](auto& d) { d.auto_delete = true; }));
  ASSERT_TRUE(declare(a, "q", [](auto& d) { d.auto_delete = true; }));
  ASSERT_TRUE(a.bind("e", "q", ""));
  ASSERT_TRUE(a.vhost().bind(a.caller(), {"to-e", "e", "", true}));
  a.consume("q", "one", 1);
  a.consume("q", "two", 1);
  ASSERT_TRUE(a.publish("to-e", "", "m"));
  core.settle();
  a.channel().cancel("one");
  EXPECT_EQ(a.depth("q"), 0u);
  a.channel().cancel("two");
  EXPECT_EQ(refusal(declare(a, "q", [](auto& d) { d.passive = true; })),
            "404 NOT_FOUND - no queue 'q' in vhost '/'");
  EXPECT_EQ(refusal(a.publish("to-e", "", "m")), "404 NOT_FOUND - no exchange 'to-e' in vhost '/'");
  EXPECT_EQ(a.vhost().queues().size(), 0u);
}

TEST_F(VHostTest, NamesQueuesThatHaveNoName) {
  const auto one = a.queue(""), two = a.queue("");
  EXPECT_EQ(one->name.substr(0, 8), "amq.gen-");
  EXPECT_EQ(one->name.size(), 30u);
  EXPECT_NE(one->name, two->name);
}

}  // namespace
}  // namespace amqpace::broker
