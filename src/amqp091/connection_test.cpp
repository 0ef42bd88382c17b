// SPDX-License-Identifier: Apache-2.0
#include "amqp091/connection.hpp"

#include <gtest/gtest.h>

#include "amqp091/pair_for_test.hpp"
#include "base/random.hpp"

namespace amqpace::amqp091 {
namespace {

using Lines = std::vector<std::string>;

std::uint16_t open_channel(Pair& pair) {
  const std::uint16_t channel = pair.client.open_channel();
  pair.run();
  pair.client_notes.take();
  pair.server_notes.take();
  return channel;
}

TEST(Connection, OpensFromHeaderToOpenOk) {
  Pair pair;
  pair.start();
  pair.run();
  EXPECT_EQ(pair.server_notes.take(), (Lines{"login PLAIN guest/secret", "vhost /"}));
  EXPECT_EQ(pair.client_notes.take(), (Lines{"opened"}));
  EXPECT_TRUE(pair.client.is_open());
  EXPECT_TRUE(pair.server.is_open());
  EXPECT_EQ(pair.client_notes.tuning.frame_max, 131072u);
  EXPECT_EQ(pair.client_notes.tuning.channel_max, 2047u);
  EXPECT_EQ(pair.client_notes.tuning.heartbeat, 10u);
  EXPECT_EQ(pair.client.peer_properties().find("product")->text(), "amqpace");
  EXPECT_TRUE(pair.client.peer_capability("basic.nack"));
  EXPECT_FALSE(pair.client.peer_capability("flying"));
  EXPECT_EQ(pair.server.peer_properties().find("connection_name")->text(), "test");
}

TEST(Connection, OpensByteByByte) {
  Pair pair;
  pair.start();
  pair.run(1);
  EXPECT_TRUE(pair.client.is_open());
  EXPECT_TRUE(pair.server.is_open());
}

TEST(Connection, CarriesAMessageBothWays) {
  Pair pair;
  pair.open();
  const std::uint16_t channel = pair.client.open_channel();
  EXPECT_EQ(channel, 1);
  pair.run();
  EXPECT_EQ(pair.server_notes.take(), (Lines{"1 channel.open"}));
  EXPECT_EQ(pair.client_notes.take(), (Lines{"1 channel.open-ok"}));

  const auto sent = pair.client.send_content(1, BasicPublish{.exchange = "e", .routing_key = "k"},
                                             Properties{}, wire::as_bytes("hello"));
  EXPECT_EQ(sent, SendStatus::ok);
  pair.run();
  EXPECT_EQ(pair.server_notes.take(), (Lines{"1 content basic.publish 5 hello"}));
  EXPECT_EQ(
      pair.server.send_content(1, BasicDeliver{.consumer_tag = "c", .delivery_tag = 1}, Properties{}, {}),
      SendStatus::ok);
  EXPECT_EQ(pair.server.send(1, BasicAck{.delivery_tag = 1, .multiple = true}), SendStatus::ok);
  pair.run();
  EXPECT_EQ(pair.client_notes.take(), (Lines{"1 content basic.deliver 0 ", "1 basic.ack"}));
}

TEST(Connection, AssemblesBodiesOfSeveralFrames) {
  Options small = client_options();
  small.frame_max = 4096;
  for (const std::size_t step : {0u, 1u, 7u, 4095u}) {
    Pair pair(small);
    pair.open();
    open_channel(pair);
    Lines expected;
    for (const std::size_t size : {0u, 1u, 4087u, 4088u, 4089u, 8176u, 8177u, 100000u}) {
      const std::string body(size, 'x');
      ASSERT_EQ(pair.client.send_content(1, BasicPublish{}, Properties{}, wire::as_bytes(body)),
                SendStatus::ok);
      expected.push_back("1 content basic.publish " + std::to_string(size) + " " + body.substr(0, 16));
    }
    pair.run(step);
    EXPECT_EQ(pair.server_notes.take(), expected) << step;
  }
}

TEST(Connection, TellsTheSameHoweverTheReadsFall) {
  Options small = client_options();
  small.frame_max = 4096;
  Pair pair(small);
  pair.open();
  open_channel(pair);
  for (const std::size_t size : {0u, 5u, 5000u, 12000u, 3u}) {
    const std::string body(size, 'x');
    pair.server.send_content(1, BasicDeliver{.consumer_tag = "c"}, Properties{}.with_priority(1),
                             wire::as_bytes(body));
    pair.server.send(1, BasicNack{.delivery_tag = size, .multiple = true});
  }
  pair.server.send(0, ConnectionBlocked{.reason = "memory"});
  pair.server.send(0, ConnectionUnblocked{});
  const Bytes view = pair.server.out().view();
  const RawBytes bytes(view.begin(), view.end());
  pair.client.receive(bytes, 0, pair.client_notes);
  const Lines expected = pair.client_notes.take();
  EXPECT_EQ(expected.size(), 12u);
  EXPECT_EQ(expected[0], "1 content basic.deliver 0 ");
  EXPECT_EQ(expected[11], "0 connection.unblocked");
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    const std::uint64_t most = 1 + random.below(round % 2 == 0 ? 40 : 9000);
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t part = std::min<std::size_t>(random.below(most + 1), bytes.size() - at);
      pair.client.receive(Bytes(bytes).subspan(at, part), 0, pair.client_notes);
      at += part;
    }
    ASSERT_EQ(pair.client_notes.take(), expected) << "round " << round;
  }
}

TEST(Connection, AssemblesMessagesOfTwoChannelsAtOnce) {
  Pair pair;
  pair.open();
  open_channel(pair);
  open_channel(pair);
  RawBytes mixed;
  const auto add = [&](const RawBytes& bytes) { mixed.insert(mixed.end(), bytes.begin(), bytes.end()); };
  const auto header = [](std::uint8_t size) {
    RawBytes payload(14);
    payload[1] = std::byte{60};
    payload[11] = std::byte{size};
    return payload;
  };
  add(method_frame(1, BasicPublish{}));
  add(method_frame(2, BasicPublish{}));
  add(raw_frame(2, 1, header(4)));
  add(method_frame(0, ConnectionUpdateSecret{}));
  add(raw_frame(3, 1, wire::as_bytes("on")));
  add(raw_frame(2, 2, header(3)));
  add(raw_frame(3, 2, wire::as_bytes("two")));
  add(raw_frame(8, 0, {}));
  add(raw_frame(3, 1, {}));
  add(raw_frame(3, 1, wire::as_bytes("e!")));
  for (const std::size_t step : {std::size_t{1000}, std::size_t{1}}) {
    for (std::size_t at = 0; at < mixed.size(); at += step)
      pair.server.receive(Bytes(mixed).subspan(at, std::min(step, mixed.size() - at)), 0, pair.server_notes);
    EXPECT_EQ(pair.server_notes.take(), (Lines{"0 connection.update-secret", "2 content basic.publish 3 two",
                                               "1 content basic.publish 4 one!"}));
  }
}

TEST(Connection, ShowsAllOfAMethodAndOfAMessage) {
  struct Keeper : Notes {
    Method last;
    std::string text;
    void on_method(std::uint16_t, const Method& method) override { last = method; }
    void on_content(const Content& content) override {
      const auto& method = std::get<BasicReturn>(content.method);
      text = std::to_string(method.reply_code) + " " + std::string(method.reply_text) + " " +
             std::string(method.exchange) + " " + std::string(method.routing_key) + " " +
             std::string(content.header.properties.correlation_id) + " " +
             std::to_string(content.header.properties.timestamp);
    }
  } keeper;
  Pair pair;
  pair.open();
  open_channel(pair);
  pair.server.send(1, BasicAck{.delivery_tag = 0x0102030405060708, .multiple = true});
  pair.carry(pair.server, pair.client, keeper);
  EXPECT_EQ(std::get<BasicAck>(keeper.last),
            (BasicAck{.delivery_tag = 0x0102030405060708, .multiple = true}));
  pair.server.send_content(1, BasicReturn{312, "NO_ROUTE", "ex", "key"},
                           Properties{}.with_correlation_id("id").with_timestamp(1767225600), {});
  pair.carry(pair.server, pair.client, keeper);
  EXPECT_EQ(keeper.text, "312 NO_ROUTE ex key id 1767225600");
}

}  // namespace
}  // namespace amqpace::amqp091
