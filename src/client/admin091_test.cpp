// SPDX-License-Identifier: Apache-2.0
// Control requests on a simulated network.
#include "client/admin091.hpp"

#include <gtest/gtest.h>

#include "amqp091/table_value.hpp"
#include "client/rig_for_test.hpp"

namespace amqpace::client {
namespace {

using Lines = std::vector<std::string>;

struct AdminRig : Rig {
  void ask(AdminRequest what) {
    session->request(std::move(what), [this](Result<AdminAnswer> answer) {
      if (answer) {
        answers.push_back("ok " + std::to_string(answer->messages) + " " + std::to_string(answer->consumers));
      } else {
        answers.push_back(answer.error().what + ": " + answer.error().detail);
        kinds.push_back(answer.error().kind);
      }
    });
  }
  Lines answers;
  std::vector<ErrorKind> kinds;
};

DeclareQueue queue(std::string name) {
  DeclareQueue request;
  request.name = std::move(name);
  return request;
}

TEST(Admin, AsksOneThingAfterTheOther) {
  AdminRig rig;
  rig.ask(DeclareExchange{.name = "ex", .type = "topic", .arguments = {}});
  rig.ask(queue("q"));
  rig.ask(BindQueue{"q", "ex", "key.#", {}});
  rig.open();
  rig.ask(PurgeQueue{"q"});
  rig.ask(UnbindQueue{"q", "ex", "key.#", {}});
  rig.ask(DeleteQueue{"q"});
  rig.ask(DeleteExchange{"ex"});
  rig.settle();
  EXPECT_EQ(rig.answers, (Lines{"ok 0 0", "ok 7 3", "ok 0 0", "ok 5 0", "ok 0 0", "ok 4 0", "ok 0 0"}));
  EXPECT_EQ(rig.broker.asked,
            (Lines{"1 channel.open", "1 exchange.declare", "1 queue.declare", "1 queue.bind", "1 queue.purge",
                   "1 queue.unbind", "1 queue.delete", "1 exchange.delete"}));
}

TEST(Admin, EveryFieldReachesTheBroker) {
  AdminRig rig;
  Lines seen;
  rig.broker.when_asked = [&](FakePeer&, std::uint16_t, const amqp091::Method& method) {
    const amqp091::Table arguments{{"x-a", "b"}};
    if (const auto* m = std::get_if<amqp091::ExchangeDeclare>(&method))
      seen.push_back(std::string(m->exchange) + std::string(m->type) + std::to_string(m->passive) +
                     std::to_string(m->durable) + std::to_string(m->auto_delete) +
                     std::to_string(m->internal) +
                     std::to_string(amqp091::copy_table(m->arguments) == arguments));
    if (const auto* m = std::get_if<amqp091::QueueDeclare>(&method))
      seen.push_back(std::string(m->queue) + std::to_string(m->passive) + std::to_string(m->durable) +
                     std::to_string(m->exclusive) + std::to_string(m->auto_delete) +
                     std::to_string(amqp091::copy_table(m->arguments) == arguments));
    if (const auto* m = std::get_if<amqp091::QueueBind>(&method))
      seen.push_back(std::string(m->queue) + std::string(m->exchange) + std::string(m->routing_key) +
                     std::to_string(amqp091::copy_table(m->arguments) == arguments));
    return false;
  };
  const Arguments arguments{{"x-a", std::string("b")}};
  rig.ask(DeclareExchange{"e", "fanout", false, true, true, true, arguments});
  rig.ask(DeclareExchange{"e", "fanout", true, false, false, false, arguments});
  rig.ask(DeclareQueue{"q", false, true, true, true, arguments});
  rig.ask(DeclareQueue{"q", true, false, false, false, arguments});
  rig.ask(BindQueue{"q", "e", "k", arguments});
  rig.open();
  rig.settle();
  EXPECT_EQ(seen, (Lines{"efanout10111", "efanout01001", "q10111", "q01001", "qek1"}));
}

TEST(Admin, ARefusalIsTheBrokersSentenceAndTheNextRequestIsAnswered) {
  AdminRig rig;
  rig.broker.when_asked = [](FakePeer& peer, std::uint16_t channel, const amqp091::Method& method) {
    const auto* declare = std::get_if<amqp091::QueueDeclare>(&method);
    if (declare == nullptr || declare->queue == "good") return false;
    if (declare->queue == "other") {
      peer.connection.close_channel(channel, amqp091::ReplyCode::precondition_failed,
                                    "PRECONDITION_FAILED - inequivalent arg 'durable'");
    } else {
      peer.connection.close_channel(channel, amqp091::ReplyCode::not_found, "NOT_FOUND - no queue 'gone'");
    }
    return true;
  };
  rig.ask(queue("other"));
  rig.ask(queue("gone"));
  rig.ask(queue("good"));
  rig.open();
  rig.settle();
  EXPECT_EQ(rig.answers,
            (Lines{"could not declare queue other: PRECONDITION_FAILED - inequivalent arg 'durable'",
                   "could not declare queue gone: NOT_FOUND - no queue 'gone'", "ok 7 3"}));
  EXPECT_EQ(rig.kinds, (std::vector{ErrorKind::refused, ErrorKind::refused}));
  EXPECT_EQ(rig.seen.take(), (Lines{"open"}));
}

TEST(Admin, ARefusalThatEndsTheConnectionAnswersTheRequestToo) {
  AdminRig rig;
  rig.broker.when_asked = [](FakePeer& peer, std::uint16_t, const amqp091::Method& method) {
    if (!std::holds_alternative<amqp091::ExchangeDeclare>(method)) return false;
    peer.connection.close(amqp091::ReplyCode::command_invalid, "COMMAND_INVALID - unknown exchange type 'x'");
    return true;
  };
  rig.ask(DeclareExchange{.name = "ex", .type = "x", .arguments = {}});
  rig.ask(queue("q"));
  rig.open();
  rig.settle();
  const std::string closed = "the broker closed the connection to amqp://anna:***@localhost:5672/test: ";
  const std::string words = "COMMAND_INVALID - unknown exchange type 'x'";
  EXPECT_EQ(rig.answers, (Lines{"could not declare exchange ex: " + words, closed + words}));
  EXPECT_EQ(rig.kinds, (std::vector{ErrorKind::refused, ErrorKind::lost}));
  EXPECT_EQ(rig.seen.take(), (Lines{"open", "lost"}));
}

TEST(Admin, RequestsFailWithTheSession) {
  AdminRig rig;
  rig.connect_to(1);
  rig.ask(queue("q"));
  rig.open();
  rig.ask(queue("r"));
  EXPECT_EQ(rig.kinds, (std::vector{ErrorKind::unreachable, ErrorKind::unreachable}));
}

TEST(Admin, ANameTooLongIsNotSent) {
  AdminRig rig;
  rig.ask(queue(std::string(300, 'q')));
  rig.ask(queue("q"));
  rig.open();
  rig.settle();
  ASSERT_EQ(rig.answers.size(), 2u);
  EXPECT_EQ(rig.kinds, (std::vector{ErrorKind::bad_input}));
  EXPECT_EQ(rig.answers[1], "ok 7 3");
}

TEST(Admin, ACallbackMayAskAgainOrDropTheSession) {
  AdminRig rig;
  rig.open();
  bool again = false;
  rig.session->request(queue("q"), [&](const Result<AdminAnswer>&) {
    rig.session->request(queue("r"), [&](const Result<AdminAnswer>&) {
      again = true;
      rig.session.reset();
    });
  });
  rig.ask(queue("never answered"));
  rig.settle();
  EXPECT_TRUE(again);
  EXPECT_LE(rig.answers.size(), 1u);
}

}  // namespace
}  // namespace amqpace::client
