// SPDX-License-Identifier: Apache-2.0
#include "engine/publisher.hpp"

#include <algorithm>

namespace amqpace::engine {

LogicalPublisher::LogicalPublisher(ProducerShare& share, const View& view, Link& link, std::uint64_t number)
    : share_(share), view_(view), link_(link), number_(number),
      count_(share.publishers()), schedule_(share.schedule), attachment_(link) {
  next_due_ = throttled() ? schedule_.due(slot()) : 0;
}

LogicalPublisher::~LogicalPublisher() = default;

void LogicalPublisher::open() {
  const auto& publish = share_.spec.publish;
  const std::int64_t channels = std::max<std::int64_t>(1, publish.channels);
  for (std::int64_t c = 0; c < channels; ++c) {
    client::Publisher& channel = link_.session().add_publisher(
        {.confirms = publish.confirms, .max_in_flight = static_cast<std::uint32_t>(publish.max_in_flight)}, *this);
    Lane lane{&channel, TemplateSet(channel, share_.spec, 0, share_.schedule.seed), std::nullopt};
    if (share_.prefill > 0 && share_.prefill_size > 0)
      lane.prefill.emplace(channel, share_.spec, share_.prefill_size, share_.schedule.seed);
    lanes_.push_back(std::move(lane));
  }
  attachment_.opened(link_.now());
  suspect_known_ = false;
  unanswered_.reserve(static_cast<std::size_t>(publish.max_in_flight));
}

void LogicalPublisher::tend(Nanos now, Nanos declared_at) {
  if (!attachment_.stands()) lanes_.clear();  // their channels went with the session, or were closed
  if (attachment_.may_open(now, declared_at)) open();
}

bool LogicalPublisher::ready() const {
  if (!attachment_.stands()) return false;
  return std::all_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return lane.channel->open(); });
}

std::uint32_t LogicalPublisher::in_flight() const {
  std::uint32_t n = 0;
  for (const Lane& lane : lanes_) n += lane.channel->in_flight();
  return n;
}

bool LogicalPublisher::window_full() const {
  return share_.spec.publish.confirms && in_flight() >= static_cast<std::uint32_t>(share_.spec.publish.max_in_flight);
}

bool LogicalPublisher::has_room() const { return link_.session().unsent_bytes() < kSendAhead && !window_full(); }

bool LogicalPublisher::sendable() const { return ready() && link_.usable() && has_room(); }

Nanos LogicalPublisher::slot_due() const { return schedule_.has(slot()) ? view_.t0 + next_due_ : kNever; }

bool LogicalPublisher::send_one(std::uint64_t sequence, Nanos due, Nanos now) {
  Lane& lane = lanes_[lanes_.size() == 1 ? 0 : static_cast<std::size_t>((sequence / count_) % lanes_.size())];
  const TemplateSet& messages = prefilling_ && lane.prefill ? *lane.prefill : lane.messages;
  const Nanos origin = prefilling_ ? due : view_.t0;  // there is no t0 yet while prefilling
  const StampBytes stamp = write_stamp({.prefill = prefilling_,
                                        .producer = share_.index,
                                        .run_id = share_.run_id,
                                        .sequence = sequence,
                                        .due = due - origin,
                                        .sent = messages.shape().size == kLongStampSize
                                                    ? std::optional<Nanos>(now - origin)
                                                    : std::nullopt});
  const auto bytes = std::span<const std::byte>(stamp).first(messages.shape().size);
  // Counted before the call: what is published may be written, and reported sent, from inside it.
  if (buffered_++ == 0) oldest_buffered_due_ = due;
  if (lane.channel->publish(messages.pick(share_.key_of(sequence), sequence), sequence, due, bytes)) return true;
  if (--buffered_ == 0) oldest_buffered_due_ = kNever;
  return false;
}

bool LogicalPublisher::pump_prefill(Nanos now) {
  prefilling_ = true;
  while (number_ + prefill_index_ * count_ < share_.prefill && sendable()) {
    if (!send_one(number_ + prefill_index_ * count_, now, now)) break;
    ++prefill_index_;
  }
  const bool sent = number_ + prefill_index_ * count_ >= share_.prefill && buffered_ == 0;
  if (!sent || in_flight() > 0) return false;
  prefilling_ = false;
  return true;
}

void LogicalPublisher::charge_lateness(Nanos now) {
  // Late time is that of the window: W1 ends the account, what is still unsent then is in the open samples.
  lateness_.charge(std::min(now, view_.w1), share_.late);
}

void LogicalPublisher::pump(Nanos now) {
  if (!view_.started() || lanes_.empty()) return;
  if (to_send_again(now)) send_again(now);
  throttled() ? pump_throttled(now) : pump_unthrottled(now);
}

// A message is written once. These were not: they keep their due times, and go before everything that is due after them.
void LogicalPublisher::send_again(Nanos now) {
  while (to_send_again(now) && sendable()) {
    const Unwritten& message = unwritten_[resent_];
    if (!send_one(message.sequence, throttled() ? message.due : now, now)) return;
    ++resent_;
  }
  if (to_send_again(now)) return;
  unwritten_.clear();
  resent_ = 0;
}

// Both ask once what only a turn of the loop changes. (A channel that closed meanwhile takes nothing.)
void LogicalPublisher::pump_throttled(Nanos now) {
  if (!sendable()) return;
  for (int burst = 0; burst < kMaxBurst && !to_send_again(now); ++burst) {
    const Nanos due = slot_due();
    if (due > now || due >= view_.w1 || !has_room() || !send_one(slot(), due, now)) return;
    ++index_;
    next_due_ = schedule_.due(slot());
  }
}

void LogicalPublisher::pump_unthrottled(Nanos now) {
  if (now < view_.t0 || now >= view_.w1 || !sendable()) return;
  for (int burst = 0; burst < kMaxBurst && !to_send_again(now); ++burst) {
    if (taken_from_w0_ >= share_.quota_per_publisher || !has_room() || !send_one(slot(), now, now)) return;
    ++index_;
    if (now >= view_.w0) ++taken_from_w0_;
  }
}

void LogicalPublisher::settle(Nanos now) {
  if (!view_.started() || !throttled() || now < view_.w0 || now >= view_.w1) return;
  Nanos oldest = slot_due() < view_.w1 ? slot_due() : kNever;
  oldest = std::min(oldest, oldest_buffered_due_);
  if (to_send_again(now)) oldest = std::min(oldest, unwritten_[resent_].due);
  Nanos unanswered = kNever;
  for (const Lane& lane : lanes_) unanswered = std::min(unanswered, lane.channel->oldest_unanswered_sent());
  lateness_.settle(oldest,
                   {.connected = ready(),
                    .blocked = link_.session().blocked(),
                    .window_full = window_full(),
                    .oldest_unanswered_sent = unanswered,
                    .socket_full = link_.session().unsent_bytes() > 0},
                   now);
}

Nanos LogicalPublisher::next_wake(Nanos now) const {
  // A full socket wakes the loop itself.
  if (!view_.started() || !sendable() || link_.session().unsent_bytes() > 0) return kNever;
  if (to_send_again(now)) return now;
  if (!throttled()) {
    const bool more = now < view_.w1 && taken_from_w0_ < share_.quota_per_publisher;
    return more ? std::max(now, view_.t0) : kNever;
  }
  return slot_due() < view_.w1 ? slot_due() : kNever;
}

bool LogicalPublisher::done() const {
  if (!throttled() && view_.w1 == kNever && !quota_used()) return false;
  if (throttled() && resent_ < unwritten_.size()) return false;
  if (throttled() && slot_due() < view_.w1) return false;
  return buffered_ == 0 && in_flight() == 0;
}

}  // namespace amqpace::engine
