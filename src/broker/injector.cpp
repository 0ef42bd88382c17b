// SPDX-License-Identifier: Apache-2.0
#include "broker/injector.hpp"

#include <algorithm>
#include <utility>

namespace amqpace::broker {
// True once for each full `every` messages, as soon as the caller can make use of it.
bool Injector::due(std::uint64_t every, std::uint64_t& done, std::uint64_t index) {
  if (every == 0 || index / every <= done) return false;
  ++done;
  return true;
}

Injector::Injector(const Faults& faults) : faults_(faults) {
  for (const Strike& strike : faults.strikes) planned_.push_back({strike});
}

Fate Injector::next(bool confirms, std::uint64_t copies) {
  ++index_;
  for (Planned& one : planned_)
    if (due(one.strike.every, one.turns, index_)) set_off_ = one.waiting = true;
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

bool Injector::blocked(Nanos now) const {
  if (first_published_ == kNever) return false;
  for (const Stall& block : faults_.blocks) {
    const Nanos begin = first_published_ + block.after;
    if (now >= begin && (block.length == kNever || now < begin + block.length)) return true;
  }
  return false;
}

Nanos Injector::next_event(Nanos now) const {
  Nanos next = kNever;
  if (first_published_ == kNever) return next;
  const auto consider = [&next, now](Nanos at) {
    if (at > now) next = std::min(next, at);
  };
  for (const Stall& block : faults_.blocks) {
    const Nanos begin = first_published_ + block.after;
    consider(begin);
    if (block.length != kNever) consider(begin + block.length);
  }
  for (const Planned& one : planned_)
    if (one.strike.after != kNever && !one.done) consider(first_published_ + one.strike.after);
  return next;
}

std::vector<Strike> Injector::take_due(Nanos now) {
  std::vector<Strike> due;
  if (first_published_ == kNever) return due;
  for (Planned& one : planned_) {
    if (one.done || one.strike.after == kNever || first_published_ + one.strike.after > now) continue;
    one.done = true;
    due.push_back(one.strike);
  }
  return due;
}

std::vector<Strike> Injector::take_set_off() {
  set_off_ = false;
  std::vector<Strike> due;
  for (Planned& one : planned_)
    if (std::exchange(one.waiting, false)) due.push_back(one.strike);
  return due;
}

void Injector::struck(Incident incident) {
  switch (incident.what) {
    case Blow::drop:
      ++counts_.connections_dropped;
      break;
    case Blow::silence:
      ++counts_.connections_silenced;
      break;
    case Blow::close_connection:
      ++counts_.connections_closed;
      break;
    case Blow::close_channel:
      ++counts_.channels_closed;
      break;
    case Blow::cancel:
      ++counts_.consumers_cancelled;
      break;
  }
  incidents_.push_back(std::move(incident));
}

}  // namespace amqpace::broker
