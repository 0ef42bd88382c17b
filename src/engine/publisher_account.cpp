// SPDX-License-Identifier: Apache-2.0
// The accounting half of LogicalPublisher: what became of each message.
#include <algorithm>
#include <utility>

#include "engine/publisher.hpp"

namespace amqpace::engine {

void LogicalPublisher::on_sent(const client::InFlight& message) {
  oldest_buffered_due_ = --buffered_ == 0 ? kNever : message.due;
  const bool confirms = share_.spec.publish.confirms;
  ++share_.sent;
  if (prefilling_) {
    ++share_.prefill_sent;
    if (!confirms) ++share_.prefill_expected_by_key[share_.key_of(message.sequence)];
    return;
  }
  if (!confirms) ++share_.expected_by_key[share_.key_of(message.sequence)];
  if (view_.in_window(message.sent)) ++share_.sent_in_window;
  if (throttled()) {
    share_.lag_interval.record(message.sent - message.due);
    if (message.sent - message.due > kSentInTime) missed(message.due);
  }
  if (!view_.in_window(message.due)) return;
  if (message.sent < view_.w1) ++share_.published;
  share_.members_of[static_cast<std::size_t>(number_)].add(message.sequence);
  if (throttled()) share_.send_lag.record(message.sent - message.due);
}

void LogicalPublisher::on_answer(const client::InFlight& message, client::Answer answer, Nanos read_at) {
  if (answer != client::Answer::unknown) share_.last_answer = std::max(share_.last_answer, read_at);
  if (message.sent == 0) {  // taken by the session, never written
    if (buffered_ > 0 && --buffered_ == 0) oldest_buffered_due_ = kNever;
    if (prefilling_) return;
    if (costs_its_channel(message)) {
      abandoned_.push_back({message.sequence, message.due});
    } else {
      keep_unwritten(message);
    }
    return;
  }
  if (prefilling_) return count_prefill(message, answer);
  if (answer == client::Answer::confirmed) return count_confirmed(message, read_at);
  count_refused(message, answer);
}

// The first of those a channel had not written is the one that was being written.
bool LogicalPublisher::costs_its_channel(const client::InFlight& message) {
  if (std::exchange(suspect_known_, true)) return false;
  suspected_ = message.sequence == suspect_ ? suspected_ + 1 : 1;
  suspect_ = message.sequence;
  return suspected_ >= kMostTries;
}

// By sequence: what is lost a second time goes before what waits for its first.
void LogicalPublisher::keep_unwritten(const client::InFlight& message) {
  const auto at = std::upper_bound(unwritten_.begin() + static_cast<std::ptrdiff_t>(resent_), unwritten_.end(),
                                   message.sequence,
                                   [](std::uint64_t sequence, const Unwritten& u) { return sequence < u.sequence; });
  unwritten_.insert(at, {message.sequence, message.due});
}

void LogicalPublisher::count_prefill(const client::InFlight& message, client::Answer answer) {
  const bool confirmed = answer == client::Answer::confirmed;
  ++share_.prefill_answered;
  if (confirmed) {
    ++share_.confirmed;
    ++share_.prefill_expected_by_key[share_.key_of(message.sequence)];
    return;
  }
  if (answer == client::Answer::unknown) {
    ++share_.unknown_count;
    return;
  }
  share_.prefill_refused.push_back(message.sequence);
  if (answer == client::Answer::returned) ++share_.returned;
  if (answer == client::Answer::nacked) ++share_.nacked;
  if (answer == client::Answer::failed) ++share_.failed;
}

void LogicalPublisher::count_confirmed(const client::InFlight& message, Nanos read_at) {
  ++share_.confirmed;
  ++share_.expected_by_key[share_.key_of(message.sequence)];
  share_.publish_interval.record(read_at - message.sent);
  if (read_at - message.due > kConfirmedInTime) missed(message.due);
  if (view_.in_window(read_at)) ++share_.confirmed_in_window;
  if (!view_.in_window(message.due)) return;
  ++share_.members_confirmed;
  share_.publish.record(read_at - message.sent);
}

void LogicalPublisher::count_refused(const client::InFlight& message, client::Answer answer) {
  // Confirms off, a return comes without its due time: the schedule has it.
  const bool known = message.due != 0 || !throttled();
  const bool member = view_.in_window(known ? message.due : view_.t0 + Schedule(share_.schedule).due(message.sequence));
  if (message.due != 0) missed(message.due);
  if (answer == client::Answer::unknown) {
    ++share_.unknown_count;
    share_.members_unknown += member;
    share_.unknown.push_back(message.sequence);
    unanswered_.push_back(message);
    return;
  }
  share_.refused.push_back(message.sequence);
  switch (answer) {
    case client::Answer::returned:
      ++share_.returned;
      share_.members_returned += member;
      // Confirms off: it was expected from the moment it was sent.
      if (!share_.spec.publish.confirms) --share_.expected_by_key[share_.key_of(message.sequence)];
      break;
    case client::Answer::nacked:
      ++share_.nacked;
      share_.members_nacked += member;
      break;
    default:
      ++share_.failed;
      share_.members_failed += member;
  }
}

void LogicalPublisher::never_sent(Nanos due) {
  ++share_.never_sent;
  missed(due);
  if (!view_.in_window(due)) return;
  ++share_.members_never_sent;
  if (throttled()) share_.send_lag.record_open(std::max<Nanos>(0, view_.drain_end - due));
}

void LogicalPublisher::on_publisher_closed(const Error& why) {
  closed_ = why;
  attachment_.channel_closed(why, link_.now());
}

void LogicalPublisher::finish(Nanos now) {
  if (attachment_.on_session())
    for (const Lane& lane : lanes_) lane.channel->give_up(now);
  for (; resent_ < unwritten_.size(); ++resent_) never_sent(unwritten_[resent_].due);
  for (const Unwritten& message : abandoned_) never_sent(message.due);
  for (const client::InFlight& message : unanswered_) {
    if (view_.in_window(message.due)) share_.publish.record_open(std::max<Nanos>(0, view_.drain_end - message.sent));
  }
  if (!throttled() || !view_.started()) return;
  for (; slot_due() < view_.w1; ++index_, next_due_ = schedule_.due(slot())) never_sent(slot_due());
}

}  // namespace amqpace::engine
