// SPDX-License-Identifier: Apache-2.0
// The plan of every example as it is printed (tests/plans; AMQPACE_APPROVE=1 writes them anew), and the arithmetic below it.
#include "config/forecast.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "config/testing.hpp"

namespace amqpace::config {
namespace {

namespace fs = std::filesystem;
using testing::around;
using testing::load_text;
using testing::lookup;

const fs::path kPlans = fs::path(SOURCE_DIR) / "tests/plans";

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<std::string> examples() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(SOURCE_DIR "/examples"))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Plan, OfEveryExampleIsTheOneInTheTests) {
  for (const auto& name : examples()) {
    const auto source = read_source(SOURCE_DIR "/examples/" + name + ".yaml");
    ASSERT_TRUE(source) << name;
    const auto loaded = load(*source, {lookup({}), {}});
    ASSERT_TRUE(loaded.good()) << name;
    const auto text = plan_text({{&loaded.plan, &loaded.problems, "examples/" + name + ".yaml"}});
    const fs::path golden = kPlans / (name + ".txt");
    if (std::getenv("AMQPACE_APPROVE") != nullptr) std::ofstream(golden) << text;
    EXPECT_EQ(text, read(golden)) << golden << "; AMQPACE_APPROVE=1 writes it anew";
  }
}

TEST(Plan, IsKeptOfNoExampleThatIsGone) {
  const auto names = examples();
  for (const auto& entry : fs::directory_iterator(kPlans))
    EXPECT_NE(std::find(names.begin(), names.end(), entry.path().stem().string()), names.end()) << entry.path();
}

TEST(Plan, OfTheGuideIsWhatIsPrinted) {
  EXPECT_NE(read(SOURCE_DIR "/docs/guide/planning.md")
                .find("$ amqpace plan examples/09-slow-consumer.yaml\n" + read(kPlans / "09-slow-consumer.txt") + "```\n"),
            std::string::npos);
}

TEST(Forecast, CountsWhatAProfileOffersWhereverTheWindowEnds) {
  const auto in_window = [](const std::string& run_for) {
    const auto loaded = load_text(around("publishers: {rate: [{rate: 100, for: 10s}, {from: 100, to: 300, for: 10s}]}\nrunFor: " +
                                         run_for + "\nconsumers: {concurrency: 1, handlerTime: 5ms}\n"));
    return forecast_of(loaded.plan);
  };
  EXPECT_EQ(in_window("5s").producers[0].in_window, 500);
  EXPECT_EQ(in_window("20s").producers[0].in_window, 3000);
  EXPECT_EQ(in_window("25s").producers[0].in_window, 4500);
  const auto forecast = in_window("20s");
  EXPECT_EQ(forecast.producers[0].peak, 300);
  EXPECT_EQ(forecast.queues[0].rate, 150);
  EXPECT_EQ(forecast.queues[0].peak, 300);
  EXPECT_EQ(forecast.queues[0].capacity, 200);
}

TEST(Forecast, SaysHowLongAConfirmMayTake) {
  const auto forecast = forecast_of(load_text(around("publishers: {threads: 2, rate: 5000, maxInFlight: 100}\n")).plan);
  EXPECT_EQ(forecast.producers[0].in_flight, 200);
  EXPECT_EQ(forecast.producers[0].carries, 40 * kMillisecond);
  EXPECT_EQ(forecast.producers[0].usual_confirm, 5 * kMillisecond);
  const auto without = forecast_of(load_text(around("publishers: {rate: 5000, confirms: false}\n")).plan);
  EXPECT_EQ(without.producers[0].in_flight, 0);
  EXPECT_FALSE(without.producers[0].carries);
}

TEST(Forecast, CountsWhatConsumersLeaveBehind) {
  const auto forecast = forecast_of(load_text(around("publishers: {rate: 1000, messageSize: 100}\n"
                                                     "consumers: {concurrency: 2, handlerTime: 4ms}\n"
                                                     "warmup: 10s\nrunFor: 30s\ndrain: 5s\n"))
                                        .plan);
  const auto& queue = forecast.queues[0];
  EXPECT_EQ(queue.capacity, 500);
  EXPECT_EQ(queue.growth, 500);
  EXPECT_EQ(queue.left, 20000);
  EXPECT_EQ(queue.left_bytes, 2'000'000u);
  EXPECT_EQ(queue.stalled_bytes, 4'000'000u);
  EXPECT_EQ(queue.unacknowledged, 200);
  EXPECT_EQ(forecast.at_most(), 45 * kSecond);
  EXPECT_EQ(forecast.publishing_connections, 1);
  EXPECT_EQ(forecast.consuming_connections, 1);
  EXPECT_EQ(forecast.channels, 4);
}

TEST(Forecast, OfARunWithoutASetEndHasNoCounts) {
  const auto forecast = forecast_of(load_text(around("publishers: {rate: 10}\nrunFor: until-stopped\n")).plan);
  EXPECT_FALSE(forecast.producers[0].in_window);
  EXPECT_FALSE(forecast.queues[0].in_window);
  EXPECT_FALSE(forecast.queues[0].left);
  EXPECT_FALSE(forecast.at_most());
}

TEST(Forecast, OfUnthrottledPublishersHasNoRate) {
  const auto forecast = forecast_of(load_text(around("publishers: {unthrottled: true}\n")).plan);
  EXPECT_FALSE(forecast.producers[0].rate);
  EXPECT_FALSE(forecast.queues[0].rate);
  EXPECT_EQ(forecast.queues[0].growth, 0);
}

TEST(Plan, AsJsonHasTheSameNumbersAndProblems) {
  const auto loaded = load_text(around("publishers: {rate: 1000}\nconsumers: {handlerTime: 2ms}\nwarmup: 1s\nrunFor: 3s\n"));
  const std::vector<Planned> runs(2, {&loaded.plan, &loaded.problems, "f.yaml"});
  const auto document = nlohmann::json::parse(plan_json(runs));
  EXPECT_EQ(document["atMostSeconds"], 28.0);
  ASSERT_EQ(document["runs"].size(), 2u);
  const auto& run = document["runs"][0];
  EXPECT_EQ(run["queues"][0]["messagesInWindow"], 3000);
  EXPECT_EQ(run["queues"][0]["consumersTakePerSecond"], 500.0);
  EXPECT_EQ(run["queues"][0]["growsPerSecond"], 500.0);
  EXPECT_EQ(run["producers"][0]["carriesRateWithConfirmsWithinSeconds"], 1.0);
  ASSERT_EQ(run["problems"].size(), 1u);
  EXPECT_EQ(run["problems"][0]["line"], 4);
  EXPECT_EQ(run["problems"][0]["text"],
            "1 consumer with a handler time of 2ms takes at most 500/s, and 1,000/s are offered: the queue will only grow");
  EXPECT_NE(plan_text(runs).find("\n2 runs, at most 28s in all\n"), std::string::npos);
}

TEST(Plan, NeverShowsASecret) {
  const auto loaded = load_text("name: t\nbroker: amqp://me:${BROKER_PASSWORD}@h\n", {{"BROKER_PASSWORD", "hush-hush-7"}});
  const std::vector<Planned> runs{{&loaded.plan, &loaded.problems, "f.yaml"}};
  EXPECT_EQ((plan_text(runs) + plan_json(runs)).find("hush-hush-7"), std::string::npos);
}

}  // namespace
}  // namespace amqpace::config
