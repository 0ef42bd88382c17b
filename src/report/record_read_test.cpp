// SPDX-License-Identifier: Apache-2.0
// Reading records back. That every scenario comes out as it went in is tests/report/golden_test.cpp; here are odd values and
// texts that are no records.
#include "report/record_read.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "report/formats.hpp"
#include "report/json.hpp"
#include "report/terminal.hpp"

namespace amqpace::report {
namespace {

// Nothing in it is round.
model::Record odd_record() {
  model::Record r;
  r.plan.name = "odd \"name\" \xE2\x82\xAC";
  r.plan.settings = {{"warmup", "5s"}, {"name", "odd"}, {"broker", "none"}};
  model::ProducerSpec producer;
  producer.name = "p";
  producer.publish.rate = 1234.567;
  r.plan.producers = {producer};
  model::QueueSpec queue;
  queue.name = "q";
  queue.arguments = {{"x-dead-letter-exchange", std::string("dlx")}};
  queue.bindings = {{"ex", "a.b", {}}};
  r.plan.queues = {queue};
  r.started_at = 1'767'225'600'123'456'789;
  r.warmup = 1'000'000'007;
  r.window = 29'999'999'999;
  r.blocked = 123'456'789;
  model::ProducerRecord p;
  p.name = "p";
  p.offered_rate = 1234.567;
  p.offered = p.published = 1'000'000;
  p.late[model::Cause::credit] = 7;
  model::QueueRecord q;
  q.name = "q";
  q.type = "quorum";
  q.consumers = 3;
  q.backlog_at_w1 = -4;
  for (Nanos t = 1; t < 400'000'000; t = t * 9 / 8 + 3) {
    q.end_to_end.record(t);
    p.publish.record(t / 3 + 1);
  }
  q.end_to_end.record(-5);
  q.end_to_end.record(hist::kHighest + 1);
  q.end_to_end.record_open(25'123'456'789, 1'000'000'000'000);
  r.producers = {p};
  r.queues = {q};
  model::Sample s;
  s.at = r.started_at;
  s.phase = "measuring";
  for (Nanos t = 1; t < 40; ++t) {
    s.elapsed = t * 987'654'321;
    s.publish_rate = 1e9 / static_cast<double>(t);
    s.consume_rate = 0.1 * static_cast<double>(t);
    s.offered += 1u << t % 20;
    s.e2e_p99 = t % 3 == 0 ? std::nullopt : std::optional<Nanos>(t * 1'234'567);
    r.samples.push_back(s);
  }
  r.findings = {{"rule:q", model::Severity::warning, "observed\x01\n \xFF\xC0\x80", "means", "\"detail\""}};
  r.results = {{"rule", "sentence", model::Severity::invalid, model::RuleResult::State::not_applicable, "", "why", true}};
  r.facts.queues["q"] = {{"type", "quorum"}, {"durable", "true"}, {"argument.x", "1"}};
  r.facts.management_read = r.facts.management_asked = true;
  r.exit_code = 130;
  return r;
}

std::string problem_of(std::string_view text) {
  const auto records = read_records(text);
  if (records) return "none";
  EXPECT_EQ(records.error().kind, ErrorKind::bad_input);
  return records.error().what + ": " + records.error().detail;
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const auto at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

TEST(RecordRead, RendersOddValuesAgainByteByByte) {
  const std::vector<model::Record> records{odd_record()};
  const auto again = read_records(json_document(records));
  ASSERT_TRUE(again) << again.error().detail;
  for (const auto& format : formats()) EXPECT_EQ(format.render(*again), format.render(records)) << format.name;
  EXPECT_EQ(terminal_text(again->front()), terminal_text(records.front()));
}

TEST(RecordRead, KeepsTheOrderOfWorkloadsAndScenariosInOneDocument) {
  std::vector<model::Record> records(3, odd_record());
  records[0].plan.kind = records[2].plan.kind = model::FileKind::scenario;
  for (std::size_t i = 0; i < 3; ++i) records[i].plan.name = "entry " + std::to_string(i);
  const auto again = read_records(json_document(records));
  ASSERT_TRUE(again) << again.error().detail;
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ((*again)[i].plan.name, records[i].plan.name);
}

TEST(RecordRead, SaysWhatIsNoRecord) {
  EXPECT_EQ(problem_of(""), "this is no record of amqpace: it is empty");
  EXPECT_EQ(problem_of("name: hello\n"), "this is no record of amqpace: it is not JSON");
  EXPECT_EQ(problem_of("[1]"), "this is no record of amqpace: it is JSON, but no object");
  EXPECT_EQ(problem_of("{}"), "this is no record of amqpace: it has no \"tool\": \"amqpace\" and \"schemaVersion\"");
  EXPECT_EQ(problem_of(R"({"tool": "amqpace", "schemaVersion": 1})"), "this is no record of amqpace: it has no run in it");
  EXPECT_EQ(problem_of(R"({"tool": "amqpace", "schemaVersion": 2})"),
            "this record was written by a newer amqpace: it is of schema version 2, and this program reads up to 1");
  EXPECT_EQ(problem_of(R"({"tool": "amqpace", "schemaVersion": 1, "workloads": [{"name": "old"}]})"),
            "this record cannot be rendered again: an entry of it has no \"exact\"");
}

TEST(RecordRead, SaysWhatIsCutShortWhereverItIsCut) {
  const std::vector<model::Record> records{odd_record()};
  const auto text = json_document(records);
  for (std::size_t size = 1; size + 2 < text.size(); size += 997)
    EXPECT_NE(problem_of(std::string_view(text).substr(0, size)), "none") << size;
  EXPECT_EQ(problem_of(std::string_view(text).substr(0, text.size() / 2)), "this record is cut short: it ends in the middle of something");
}

TEST(RecordRead, NamesTheMemberThatIsNotAsARunWroteIt) {
  const std::vector<model::Record> records{odd_record()};
  const auto text = json_document(records);
  const std::string broken = "this record is not as a run wrote it: ";
  EXPECT_EQ(problem_of(replaced(text, "\"inFlight\": 0", "\"inFlight\": -1")), broken + "samples.inFlight is no count");
  EXPECT_EQ(problem_of(replaced(text, "\"backlogAtStart\": 0, ", "\"backlogAtStart\": \"0\", ")),
            broken + "queues.backlogAtStart is no whole number");
  EXPECT_EQ(problem_of(replaced(text, "\"closed\": \"3 ", "\"closed\": \"4 ")), broken + "producers.publish is no histogram");
  EXPECT_EQ(problem_of(replaced(text, "\"severity\": \"WARNING\"", "\"severity\": \"BAD\"")),
            broken + "findings.severity has a value that this version does not know");
}

// Whatever is edited: a sentence, or a report; the whole program never ends in the middle of one.
TEST(RecordRead, TakesAnyRecordThatSomebodyEdited) {
  std::vector<model::Record> records{odd_record()};
  records.front().samples.resize(3);
  const auto text = json_document(records);
  Random random(7);
  int read = 0;
  for (int i = 0; i < 100; ++i) {
    auto edited = text;
    for (int n = 0; n < 2; ++n) {
      const auto at = edited.find_first_of("0123456789", random.below(edited.size()));
      if (at == std::string::npos) continue;
      static const std::vector<std::string> others{"0", "9", "-1", "1e300", "99999999", "null", "\"x\"", ""};
      edited.replace(at, 1, others[random.below(others.size())]);
    }
    const auto again = read_records(edited);
    if (!again) continue;
    ++read;
    for (const auto& format : formats()) EXPECT_FALSE(format.render(*again).empty()) << format.name;
    EXPECT_FALSE(terminal_text(again->front()).empty());
  }
  EXPECT_GT(read, 10);
}

}  // namespace
}  // namespace amqpace::report
