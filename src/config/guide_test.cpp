// SPDX-License-Identifier: Apache-2.0
// What the guide shows as YAML is accepted, without a warning.
#include <gtest/gtest.h>

#include "config/source.hpp"
#include "config/testing.hpp"

namespace amqpace::config {
namespace {

TEST(Guide, OfMessagesShowsFragmentsThatLoad) {
  const auto page = read_source(SOURCE_DIR "/docs/guide/messages.md");
  ASSERT_TRUE(page);
  const std::string begin = "```yaml\n", end = "```\n";
  int fragments = 0;
  for (std::size_t at = page->text.find(begin); at != std::string::npos; at = page->text.find(begin, at)) {
    at += begin.size();
    const std::string fragment = page->text.substr(at, page->text.find(end, at) - at);
    EXPECT_EQ(testing::problems_of(testing::load_text(testing::around(fragment))), "") << fragment;
    ++fragments;
  }
  EXPECT_EQ(fragments, 5);
}

// Whole files, without a warning.
TEST(Guide, OfSuitesShowsFilesThatLoad) {
  const auto page = read_source(SOURCE_DIR "/docs/guide/suites.md");
  ASSERT_TRUE(page);
  const std::string begin = "```yaml\n", end = "```\n";
  int files = 0;
  for (std::size_t at = page->text.find(begin); at != std::string::npos; at = page->text.find(begin, at)) {
    at += begin.size();
    const auto loaded = testing::load_text(page->text.substr(at, page->text.find(end, at) - at));
    EXPECT_EQ(testing::problems_of(loaded), "");
    EXPECT_GT(loaded.entries.size(), 1u);
    ++files;
  }
  EXPECT_EQ(files, 2);
}

}  // namespace
}  // namespace amqpace::config
