// SPDX-License-Identifier: Apache-2.0
#include "broker/message_properties.hpp"

#include <gtest/gtest.h>

namespace amqpace::broker {
namespace {

using amqp091::Properties;
using amqp091::Table;

class MessagePropertiesTest : public testing::Test {
 protected:
  // What is read of a message with these properties once a header is added.
  const Properties& added(const amqp091::ByteArray& raw, std::int64_t value) {
    const MessageRef message = pool.make({"", "q", raw}, 0);
    with_header(*message, "x-stream-offset", value, bytes);
    wire::Reader reader(bytes);
    amqp091::decode(reader, read);
    EXPECT_TRUE(reader.ok() && reader.at_end());
    return read;
  }

  MessagePool pool;
  amqp091::ByteArray bytes;
  Properties read;
};

TEST_F(MessagePropertiesTest, TakeAHeaderBetweenTheOthersAndWithoutAny) {
  const Table one{{"x-stream-offset", std::int64_t{7}}};
  EXPECT_EQ(amqp091::copy_table(added({}, 7).headers), one);
  const auto bare =
      write_properties(Properties().with_content_type("a").with_content_encoding("b").with_type("t"));
  EXPECT_EQ(amqp091::copy_table(added(bare, 7).headers), one);
  EXPECT_EQ(read.content_type, "a");
  EXPECT_EQ(read.content_encoding, "b");
  EXPECT_EQ(read.type, "t");
  const auto headers = amqp091::encode_table({{"a", "text"}});
  const auto full = write_properties(
      Properties().with_content_type("a").with_headers(amqp091::TableView(headers)).with_app_id("app"));
  EXPECT_EQ(amqp091::copy_table(added(full, 8).headers),
            (Table{{"a", "text"}, {"x-stream-offset", std::int64_t{8}}}));
  EXPECT_EQ(read.app_id, "app");
}

TEST_F(MessagePropertiesTest, HaveAHeaderOfThatNameReplaced) {
  const auto headers = amqp091::encode_table({{"x-stream-offset", "mine"}, {"b", true}});
  const auto raw = write_properties(Properties().with_headers(amqp091::TableView(headers)).with_priority(3));
  EXPECT_EQ(amqp091::copy_table(added(raw, 1).headers),
            (Table{{"b", true}, {"x-stream-offset", std::int64_t{1}}}));
  EXPECT_EQ(read.priority, 3);
}

}  // namespace
}  // namespace amqpace::broker
