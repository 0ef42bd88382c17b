// SPDX-License-Identifier: Apache-2.0
#include "client/encode091.hpp"

#include <gtest/gtest.h>

#include "amqp091/content.hpp"
#include "amqp091/frame.hpp"

namespace amqpace::client {
namespace {

using namespace amqp091;

// The payload of frame number `n`.
wire::Bytes frame_of(const Rendered& rendered, int n) {
  std::size_t at = 0;
  while (true) {
    const FrameHead head = load_frame_head(rendered.bytes.data() + at);
    if (n-- == 0) return wire::Bytes(rendered.bytes).subspan(at + kFrameHead, head.size);
    at += kFrameOverhead + head.size;
  }
}

ContentHeader header_of(const Rendered& rendered) {
  ContentHeader header;
  EXPECT_FALSE(decode_header(frame_of(rendered, 1), header));
  return header;
}

TEST(Encode, EveryPropertyIsSent) {
  MessageTemplate message;
  auto& p = message.properties;
  p.content_type = "ct";
  p.content_encoding = "ce";
  p.correlation_id = "ci";
  p.reply_to = "rt";
  p.expiration = "60000";
  p.message_id = "mi";
  p.type = "ty";
  p.user_id = "ui";
  p.app_id = "ai";
  p.cluster_id = "cl";
  p.priority = 9;
  p.timestamp = 1'796'040'000;
  p.persistent = true;
  p.headers = {{"a", std::int64_t{1}}};
  const auto rendered = render_template(message, 1, 131'072);
  ASSERT_TRUE(rendered);
  const ContentHeader header = header_of(*rendered);
  const auto& got = header.properties;
  EXPECT_EQ(got.present, 0xFFFCu);  // fourteen bits
  EXPECT_EQ(got.content_type, "ct");
  EXPECT_EQ(got.content_encoding, "ce");
  EXPECT_EQ(got.correlation_id, "ci");
  EXPECT_EQ(got.reply_to, "rt");
  EXPECT_EQ(got.expiration, "60000");
  EXPECT_EQ(got.message_id, "mi");
  EXPECT_EQ(got.type, "ty");
  EXPECT_EQ(got.user_id, "ui");
  EXPECT_EQ(got.app_id, "ai");
  EXPECT_EQ(got.cluster_id, "cl");
  EXPECT_EQ(got.priority, 9);
  EXPECT_EQ(got.timestamp, 1'796'040'000u);
  EXPECT_EQ(got.delivery_mode, 2);
}

TEST(Encode, HeadersKeepTheirTypes) {
  MessageTemplate message;
  message.properties.headers = {{"b", true},
                                {"i", std::int64_t{-7}},
                                {"d", 0.5},
                                {"t", "text"},
                                {"n", ArgumentValue{}},
                                {"l", ArgumentList{std::int64_t{1}, "a", ArgumentList{false}}},
                                {"m", Arguments{{"k", Arguments{{"z", std::int64_t{2}}}}}}};
  const auto rendered = render_template(message, 1, 131'072);
  ASSERT_TRUE(rendered);
  const Table expected{{"b", true},
                       {"i", std::int64_t{-7}},
                       {"d", 0.5},
                       {"t", "text"},
                       {"n", Void{}},
                       {"l", Array{std::int64_t{1}, "a", Array{false}}},
                       {"m", Table{{"k", Table{{"z", std::int64_t{2}}}}}}};
  EXPECT_EQ(copy_table(header_of(*rendered).properties.headers), expected);
}

TEST(Encode, SaysWhereEachMessageIsPatched) {
  MessageTemplate message;
  message.body = "{\"id\": 000000000000}";
  message.sequence_texts = {{7, '0'}};
  message.stamp_size = 40;
  message.stamp_in_header = true;
  message.properties.message_id = "behind the headers, before the time";
  message.properties.app_id = "behind it";
  message.properties.timestamp_now = true;
  auto rendered = render_template(message, 1, 131'072);
  ASSERT_TRUE(rendered);
  ASSERT_EQ(rendered->more_at.size(), 2u);
  for (std::size_t i = 0; i < kSequenceDigits; ++i) rendered->bytes[rendered->more_at[0] + i] = std::byte{'4'};
  wire::store_big(rendered->bytes.data() + rendered->more_at[1], std::uint64_t{1'796'040'000});
  EXPECT_EQ(wire::as_text(frame_of(*rendered, 2)), "{\"id\": 444444444444}");
  const ContentHeader header = header_of(*rendered);
  EXPECT_EQ(header.properties.timestamp, 1'796'040'000u);
  EXPECT_EQ(header.properties.app_id, "behind it");
  EXPECT_EQ(header.properties.message_id, "behind the headers, before the time");
}

}  // namespace
}  // namespace amqpace::client
