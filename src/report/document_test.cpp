// SPDX-License-Identifier: Apache-2.0
// What the golden files of tests/report can't show: several runs in one document, secrets, the pieces of
// charts and JSON.
#include <gtest/gtest.h>

#include <cmath>

#include "base/secrets.hpp"
#include "report/chart.hpp"
#include "report/formats.hpp"
#include "report/html_text.hpp"
#include "report/json.hpp"
#include "report/json_writer.hpp"
#include "report/terminal.hpp"

namespace amqpace::report {
namespace {

using model::Record;

// A record with `text` wherever a file, a broker or a machine may put text.
Record record_saying(const std::string& text) {
  Record r;
  r.plan.name = r.plan.description = r.plan.source = r.plan.source_name = text;
  r.plan.overrides = {text};
  r.plan.settings = {{"publishers.rate", text}};
  model::QueueSpec queue;
  queue.name = text;
  r.plan.queues = {queue};
  model::ProducerSpec producer;
  producer.name = producer.exchange = text;
  r.plan.producers = {producer};
  r.broker = r.run_id = r.facts.product = r.facts.management_error = text;
  r.facts.faults = {{text, text}};
  r.facts.management_read = true;
  r.facts.cluster = text;
  r.facts.notes = {text};
  r.facts.queues[text] = {{"type", text}, {"leader", text}, {"members", text}, {"argument." + text, text}, {"policy", text}};
  r.facts.nodes_before = r.facts.nodes_after = {{.name = text, .memory = 1}};
  r.outages = {{.connection = text, .to = {}, .why = text, .recovered_after = {}}};
  r.blocked_reason = text;
  r.instrument.host = r.instrument.kernel = r.instrument.cpu_model = r.instrument.version = text;
  r.findings = {{text, model::Severity::failed, text, text, text}};
  r.results.resize(1);
  r.results[0].rule = r.results[0].numbers = r.results[0].sentence = text;
  r.producers.resize(1);
  r.producers[0].name = text;
  r.queues.resize(1);
  r.queues[0].name = r.queues[0].type = text;
  r.queues[0].consumers = 1;
  r.samples.resize(3);
  for (auto& sample : r.samples) sample.phase = text;
  return r;
}

TEST(Formats, NeverShowASecret) {
  register_secret("p@ss:w/rd%24");
  auto r = record_saying("login with p@ss:w/rd%24 failed, amqp://me:p%40ss%3Aw%2Frd%2524@h");
  const auto error = record_saying("x");
  for (const bool failed : {false, true}) {
    if (failed)
      r.error = Error{ErrorKind::refused, "p@ss:w/rd%24", "p@ss:w/rd%24", "p@ss:w/rd%24", "p@ss:w/rd%24"};
    std::vector<std::string> outputs{terminal_text(r), quiet_text(r), running_line(r.plan, r.broker)};
    for (const auto& format : formats()) outputs.push_back(format.render(std::span(&r, 1)));
    for (const auto& output : outputs) {
      EXPECT_EQ(output.find("ss:w/rd"), std::string::npos);
      EXPECT_EQ(output.find("w%2Frd"), std::string::npos);
      EXPECT_NE(output.find("***"), std::string::npos);
    }
  }
}

TEST(Formats, TakeTextAsText) {
  const auto r = record_saying("</pre><script>alert(1)</script>&\x1b[31m\n|`");
  const auto page = (*find_format("html"))->render(std::span(&r, 1));
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find('\x1b'), std::string::npos);
  const auto text = terminal_text(r);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(Formats, AreTheSameBytesEachTime) {
  const auto r = record_saying("x");
  for (const auto& format : formats()) {
    EXPECT_EQ(format.render(std::span(&r, 1)), format.render(std::span(&r, 1))) << format.name;
  }
}

TEST(Documents, OfSeveralRunsCompareThem) {
  std::vector<Record> records{record_saying("one"), record_saying("two")};
  records[1].verdict = model::Verdict::failed;
  records[1].exit_code = 1;
  const auto page = (*find_format("html"))->render(records);
  EXPECT_NE(page.find("<h2>one <span class=\"badge passed\">PASSED</span></h2>"), std::string::npos);
  EXPECT_NE(page.find("<h2>two <span class=\"badge failed\">FAILED</span></h2>"), std::string::npos);
  const auto text = (*find_format("md"))->render(records);
  EXPECT_EQ(text.substr(0, 18), "# amqpace: FAILED\n");
  EXPECT_EQ(exit_code_of(records), 1);
}

TEST(ExitCodeOfSeveral, IsTheHighestAndASignalsWithoutAny) {
  std::vector<Record> records(3);
  records[0].exit_code = 130;
  EXPECT_EQ(exit_code_of(records), 130);
  records[1].exit_code = 1;
  EXPECT_EQ(exit_code_of(records), 1);
  records[2].exit_code = 4;
  EXPECT_EQ(exit_code_of(records), 4);
}

TEST(JsonWriter, KeepsTheOrderOfItsCalls) {
  JsonWriter w;
  w.begin_object().key("b").number(1).key("a").begin_array().text("x\"y").null().end_array();
  w.key("c")
      .begin_object(JsonWriter::Layout::one_line)
      .key("d")
      .micros(847'103)
      .key("e")
      .begin_array()
      .number(0.5);
  w.micros(-1'500).end_array().end_object().key("f").begin_array().end_array().end_object();
  EXPECT_EQ(w.str(),
            "{\n  \"b\": 1,\n  \"a\": [\n    \"x\\\"y\",\n    null\n  ],\n"
            "  \"c\": {\"d\": 847.103, \"e\": [0.5, -1.5]},\n  \"f\": []\n}");
}

TEST(JsonWriter, HasNoNumberThatIsNone) {
  JsonWriter w;
  w.begin_array(JsonWriter::Layout::one_line)
      .number(std::nan(""))
      .number(1.0 / 3)
      .micros(1)
      .seconds(30 * kSecond)
      .end_array();
  EXPECT_EQ(w.str(), "[null, 0.3333333333333333, 0.001, 30.0]");
}

TEST(Chart, StepsAreOneTwoOrFive) {
  EXPECT_DOUBLE_EQ(nice_step(4'000, 5), 1'000);
  EXPECT_DOUBLE_EQ(nice_step(5'000, 5), 1'000);
  EXPECT_DOUBLE_EQ(nice_step(7'000, 5), 2'000);
  EXPECT_DOUBLE_EQ(nice_step(0.3, 5), 0.1);
}

TEST(Chart, BreaksItsLineAtAGap) {
  Chart chart;
  chart.title = "t";
  chart.at = {0, kSecond, 2 * kSecond, 3 * kSecond};
  chart.label = [](double v) { return std::to_string(static_cast<int>(v)); };
  chart.series = {{"a", "s1", {1.0, std::nullopt, 5.0, 0.0}}};
  const auto svg = svg_chart(chart);
  EXPECT_NE(svg.find("<path class=\"line s1\" d=\"M70.0 173.2M514.0 10.0L736.0 214.0\"/>"), std::string::npos)
      << svg;
  chart.logarithmic = true;
  EXPECT_NE(svg_chart(chart).find("d=\"M70.0 214.0M514.0 71.4\"/>"), std::string::npos) << svg_chart(chart);
  chart.series[0].values = {std::nullopt, std::nullopt, std::nullopt, std::nullopt};
  EXPECT_EQ(svg_chart(chart), "");
}

TEST(HtmlText, EscapesTheFiveCharacters) {
  EXPECT_EQ(html_escape("<a href='x'>\"&"), "&lt;a href=&#39;x&#39;&gt;&quot;&amp;");
}

}  // namespace
}  // namespace amqpace::report
