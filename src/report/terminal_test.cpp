// SPDX-License-Identifier: Apache-2.0
// The forms that golden files don't show: status, samples, errors, quiet, names of files. Whole reports are
// compared in tests/report.
#include "report/terminal.hpp"

#include <gtest/gtest.h>

#include "base/secrets.hpp"
#include "report/error_text.hpp"
#include "report/latency_line.hpp"
#include "report/sample_json.hpp"
#include "report/status.hpp"

namespace amqpace::report {
namespace {

hist::Latency uniform(Nanos value, std::uint64_t n, std::uint64_t open, Nanos bound) {
  hist::Latency latency;
  hist::Histogram h;
  if (n > 0) h.record(value, n);
  latency.merge_closed(h);
  for (std::uint64_t i = 0; i < open; ++i) latency.record_open(bound);
  return latency;
}

TEST(LatencyLine, StandsInTheColumnsOfTheTranscripts) {
  EXPECT_EQ(
      latency_line("ex.hello end-to-end", uniform(847'000, 150'003, 0, 0)),
      "ex.hello end-to-end n=150003    p50=847us     p90=847us     p99=847us     p99.9=847us     max=847us");
  EXPECT_EQ(
      latency_line("hello publish", uniform(1'200'000, 1'000, 0, 0)),
      "hello publish    n=1000      p50=1.2ms     p90=1.2ms     p99=1.2ms     p99.9=1.2ms     max=1.2ms");
}

TEST(LatencyLine, SaysWhatIsOpenAndWhatIsNotKnown) {
  EXPECT_EQ(latency_line("q end-to-end", uniform(kMillisecond, 60, 40, 25'100 * kMillisecond)),
            "q end-to-end     n=100       (40 open) p50=1.0ms     p90=≥ 25.1s   p99=≥ 25.1s   p99.9=n/a "
            "(n=100) max=≥ 25.1s");
}

model::Sample a_sample() {
  model::Sample s;
  s.at = 1'767'225'600 * kSecond;
  s.elapsed = 12 * kSecond;
  s.phase = "measuring";
  s.offered = 60'000;
  s.published = 59'998;
  s.confirmed = 59'990;
  s.consumed = 59'991;
  s.publish_rate = 5000;
  s.consume_rate = 4999.5;
  s.e2e_p50 = 847'103;
  s.e2e_p99 = 1'800'000;
  s.queue_depth = 12;
  return s;
}

TEST(StatusLine, IsPlainWithoutAWidth) {
  const Progress progress{5 * kSecond, 30 * kSecond, 10 * kSecond};
  EXPECT_EQ(status_line(a_sample(), progress, 0),
            "measuring 23s left  offered 60,000  published 59,998  consumed 59,991  p99 1.8ms  depth 12");
}

TEST(StatusLine, IsAsWideAsItsTerminal) {
  const Progress progress{5 * kSecond, 30 * kSecond, 10 * kSecond};
  EXPECT_EQ(status_line(a_sample(), progress, 72),
            "measuring [######--------------] 23s left  offered 60,000  published 59,");
  EXPECT_EQ(status_line(a_sample(), progress, 130).size(), 130U);
}

TEST(StatusLine, OfADrainSaysHowLongItMayTake) {
  auto s = a_sample();
  s.phase = "draining";
  s.elapsed = 37 * kSecond + 1;
  s.blocked = true;
  EXPECT_EQ(status_line(s, {5 * kSecond, 30 * kSecond, 10 * kSecond}, 0),
            "draining  at most 8s left  offered 60,000  published 59,998  consumed 59,991  p99 1.8ms  depth "
            "12  BLOCKED");
}

TEST(StatusLine, OfAnOutageSaysHowLongItHasLasted) {
  Progress progress{5 * kSecond, 30 * kSecond, 10 * kSecond};
  progress.gone_for = 2100 * kMillisecond;
  EXPECT_EQ(status_line(a_sample(), progress, 0),
            "measuring 23s left  offered 60,000  published 59,998  consumed 59,991  p99 1.8ms  depth 12  RECONNECTING for 3s");
}

TEST(StatusLine, OfAnEndlessRunCountsUp) {
  EXPECT_EQ(status_line(a_sample(), {5 * kSecond, 0, 10 * kSecond, true}, 0).substr(0, 17),
            "measuring for 12s");
}

TEST(SampleJson, HasAllFieldsAlways) {
  EXPECT_EQ(
      sample_json(a_sample()),
      R"({"at": "2026-01-01T00:00:00.000Z", "elapsedMs": 12000, "phase": "measuring", "published": 59998, )"
      R"("confirmed": 59990, "failed": 0, "consumed": 59991, "publishRate": 5000, "consumeRate": 4999.5, )"
      R"("blocked": false, "queueDepth": 12, "endToEndP50Ms": 0.847103, "endToEndP99Ms": 1.8, "sendLagP99Ms": null})");
}

TEST(ErrorText, PutsTheBrokersSentenceBelowOurs) {
  const Error error{ErrorKind::refused,
                    "could not declare exchange ex.bench",
                    {},
                    "406 PRECONDITION_FAILED - inequivalent arg 'type'",
                    "Delete the exchange, or ask for what it is."};
  EXPECT_EQ(error_text(error),
            "amqpace: the run failed: could not declare exchange ex.bench\n"
            "406 PRECONDITION_FAILED - inequivalent arg 'type'\n"
            "Delete the exchange, or ask for what it is.\n");
}

TEST(ErrorText, OfAFileBeginsWithThePlaceAndKeepsTheCaretBelow) {
  const Error error{ErrorKind::bad_input,
                    "unknown setting 'consumers.prefech'",
                    "hello.yaml:9:3",
                    "  prefech: 100\n  ^",
                    {}};
  EXPECT_EQ(error_text(error),
            "amqpace: hello.yaml:9:3: unknown setting 'consumers.prefech'\n  prefech: 100\n  ^\n");
}

TEST(ErrorText, CannotMoveTheCursorOrShowASecret) {
  register_secret("hunter2secret");
  const Error error{ErrorKind::refused, "could not log in", {}, "no\x1b[2Juser with hunter2secret", {}};
  EXPECT_EQ(error_text(error), "amqpace: the run failed: could not log in\nno?[2Juser with ***\n");
}

TEST(VerdictLine, IsTheWorstOfAll) {
  std::vector<model::Record> records(2);
  EXPECT_EQ(verdict_line(records), "PASSED — 2 workloads");
  EXPECT_EQ(verdict_line(std::span(records).first(1)), "PASSED — 1 workload");
  records[0].verdict = model::Verdict::failed;
  EXPECT_EQ(verdict_line(records), "FAILED — every run was sound and at least one objective was not met");
  records[1].verdict = model::Verdict::invalid;
  EXPECT_EQ(verdict_line(records), "INVALID — at least one run did not measure what it was asked to");
}

TEST(QuietText, HasOnlyWhatDecided) {
  model::Record r;
  r.findings = {{"p99<200us", model::Severity::failed, "p99 was 2.6ms", "too slow", ""},
                {"run-was-long-enough", model::Severity::warning, "the window was 10s", "short", ""}};
  EXPECT_EQ(quiet_text(r),
            "  [FAILED] p99<200us\n      observed:  p99 was 2.6ms\n      means:     too slow\n");
}

}  // namespace
}  // namespace amqpace::report
