// SPDX-License-Identifier: Apache-2.0
// Injector: what was asked for and how often it struck, as lines for a person.
#include <array>

#include "base/units.hpp"
#include "broker/injector.hpp"

namespace amqpace::broker {
namespace {

std::string number(std::uint64_t n) {
  return count_text(static_cast<std::int64_t>(n));
}

std::string struck_text(const Struck& struck, std::string_view what) {
  std::string text = number(struck.messages) + " messages " + std::string(what);
  if (struck.copies != struck.messages) text += " (" + number(struck.copies) + " copies in queues)";
  return text;
}

struct Kind {
  Blow what;
  std::uint64_t FaultCounts::*count;
  std::string_view struck;
};
constexpr std::array kKinds = {
    Kind{Blow::drop, &FaultCounts::connections_dropped, "connections cut"},
    Kind{Blow::silence, &FaultCounts::connections_silenced, "connections silenced"},
    Kind{Blow::close_connection, &FaultCounts::connections_closed, "connections closed"},
    Kind{Blow::close_channel, &FaultCounts::channels_closed, "channels closed"},
    Kind{Blow::cancel, &FaultCounts::consumers_cancelled, "consumers cancelled"},
};

}  // namespace

std::vector<std::pair<std::string, std::string>> Injector::report() const {
  std::vector<std::pair<std::string, std::string>> lines;
  if (faults_.confirm_delay)
    lines.emplace_back("confirmDelay=" + duration_text(faults_.confirm_delay),
                       number(counts_.confirms_delayed) + " confirms delayed");
  if (faults_.deliver_delay)
    lines.emplace_back("deliverDelay=" + duration_text(faults_.deliver_delay),
                       number(counts_.deliveries_delayed) + " deliveries delayed");
  if (faults_.service_rate > 0)
    lines.emplace_back("serviceRate=" + number_text(faults_.service_rate),
                       number(counts_.deliveries_paced) + " deliveries paced");
  if (faults_.stall) {
    const bool open = faults_.stall->length == kNever;
    lines.emplace_back("stall=" + duration_text(faults_.stall->after) + "+" +
                           (open ? "" : duration_text(faults_.stall->length)),
                       stalls_begun_ ? "the broker stalled" : "not reached");
  }
  if (faults_.lose)
    lines.emplace_back("lose=1/" + std::to_string(faults_.lose), struck_text(counts_.lost, "lost"));
  if (faults_.duplicate)
    lines.emplace_back("duplicate=1/" + std::to_string(faults_.duplicate),
                       struck_text(counts_.duplicated, "duplicated"));
  if (faults_.reorder)
    lines.emplace_back("reorder=1/" + std::to_string(faults_.reorder),
                       number(counts_.reordered) + " messages reordered");
  if (faults_.nack)
    lines.emplace_back("nack=1/" + std::to_string(faults_.nack), struck_text(counts_.nacked, "refused"));
  report_strikes(lines);
  return lines;
}

// What is the same but for its time is counted together.
void Injector::report_strikes(std::vector<std::pair<std::string, std::string>>& lines) const {
  const auto window = [](Nanos after, Nanos length) {
    return duration_text(after) + "+" + (length == kNever ? "" : duration_text(length));
  };
  std::string asked;
  for (const Stall& block : faults_.blocks)
    asked += (asked.empty() ? "block=" : ",block=") + window(block.after, block.length);
  if (!asked.empty()) lines.emplace_back(asked, number(counts_.connections_blocked) + " connections blocked");
  for (const Kind& kind : kKinds) {
    asked.clear();
    for (const Planned& one : planned_) {
      const Strike& strike = one.strike;
      if (strike.what != kind.what) continue;
      if (!asked.empty()) asked += ",";
      asked.append(blow_name(strike.what)).append("=");
      if (strike.code != 0) asked += std::to_string(strike.code) + "@";
      if (strike.every != 0) {
        asked += "1/" + std::to_string(strike.every);
      } else {
        asked += strike.length == kNever ? duration_text(strike.after) : window(strike.after, strike.length);
      }
    }
    if (!asked.empty())
      lines.emplace_back(asked, number(counts_.*kind.count) + " " + std::string(kind.struck));
  }
}

}  // namespace amqpace::broker
