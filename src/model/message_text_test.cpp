// SPDX-License-Identifier: Apache-2.0
#include "model/message_text.hpp"

#include <gtest/gtest.h>

#include <set>

namespace amqpace::model {
namespace {

MessageText text_of(std::string_view text, bool json = false) { return MessageText::parse(text, json).value(); }

TEST(MessageText, WithoutPlaceholdersIsWhatItSays) {
  const auto text = text_of("a $5 note {x} ${HOME} ${");
  EXPECT_FALSE(text.varies());
  EXPECT_EQ(text.render(1, 0), "a $5 note {x} ${HOME} ${");
  EXPECT_EQ(text.longest(), 24u);
}

TEST(MessageText, IsAPureFunctionOfSeedAndVariant) {
  const auto text = text_of("${uuid} ${random:-5..5} ${choice:red|blue} ${variant}");
  EXPECT_TRUE(text.varies());
  EXPECT_EQ(text.render(7, 3), text.render(7, 3));
  EXPECT_NE(text.render(7, 3), text.render(7, 4));
  EXPECT_NE(text.render(7, 3), text.render(8, 3));
}

TEST(MessageText, DrawsEveryNumberOfARangeAndEveryWord) {
  const auto text = text_of("${random:-1..1}${choice:a|b|}");
  std::set<std::string> seen;
  for (std::uint64_t v = 0; v < 200; ++v) seen.insert(text.render(1, v));
  EXPECT_EQ(seen, (std::set<std::string>{"-1", "-1a", "-1b", "0", "0a", "0b", "1", "1a", "1b"}));
  EXPECT_EQ(text.shortest(), 1u);
  EXPECT_EQ(text.longest(), 3u);
}

TEST(MessageText, MakesUuidsOfVersion4) {
  const std::string uuid = text_of("${uuid}").render(1, 0);
  ASSERT_EQ(uuid.size(), 36u);
  EXPECT_EQ(uuid[8], '-');
  EXPECT_EQ(uuid[14], '4');
  EXPECT_NE(std::string("89ab").find(uuid[19]), std::string::npos);
}

TEST(MessageText, SaysWhereSequenceNumbersGo) {
  std::vector<MessageText::Sequence> at;
  const auto text = text_of(R"({"id": ${seq}, "name": "a \" ${seq}"})", true);
  EXPECT_FALSE(text.varies());
  EXPECT_EQ(text.render(1, 0, &at), R"({"id":            0, "name": "a \" 000000000000"})");
  ASSERT_EQ(at.size(), 2u);
  EXPECT_EQ(at[0].offset, 7u);
  EXPECT_EQ(at[0].pad, ' ');
  EXPECT_EQ(at[1].offset, 35u);
  EXPECT_EQ(at[1].pad, '0');
}

TEST(MessageText, RefusesWhatCannotBeDrawn) {
  EXPECT_EQ(MessageText::parse("${random:9..1}").error().what,
            "has '${random:9..1}': write two whole numbers, such as ${random:1..100}");
  EXPECT_EQ(MessageText::parse("${random:5}").error().what,
            "has '${random:5}': write two whole numbers, such as ${random:1..100}");
  EXPECT_EQ(MessageText::parse("${choice:one}").error().what,
            "has '${choice:one}': write two or more words, such as ${choice:red|blue}");
}

}  // namespace
}  // namespace amqpace::model
