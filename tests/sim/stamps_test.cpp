// SPDX-License-Identifier: Apache-2.0
// The schedule as it is on the wire: 5,000/s over three threads, read back from the stamps of what was published.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim_run.hpp"

namespace amqpace::testing {
namespace {

TEST(Stamps, AreEvenlySpacedOverThreeThreads) {
  SimSetup setup{.yaml = "name: stamps\nbroker: amqp://guest:guest@broker\ntopology: { queue: q }\n"
                         "publishers: { threads: 3, rate: 5000, messageSize: 64 }\nconsumers: { concurrency: 0 }\n"
                         "warmup: 0s\nrunFor: 30s\n",
                 .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
  setup.through_tap = true;
  const auto result = run_simulated(setup);
  ASSERT_FALSE(result.record.error) << result.record.error->what;
  const auto& producer = result.record.producers.at(0);
  EXPECT_EQ(producer.offered, 150'000u);
  EXPECT_EQ(producer.offered_per_publisher, (std::vector<std::uint64_t>{50'000, 50'000, 50'000}));

  std::vector<engine::Stamp> stamps;
  for (const auto& message : result.tapped.messages) {
    ASSERT_TRUE(message.stamp);
    stamps.push_back(*message.stamp);
  }
  ASSERT_EQ(stamps.size(), 150'000u);
  std::sort(stamps.begin(), stamps.end(), [](const auto& a, const auto& b) { return a.sequence < b.sequence; });
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    ASSERT_EQ(stamps[i].sequence, i);
    ASSERT_EQ(stamps[i].due, static_cast<Nanos>(i) * 200'000);
  }
}

}  // namespace
}  // namespace amqpace::testing
