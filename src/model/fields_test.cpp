// SPDX-License-Identifier: Apache-2.0
#include "model/fields.hpp"

#include <gtest/gtest.h>

#include <set>

namespace amqpace::model {
namespace {

TEST(Fields, PrintTheirDefaultForAFileThatSaysNothing) {
  std::map<std::string, std::string> standard;
  for (const auto& setting : all_settings()) standard[setting.path] = setting.info->standard;
  standard["name"] = "";
  standard["topology.queueType"] = "the broker's, classic";
  standard["topology.routingKey"] = "acemq.workload";
  standard["publishers.mandatory"] = "true";
  for (const auto& [path, text] : settings_of(Workload{})) EXPECT_EQ(text, standard[path]) << path;
}

TEST(Fields, HaveASentenceAnExampleAndAKeyOfTheirOwn) {
  std::set<std::string> seen;
  for (const auto& [path, info] : all_settings()) {
    EXPECT_TRUE(seen.insert(path).second) << path;
    EXPECT_FALSE(info->sentence.empty()) << path;
    EXPECT_NE(info->sentence.back(), '.') << path;
    if (info->type == FieldType::block && path != "prefill") continue;
    EXPECT_FALSE(info->example.empty()) << path;
    EXPECT_NE(info->example, info->standard) << path;
  }
  EXPECT_GE(seen.size(), 98u) << "settings were lost";
}

TEST(Fields, SayTheirBoundsInTheirOwnUnits) {
  std::map<std::string, std::string> bounds;
  for (const auto& [path, info] : all_settings()) bounds[path] = bounds_text(*info);
  EXPECT_EQ(bounds["publishers.threads"], "0 to 10,000");
  EXPECT_EQ(bounds["publishers.rate"], "more than 0 and at most 100,000,000");
  EXPECT_EQ(bounds["publishers.messageSize"], "0 to 255MiB");
  EXPECT_EQ(bounds["consumers.failureRate"], "0% to 100%");
  EXPECT_EQ(bounds["sample"], "100ms to 1h");
  EXPECT_EQ(bounds["before"], "report, purge or refuse");
  EXPECT_EQ(bounds["runFor"], "more than 0s and at most 87600h, or until-stopped, or forever, or until-drained");
  EXPECT_EQ(bounds["name"], "");
}

}  // namespace
}  // namespace amqpace::model
