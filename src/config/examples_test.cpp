// SPDX-License-Identifier: Apache-2.0
// Every file under examples/ and tests/system/ reads as it says.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "config/testing.hpp"
#include "model/workload.hpp"

namespace amqpace::config {
namespace {

using testing::lookup;
using testing::problems_of;

Loaded example(const std::string& path) {
  const auto source = read_source(SOURCE_DIR "/" + path);
  EXPECT_TRUE(source) << path;
  return load(source ? *source : Source{}, {lookup({}), {}});
}

std::vector<std::string> yaml_files(const std::string& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(SOURCE_DIR "/" + folder)) {
    if (entry.path().extension() == ".yaml") out.push_back(folder + "/" + entry.path().filename().string());
  }
  std::sort(out.begin(), out.end());
  return out;
}

TEST(Examples, AreValidAndWarnOnlyWhereTheySaySo) {
  std::string warnings;
  for (const auto& path : yaml_files("examples")) {
    const auto loaded = example(path);
    EXPECT_TRUE(loaded.good()) << path << "\n" << problems_of(loaded);
    for (const auto& problem : loaded.problems) warnings += path + ": " + problem.text + "\n";
  }
  EXPECT_EQ(warnings,
            "examples/07-fanout.yaml: 2 consumers with a handler time of 1ms take at most 2,000/s, and the bindings "
            "deliver 3,000/s to 'ex.notify.email': the queue will only grow\n"
            "examples/09-slow-consumer.yaml: 4 consumers with a handler time of 5ms take at most 800/s, and "
            "4,000/s are offered: "
            "the queue will only grow\n"
            "examples/11-invalid-run.yaml: 1 message in flight carries 5,000/s only while every confirm "
            "comes within 200us\n");
}

TEST(Examples, HaveTheSettingsOfTheirPages) {
  EXPECT_EQ(dry_run_text(example("examples/12-ci-gate.yaml").plan),
            "ci-gate\n"
            "  broker      amqp://guest:***@localhost:5672\n"
            "  TopologySpec{ex.gate -> ex.gate.orders [order.created] classic}\n"
            "  PublisherSpec{threads=8, rate=5000/s, Payload{1024 bytes}, confirms=true}\n"
            "  ConsumerSpec{concurrency=16, prefetch=200, handlerTime=PT0.001S}\n"
            "  warmup      15s\n"
            "  runFor      2m\n"
            "  rules       10\n");
  EXPECT_EQ(dry_run_text(example("examples/04-broker-unreachable.yaml").plan),
            "broker-unreachable\n"
            "  broker      amqp://guest:***@localhost:1\n"
            "  TopologySpec{(default) -> ex.unreachable [ex.unreachable] classic}\n"
            "  PublisherSpec{threads=2, rate=1000/s, Payload{512 bytes}, confirms=true}\n"
            "  ConsumerSpec{concurrency=2, prefetch=100, handlerTime=PT0S}\n"
            "  warmup      1s\n"
            "  runFor      5s\n"
            "  rules       7\n");
}

// Rates and rate thresholds a quarter, handler times four times as long; 11 is not scaled.
TEST(Examples, AtQuarterRatesAreTheSameFilesScaled) {
  for (const char* name : {"01-hello", "02-objectives", "03-objective-missed", "09-slow-consumer",
                           "11-invalid-run", "12-ci-gate"}) {
    const auto full = example("examples/" + std::string(name) + ".yaml").plan;
    auto small = example("tests/system/small/" + std::string(name) + ".yaml").plan;
    const bool scaled = full.name != "invalid-run";
    auto& publish = small.producers.at(0).publish;
    ASSERT_TRUE(publish.rate) << name;
    if (scaled) {
      *publish.rate *= 4;
      small.queues[0].consumers.handler_time.low /= 4;
      for (auto& objective : small.queues[0].expect) objective.rate *= 4;
    }
    EXPECT_TRUE(publish.persistent) << name;
    EXPECT_EQ(dry_run_text(small), dry_run_text(full));
    ASSERT_EQ(small.queues[0].expect.size(), full.queues[0].expect.size()) << name;
    for (std::size_t i = 0; i < full.queues[0].expect.size(); ++i) {
      EXPECT_EQ(model::objective_name(small.queues[0].expect[i]),
                model::objective_name(full.queues[0].expect[i]));
    }
  }
}

}  // namespace
}  // namespace amqpace::config
