// SPDX-License-Identifier: Apache-2.0
#include "config/yaml.hpp"

#include <gtest/gtest.h>

namespace amqpace::config {
namespace {

using model::Node;
using model::Reader;

std::string first_problem(std::string_view text) {
  Reader reader;
  parse_yaml(text, reader);
  if (reader.problems.empty()) return "";
  const auto& p = reader.problems.front();
  return std::to_string(p.place.line) + ":" + std::to_string(p.place.column) + " " + p.text;
}

Node tree(std::string_view text) {
  Reader reader;
  auto node = parse_yaml(text, reader);
  EXPECT_TRUE(node && reader.problems.empty())
      << (reader.problems.empty() ? "" : reader.problems.front().text);
  return node.value_or(Node{});
}

TEST(Yaml, GivesEveryValueItsPlaceAndSaysWhetherItWasQuoted) {
  const Node root = tree("é: {a: 'x', b: \"y\\u00e9\"}\nc:\n  - |\n    z\n  - 1 2 # no\n");
  ASSERT_TRUE(root.map());
  const Node& a = *root.find("é")->find("a");
  EXPECT_EQ(a.text, "x");
  EXPECT_TRUE(a.quoted);
  EXPECT_EQ(a.place.line, 1);
  EXPECT_EQ(a.place.column, 8);
  EXPECT_EQ(root.find("é")->find("b")->text, "yé");
  const auto& items = root.find("c")->items;
  EXPECT_EQ(items.at(0).text, "z\n");
  EXPECT_TRUE(items.at(0).quoted);
  EXPECT_EQ(items.at(1).text, "1 2");
  EXPECT_FALSE(items.at(1).quoted);
  EXPECT_EQ(items.at(1).place.line, 5);
  EXPECT_EQ(items.at(1).place.column, 5);
}

TEST(Yaml, KnowsKeysWithoutAValue) {
  const Node root = tree("a:\nb: ~\nc: null\nd: ''\n");
  for (const char* key : {"a", "b", "c"}) EXPECT_TRUE(root.find(key)->empty_value()) << key;
  EXPECT_FALSE(root.find("d")->empty_value());
}

TEST(Yaml, WorksOutAnchorsAliasesAndMerges) {
  const Node root = tree("x: &x {a: 1, b: 2}\ny: &y {b: 3, c: 4}\nz:\n  <<: [*x, *y]\n  a: 9\nlist: [*x]\n");
  const Node& z = *root.find("z");
  EXPECT_EQ(z.entries.size(), 3u);
  EXPECT_EQ(z.find("a")->text, "9");
  EXPECT_EQ(z.find("b")->text, "2");
  EXPECT_EQ(z.find("c")->text, "4");
  EXPECT_EQ(root.find("list")->items.at(0).find("a")->text, "1");
  EXPECT_EQ(tree("{'<<': 1}").find("<<")->text, "1");
}

TEST(Yaml, RefusesWhatWouldBeReadInTwoWays) {
  EXPECT_EQ(first_problem("a: 1\nb: 2\na: 3\n"), "3:1 'a' is given twice; the first is in line 1");
  EXPECT_EQ(first_problem("a: 1\n---\nb: 2\n"), "2:1 a second document ('---'); a file holds one");
  EXPECT_EQ(first_problem("a: !!int 1\n").substr(0, 10), "1:10 a tag");
  EXPECT_EQ(first_problem("[a]: 1\n"), "1:1 a key that is a list or a map; keys are words");
  EXPECT_EQ(first_problem("a: *b\n"), "1:5 the alias '*b' has no anchor '&b' before it");
  EXPECT_EQ(first_problem("a: {<<: 5}\n"), "1:9 '<<' takes a map, or a list of maps");
}

TEST(Yaml, GivesUpOnEndlessNestingAndMultiplyingAliases) {
  std::string bomb = "a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) bomb += before + ",";
    bomb += "]\n";
  }
  EXPECT_NE(first_problem(bomb).find("too many values"), std::string::npos) << first_problem(bomb);
  EXPECT_NE(first_problem(std::string(5000, '[')), "");
  EXPECT_NE(first_problem(std::string(100, '[') + std::string(100, ']')), "");
}

TEST(Yaml, TakesAnEmptyTextAsNoValue) {
  EXPECT_TRUE(tree("").empty_value());
  EXPECT_TRUE(tree("# only a comment\n").empty_value());
}

}  // namespace
}  // namespace amqpace::config
