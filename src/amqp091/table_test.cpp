// SPDX-License-Identifier: Apache-2.0
#include "amqp091/table.hpp"

#include <gtest/gtest.h>

#include "amqp091/table_value.hpp"

namespace amqpace::amqp091 {
namespace {

using namespace std::string_literals;

ByteArray bytes_of(std::string_view text) {
  const Bytes bytes = wire::as_bytes(text);
  return {bytes.begin(), bytes.end()};
}

Table one_of_each() {
  return {{"V", Void{}},
          {"t", true},
          {"b", std::int8_t{-5}},
          {"B", std::uint8_t{250}},
          {"s", std::int16_t{-300}},
          {"u", std::uint16_t{65000}},
          {"I", std::int32_t{-70000}},
          {"i", std::uint32_t{4000000000}},
          {"l", std::int64_t{-5000000000}},
          {"f", 1.5f},
          {"d", -2.25},
          {"D", Decimal{2, 314}},
          {"S", "text"},
          {"x", bytes_of("\0\1\2"s)},
          {"T", Timestamp{1767225600}},
          {"A", Array{std::int32_t{1}, "two", Array{}, Table{{"three", 3.0}}}},
          {"F", Table{{"inner", Table{{"innermost", std::int64_t{42}}}}}}};
}

TEST(Table, AllTypesComeBack) {
  const ByteArray bytes = encode_table(one_of_each());
  EXPECT_FALSE(check_table(TableView(bytes)));
  EXPECT_EQ(copy_table(TableView(bytes)), one_of_each());
  std::string types;
  for (const auto& [name, value] : TableView(bytes)) {
    EXPECT_EQ(name, std::string(1, value.type));
    types += value.type;
  }
  EXPECT_EQ(types, "VtbBsuIilfdDSxTAF");
}

TEST(Table, ValuesAreReadInPlace) {
  const ByteArray bytes = encode_table(one_of_each());
  const TableView table(bytes);
  EXPECT_EQ(table.find("t")->boolean(), true);
  EXPECT_EQ(table.find("b")->integer(), -5);
  EXPECT_EQ(table.find("B")->integer(), 250);
  EXPECT_EQ(table.find("s")->integer(), -300);
  EXPECT_EQ(table.find("u")->integer(), 65000);
  EXPECT_EQ(table.find("I")->integer(), -70000);
  EXPECT_EQ(table.find("i")->integer(), 4000000000);
  EXPECT_EQ(table.find("l")->integer(), -5000000000);
  EXPECT_EQ(table.find("T")->integer(), 1767225600);
  EXPECT_EQ(table.find("f")->number(), 1.5);
  EXPECT_EQ(table.find("d")->number(), -2.25);
  EXPECT_EQ(table.find("b")->number(), -5.0);
  EXPECT_EQ(table.find("D")->decimal(), (Decimal{2, 314}));
  EXPECT_EQ(table.find("S")->text(), "text");
  EXPECT_EQ(wire::as_text(*table.find("x")->byte_array()), "\0\1\2"s);
  EXPECT_EQ(table.find("F")->table().find("inner")->table().find("innermost")->integer(), 42);
  int elements = 0;
  for (const FieldView& element : table.find("A")->array()) elements += element.type == 'V' ? 0 : 1;
  EXPECT_EQ(elements, 4);
}

TEST(Table, AnswersNothingForAnotherTypeOrName) {
  const ByteArray bytes = encode_table(one_of_each());
  const TableView table(bytes);
  const FieldView none = *table.find("V");
  EXPECT_FALSE(none.boolean() || none.integer() || none.number() || none.text() || none.byte_array() ||
               none.decimal());
  EXPECT_TRUE(none.table().empty());
  EXPECT_TRUE(none.array().empty());
  EXPECT_FALSE(table.find("missing"));
  EXPECT_FALSE(TableView().find("t"));
}

TEST(Table, ReadsTheCapitalLAsA64BitInteger) {
  const ByteArray bytes = bytes_of("\1kL\xff\xff\xff\xff\xff\xff\xff\xfe"s);
  EXPECT_FALSE(check_table(TableView(bytes)));
  EXPECT_EQ(TableView(bytes).find("k")->integer(), -2);
  EXPECT_EQ(copy_table(TableView(bytes)), (Table{{"k", std::int64_t{-2}}}));
}

TEST(Table, NamesThePlaceOfABadEntry) {
  const auto bad_at = [](const std::string& bytes) { return check_table(TableView(wire::as_bytes(bytes))); };
  EXPECT_EQ(bad_at(""), std::nullopt);
  EXPECT_EQ(bad_at("\5ab"s), 0u);                // the name is cut
  EXPECT_EQ(bad_at("\1a"s), 2u);                 // no type
  EXPECT_EQ(bad_at("\1aZ"s), 2u);                // no such type
  EXPECT_EQ(bad_at("\1at"s), 3u);                // no value
  EXPECT_EQ(bad_at("\1at\1\1bl\0\0"s), 7u);      // the second value is cut
  EXPECT_EQ(bad_at("\1aS\0\0\0\5xy"s), 3u);      // longer than what is left
  EXPECT_EQ(bad_at("\1aF\0\0\0\4\1bZ\0"s), 9u);  // inside a nested table
  EXPECT_EQ(bad_at("\1aA\0\0\0\3t\1I"s), 10u);   // inside an array
  EXPECT_EQ(bad_at("\1aA\xff\xff\xff\xff"s), 3u);
}

TEST(Table, IteratingABadOneEndsBeforeTheBadEntry) {
  const ByteArray bytes = bytes_of("\1at\1\1bS\0\0\1\0x"s);
  int entries = 0;
  for (const auto& [name, value] : TableView(bytes)) {
    EXPECT_EQ(name, "a");
    ++entries;
  }
  EXPECT_EQ(entries, 1);
  EXPECT_EQ(copy_table(TableView(bytes)), (Table{{"a", true}}));
}

TEST(Table, NestsToItsLimitAndNoFurther) {
  const auto nested = [](int depth) {
    Table table{{"leaf", true}};
    for (int level = 1; level < depth; ++level) table = Table{{"t", std::move(table)}};
    return table;
  };
  const ByteArray deepest = encode_table(nested(kMaxTableDepth));
  EXPECT_FALSE(check_table(TableView(deepest)));
  EXPECT_EQ(copy_table(TableView(deepest)), nested(kMaxTableDepth));
  const ByteArray deeper = encode_table(nested(kMaxTableDepth + 1));
  // The inside of the innermost table: 7 bytes a level come before it.
  EXPECT_EQ(check_table(TableView(deeper)), 7u * kMaxTableDepth);
  // In the copy a Void stands for it: its type alone is left of length and inside.
  EXPECT_EQ(encode_table(copy_table(TableView(deeper))).size(), deeper.size() - 4 - 7);
}

TEST(Table, CutsNamesAt255Bytes) {
  const ByteArray bytes = encode_table({{std::string(300, 'n'), true}});
  EXPECT_EQ(TableView(bytes).begin()->name, std::string(255, 'n'));
}

}  // namespace
}  // namespace amqpace::amqp091
