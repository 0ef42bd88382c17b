// SPDX-License-Identifier: Apache-2.0
#include "report/csv.hpp"

#include <gtest/gtest.h>

#include "report/sample_json.hpp"

namespace amqpace::report {
namespace {

model::Record two_readings() {
  model::Record r;
  r.plan.name = "a \"b\", c";
  r.samples.resize(2);
  auto& s = r.samples[0];
  s.at = 1'767'225'600 * kSecond;
  s.elapsed = 1'000 * kMillisecond;
  s.phase = "warmup";
  s.offered = 5'001;
  s.published = s.confirmed = 5'000;
  s.failed = 2;
  s.consumed = 4'999;
  s.publish_rate = 5'000;
  s.consume_rate = 4'999.5;
  s.blocked = true;
  s.in_flight = 17;
  s.queue_depth = 12;
  s.e2e_p50 = 847'103;
  s.e2e_p99 = 1'800'000;
  s.e2e_p999 = 12 * kSecond;
  s.e2e_max = 0;
  s.lag_p99 = 49'000;
  s.publish_p99 = 50;
  r.samples[1].phase = "measuring";
  return r;
}

TEST(Csv, IsAHeaderRowAndARowAReading) {
  const auto r = two_readings();
  EXPECT_EQ(
      csv_document(std::span(&r, 1)),
      "at,elapsedMs,phase,published,confirmed,failed,consumed,publishRate,consumeRate,blocked,queueDepth,"
      "endToEndP50Ms,endToEndP99Ms,sendLagP99Ms,offered,inFlight,endToEndP999Ms,endToEndMaxMs,publishP99Ms,"
      "name\r\n"
      "2026-01-01T00:00:00.000Z,1000,warmup,5000,5000,2,4999,5000,4999.5,true,12,0.847103,1.8,0.049,5001,17,"
      "12000.0,0.0,0.00005,\"a \"\"b\"\", c\"\r\n"
      "1970-01-01T00:00:00.000Z,0,measuring,0,0,0,0,0,0,false,,,,,0,0,,,,\"a \"\"b\"\", c\"\r\n");
}

// The columns of --emit-samples come first, with the same names and the same numbers.
TEST(Csv, BeginsWithWhatEmitSamplesSays) {
  const auto r = two_readings();
  const std::string json = sample_json(r.samples[0]), csv = csv_document(std::span(&r, 1));
  std::string names, values;
  for (std::size_t at = json.find('"'); at != std::string::npos;) {
    const auto name_end = json.find("\": ", at);
    const auto end = std::min(json.find(", \"", name_end), json.rfind('}'));
    names += json.substr(at + 1, name_end - at - 1) + ',';
    auto value = json.substr(name_end + 3, end - name_end - 3);
    if (value.front() == '"') value = value.substr(1, value.size() - 2);
    values += value + ',';
    at = json.find('"', end);
  }
  EXPECT_EQ(csv.substr(0, names.size()), names);
  EXPECT_EQ(csv.substr(csv.find("\r\n") + 2, values.size()), values);
}

TEST(Csv, OfSeveralRunsIsOneTable) {
  std::vector<model::Record> records(3);
  records[0].plan.name = "one";
  records[0].samples.resize(1);
  records[2].plan.name = "three";
  records[2].samples.resize(1);
  const auto text = csv_document(records);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
  EXPECT_LT(text.find(",one\r\n"), text.find(",three\r\n"));
}

}  // namespace
}  // namespace amqpace::report
