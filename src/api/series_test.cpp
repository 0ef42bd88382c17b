// SPDX-License-Identifier: Apache-2.0
// The order of a series, and what it says of plans that a signal left out.
#include "api/series.hpp"

#include <gtest/gtest.h>

namespace amqpace::api {
namespace {

Series three() {
  std::vector<model::Plan> plans(3);
  plans[0].name = "a";
  plans[1].name = "b";
  plans[2].name = "c";
  return in_order(std::move(plans));
}

TEST(Series, GivesPlansInOrderAndThenNone) {
  const auto series = three();
  std::vector<model::Record> done;
  std::string names;
  while (const auto plan = series.next(done)) {
    names += plan->name;
    done.emplace_back();
  }
  EXPECT_EQ(names, "abc");
}

TEST(Series, NamesWhatWasLeftOut) {
  const auto series = three();
  EXPECT_EQ(series.left_out(1), "'b' and 'c' were not run: a signal ended the suite here");
  EXPECT_EQ(series.left_out(2), "'c' was not run: a signal ended the suite here");
  EXPECT_EQ(series.left_out(3), "");
}

// An address nobody listens on: each record has its error, and the series goes on.
TEST(Series, GoesOnAfterARunThatNeverBegan) {
  model::Plan plan;
  plan.name = "nobody";
  plan.brokers = {*parse_uri("amqp://127.0.0.1:1")};
  std::vector<int> codes;
  SeriesHooks hooks;
  hooks.on_end = [&](const model::Record& record) { codes.push_back(record.exit_code); };
  const auto records = run_series(in_order({plan, plan}), hooks);
  EXPECT_EQ(records.size(), 2u);
  EXPECT_EQ(codes, (std::vector{4, 4}));
}

TEST(Series, EndsWithTheRunASignalCameIn) {
  model::Plan plan;
  plan.name = "nobody";
  plan.brokers = {*parse_uri("amqp://127.0.0.1:1")};
  std::atomic<int> signals{1};
  SeriesHooks hooks;
  hooks.signals = &signals;
  const auto records = run_series(in_order({plan, plan}), hooks);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].notes, std::vector<std::string>{"'nobody' was not run: a signal ended the suite here"});
}

}  // namespace
}  // namespace amqpace::api
