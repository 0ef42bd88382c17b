// SPDX-License-Identifier: Apache-2.0
// As many readings as a day has seconds: what is kept of them does not grow with them. (A whole day of simulated time, with a
// reading a second, comes out the same and takes a minute.)
#include <gtest/gtest.h>

#include "engine/sampler.hpp"
#include "report/json.hpp"
#include "rules/judge.hpp"
#include "sim_run.hpp"

namespace amqpace::testing {
namespace {

TEST(Day, OfReadingsIsASmallRecordThatCoversAllOfTheRun) {
  auto result = run_simulated({.yaml = "name: day\nbroker: amqp://guest:guest@broker\ntopology: { queue: q }\n"
                                       "publishers: { rate: 10/m, messageSize: 64 }\nconsumers: { concurrency: 1 }\n"
                                       "warmup: 0s\nrunFor: 8640s\nsample: 100ms\n",
                               .faults = {},
                               .net = {},
                               .overrides = {},
                               .arrange = {}});
  auto& record = result.record;
  ASSERT_FALSE(record.error) << record.error->what;
  rules::judge(record);
  EXPECT_EQ(record.window, 8640 * kSecond);
  EXPECT_EQ(record.producers.at(0).published, 1440u);
  // Every reading was told about; what is kept are 86,400 readings, five times put together by twos.
  EXPECT_GE(result.samples.size(), 86'400u);
  EXPECT_LE(record.samples.size(), engine::kMaxSamples);
  EXPECT_GE(record.samples.size(), engine::kMaxSamples / 2);
  EXPECT_EQ(record.samples.front().elapsed, 32 * 100 * kMillisecond);
  EXPECT_GE(record.samples.back().elapsed, 8640 * kSecond);
  EXPECT_EQ(record.samples.back().published, 1440u);
  for (std::size_t i = 1; i < record.samples.size(); ++i)
    ASSERT_LT(record.samples[i - 1].elapsed, record.samples[i].elapsed) << i;
  // The bound is 20 MB; histograms of a larger run take their part of it.
  EXPECT_LT(report::json_document(std::span(&record, 1)).size(), 2'000'000u);
}

}  // namespace
}  // namespace amqpace::testing
