// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"

#include <gtest/gtest.h>

#include <array>

namespace amqpace {
namespace {

TEST(Text, CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("prefech", "prefetch"), 1U);
}

TEST(Text, FindsTheNearestWordOnlyWhenItIsNear) {
  constexpr std::array<std::string_view, 4> known{"prefetch", "concurrency", "ack", "rate"};
  EXPECT_EQ(nearest("prefech", known), "prefetch");
  EXPECT_EQ(nearest("Prefetch", known), "prefetch");
  EXPECT_EQ(nearest("prefecth", known), "prefetch");
  EXPECT_EQ(nearest("concurency", known), "concurrency");
  EXPECT_EQ(nearest("rat", known), "rate");
  EXPECT_EQ(nearest("handlerTime", known), "");
  EXPECT_EQ(nearest("x", known), "");
  EXPECT_EQ(nearest("", known), "");
  EXPECT_EQ(nearest(std::string(100'000, 'x'), known), "");
}

TEST(Text, JoinsSplitsAndTrims) {
  constexpr std::array<std::string_view, 3> parts{"a", "", "c"};
  EXPECT_EQ(join(parts, ", "), "a, , c");
  EXPECT_EQ(join({}, ", "), "");
  EXPECT_EQ(split("a,,c", ','), (std::vector<std::string_view>{"a", "", "c"}));
  EXPECT_EQ(split("", ','), (std::vector<std::string_view>{""}));
  EXPECT_EQ(split("a,", ','), (std::vector<std::string_view>{"a", ""}));
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" \n"), "");
}

TEST(Text, EscapesForJson) {
  EXPECT_EQ(json_escape("a\"b\\c\n\r\t\x01/"), "a\\\"b\\\\c\\n\\r\\t\\u0001/");
  EXPECT_EQ(json_escape("grüße €😀"), "grüße €😀");
  EXPECT_EQ(json_escape("a\xFF\x62"), "a\xEF\xBF\xBD\x62");
  EXPECT_EQ(json_escape("\xC0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD");  // overlong
  EXPECT_EQ(json_escape("\xED\xA0\x80").size(), 9U);               // a surrogate: three bad bytes
  EXPECT_EQ(json_escape("\xF0\x9F\x98").size(), 9U);               // cut off
  EXPECT_EQ(json_escape(std::string_view("\0", 1)), "\\u0000");
}

TEST(Text, MakesForeignTextPrintable) {
  EXPECT_EQ(printable("NOT_FOUND - no queue 'grüße'"), "NOT_FOUND - no queue 'grüße'");
  EXPECT_EQ(printable("a\x1B[31m\nb\x7F"), "a?[31m?b?");
  EXPECT_EQ(printable("a\xC2\x9B"
                      "b\xFF"),
            "a?b?");
  // What JSON made of a byte is shown as the byte is: a record read again looks the same.
  EXPECT_EQ(printable("a\xEF\xBF\xBD" "b"), printable("a\xFF" "b"));
  EXPECT_EQ(printable("abcdef", 3), "abc…");
  EXPECT_EQ(printable("abc", 3), "abc");
  EXPECT_EQ(printable("abü", 3), "ab…");  // never half a character
}

}  // namespace
}  // namespace amqpace
