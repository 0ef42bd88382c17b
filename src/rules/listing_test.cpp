// SPDX-License-Identifier: Apache-2.0
#include "rules/listing.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace amqpace::rules {
namespace {

TEST(Listing, NamesRulesAndMetrics) {
  const auto text = listing_text();
  EXPECT_NE(text.find("  generator-kept-up          INVALID  the send-lag p99 reached 100 ms"),
            std::string::npos);
  EXPECT_NE(text.find("\n                                      applies when a rate is set\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  queueDepthAtEnd            count    "), std::string::npos);
  EXPECT_NE(text.find("; of: run, queue(NAME).\n"), std::string::npos);
}

// Run with AMQPACE_APPROVE=1 to write the page anew.
TEST(Reference, IsThePageInTheDocs) {
  const std::string path = SOURCE_DIR "/docs/reference/rules.md";
  if (std::getenv("AMQPACE_APPROVE") != nullptr) std::ofstream(path) << reference_markdown();
  std::ostringstream page;
  page << std::ifstream(path).rdbuf();
  EXPECT_TRUE(page.str() == reference_markdown())
      << path << " is not what the tables say; AMQPACE_APPROVE=1 writes it anew";
}

}  // namespace
}  // namespace amqpace::rules
