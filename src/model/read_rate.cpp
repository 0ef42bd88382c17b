// SPDX-License-Identifier: Apache-2.0
// publishers.rate: a number, or a profile: [{rate: 1000, for: 30s}, {from: 1000, to: 5000, for: 60s}].
#include "base/units.hpp"
#include "model/field_makers.hpp"
#include "model/message_sizes.hpp"
#include "model/publisher_values.hpp"

namespace amqpace::model {
namespace {

constexpr std::size_t kMostSteps = 1000;

// A step as written; it is one or the other.
struct StepText {
  std::optional<double> rate, from, to;
  std::optional<Nanos> length;
};

constexpr double kMostRate = 100e6;
const Field<StepText> kFields[] = {
    rate<&StepText::rate>({.key = "rate", .standard = "none", .min = 0, .max = kMostRate}),
    rate<&StepText::from>({.key = "from", .standard = "none", .min = 0, .max = kMostRate}),
    rate<&StepText::to>({.key = "to", .standard = "none", .min = 0, .max = kMostRate}),
    duration<&StepText::length>({.key = "for", .standard = "none", .min = 0, .max = 8'784.0 * 3600e9, .above_min = true}),
};

}  // namespace

template <>
const Table<StepText>& table<StepText>() {
  static const Table<StepText> t{kFields, {}};
  return t;
}

namespace {

std::optional<RateStep> read_step(const Node& node, const std::string& path, Reader& reader) {
  const std::size_t before = reader.problems.size();
  StepText step;
  read_block(step, node, reader, path);
  if (reader.problems.size() > before) return std::nullopt;
  const bool level = step.rate && !step.from && !step.to, slope = !step.rate && step.from && step.to;
  if (!step.length || (!level && !slope)) {
    reader.error(node, "'" + path + "' is {rate: 1000, for: 30s}, or {from: 1000, to: 5000, for: 30s}");
    return std::nullopt;
  }
  return RateStep{level ? *step.rate : *step.from, level ? *step.rate : *step.to, *step.length};
}

void set_profile(PublisherSpec& publishers, const Node& node, const Slot& slot) {
  if (node.items.empty() || node.items.size() > kMostSteps)
    return slot.complain(node, "as a profile is a list of 1 to 1,000 steps");
  std::vector<RateStep> steps;
  bool good = true;
  double slots = 0, seconds = 0;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const auto step = read_step(node.items[i], slot.path + "[" + std::to_string(i) + "]", slot.reader);
    good = good && step;
    if (!step) continue;
    const double length = static_cast<double>(step->length) / 1e9;
    seconds += length;
    slots += (step->from + step->to) / 2 * length;
    steps.push_back(*step);
  }
  if (!good) return;
  if (slots <= 0) return slot.complain(node, "is 0 in every step: nothing would be published");
  publishers.profile = std::move(steps);
  publishers.rate = slots / seconds;
}

}  // namespace

void set_rate(PublisherSpec& publishers, const Node& node, const Slot& slot) {
  if (node.list()) return set_profile(publishers, node, slot);
  publishers.profile.clear();
  if (const auto value = read_number(node, slot)) publishers.rate = *value;
}

void print_rate(const PublisherSpec& publishers, const FieldInfo& info, const std::string& path, Settings& out) {
  print_scalar(!publishers.profile.empty() ? profile_text(publishers.profile)
               : publishers.rate           ? number_text(*publishers.rate)
                                           : std::string(info.standard),
               path, out);
}

}  // namespace amqpace::model
