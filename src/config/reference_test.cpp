// SPDX-License-Identifier: Apache-2.0
#include "config/reference.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace amqpace::config {
namespace {

TEST(Settings, ExplainOneOfThem) {
  EXPECT_EQ(*settings_text("publishers.rate"),
            "publishers.rate\n"
            "  messages per second over all publishers, on a schedule that never waits for the broker; "
            "without it they publish "
            "as fast as confirms come back. Or a profile from the window's start on: [{rate: 1000, for: 30s}, {from: "
            "1000, to: 5000, for: 60s}]\n\n"
            "  type      rate or profile: messages per second: 5000, 5k, 0.5, or per minute or hour: 300/m, 10/h; or a list "
            "of steps, each {rate: R, for: D} or {from: R, to: R, for: D}\n"
            "  default   unthrottled\n"
            "  accepts   more than 0 and at most 100,000,000\n"
            "  example   rate: 250\n");
}

TEST(Settings, ListABlockAndEverything) {
  const std::string ack = *settings_text("consumers");
  EXPECT_NE(ack.find("\n  consumers.prefetch          integer                          100\n"),
            std::string::npos)
      << ack;
  const std::string all = *settings_text();
  EXPECT_NE(all.find("rules[].metric              text                             required, but to change a severity\n"),
            std::string::npos);
  EXPECT_NE(all.find("consumers.ack.every         integer                          1\n"), std::string::npos);
}

TEST(Settings, SuggestWhatWasMeant) {
  EXPECT_EQ(settings_text("prefetch").error().hint, "did you mean 'consumers.prefetch', 'queues[].consumers.prefetch'?");
  EXPECT_EQ(settings_text("messageSize").error().hint,
            "did you mean 'publishers.messageSize', 'prefill.messageSize', 'producers[].messageSize'?");
  EXPECT_EQ(settings_text("consumers.prefech").error().hint, "did you mean 'consumers.prefetch'?");
  EXPECT_EQ(settings_text("x").error().what, "there is no setting 'x'");
}

TEST(Schema, IsJsonAndKnowsEveryKey) {
  const auto schema = nlohmann::json::parse(schema_json(), nullptr, false);
  ASSERT_FALSE(schema.is_discarded());
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  const auto &one = schema["else"], &suite = schema["then"];
  const auto &workload = one["else"], &scenario = one["then"];
  EXPECT_EQ(workload["additionalProperties"], false);
  EXPECT_EQ(workload["required"], nlohmann::json::array({"name"}));
  EXPECT_EQ(scenario["required"], (nlohmann::json{"name", "queues", "producers"}));
  // What an editor makes of `minVersion: 1.2` is a number.
  EXPECT_EQ(workload["properties"]["tls"]["properties"]["minVersion"]["anyOf"][0]["enum"],
            nlohmann::json::array({"1.2", 1.2, "1.3", 1.3}));
  EXPECT_EQ(scenario["properties"]["ui"]["type"], nlohmann::json::array({"object", "null"}));
  EXPECT_TRUE(scenario["properties"]["queues"]["items"]["properties"]["consumers"]["properties"].contains("prefetch"));
  const auto& threads = workload["properties"]["publishers"]["properties"]["threads"]["anyOf"][0];
  EXPECT_EQ(threads, (nlohmann::json{{"type", "integer"}, {"minimum", 0.0}, {"maximum", 10000.0}}));
  EXPECT_EQ(workload["properties"]["before"]["anyOf"][0]["enum"],
            (nlohmann::json{"report", "purge", "refuse"}));
  EXPECT_EQ(workload["properties"]["rules"]["items"]["required"], nlohmann::json::array({"name"}));
  EXPECT_FALSE(suite.contains("required"));
  EXPECT_EQ(suite["properties"]["inherit"]["anyOf"][0]["enum"], (nlohmann::json{"replace", "merge"}));
  EXPECT_EQ(suite["properties"]["workloads"]["items"]["$ref"], "#/$defs/entry");
  EXPECT_TRUE(schema["$defs"]["entry"]["properties"].contains("publishers"));
  EXPECT_TRUE(schema["$defs"]["entry"]["properties"].contains("producers"));
}

// Run with AMQPACE_APPROVE=1 to write the page anew.
TEST(Reference, IsThePageInTheDocs) {
  const std::string path = SOURCE_DIR "/docs/reference/settings.md";
  if (std::getenv("AMQPACE_APPROVE") != nullptr) std::ofstream(path) << reference_markdown();
  std::ostringstream page;
  page << std::ifstream(path).rdbuf();
  EXPECT_TRUE(page.str() == reference_markdown())
      << path << " is not what the tables say; AMQPACE_APPROVE=1 writes it anew";
}

}  // namespace
}  // namespace amqpace::config
