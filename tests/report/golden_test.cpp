// SPDX-License-Identifier: Apache-2.0
// Every scenario through every format, byte by byte (hlog: count by count) against tests/golden. A change of
// a report is approved with tools/approve.sh (AMQPACE_APPROVE=1) and read in the diff. What decides is not
// approved but stated: exit code and rules.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "hist/log.hpp"
#include "report/comparison.hpp"
#include "report/formats.hpp"
#include "report/record_read.hpp"
#include "report/json.hpp"
#include "report/terminal.hpp"
#include "rules/judge.hpp"
#include "scenario.hpp"

namespace amqpace {
namespace {

namespace fs = std::filesystem;
const fs::path kGolden = fs::path(SOURCE_DIR) / "tests/golden";

bool approving() {
  return std::getenv("AMQPACE_APPROVE") != nullptr;
}

void compare(const std::string& file, const std::string& text) {
  const auto path = kGolden / file;
  std::ostringstream expected;
  if (std::ifstream in(path, std::ios::binary); in) expected << in.rdbuf();
  if (expected.str() == text) return;
  if (approving()) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  const auto actual = fs::temp_directory_path() / ("amqpace-golden-" + file);
  std::ofstream(actual, std::ios::binary) << text;
  ADD_FAILURE() << file << " differs from tests/golden; the new one is " << actual
                << ". If it is right: tools/approve.sh";
}

std::string terminal(std::span<const model::Record> records) {
  std::string text, quiet;
  for (const auto& record : records) {
    text += report::running_line(record.plan, record.broker) + "\n" + report::terminal_text(record);
    quiet += report::quiet_text(record);
  }
  if (records.front().plan.entry.number > 0) text += report::comparison_text(records);
  return text + report::verdict_line(records) + "\n\n--quiet:\n" + quiet + report::verdict_line(records) + "\n";
}

// What another version of zlib may pack into other bytes, in words: each histogram as its counts.
std::string unpacked(const report::Format& format, const std::string& text) {
  if (format.name != "hlog") return text;
  const auto intervals = hist::read_log(text);
  EXPECT_TRUE(intervals) << intervals.error().where << ": " << intervals.error().detail;
  std::istringstream lines(text);
  std::string out;
  std::size_t next = 0;
  for (std::string line; std::getline(lines, line); out += '\n') {
    if (line.starts_with('#') || line.starts_with('"')) {
      out += line;
      continue;
    }
    out += line.substr(0, line.rfind(',')) + ", ns and counts:";
    const auto& histogram = intervals->at(next++).histogram;
    for (std::size_t i = 0; i < histogram.bucket_count(); ++i) {
      if (const auto n = histogram.count_at_index(i); n > 0)
        out += " " + std::to_string(histogram.lowest_at_index(i)) + "x" + std::to_string(n);
    }
  }
  EXPECT_EQ(next, intervals->size());
  return out;
}

class Golden : public ::testing::TestWithParam<std::string> {};

TEST_P(Golden, IsTheSameInEveryFormat) {
  const auto scenario = read_scenario(GetParam());
  auto records = scenario.records;
  std::vector<std::string> fired;
  for (auto& record : records) {
    rules::judge(record);
    const std::string of = record.plan.entry.number > 0 ? record.plan.name + ": " : "";
    for (const auto& finding : record.findings)
      if (finding.severity != model::Severity::info) fired.push_back(of + finding.rule);
  }
  EXPECT_EQ(report::exit_code_of(records), scenario.exit_code);
  EXPECT_EQ(fired, scenario.fired);
  compare(GetParam() + ".txt", terminal(records));
  for (const auto& format : report::formats())
    compare(GetParam() + "." + std::string(format.ending), unpacked(format, format.render(records)));
}

// What `amqpace report` does: from the JSON alone, every report again, byte by byte.
TEST_P(Golden, IsRenderedAgainFromItsJson) {
  auto records = read_scenario(GetParam()).records;
  for (auto& record : records) rules::judge(record);
  const auto again = report::read_records(report::json_document(records));
  ASSERT_TRUE(again) << again.error().what << ": " << again.error().detail;
  ASSERT_EQ(again->size(), records.size());
  EXPECT_EQ(terminal(*again), terminal(records));
  EXPECT_EQ(report::exit_code_of(*again), report::exit_code_of(records));
  for (const auto& format : report::formats()) EXPECT_EQ(format.render(*again), format.render(records)) << format.name;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Scenarios, Golden, ::testing::ValuesIn(scenario_names()), test_name);

TEST(Golden, HasNoFileWithoutAScenario) {
  const auto names = scenario_names();
  for (const auto& entry : fs::directory_iterator(kGolden)) {
    const auto stem = entry.path().stem().string();
    EXPECT_NE(std::find(names.begin(), names.end(), stem), names.end()) << entry.path();
  }
}

}  // namespace
}  // namespace amqpace
