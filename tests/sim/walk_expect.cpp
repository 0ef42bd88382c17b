// SPDX-License-Identifier: Apache-2.0
// expect: each objective is judged by its own number. The broker stands still for 200 ms in the middle of the
// window, so that every percentile is another one: of a hundred messages, eighty take 4 ms and the others 14,
// 24 … 204 ms. Confirms come 10 ms late: seventy-nine take 14 ms, the others 24, 34 … 204 ms and 214 ms
// twice, because one of a message before the stall was to be sent just when it began. A histogram rounds up
// in the third digit.
#include "walk.hpp"

namespace amqpace::testing {

namespace {
const Given kStall{.faults = "stall=500ms+200ms,confirmDelay=10ms"};

Row budget(const char* key, const char* value, const char* objective, const char* expected) {
  return {std::string("expect.") + key, value, expected, outcome(objective), kStall};
}
}  // namespace

std::vector<Row> expect_rows() {
  return {
      {"expect.throughputAtLeast", "200",
       "fired FAILED: sustained 100 msg/s end-to-end, against an objective of 200",
       outcome("throughput>=200")},
      budget("p50Below", "3ms", "p50<3.0ms", "fired FAILED: p50 was 4.0ms, against a budget of 3.0ms"),
      budget("p90Below", "50ms", "p90<50.0ms", "fired FAILED: p90 was 104.0ms, against a budget of 50.0ms"),
      budget("p99Below", "60ms", "p99<60.0ms", "fired FAILED: p99 was 194.1ms, against a budget of 60.0ms"),
      budget("p999Below", "70ms", "p99.9<70.0ms",
             "fired INVALID: p99.9 is not known from 100 samples; the slowest took 204.0ms"),
      budget("p9999Below", "80ms", "p99.99<80.0ms",
             "fired INVALID: p99.99 is not known from 100 samples; the slowest took 204.0ms"),
      budget("maxBelow", "90ms", "max<90.0ms", "fired FAILED: max was 204.0ms, against a budget of 90.0ms"),
      budget("publishP50Below", "3ms", "publish-p50<3.0ms",
             "fired FAILED: p50 was 14.0ms, against a budget of 3.0ms"),
      budget("publishP90Below", "50ms", "publish-p90<50.0ms",
             "fired FAILED: p90 was 124.1ms, against a budget of 50.0ms"),
      budget("publishP99Below", "60ms", "publish-p99<60.0ms",
             "fired FAILED: p99 was 214.0ms, against a budget of 60.0ms"),
      budget("publishP999Below", "70ms", "publish-p99.9<70.0ms",
             "fired INVALID: p99.9 is not known from 100 samples; the slowest took 214.0ms"),
      budget("publishP9999Below", "80ms", "publish-p99.99<80.0ms",
             "fired INVALID: p99.99 is not known from 100 samples; the slowest took 214.0ms"),
      budget("publishMaxBelow", "90ms", "publish-max<90.0ms",
             "fired FAILED: max was 214.0ms, against a budget of 90.0ms"),
      {"expect.noMessagesLost",
       "true",
       "fired FAILED: 100 messages were expected, 90 delivered and 0 still queued, leaving 10 missing",
       outcome("no-messages-lost"),
       {.faults = "lose=1/10"}},
      {"expect.noDuplicates",
       "true",
       "fired FAILED: 10 of 100 messages came again without being flagged as redelivered",
       outcome("no-duplicates"),
       {.faults = "duplicate=1/10"}},
      // The last of the ten has no later one that could overtake it.
      {"expect.inOrder",
       "true",
       "fired FAILED: 9 of 100 messages came after a later one of the same publisher",
       outcome("in-order"),
       {.faults = "reorder=1/10"}},
      {"expect.recoversWithin", "1s", "passed: nothing was lost, so there was nothing to recover from",
       outcome("recovers-within<1000.0ms")},
  };
}

}  // namespace amqpace::testing
