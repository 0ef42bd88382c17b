// SPDX-License-Identifier: Apache-2.0
#include "broker/headers_match.hpp"

#include <gtest/gtest.h>

namespace amqpace::broker {
namespace {

using amqp091::Table;

bool matches(const Table& binding, const Table& headers) {
  const auto encoded = amqp091::encode_table(headers);
  return HeadersPattern::parse(binding)->matches(amqp091::TableView(encoded));
}

const amqp091::FieldValue kOne = std::int32_t{1}, kTwo = std::int32_t{2};

// Each line was asked of RabbitMQ 3.10.
TEST(HeadersPattern, MatchesAllOrAny) {
  EXPECT_TRUE(matches({}, {}));
  EXPECT_TRUE(matches({}, {{"a", kOne}}));
  EXPECT_TRUE(matches({{"x-match", "all"}}, {}));
  EXPECT_FALSE(matches({{"x-match", "any"}}, {}));
  EXPECT_FALSE(matches({{"x-match", "any"}}, {{"a", kOne}}));
  EXPECT_TRUE(matches({{"a", kOne}}, {{"a", kOne}, {"b", kTwo}}));
  EXPECT_FALSE(matches({{"a", kOne}, {"b", kTwo}}, {{"a", kOne}}));
  EXPECT_TRUE(matches({{"x-match", "any"}, {"a", kOne}, {"b", kTwo}}, {{"a", kOne}}));
}

TEST(HeadersPattern, ComparesTypesAndValues) {
  EXPECT_FALSE(matches({{"a", kOne}}, {{"a", "1"}}));
  EXPECT_FALSE(matches({{"a", kOne}}, {{"a", true}}));
  EXPECT_FALSE(matches({{"a", kOne}}, {{"a", amqp091::Void{}}}));
  EXPECT_TRUE(matches({{"a", kOne}}, {{"a", std::int64_t{1}}}));
  EXPECT_TRUE(matches({{"a", true}}, {{"a", true}}));
  EXPECT_TRUE(matches({{"a", amqp091::ByteArray{std::byte{'1'}}}}, {{"a", "1"}}));
  EXPECT_TRUE(matches({{"a", amqp091::Array{kOne}}}, {{"a", amqp091::Array{kOne}}}));
  EXPECT_TRUE(matches({{"a", amqp091::Void{}}}, {{"a", kTwo}}));
  EXPECT_TRUE(matches({{"a", amqp091::Void{}}}, {{"a", amqp091::Void{}}}));
  EXPECT_FALSE(matches({{"a", amqp091::Void{}}}, {{"b", kTwo}}));
}

TEST(HeadersPattern, LeavesOutNamesThatBeginWithXUnlessTold) {
  EXPECT_TRUE(matches({{"x-k", kOne}}, {{"x-k", kTwo}}));
  EXPECT_FALSE(matches({{"x-match", "all-with-x"}, {"x-k", kOne}}, {{"x-k", kTwo}}));
  EXPECT_TRUE(matches({{"x-match", "all-with-x"}, {"x-k", kOne}}, {{"x-k", kOne}}));
  EXPECT_TRUE(matches({{"x-match", "any-with-x"}, {"x-k", kOne}}, {{"x-k", kOne}}));
  EXPECT_FALSE(matches({{"x-match", "any"}, {"x-k", kOne}}, {{"x-k", kOne}}));
  EXPECT_TRUE(matches({{"x-match", "all-with-x"}, {"a", kOne}}, {{"a", kOne}, {"x-match", "zz"}}));
  EXPECT_FALSE(matches({{"x-match", "any-with-x"}}, {{"a", kOne}}));
}

TEST(HeadersPattern, IsRefusedWithAnotherWordThanTheFour) {
  EXPECT_EQ(
      HeadersPattern::parse({{"x-match", "foo"}}).error().text,
      "PRECONDITION_FAILED - Invalid x-match field value <<\"foo\">>; expected all, any, all-with-x, or "
      "any-with-x");
  EXPECT_EQ(HeadersPattern::parse({{"x-match", kOne}}).error().text,
            "PRECONDITION_FAILED - Invalid x-match field type signedint (value 1); expected longstr");
}

}  // namespace
}  // namespace amqpace::broker
