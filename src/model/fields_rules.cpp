// SPDX-License-Identifier: Apache-2.0
// rules: custom rules. A threshold is read with the unit of its metric, so the metric is looked up first.
#include "model/fields_rules.hpp"

#include <array>

#include "base/text.hpp"
#include "model/field_makers.hpp"
#include "model/metrics.hpp"

namespace amqpace::model {
namespace {

constexpr std::array<std::string_view, 4> kSeverities{"info", "warning", "failed", "invalid"};

void set_outside(RuleText& rule, const Node& node, const Slot& slot) {
  if (!node.list() || node.items.size() != 2 || !node.items[0].scalar() || !node.items[1].scalar()) {
    return slot.complain(node, "is a list of two thresholds, such as [10ms, 20ms]");
  }
  rule.outside = {node.items[0].text, node.items[1].text};
}

void print_outside(const RuleText& rule, const FieldInfo& info, const std::string& path, Settings& out) {
  print_scalar(rule.outside.size() == 2 ? "[" + rule.outside[0] + ", " + rule.outside[1] + "]"
                                        : std::string(info.standard),
               path, out);
}

const Field<RuleText> kFields[] = {
    text<&RuleText::name>(
        {.key = "name",
         .standard = "required",
         .example = "queue-ends-shallow",
         .sentence = "what reports call the rule; the name of an always-on rule changes that rule's "
                     "severity"}),
    text<&RuleText::metric>({.key = "metric",
                             .standard = "required, but to change a severity",
                             .example = "queueDepthAtEnd",
                             .sentence =
                                 "the number it looks at; `amqpace rules` lists them, and queue(NAME). or "
                                 "producer(NAME). before one means that node's"}),
    text<&RuleText::above>({.key = "above",
                            .standard = "none",
                            .example = "5000",
                            .sentence = "the rule fires when the metric is above this"}),
    text<&RuleText::below>({.key = "below",
                            .standard = "none",
                            .example = "10",
                            .sentence = "the rule fires when the metric is below this"}),
    other<RuleText>({.key = "outside",
                     .type = FieldType::thresholds,
                     .standard = "none",
                     .example = "[10, 20]",
                     .sentence = "the rule fires when the metric is below the first or above the second"},
                    set_outside, print_outside),
    choice<&RuleText::severity>({.key = "severity",
                                 .standard = "warning",
                                 .example = "failed",
                                 .sentence = "what the rule's firing means for the verdict",
                                 .choices = kSeverities}),
    text<&RuleText::because>({.key = "because",
                              .standard = "none",
                              .example = "a queue this deep was filling",
                              .sentence = "what it means when the rule fires; printed with it"}),
    duration<&RuleText::for_time>(
        {.key = "for",
         .standard = "0s",
         .example = "5s",
         .sentence = "fires if it holds in any stretch of the window this long; 0s: over the "
                     "whole window",
         .min = 0,
         .max = 86'400e9}),
};

// The rule's own path, for complaints.
struct RuleReader {
  const Node& node;
  const std::string& path;
  Reader& reader;

  void complain(std::string_view key, const std::string& text) const {
    const Node* at = node.find(key);
    reader.error(at != nullptr ? *at : node,
                 "'" + path + (key.empty() ? "" : "." + std::string(key)) + "' " + text);
  }
  std::optional<double> threshold(std::string_view key, Unit unit, const std::string& text) const {
    const auto value = parse_threshold(unit, text);
    if (value) return *value;
    const Error& e = value.error();
    complain(key, "does not fit its metric, which is a " + std::string(unit_name(unit)) + ": " + e.what +
                      (e.hint.empty() ? "" : "; " + e.hint));
    return std::nullopt;
  }
};

bool has_a_condition(const RuleText& text) {
  return !text.metric.empty() || !text.above.empty() || !text.below.empty() || !text.outside.empty();
}

void read_thresholds(const RuleText& text, const RuleReader& r, Unit unit, CustomRule& rule) {
  const int given =
      (text.above.empty() ? 0 : 1) + (text.below.empty() ? 0 : 1) + (text.outside.empty() ? 0 : 1);
  if (given != 1) return r.complain("", "needs exactly one of above, below and outside");
  if (!text.outside.empty()) {
    rule.when = CustomRule::When::outside;
    rule.threshold_text = "[" + text.outside[0] + ", " + text.outside[1] + "]";
    const auto low = r.threshold("outside", unit, text.outside[0]);
    const auto high = low ? r.threshold("outside", unit, text.outside[1]) : std::nullopt;
    rule.low = low.value_or(0);
    rule.high = high.value_or(0);
    if (high && *high < *low) r.complain("outside", "has its larger threshold first");
    return;
  }
  const bool above = !text.above.empty();
  rule.when = above ? CustomRule::When::above : CustomRule::When::below;
  rule.threshold_text = above ? text.above : text.below;
  rule.low = r.threshold(above ? "above" : "below", unit, rule.threshold_text).value_or(0);
}

CustomRule rule_of(const RuleText& text, const RuleReader& r) {
  CustomRule rule;
  rule.name = text.name;
  rule.metric = text.metric;
  rule.severity = text.severity;
  rule.because = text.because;
  rule.for_time = text.for_time;
  if (trim(text.name).empty()) r.complain("", "needs a name");
  if (is_always_on_rule(text.name)) {
    if (has_a_condition(text) || text.for_time > 0) {
      r.complain("",
                 "has the name of a rule that always applies; it can change its severity and nothing else");
    }
    return rule;
  }
  if (text.metric.empty()) {
    r.complain("", "needs a metric");
    return rule;
  }
  const auto ref = find_metric(text.metric);
  if (!ref) {
    r.complain("metric",
               "is unknown: " + ref.error().what + (ref.error().hint.empty() ? "" : "; " + ref.error().hint));
    return rule;
  }
  const bool per_interval = ref->scope == MetricRef::Scope::run && ref->metric->of_sample;
  if (rule.for_time > 0 && !per_interval) {
    r.complain("for",
               "is not possible with metric '" + text.metric + "', which is known for the whole run only");
  }
  read_thresholds(text, r, ref->metric->unit, rule);
  return rule;
}

}  // namespace

template <>
const Table<RuleText>& table<RuleText>() {
  static const Table<RuleText> t{kFields, {}};
  return t;
}

bool is_always_on_rule(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "generator-kept-up",   "broker-took-the-load",      "broker-not-blocked",  "something-was-measured",
      "ledger-balances",     "declared-equals-asked",     "publishes-succeeded", "consumers-kept-up",
      "confirms-were-on",    "tail-is-not-extreme",       "run-was-long-enough", "unthrottled-latency",
      "no-foreign-messages", "topology-is-not-the-files", "connections-held",    "run-was-not-stopped-early",
      "generator-noise",     "management-was-read",       "messages-arrived",    "broker-is-embedded",
      "cleared-away"};
  for (const auto known : kNames) {
    if (known == name) return true;
  }
  return false;
}

void set_rules(Workload& workload, const Node& node, const Slot& slot) {
  if (!node.list()) return slot.complain(node, "is a list of rules");
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::string path = slot.path + "[" + std::to_string(i) + "]";
    const std::size_t before = slot.reader.problems.size();
    RuleText text;
    read_block(text, node.items[i], slot.reader, path);
    if (slot.reader.problems.size() != before) continue;
    workload.rules.push_back(rule_of(text, {node.items[i], path, slot.reader}));
    for (std::size_t k = 0; k + 1 < workload.rules.size(); ++k) {
      if (workload.rules[k].name != text.name) continue;
      slot.reader.error(node.items[i],
                        "'" + path + "' has the name of another rule, '" + printable(text.name, 64) + "'");
      break;
    }
  }
}

namespace {

RuleText text_of(const CustomRule& rule) {
  RuleText text;
  text.name = rule.name;
  text.metric = rule.metric;
  text.severity = rule.severity;
  text.because = rule.because;
  text.for_time = rule.for_time;
  if (rule.when == CustomRule::When::above) text.above = rule.threshold_text;
  if (rule.when == CustomRule::When::below) text.below = rule.threshold_text;
  if (rule.when == CustomRule::When::outside) {
    const std::string_view both =
        std::string_view(rule.threshold_text).substr(1, rule.threshold_text.size() - 2);
    const std::size_t comma = both.find(", ");
    text.outside = {std::string(both.substr(0, comma)), std::string(both.substr(comma + 2))};
  }
  return text;
}

}  // namespace

void print_rules(const Workload& workload, const FieldInfo& info, const std::string& path, Settings& out) {
  if (workload.rules.empty()) print_scalar(std::string(info.standard), path, out);
  for (std::size_t i = 0; i < workload.rules.size(); ++i) {
    Settings lines;
    print_block(text_of(workload.rules[i]), path + "[" + std::to_string(i) + "]", lines);
    for (auto& line : lines) {
      if (!line.second.empty() && line.second != "none") out.push_back(std::move(line));
    }
  }
}

}  // namespace amqpace::model
