// SPDX-License-Identifier: Apache-2.0
#include "amqp091/connection.hpp"

#include <gtest/gtest.h>

#include "amqp091/pair_for_test.hpp"

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

  const auto sent = pair.client.send_content(1, BasicPublish{.exchange = "e", .routing_key = "k"}, Properties{},
                                             wire::as_bytes("hello"));
  EXPECT_EQ(sent, SendStatus::ok);
  pair.run();
  EXPECT_EQ(pair.server_notes.take(), (Lines{"1 content basic.publish 5 hello"}));
  EXPECT_EQ(pair.server.send_content(1, BasicDeliver{.consumer_tag = "c", .delivery_tag = 1}, Properties{}, {}),
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
      ASSERT_EQ(pair.client.send_content(1, BasicPublish{}, Properties{}, wire::as_bytes(body)), SendStatus::ok);
      expected.push_back("1 content basic.publish " + std::to_string(size) + " " + body.substr(0, 16));
    }
    pair.run(step);
    EXPECT_EQ(pair.server_notes.take(), expected) << step;
  }
}

}  // namespace
}  // namespace amqpace::amqp091
