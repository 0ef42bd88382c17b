// SPDX-License-Identifier: Apache-2.0
#include "broker/queue.hpp"

#include <algorithm>
#include <utility>

#include "broker/channel.hpp"
#include "broker/core.hpp"

namespace amqpace::broker {

Queue::Queue(Core& core, QueueSettings settings)
    : Task(core.agenda_),
      core_(core),
      settings_(std::move(settings)),
      pace_(core.injector().faults().service_rate) {}

Queue::~Queue() {
  core_.forget(*this);
}

bool Queue::used_exclusively() const {
  return std::any_of(consumers_.begin(), consumers_.end(),
                     [](const Consumer* one) { return one->exclusive; });
}

void Queue::changed() {
  core_.mark_dirty(*this);
}

void Queue::append(const MessageRef& message) {
  const Nanos delay = core_.injector().faults().deliver_delay;
  if (delay > 0) ++core_.injector().counts().deliveries_delayed;
  QueueEntry entry;
  entry.message = message;
  entry.position = next_position_++;
  entry.deliverable = core_.now() + delay;
  entries_.push_back(std::move(entry));
}

void Queue::enqueue(const MessageRef& message, std::uint64_t channel) {
  append(message);
  const auto held =
      std::find_if(held_.begin(), held_.end(), [channel](const Held& h) { return h.channel == channel; });
  if (held != held_.end()) {
    entries_.back().leads = true;
    append(held->message);
    entries_.back().follows = true;
    held_.erase(held);
    ++core_.injector().counts().reordered;
  }
  changed();
}

void Queue::hold(const MessageRef& message, std::uint64_t channel) {
  const bool one_waits =
      std::any_of(held_.begin(), held_.end(), [channel](const Held& h) { return h.channel == channel; });
  if (one_waits) return enqueue(message, channel);
  const Nanos until = core_.now() + kLongestHold;
  held_.push_back({message, channel, until});
  core_.agenda_.wake(*this, until);
}

void Queue::release_expired(Nanos now) {
  while (!held_.empty() && held_.front().until <= now) {
    append(held_.front().message);
    held_.erase(held_.begin());
  }
  if (!held_.empty()) core_.agenda_.wake(*this, held_.front().until);
}

void Queue::requeue(QueueEntry entry) {
  if (deleted_) return;
  entry.redelivered = true;
  entry.leads = entry.follows = false;
  entry.deliverable = 0;
  entries_.push_front(std::move(entry));
  for (std::size_t i = 0; i + 1 < entries_.size() && entries_[i + 1].position < entries_[i].position; ++i)
    std::swap(entries_[i], entries_[i + 1]);
  changed();
}

std::optional<QueueEntry> Queue::take() {
  const Nanos now = core_.now();
  if (entries_.empty() || entries_.front().deliverable > now || pace_.next() > now) return std::nullopt;
  if (pace_.on()) {
    pace_.leave(now);
    ++core_.injector().counts().deliveries_paced;
  }
  return entries_.pop_front();
}

std::uint64_t Queue::purge() {
  const std::uint64_t gone = depth();
  entries_.clear();
  held_.clear();
  return gone;
}

void Queue::subscribe(Consumer& consumer) {
  consumers_.push_back(&consumer);
  wake(consumer);
}

void Queue::unsubscribe(Consumer& consumer) {
  std::erase(consumers_, &consumer);
  for (std::size_t left = turns_.size(); left > 0; --left)
    if (Consumer* one = turns_.pop_front(); one != &consumer) turns_.push_back(one);
  consumer.in_turns = false;
  changed();  // a pair may have waited for it
}

void Queue::wake(Consumer& consumer) {
  if (!consumer.in_turns) {
    consumer.in_turns = true;
    turns_.push_back(&consumer);
  }
  if (!entries_.empty()) changed();
}

Consumer* Queue::next_consumer() {
  while (!turns_.empty()) {
    Consumer* consumer = turns_.pop_front();
    if (consumer->can_take()) {
      turns_.push_back(consumer);
      return consumer;
    }
    consumer->in_turns = false;
  }
  return nullptr;
}

// Null while it has to wait for its credit.
Consumer* Queue::leader_of_pair() {
  for (Consumer* one : consumers_)
    if (one->serial == pair_consumer_) return one->can_take() ? one : nullptr;
  return next_consumer();
}

void Queue::dispatch() {
  const Nanos now = core_.now();
  while (!entries_.empty()) {
    const QueueEntry& head = entries_.front();
    const Nanos due = std::max(head.deliverable, pace_.next());
    if (due > now) {
      core_.agenda_.wake(*this, due);
      return;
    }
    Consumer* consumer = head.follows ? leader_of_pair() : next_consumer();
    if (!consumer) {
      starved_ = true;
      return;
    }
    if (pace_.on()) {
      // While nobody could take a message, the pace stood still: what was not used is not made up for.
      pace_.leave(starved_ ? now : due);
      ++core_.injector().counts().deliveries_paced;
    }
    starved_ = false;
    if (head.leads) pair_consumer_ = consumer->serial;
    consumer->channel.deliver(*consumer, entries_.pop_front());
  }
}

void Queue::remove() {
  deleted_ = true;
  purge();
  turns_.clear();
  for (Consumer* consumer : std::exchange(consumers_, {})) {
    consumer->in_turns = false;
    consumer->channel.outlet_.cancelled(consumer->tag);
    consumer->channel.drop_consumer(*consumer);
  }
  core_.forget(*this);
}

void Queue::run(Nanos now) {
  release_expired(now);
  changed();
}

}  // namespace amqpace::broker
