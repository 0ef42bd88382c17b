// SPDX-License-Identifier: Apache-2.0
#include "client/wording.hpp"

#include <gtest/gtest.h>

namespace amqpace::client {
namespace {

std::string advice(std::string_view doing, std::uint16_t code, const std::string& text) {
  const Error error = refused_channel(doing, {code, text});
  EXPECT_EQ(error.kind, ErrorKind::refused);
  EXPECT_EQ(error.what, "could not " + std::string(doing));
  EXPECT_EQ(error.detail, text);
  return error.hint;
}

// 406 means many things: what to do follows from the broker's sentence.
TEST(Wording, AdvisesByWhatTheBrokerSays) {
  EXPECT_EQ(advice("publish to exchange (default)", 406,
                   "PRECONDITION_FAILED - message size 140000000 is larger than configured max size 134217728"),
            "send smaller messages, or raise max_message_size in the broker's configuration");
  EXPECT_EQ(advice("publish to exchange (default)", 406,
                   "PRECONDITION_FAILED - user_id property set to 'bob' but authenticated user was 'guest'"),
            "make the property userId the user that logs in, or leave it out");
  EXPECT_EQ(advice("publish to exchange (default)", 406,
                   "PRECONDITION_FAILED - invalid message: {unacceptable_type_in_header,<<\"CC\">>}"),
            "the broker takes no message with such a header or property: correct it in the file");
  EXPECT_EQ(advice("declare queue q", 406,
                   "PRECONDITION_FAILED - invalid arg 'x-overflow' for queue 'q' in vhost '/': invalid_overflow"),
            "the broker does not take this value of the argument: correct it in the file");
  EXPECT_EQ(advice("declare queue q", 406,
                   "PRECONDITION_FAILED - inequivalent arg 'durable' for queue 'q' in vhost '/': received 'true' but "
                   "current is 'false'"),
            "it exists with other settings: make the file match them, or delete it first");
  EXPECT_EQ(advice("consume from queue s", 406, "PRECONDITION_FAILED - consumer prefetch count is not set for 'queue 's''"),
            "the broker's sentence names what it does not take: change that in the file");
}

TEST(Wording, KnowsOtherProtocolsByTheirGreeting) {
  const Uri uri = parse_uri("amqp://guest:guest@localhost:15672").value();
  const auto http = not_amqp(uri, "HTTP/1.1 400 Bad Request\r\n");
  ASSERT_TRUE(http);
  EXPECT_EQ(http->kind, ErrorKind::unreachable);
  EXPECT_EQ(http->what, "could not connect to amqp://guest:***@localhost:15672");
  EXPECT_EQ(http->detail, "what answers there speaks HTTP, not AMQP");
  EXPECT_EQ(http->hint, "check the port: AMQP is usually on 5672, with TLS on 5671; 15672 is the broker's management");
  EXPECT_EQ(not_amqp(uri, "SSH-2.0-OpenSSH")->detail, "what answers there speaks SSH, not AMQP");
  EXPECT_FALSE(not_amqp(uri, std::string_view("\1\0\0\0\0\1", 6)));
  EXPECT_FALSE(not_amqp(uri, "AMQP"));
}

}  // namespace
}  // namespace amqpace::client
