// SPDX-License-Identifier: Apache-2.0
#include "broker/ordered_queue.hpp"

#include <algorithm>
#include <utility>

#include "broker/channel.hpp"
#include "broker/core.hpp"

namespace amqpace::broker {
namespace {

// A quorum queue hands out what came back with a closed channel, or under a delivery limit, before anything
// else: from a lane of its own.
std::size_t lanes_for(const QueueArguments& does) {
  if (does.type == QueueType::quorum) return 2;
  return std::size_t{does.max_priority} + 1;
}

}  // namespace

OrderedQueue::OrderedQueue(VHost& vhost, Core& core, QueueSettings settings)
    : Queue(vhost, core, std::move(settings)),
      backlog_(lanes_for(does())),
      turns_(does().single_active),
      pace_(core.injector().faults().service_rate) {}

std::size_t OrderedQueue::lane_of(const Message& message) const {
  return std::min(message.priority(), does().max_priority);
}

QueueEntry& OrderedQueue::append(const MessageRef& message) {
  const Nanos delay = core().injector().faults().deliver_delay;
  if (delay > 0) ++core().injector().counts().deliveries_delayed;
  QueueEntry entry;
  entry.message = message;
  entry.position = next_position_++;
  entry.deliverable = core().now() + delay;
  const Nanos ttl = std::min(does().ttl, message->ttl());
  if (ttl != kNever) entry.expires = core().now() + ttl;
  return backlog_.append(std::move(entry), lane_of(*message));
}

void OrderedQueue::append_held(std::size_t which) {
  append(held_[which].message);
  held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(which));
}

bool OrderedQueue::no_room_for(const Message& message) const {
  return (does().max_length && backlog_.size() + 1 > *does().max_length) ||
         (does().max_bytes && backlog_.bytes() + message.body().size() > *does().max_bytes);
}

void OrderedQueue::keep_to_limits() {
  const auto too_much = [this] {
    return (does().max_length && backlog_.size() > *does().max_length) ||
           (does().max_bytes && backlog_.bytes() > *does().max_bytes);
  };
  while (!backlog_.empty() && too_much()) drop_head(Death::maxlen);
}

void OrderedQueue::drop_head(Death reason) {
  const QueueEntry gone = backlog_.take_head();
  let_die(*gone.message, reason);
}

bool OrderedQueue::enqueue(const MessageRef& message, std::uint64_t channel) {
  const bool limited = does().limits_length();
  if (limited) {
    dispatch();  // what somebody can take does not count
    if (does().overflow != Overflow::drop_head && no_room_for(*message)) {
      ++truth().refused;
      if (does().overflow == Overflow::reject_publish_dlx) dead_letter(*message, Death::maxlen);
      return false;
    }
  }
  QueueEntry& entry = append(message);
  const auto held = std::ranges::find(held_, channel, &Held::channel);
  if (held != held_.end()) {
    entry.leads = true;
    const MessageRef later = held->message;
    held_.erase(held);
    append(later).follows = true;
    ++core().injector().counts().reordered;
    ++truth().reordered;
  } else if (entry.expires <= core().now()) {
    // Without time to live: delivered at once to who can take it, or never.
    fresh_ = entry.position;
    dispatch();
    fresh_ = kNone;
  }
  if (limited) {
    dispatch();
    keep_to_limits();
  }
  changed();
  return true;
}

bool OrderedQueue::hold(const MessageRef& message, std::uint64_t channel) {
  // Who has one waiting already, and queues that look at each message as it comes, take this one as it is.
  if (std::ranges::find(held_, channel, &Held::channel) != held_.end()) return enqueue(message, channel);
  if (does().limits_length() || does().ttl != kNever || message->ttl() != kNever || does().max_priority > 0)
    return enqueue(message, channel);
  const Nanos until = core().now() + kLongestHold;
  held_.push_back({message, channel, until});
  wake_at(until);
  return true;
}

void OrderedQueue::requeue(QueueEntry entry, bool consumer_gone) {
  if (deleted()) return;
  entry.redelivered = true;
  entry.leads = entry.follows = false;
  entry.deliverable = 0;
  ++entry.returns;
  if (does().delivery_limit && entry.returns > *does().delivery_limit)
    return let_die(*entry.message, Death::delivery_limit);
  if (requeues_behind()) {
    backlog_.append(std::move(entry), consumer_gone || does().delivery_limit ? 1 : 0);
  } else {
    const std::size_t lane = lane_of(*entry.message);
    backlog_.put_back(std::move(entry), lane);
  }
  if (does().limits_length()) {
    dispatch();
    keep_to_limits();
  }
  changed();
}

std::optional<QueueEntry> OrderedQueue::take() {
  const Nanos now = core().now();
  if (backlog_.empty() || backlog_.head().deliverable > now || pace_.next() > now) return std::nullopt;
  if (pace_.on()) {
    pace_.leave(now);
    ++core().injector().counts().deliveries_paced;
  }
  return backlog_.take_head();
}

std::uint64_t OrderedQueue::purge() {
  const std::uint64_t gone = depth();
  truth().purged += gone;
  backlog_.clear();
  held_.clear();
  return gone;
}

AddedHeader OrderedQueue::added_header(const QueueEntry& entry) const {
  if (does().type != QueueType::quorum) return {};
  return {"x-delivery-count", entry.returns};
}

void OrderedQueue::came(Consumer& consumer) {
  turns_.came(consumer);
  if (!backlog_.empty()) changed();
}

void OrderedQueue::left(Consumer& consumer) {
  turns_.left(consumer, all_consumers());
  changed();  // a pair, or the single active consumer's next one, may have waited for it
}

void OrderedQueue::wake(Consumer& consumer) {
  turns_.wake(consumer);
  if (!backlog_.empty()) changed();
}

// Null while it has to wait for its credit.
Consumer* OrderedQueue::leader_of_pair() {
  for (Consumer* one : all_consumers())
    if (one->serial == pair_consumer_) return one->can_take() ? one : nullptr;
  return turns_.next();
}

void OrderedQueue::dispatch() {
  const Nanos now = core().now();
  while (!backlog_.empty()) {
    const QueueEntry& head = backlog_.head();
    if (head.expires <= now && head.position != fresh_) {
      drop_head(Death::expired);
      continue;
    }
    const Nanos due = std::max(head.deliverable, pace_.next());
    if (due > now) return wake_at(std::min(due, head.expires));
    Consumer* consumer = head.follows ? leader_of_pair() : turns_.next();
    if (!consumer) {
      starved_ = true;
      if (head.expires > now) wake_at(head.expires);
      return;
    }
    if (pace_.on()) {
      // While nobody could take a message, the pace stood still: what was not used is not made up for.
      pace_.leave(starved_ ? now : due);
      ++core().injector().counts().deliveries_paced;
    }
    starved_ = false;
    if (head.leads) pair_consumer_ = consumer->serial;
    consumer->channel.deliver(*consumer, backlog_.take_head());
  }
}

void OrderedQueue::on_time(Nanos now) {
  while (!held_.empty() && held_.front().until <= now) append_held(0);
  if (!held_.empty()) wake_at(held_.front().until);
  changed();
}

}  // namespace amqpace::broker
