// SPDX-License-Identifier: Apache-2.0
#include "report/ledger_text.hpp"

#include <fmt/format.h>

#include "base/units.hpp"
#include "report/shown.hpp"

namespace amqpace::report {

std::string ledger_text(const model::Record& record) {
  const auto l = model::totals(record).ledger;
  auto text = fmt::format(
      "missing {}{}, duplicates {}, redelivered {}, recycled {}, out of order {}, leftovers {}",
      l.missing_is_lower_bound ? "≥ " : "", count_text(l.missing), count_text(l.duplicates),
      count_text(l.redelivered), count_text(l.recycled), count_text(l.out_of_order), count_text(l.leftovers));
  std::uint64_t dropped = 0, unasked = 0, misrouted = 0, unknown = 0, never_sent = 0;
  for (const auto& queue : record.queues) {
    dropped += queue.ledger.dropped;
    misrouted += queue.misrouted;
    if (!queue.depth_after_drain) unasked += queue.ledger.queued;
  }
  for (const auto& producer : record.producers) {
    unknown += producer.ledger.unknown;
    never_sent += producer.ledger.never_sent;
  }
  const auto append = [&text](const char* word, std::uint64_t n) {
    if (n > 0) text += fmt::format(", {} {}", word, count_text(n));
  };
  append("foreign", l.foreign);
  append("dropped", dropped);
  append("queued or missing", unasked);
  append("misrouted", misrouted);
  append("unknown", unknown);
  append("never sent", never_sent);
  return text;
}

std::string late_causes(const model::LateTime& late) {
  std::string text;
  for (std::size_t i = 0; i < model::kCauses; ++i) {
    const auto cause = static_cast<model::Cause>(i);
    if (late[cause] == 0) continue;
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : ", ", model::cause_name(cause), time_text(late[cause]));
  }
  return text;
}

std::string instrument_text(const model::Record& record) {
  const auto late = model::totals(record).late;
  const auto& instrument = record.instrument;
  const auto total = late.total();
  const auto lateness = total == 0 ? "0ms" : fmt::format("{} ({})", time_text(total), late_causes(late));
  return fmt::format("late {}, cpu {:.1f} of {} cores, {}", lateness, instrument.cpu_of_cores,
                     instrument.cores, instrument.calibrated ? "calibrated" : "not calibrated");
}

}  // namespace amqpace::report
