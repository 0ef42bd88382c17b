// SPDX-License-Identifier: Apache-2.0
#include "broker/channel.hpp"

#include <algorithm>
#include <utility>

#include "broker/core.hpp"

namespace amqpace::broker {

bool Consumer::can_take() const {
  if (!active || !channel.outlet_.has_room()) return false;
  if (no_ack) return true;
  const bool channel_full =
      channel.channel_prefetch_ > 0 && channel.outstanding_ >= channel.channel_prefetch_;
  return !channel_full && (prefetch == 0 || outstanding < prefetch);
}

Channel::Channel(Core& core, const Caller& caller, Outlet& outlet)
    : Task(core.agenda_), core_(core), caller_(caller), outlet_(outlet), id_(++core.last_channel_) {}

Channel::~Channel() {
  core_.forget(*this);
  std::vector<std::shared_ptr<Queue>> left;
  for (auto& consumer : consumers_) {
    if (!consumer->active) continue;
    consumer->active = false;
    consumer->queue->unsubscribe(*consumer);
    left.push_back(consumer->queue);
  }
  settle({0, unacked_.size()}, Settle::give_back);
  for (const auto& queue : left) caller_.vhost->last_consumer_left(*queue);
}

void Channel::set_prefetch(std::uint32_t count, bool whole_channel) {
  (whole_channel ? channel_prefetch_ : prefetch_) = count;
  if (whole_channel) wake_consumers();
}

Outcome<void> Channel::publish(const MessageRef& message, bool mandatory) {
  Injector& injector = core_.injector();
  injector.published(core_.now());
  const auto exchange = caller_.vhost->target(caller_, message->exchange());
  if (!exchange) return tl::unexpected<Refusal>(exchange.error());
  auto& queues = core_.routed_;
  queues.clear();
  caller_.vhost->route(*exchange, *message, queues);
  const std::uint64_t tag = ++published_;
  ++core_.totals_.published;
  if (queues.empty()) {
    if (mandatory) outlet_.returned(*message);
    answer(tag, false);
    return {};
  }
  answer(tag, !into_queues(message, injector.next(confirms_, queues.size())));
  return {};
}

// False: a fault or one of the queues refuses it.
bool Channel::into_queues(const MessageRef& message, Fate fate) {
  bool accepted = fate != Fate::nack;
  for (Queue* queue : core_.routed_) {
    switch (fate) {
      case Fate::nack:
        ++queue->truth().nacked;
        break;
      case Fate::lose:
        ++queue->truth().lost;
        break;
      case Fate::reorder:
        accepted &= queue->hold(message, id_);
        break;
      case Fate::duplicate:
        ++queue->truth().duplicated;
        accepted &= queue->enqueue(message, id_);
        [[fallthrough]];
      case Fate::normal:
        accepted &= queue->enqueue(message, id_);
    }
  }
  return accepted;
}

void Channel::select_confirms() {
  if (confirms_) return;
  confirms_ = true;
  published_ = answered_ = 0;
}

void Channel::answer(std::uint64_t tag, bool nack) {
  if (!confirms_) return;
  const Nanos delay = core_.injector().faults().confirm_delay;
  if (delay > 0) ++core_.injector().counts().confirms_delayed;
  const Nanos due = core_.now() + delay;
  const bool joins = !pending_.empty() && !nack && !pending_.back().nack && pending_.back().due == due;
  if (joins) {
    pending_.back().upto = tag;
  } else {
    pending_.push_back({due, tag, nack});
  }
  core_.mark_confirming(*this);
}

void Channel::emit_confirms(Nanos now) {
  std::uint64_t upto = answered_;
  const auto say = [this, &upto] {
    if (upto > answered_) outlet_.confirm(upto, upto - answered_ > 1);
    answered_ = upto;
  };
  while (!pending_.empty() && pending_.front().due <= now) {
    const Pending one = pending_.pop_front();
    if (one.nack) {
      say();
      outlet_.nack(one.upto);
      answered_ = one.upto;
    }
    upto = one.upto;
  }
  say();
  if (!pending_.empty()) core_.agenda_.wake(*this, pending_.front().due);
}

void Channel::run(Nanos) {
  core_.mark_confirming(*this);
}

Consumer* Channel::find(std::string_view tag) {
  const auto found = std::find_if(consumers_.begin(), consumers_.end(),
                                  [tag](const auto& one) { return one->active && one->tag == tag; });
  return found == consumers_.end() ? nullptr : found->get();
}

Outcome<std::string> Channel::consume(const Subscription& what) {
  auto queue = caller_.vhost->usable_queue(caller_, what.queue);
  if (!queue) return tl::unexpected<Refusal>(queue.error());
  if (find(what.tag))
    return refuse(kNotAllowed, "attempt to reuse consumer tag '" + std::string(what.tag) + "'");
  const std::string text = resource("queue", what.queue, caller_.vhost->name());
  if ((*queue)->used_exclusively() ||
      (what.exclusive && ((*queue)->consumers() > 0 || (*queue)->does().single_active)))
    return refuse(kAccessRefused, text + " in exclusive use");
  if (auto ok = may_consume((*queue)->does().type, {what.no_ack, prefetch_, channel_prefetch_ > 0}, text);
      !ok)
    return pass_on(ok.error());
  const auto arguments = read_consumer_arguments(what.arguments, (*queue)->does().type, text);
  if (!arguments) return tl::unexpected<Refusal>(arguments.error());
  auto consumer = std::make_unique<Consumer>(Consumer{*this, *queue, std::string(what.tag)});
  if (what.tag.empty()) consumer->tag = core_.make_name("amq.ctag-");
  consumer->no_ack = what.no_ack;
  consumer->exclusive = what.exclusive;
  consumer->prefetch = prefetch_;
  consumer->priority = arguments->priority;
  consumer->start = arguments->start;
  consumer->serial = ++core_.last_consumer_;
  consumers_.push_back(std::move(consumer));
  (*queue)->subscribe(*consumers_.back());
  return consumers_.back()->tag;
}

void Channel::cancel(std::string_view tag) {
  core_.settle();
  Consumer* consumer = find(tag);
  if (!consumer) return;
  const std::shared_ptr<Queue> queue = consumer->queue;
  queue->unsubscribe(*consumer);
  drop_consumer(*consumer);
  caller_.vhost->last_consumer_left(*queue);
}

void Channel::cancelled(Consumer& consumer) {
  outlet_.cancelled(consumer.tag);
  drop_consumer(consumer);
}

void Channel::drop_consumer(Consumer& consumer) {
  consumer.active = false;
  if (consumer.outstanding > 0) return;
  std::erase_if(consumers_, [&consumer](const auto& one) { return one.get() == &consumer; });
}

void Channel::deliver(Consumer& consumer, QueueEntry entry) {
  const std::uint64_t tag = first_unacked_ + unacked_.size();
  const MessageRef message = entry.message;
  const bool redelivered = entry.redelivered;
  AddedHeader added = consumer.queue->added_header(entry);
  // Only basic.get shows that there was no delivery before, as in RabbitMQ.
  if (added.value == 0 && consumer.queue->does().type == QueueType::quorum) added = {};
  if (!consumer.no_ack) {
    ++consumer.outstanding;
    ++outstanding_;
    unacked_.push_back({std::move(entry), consumer.queue, &consumer});
  } else if (unacked_.empty()) {
    ++first_unacked_;
  } else {
    unacked_.push_back({});
  }
  ++core_.totals_.delivered;
  outlet_.deliver({consumer.tag, tag, redelivered, *message, added});
}

Outcome<std::optional<Got>> Channel::get(std::string_view name, bool no_ack) {
  auto queue = caller_.vhost->usable_queue(caller_, name);
  if (!queue) return tl::unexpected<Refusal>(queue.error());
  if ((*queue)->does().type == QueueType::stream) return not_for_streams("basic.get", name, *caller_.vhost);
  core_.settle();
  (*queue)->used();
  auto entry = (*queue)->take();
  if (!entry) return std::nullopt;
  ++core_.totals_.delivered;
  Got got{*entry, (*queue)->added_header(*entry), first_unacked_ + unacked_.size(), (*queue)->depth()};
  if (!no_ack) {
    unacked_.push_back({std::move(*entry), *queue, nullptr});
  } else if (unacked_.empty()) {
    ++first_unacked_;
  } else {
    unacked_.push_back({});
  }
  return got;
}

Outcome<void> Channel::ack(std::uint64_t tag, bool multiple) {
  const auto range = range_of(tag, multiple);
  if (!range) return pass_on(range.error());
  settle(*range, Settle::ack);
  return {};
}

Outcome<void> Channel::reject(std::uint64_t tag, bool multiple, bool requeue) {
  const auto range = range_of(tag, multiple);
  if (!range) return pass_on(range.error());
  for (std::size_t i = range->first; i < range->end; ++i)
    if (unacked_[i].entry.message && unacked_[i].queue->does().type == QueueType::stream)
      return not_for_streams("basic.nack and basic.reject", unacked_[i].queue->settings().name,
                             *caller_.vhost);
  settle(*range, requeue ? Settle::requeue : Settle::discard);
  return {};
}

void Channel::recover() {
  settle({0, unacked_.size()}, Settle::requeue);
}

Outcome<Channel::Range> Channel::range_of(std::uint64_t tag, bool multiple) const {
  if (multiple && tag == 0) return Range{0, unacked_.size()};
  if (tag < first_unacked_ || tag >= first_unacked_ + unacked_.size() ||
      !unacked_[tag - first_unacked_].entry.message)
    return refuse(kPreconditionFailed, "unknown delivery tag " + std::to_string(tag));
  const std::size_t place = tag - first_unacked_;
  return Range{multiple ? 0 : place, place + 1};
}

void Channel::settle(const Range& range, Settle how) {
  const bool back = how == Settle::requeue || how == Settle::give_back;
  const auto is_for = [this, back](std::size_t i, bool forwards) {
    const Unacked& one = unacked_[i];
    return one.entry.message && (!back || one.queue->requeues_behind() == forwards);
  };
  // Forwards what is put at the end; backwards what finds its old place at the very front.
  for (std::size_t i = range.first; i < range.end; ++i)
    if (is_for(i, true)) settle_one(unacked_[i], how);
  for (std::size_t i = range.end; i-- > range.first;)
    if (is_for(i, false)) settle_one(unacked_[i], how);
  while (!unacked_.empty() && !unacked_.front().entry.message) {
    unacked_.pop_front();
    ++first_unacked_;
  }
  if (channel_prefetch_ > 0) wake_consumers();
}

void Channel::settle_one(Unacked& one, Settle how) {
  QueueEntry entry = std::exchange(one.entry, {});
  const std::shared_ptr<Queue> queue = std::move(one.queue);
  if (how == Settle::discard) {
    queue->discard(entry);
  } else if (how != Settle::ack) {
    queue->requeue(std::move(entry), how == Settle::give_back);
  }
  Consumer* consumer = std::exchange(one.consumer, nullptr);
  if (!consumer) return;
  --outstanding_;
  --consumer->outstanding;
  if (consumer->active) {
    queue->wake(*consumer);
  } else if (consumer->outstanding == 0) {
    drop_consumer(*consumer);
  }
}

void Channel::wake_consumers() {
  for (auto& consumer : consumers_)
    if (consumer->active) consumer->queue->wake(*consumer);
}

void Channel::room_again() {
  wake_consumers();
}

}  // namespace amqpace::broker
