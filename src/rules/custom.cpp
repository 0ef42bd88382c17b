// SPDX-License-Identifier: Apache-2.0
#include "rules/custom.hpp"

#include <fmt/format.h>

#include "base/units.hpp"
#include "model/metrics.hpp"

namespace amqpace::rules {

using model::CustomRule;
using model::MetricRef;
using model::MetricValue;
using model::Record;
using model::Sample;
using When = CustomRule::When;

namespace {

enum class Answer { yes, no, unknown };

Answer known(bool yes) {
  return yes ? Answer::yes : Answer::no;
}

// Of a lower bound it is only known what every larger value shares.
Answer beyond(const CustomRule& rule, const MetricValue& metric) {
  const double v = metric.value;
  const double high = rule.when == When::outside ? rule.high : rule.low;
  if (rule.when != When::below && v > high) return Answer::yes;
  if (rule.when == When::below && metric.at_least && v >= rule.low) return Answer::no;
  if (metric.at_least) return Answer::unknown;
  if (rule.when == When::above) return Answer::no;
  return known(v < rule.low);
}

std::string limit(const CustomRule& rule) {
  static constexpr const char* words[] = {"above", "below", "outside"};
  return fmt::format("{} {}", words[static_cast<int>(rule.when)], rule.threshold_text);
}

Outcome beyond_limit(const CustomRule& rule, std::string observed) {
  return fired(std::move(observed),
               rule.because.empty() ? "this is what the file's rule was written to notice" : rule.because);
}

tl::expected<Outcome, std::string> over_the_window(const Record& record, const CustomRule& rule,
                                                   const MetricRef& ref) {
  const auto value = model::metric_value(ref, record);
  if (!value) return tl::unexpected(fmt::format("{} has no value in this run", rule.metric));
  const auto text = fmt::format("{} was {}{}", rule.metric, value->at_least ? "at least " : "",
                                model::value_text(ref.metric->unit, value->value));
  switch (beyond(rule, *value)) {
    case Answer::yes:
      return beyond_limit(rule, fmt::format("{}, {}", text, limit(rule)));
    case Answer::no:
      return passed(fmt::format("{}, not {}", text, limit(rule)));
    case Answer::unknown:
      break;
  }
  return tl::unexpected(
      fmt::format("{}, and whether it is {} is not known from a lower bound", text, limit(rule)));
}

// The longest stretch of measuring readings that are all beyond the limit.
struct Stretch {
  Nanos longest = 0;
  double worst = 0;
  std::size_t readings = 0;
};

Stretch longest_stretch(const Record& record, const CustomRule& rule, const MetricRef& ref) {
  Stretch result;
  Nanos previous = 0, running = 0;
  double worst = 0;
  for (const Sample& sample : record.samples) {
    // A reading stands for the time since the one before it.
    const Nanos length = sample.elapsed - previous;
    previous = sample.elapsed;
    const auto value = sample.phase == "measuring" ? ref.metric->of_sample(sample) : std::nullopt;
    result.readings += value ? 1 : 0;
    if (!value || beyond(rule, {*value, false}) != Answer::yes) {
      running = 0;
      continue;
    }
    const bool further = rule.when == When::below ? *value < worst : *value > worst;
    worst = running == 0 || further ? *value : worst;
    running += length;
    if (running > result.longest) {
      result.longest = running;
      result.worst = worst;
    }
  }
  return result;
}

tl::expected<Outcome, std::string> in_any_stretch(const Record& record, const CustomRule& rule,
                                                  const MetricRef& ref) {
  if (!ref.metric->of_sample || ref.scope != MetricRef::Scope::run) {
    return tl::unexpected(fmt::format("{} has no value per interval", rule.metric));
  }
  const auto stretch = longest_stretch(record, rule, ref);
  if (stretch.readings == 0) return tl::unexpected(fmt::format("{} has no value in this run", rule.metric));
  if (stretch.longest == 0) return passed(fmt::format("{} was never {}", rule.metric, limit(rule)));
  const auto text =
      fmt::format("{} was {} for {} at a stretch, at its worst {}", rule.metric, limit(rule),
                  time_text(stretch.longest), model::value_text(ref.metric->unit, stretch.worst));
  return stretch.longest >= rule.for_time ? beyond_limit(rule, text) : passed(text);
}

}  // namespace

tl::expected<Outcome, std::string> judge_custom_rule(const Record& record, const CustomRule& rule) {
  const auto ref = model::find_metric(rule.metric);
  if (!ref) return tl::unexpected(ref.error().what);
  return rule.for_time > 0 ? in_any_stretch(record, rule, *ref) : over_the_window(record, rule, *ref);
}

std::string custom_sentence(const CustomRule& rule) {
  auto text = fmt::format("{} was {}", rule.metric, limit(rule));
  return rule.for_time > 0 ? fmt::format("{} for {}", text, duration_text(rule.for_time)) : text;
}

}  // namespace amqpace::rules
