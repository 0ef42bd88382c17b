// SPDX-License-Identifier: Apache-2.0
// Closing of channels and connections from either side, from both at once, and what crosses it.
#include <gtest/gtest.h>

#include "amqp091/pair_for_test.hpp"

namespace amqpace::amqp091 {
namespace {

using Lines = std::vector<std::string>;

struct OpenPair : Pair {
  OpenPair() {
    open();
    client.open_channel();
    run();
    client_notes.take();
    server_notes.take();
  }
};

TEST(Closing, TheClientClosesTheConnection) {
  OpenPair pair;
  pair.client.close(ReplyCode::reply_success, "done");
  pair.client.close();  // once is enough
  EXPECT_FALSE(pair.client.is_open());
  EXPECT_EQ(pair.client.send(1, BasicAck{}), SendStatus::not_open);
  EXPECT_EQ(pair.client.open_channel(), 0);
  pair.run();
  EXPECT_EQ(pair.server_notes.take(), (Lines{"closed by peer 200 done"}));
  EXPECT_EQ(pair.client_notes.take(), (Lines{"closed by us 200 done"}));
  EXPECT_TRUE(pair.client.is_over() && pair.server.is_over());
  EXPECT_EQ(pair.client.next_tick(), kNever);
}

TEST(Closing, TheServerClosesTheConnectionAndNamesTheCause) {
  struct Cause : Notes {
    MethodId cause;
    void on_closed(const Closed& closed) override { cause = closed.cause; }
  } cause;
  OpenPair pair;
  pair.server.close(ReplyCode::connection_forced, std::string(300, 'x'), {60, 40});
  pair.carry(pair.server, pair.client, cause);
  EXPECT_EQ(cause.cause, BasicPublish::kId);
  pair.run();
  EXPECT_EQ(pair.server_notes.take(), (Lines{"closed by us 320 " + std::string(255, 'x')}));
}

TEST(Closing, BothSidesCloseTheConnectionAtOnce) {
  OpenPair pair;
  pair.client.close(ReplyCode::reply_success, "mine");
  pair.server.close(ReplyCode::connection_forced, "yours");
  pair.run(1);
  EXPECT_EQ(pair.client_notes.take(), (Lines{"closed by us 200 mine"}));
  EXPECT_EQ(pair.server_notes.take(), (Lines{"closed by us 320 yours"}));
}

TEST(Closing, WhatCrossesAConnectionCloseIsThrownAway) {
  OpenPair pair;
  const std::string body(300'000, 'x');
  pair.server.send_content(1, BasicDeliver{}, Properties{}, wire::as_bytes(body));
  pair.server.send(1, BasicAck{});
  pair.server.send(0, ConnectionBlocked{.reason = "memory"});
  pair.client.close();
  pair.run(1000);
  EXPECT_EQ(pair.client_notes.take(), (Lines{"closed by us 200 "}));
}

TEST(Closing, NothingIsTakenAfterTheEnd) {
  OpenPair pair;
  pair.client.send(1, BasicAck{});
  RawBytes bytes = method_frame(0, ConnectionClose{.reply_code = 200});
  const RawBytes more = method_frame(1, BasicAck{});
  bytes.insert(bytes.end(), more.begin(), more.end());
  pair.server.receive(bytes, 0, pair.server_notes);
  pair.server.receive(more, 0, pair.server_notes);
  EXPECT_EQ(pair.server_notes.take(), (Lines{"closed by peer 200 "}));
}

TEST(Closing, TheClientClosesAChannelAndItsNumberIsFreeAgain) {
  OpenPair pair;
  EXPECT_EQ(pair.client.open_channel(), 2);
  pair.run();
  pair.client_notes.take();
  pair.server_notes.take();
  EXPECT_EQ(pair.client.close_channel(1), SendStatus::ok);
  EXPECT_EQ(pair.client.close_channel(1), SendStatus::not_open);
  EXPECT_EQ(pair.client.open_channel(), 3);  // 1 is not free yet
  pair.run();
  EXPECT_EQ(pair.server_notes.take(), (Lines{"1 channel.close", "3 channel.open"}));
  EXPECT_EQ(pair.client_notes.take(), (Lines{"1 channel.close-ok", "3 channel.open-ok"}));
  EXPECT_EQ(pair.client.open_channel(), 1);
  pair.run();
  EXPECT_TRUE(pair.client.channel_open(1));
  EXPECT_TRUE(pair.server.channel_open(1));
}

TEST(Closing, TheServerClosesAChannelWithAnError) {
  struct Reason : Notes {
    std::string text;
    void on_method(std::uint16_t, const Method& method) override {
      if (const auto* close = std::get_if<ChannelClose>(&method))
        text = std::to_string(close->reply_code) + " " + std::string(close->reply_text);
    }
  } reason;
  OpenPair pair;
  pair.server.close_channel(1, ReplyCode::not_found, "NOT_FOUND - no queue 'q'", BasicConsume::kId);
  // Requests that are on their way are thrown away by the server.
  pair.client.send(1, QueueDeclare{.queue = "q"});
  pair.client.send_content(1, BasicPublish{}, Properties{}, wire::as_bytes("lost"));
  pair.carry(pair.client, pair.server, pair.server_notes);
  EXPECT_EQ(pair.server_notes.take(), Lines{});
  pair.carry(pair.server, pair.client, reason);
  EXPECT_EQ(reason.text, "404 NOT_FOUND - no queue 'q'");
  EXPECT_FALSE(pair.client.channel_open(1));
  EXPECT_EQ(pair.client.open_channel(), 1);
  pair.run();
  EXPECT_EQ(pair.server_notes.take(), (Lines{"1 channel.close-ok", "1 channel.open"}));
}

TEST(Closing, BothSidesCloseAChannelAtOnce) {
  OpenPair pair;
  pair.client.close_channel(1);
  pair.server.close_channel(1, ReplyCode::precondition_failed, "no");
  pair.run(1);
  EXPECT_EQ(pair.client_notes.take(), (Lines{"1 channel.close-ok"}));
  EXPECT_EQ(pair.server_notes.take(), (Lines{"1 channel.close-ok"}));
  EXPECT_EQ(pair.client.open_channel(), 1);
  pair.run();
  EXPECT_TRUE(pair.client.channel_open(1));
}

TEST(Closing, AHalfReceivedMessageGoesWithItsChannel) {
  OpenPair pair;
  const std::string body(300'000, 'x');
  pair.client.send_content(1, BasicPublish{}, Properties{}, wire::as_bytes(body));
  const RawBytes message(pair.client.out().view().begin(), pair.client.out().view().end());
  pair.client.out().clear();
  pair.server.receive(Bytes(message).first(200'000), 0, pair.server_notes);
  pair.server.close_channel(1, ReplyCode::resource_error, "enough");
  pair.server.receive(Bytes(message).subspan(200'000), 0, pair.server_notes);
  pair.run();
  EXPECT_EQ(pair.server_notes.take(), (Lines{"1 channel.close-ok"}));
  EXPECT_EQ(pair.client_notes.take(), (Lines{"1 channel.close"}));
  EXPECT_TRUE(pair.server.is_open());
}

TEST(Closing, AHandlerMayCloseFromInsideACallback) {
  struct Closer : Notes {
    void on_content(const Content& content) override {
      Notes::on_content(content);
      self->close(ReplyCode::internal_error, "stop");
    }
  };
  for (const std::size_t step : {0u, 1u}) {
    OpenPair pair;
    Closer closer;
    closer.self = &pair.server;
    for (int i = 0; i < 3; ++i)
      pair.client.send_content(1, BasicPublish{}, Properties{}, wire::as_bytes("m"));
    pair.carry(pair.client, pair.server, closer, step);
    EXPECT_EQ(closer.take(), (Lines{"1 content basic.publish 1 m"}));
    pair.run();
    EXPECT_EQ(pair.client_notes.take(), (Lines{"closed by peer 541 stop"}));
  }
}

TEST(Closing, ChannelNumbersEndAtChannelMax) {
  Options wants = client_options();
  wants.channel_max = 2;
  Pair pair(wants);
  pair.open();
  EXPECT_EQ(pair.client.open_channel(), 1);
  EXPECT_EQ(pair.client.open_channel(), 2);
  EXPECT_EQ(pair.client.open_channel(), 0);
}

TEST(Closing, RequestsForClosedChannelsAreNotSent) {
  OpenPair pair;
  EXPECT_EQ(pair.client.send(9, BasicAck{}), SendStatus::not_open);
  EXPECT_EQ(pair.client.send_content(0, BasicPublish{}, Properties{}, {}), SendStatus::not_open);
  EXPECT_EQ(pair.client.send_rendered(9, {}), std::nullopt);
  EXPECT_EQ(pair.client.close_channel(0), SendStatus::not_open);
  EXPECT_EQ(pair.client.send(1, QueueDeclare{.queue = std::string(256, 'q')}), SendStatus::bad_value);
  EXPECT_EQ(pair.client.send_content(1, BasicPublish{}, Properties{}.with_app_id(std::string(256, 'a')), {}),
            SendStatus::bad_value);
  const std::vector<std::byte> table(131072);
  EXPECT_EQ(pair.client.send(1, QueueDeclare{.arguments = TableView(table)}), SendStatus::bad_value);
  EXPECT_EQ(pair.client.send_content(1, BasicPublish{}, Properties{}.with_headers(TableView(table)), {}),
            SendStatus::bad_value);
  EXPECT_TRUE(pair.client.out().empty());
}

TEST(Closing, AFullBufferTakesNothing) {
  Options wants = client_options();
  wants.limits.max_out = 2000;
  Pair pair(wants);
  pair.open();
  pair.client.open_channel();
  pair.run();
  const std::string body(1500, 'x');
  EXPECT_EQ(pair.client.send_content(1, BasicPublish{}, Properties{}, wire::as_bytes(body)), SendStatus::ok);
  const std::size_t size = pair.client.out().size();
  EXPECT_EQ(pair.client.send_content(1, BasicPublish{}, Properties{}, wire::as_bytes(body)),
            SendStatus::full);
  EXPECT_EQ(pair.client.send(1, BasicCancel{.consumer_tag = std::string(255, 'c')}), SendStatus::ok);
  EXPECT_EQ(pair.client.send(1, BasicCancel{.consumer_tag = std::string(255, 'c')}), SendStatus::full);
  EXPECT_EQ(pair.client.out().size(), size + 8 + 4 + 256 + 1);
}

}  // namespace
}  // namespace amqpace::amqp091
