// SPDX-License-Identifier: Apache-2.0
#include "report/hlog.hpp"

#include <gtest/gtest.h>

#include "hist/log.hpp"

namespace amqpace::report {
namespace {

hist::Latency latency(Nanos value, std::uint64_t n, Nanos bound, std::uint64_t open) {
  hist::Latency l;
  for (std::uint64_t i = 0; i < n; ++i) l.record(value + static_cast<Nanos>(i) * kMillisecond);
  for (std::uint64_t i = 0; i < open; ++i) l.record_open(bound);
  return l;
}

// One producer with confirms and a rate; `queues` queues with a consumer each.
model::Record record(std::string name, std::size_t queues) {
  model::Record r;
  r.plan.name = std::move(name);
  r.plan.producers.resize(1);
  r.started_at = 1'767'225'600 * kSecond;
  r.window = 30 * kSecond;
  r.producers.resize(1);
  r.producers[0].offered_rate = 10;
  r.producers[0].publish = latency(kMillisecond, 300, 0, 0);
  r.producers[0].send_lag = latency(kMicrosecond, 300, 0, 0);
  r.queues.resize(queues);
  for (std::size_t i = 0; i < queues; ++i) {
    r.queues[i].name = "q " + std::to_string(i);
    r.queues[i].consumers = 1;
    r.queues[i].end_to_end = latency(2 * kMillisecond, 280, 25 * kSecond, 20);
    r.queues[i].arrival = r.queues[i].handled = latency(2 * kMillisecond, 280, 0, 0);
  }
  return r;
}

std::vector<hist::LogInterval> intervals(std::span<const model::Record> records) {
  auto read = hist::read_log(hlog_document(records));
  EXPECT_TRUE(read) << read.error().detail;
  return read ? std::move(*read) : std::vector<hist::LogInterval>();
}

std::vector<std::string> tags(std::span<const model::Record> records) {
  std::vector<std::string> all;
  for (const auto& interval : intervals(records)) all.push_back(interval.tag);
  return all;
}

TEST(Hlog, HasCountAndPercentilesOfTheJsonForEachTag) {
  const auto r = record("hello", 1);
  const auto all = intervals(std::span(&r, 1));
  ASSERT_EQ(all.size(), 7U);
  EXPECT_EQ(all[0].tag, "endToEnd");
  EXPECT_EQ(all[0].start, r.started_at);
  EXPECT_EQ(all[0].length, r.window);
  EXPECT_EQ(all[0].histogram.count(), r.queues[0].end_to_end.count());
  for (const double q : {0.5, 0.9, 0.99}) {
    const Nanos told = r.queues[0].end_to_end.quantile(q)->value;
    EXPECT_EQ(all[0].histogram.index_of(all[0].histogram.value_at_quantile(q)),
              all[0].histogram.index_of(told))
        << q;
  }
  EXPECT_EQ(all[1].tag, "endToEnd.open");
  EXPECT_EQ(all[1].histogram.count(), 20U);
  EXPECT_EQ(all[2].tag, "publish");
  EXPECT_EQ(all[2].histogram.count(), 300U);
  EXPECT_EQ(all[6].tag, "serviceTime");  // none was measured: said, not left out
  EXPECT_EQ(all[6].histogram.count(), 0U);
}

TEST(Hlog, LeavesOutWhatTheRunDoesNotHave) {
  auto r = record("hello", 1);
  r.queues[0].consumers = 0;
  EXPECT_EQ(tags(std::span(&r, 1)), (std::vector<std::string>{"publish", "sendLag"}));
  r.producers[0].ledger.confirms_off = true;
  EXPECT_EQ(tags(std::span(&r, 1)), (std::vector<std::string>{"sendLag"}));
  r.started_at = 0;  // the run ended before its window
  EXPECT_TRUE(tags(std::span(&r, 1)).empty());
}

TEST(Hlog, NamesTheNodeWhereThereAreSeveral) {
  const auto r = record("hello", 2);
  const auto all = tags(std::span(&r, 1));
  EXPECT_EQ(all, (std::vector<std::string>{"endToEnd", "endToEnd.open", "publish", "sendLag", "arrival",
                                           "handled", "serviceTime", "endToEnd:q%200", "endToEnd.open:q%200",
                                           "arrival:q%200", "handled:q%200", "serviceTime:q%200",
                                           "endToEnd:q%201", "endToEnd.open:q%201", "arrival:q%201",
                                           "handled:q%201", "serviceTime:q%201"}));
}

TEST(Hlog, NamesTheRunWhereThereAreSeveral) {
  std::vector<model::Record> records{record("one", 1), record("two", 1), model::Record()};
  records[1].started_at += kMinute;
  const auto all = intervals(records);
  ASSERT_EQ(all.size(), 14U);
  EXPECT_EQ(all[0].tag, "one/endToEnd");
  EXPECT_EQ(all[7].tag, "two/endToEnd");
  EXPECT_EQ(all[7].start, records[1].started_at);
}

}  // namespace
}  // namespace amqpace::report
