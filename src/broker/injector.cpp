// SPDX-License-Identifier: Apache-2.0
#include "broker/injector.hpp"

#include "base/units.hpp"

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

}  // namespace

// True once for each full `every` messages, as soon as the caller can make use of it.
bool Injector::due(std::uint64_t every, std::uint64_t& done, std::uint64_t index) {
  if (every == 0 || index / every <= done) return false;
  ++done;
  return true;
}

Fate Injector::next(bool confirms, std::uint64_t copies) {
  ++index_;
  const auto strike = [copies](Struck& struck, Fate fate) {
    ++struck.messages;
    struck.copies += copies;
    return fate;
  };
  if (confirms) ++confirmed_index_;
  if (confirms && due(faults_.nack, nack_turns_, confirmed_index_)) return strike(counts_.nacked, Fate::nack);
  if (due(faults_.lose, lose_turns_, index_)) return strike(counts_.lost, Fate::lose);
  if (due(faults_.duplicate, duplicate_turns_, index_)) return strike(counts_.duplicated, Fate::duplicate);
  if (due(faults_.reorder, reorder_turns_, index_)) return Fate::reorder;
  return Fate::normal;
}

QueueTruth& Injector::queue(std::string_view vhost, std::string_view name) {
  return queues_[{std::string(vhost), std::string(name)}];
}

void Injector::published(Nanos now) {
  if (first_published_ == kNever) first_published_ = now;
}

Nanos Injector::stall_begin() const {
  if (!faults_.stall || first_published_ == kNever) return kNever;
  return first_published_ + faults_.stall->after;
}

Nanos Injector::stall_end() const {
  const Nanos begin = stall_begin();
  return begin == kNever || faults_.stall->length == kNever ? kNever : begin + faults_.stall->length;
}

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
  return lines;
}

}  // namespace amqpace::broker
