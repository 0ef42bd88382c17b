// SPDX-License-Identifier: Apache-2.0
#include "config/starter.hpp"

#include <gtest/gtest.h>

#include "config/testing.hpp"

namespace amqpace::config {
namespace {

TEST(Starter, OfEveryKindLoadsWithoutAWarning) {
  for (const auto& starter : starters()) {
    const auto text = starter_text(starter.kind);
    ASSERT_TRUE(text);
    const auto loaded = testing::load_text(*text);
    EXPECT_EQ(testing::problems_of(loaded), "") << *text;
    EXPECT_EQ(loaded.plans().size(), starter.kind == "suite" ? 3u : 1u);
    EXPECT_EQ(loaded.plan.kind, starter.kind == "scenario" ? model::FileKind::scenario : model::FileKind::workload);
  }
}

TEST(Starter, SaysWhatTheTablesSayAndWhatElseThereIs) {
  const auto text = *starter_text("workload");
  for (const char* line : {"  # messages per second", "\npublishers:\n", "`amqpace settings publishers` explains them"})
    EXPECT_NE(text.find(line), std::string::npos) << line << " in\n" << text;
  EXPECT_EQ(text.find("#:"), std::string::npos);
  EXPECT_EQ(text.find("#+"), std::string::npos);
  for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) EXPECT_LE(end - at, 100u);
}

TEST(Starter, OfAnUnknownKindNamesTheKinds) {
  const auto text = starter_text("scenari");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().kind, ErrorKind::bad_input);
  EXPECT_EQ(text.error().detail, "did you mean 'scenario'?");
  EXPECT_EQ(text.error().hint, "the kinds are: workload, scenario, suite");
}

}  // namespace
}  // namespace amqpace::config
