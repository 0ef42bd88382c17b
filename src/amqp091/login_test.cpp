// SPDX-License-Identifier: Apache-2.0
#include "amqp091/login.hpp"

#include <gtest/gtest.h>

namespace amqpace::amqp091 {
namespace {

using namespace std::string_literals;

TEST(Login, PlainComesBack) {
  const std::string response = plain_response("guest", "p@ss:w/rd");
  EXPECT_EQ(response, "\0guest\0p@ss:w/rd"s);
  const auto read = parse_response("PLAIN", response);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->user, "guest");
  EXPECT_EQ(read->password, "p@ss:w/rd");
}

TEST(Login, PlainIgnoresWhoItIsFor) {
  const std::string response = "other\0me\0"s;
  const auto read = parse_response("PLAIN", response);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->user, "me");
  EXPECT_EQ(read->password, "");
}

TEST(Login, AmqplainComesBack) {
  const std::string response = amqplain_response("guest", "secret");
  EXPECT_EQ(response, "\5LOGINS\0\0\0\5guest\10PASSWORDS\0\0\0\6secret"s);
  const auto read = parse_response("AMQPLAIN", response);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->user, "guest");
  EXPECT_EQ(read->password, "secret");
}

TEST(Login, IsInTheFormOfItsMechanism) {
  EXPECT_EQ(login_response("PLAIN", "u", "p"), plain_response("u", "p"));
  EXPECT_EQ(login_response("AMQPLAIN", "u", "p"), amqplain_response("u", "p"));
  EXPECT_EQ(login_response("EXTERNAL", "u", "p"), "");
}

TEST(Login, BadResponsesAreNothing) {
  EXPECT_FALSE(parse_response("PLAIN", ""));
  EXPECT_FALSE(parse_response("PLAIN", "\0guest"s));
  EXPECT_FALSE(parse_response("AMQPLAIN", "nonsense"));
  EXPECT_FALSE(parse_response("AMQPLAIN", "\5LOGINS\0\0\0\1a"s));
  EXPECT_FALSE(parse_response("AMQPLAIN", "\5LOGINt\1\10PASSWORDS\0\0\0\1a"s));
  EXPECT_FALSE(parse_response("EXTERNAL", "\0guest\0guest"s));
}

TEST(Login, FindsWordsBetweenBlanks) {
  EXPECT_TRUE(has_word("PLAIN AMQPLAIN", "PLAIN"));
  EXPECT_TRUE(has_word("AMQPLAIN PLAIN", "PLAIN"));
  EXPECT_FALSE(has_word("AMQPLAIN EXTERNAL", "PLAIN"));
  EXPECT_FALSE(has_word("", "PLAIN"));
}

}  // namespace
}  // namespace amqpace::amqp091
