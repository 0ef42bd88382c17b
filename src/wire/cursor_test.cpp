// SPDX-License-Identifier: Apache-2.0
#include "wire/cursor.hpp"

#include <gtest/gtest.h>

#include <array>

namespace amqpace::wire {
namespace {

template <class... T>
std::array<std::byte, sizeof...(T)> raw(T... values) {
  return {static_cast<std::byte>(values)...};
}

TEST(Reader, ReadsBigEndian) {
  const auto bytes = raw(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  Reader in(bytes);
  EXPECT_EQ(in.u8(), 0x01u);
  EXPECT_EQ(in.u16(), 0x0203u);
  EXPECT_EQ(in.u32(), 0x04050607u);
  EXPECT_EQ(in.u64(), 0x08090a0b0c0d0e0fu);
  EXPECT_TRUE(in.at_end());
  EXPECT_TRUE(in.ok());
}

TEST(Reader, StaysAtTheValueThatDoesNotFit) {
  const auto bytes = raw(1, 2, 3);
  Reader in(bytes);
  in.u8();
  EXPECT_EQ(in.u32(), 0u);
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.position(), 1u);
  EXPECT_EQ(in.u8(), 0u);  // nothing is read after a failure
  EXPECT_EQ(in.position(), 1u);
}

TEST(Reader, ReadsStringsAndStaysAtTheLengthOfABadOne) {
  const auto bytes = raw(2, 'h', 'i', 0, 0, 0, 1, '!', 3, 'n', 'o');
  Reader in(bytes);
  EXPECT_EQ(in.short_string(), "hi");
  EXPECT_EQ(as_text(in.long_bytes()), "!");
  EXPECT_EQ(in.short_string(), "");
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.position(), 8u);
}

TEST(Reader, RefusesALongLengthBeyondTheEnd) {
  const auto bytes = raw(0xff, 0xff, 0xff, 0xff, 1);
  Reader in(bytes);
  EXPECT_TRUE(in.long_bytes().empty());
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.position(), 0u);
}

TEST(Reader, KeepsTheFirstOfTwoFailures) {
  const auto bytes = raw(1, 2, 3);
  Reader in(bytes);
  in.u16();
  in.fail_at(0);
  in.fail_at(1);
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.position(), 0u);
}

TEST(Reader, ReadsNothingFromNothing) {
  Reader in(Bytes{});
  EXPECT_TRUE(in.at_end());
  EXPECT_TRUE(in.ok());
  EXPECT_TRUE(in.bytes(0).empty());
  EXPECT_TRUE(in.ok());
  in.short_string();
  EXPECT_FALSE(in.ok());
}

TEST(Writer, WritesWhatReaderReads) {
  std::array<std::byte, 25> memory{};
  Writer out(memory);
  out.u8(0xfe);
  out.u16(0x1234);
  out.u32(0x89abcdef);
  out.u64(0x0123456789abcdef);
  out.short_string("abc");
  out.long_bytes(as_bytes("xy"));
  EXPECT_TRUE(out.at_end());
  Reader in(memory);
  EXPECT_EQ(in.u8(), 0xfeu);
  EXPECT_EQ(in.u16(), 0x1234u);
  EXPECT_EQ(in.u32(), 0x89abcdefu);
  EXPECT_EQ(in.u64(), 0x0123456789abcdefu);
  EXPECT_EQ(in.short_string(), "abc");
  EXPECT_EQ(as_text(in.long_bytes()), "xy");
  EXPECT_TRUE(in.ok() && in.at_end());
}

}  // namespace
}  // namespace amqpace::wire
