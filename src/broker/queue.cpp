// SPDX-License-Identifier: Apache-2.0
#include "broker/queue.hpp"

#include <algorithm>
#include <utility>

#include "broker/channel.hpp"
#include "broker/core.hpp"
#include "broker/ordered_queue.hpp"
#include "broker/stream_queue.hpp"

namespace amqpace::broker {

std::shared_ptr<Queue> Queue::make(VHost& vhost, Core& core, QueueSettings settings) {
  if (settings.does.type == QueueType::stream)
    return std::make_shared<StreamQueue>(vhost, core, std::move(settings));
  return std::make_shared<OrderedQueue>(vhost, core, std::move(settings));
}

Queue::Queue(VHost& vhost, Core& core, QueueSettings settings)
    : Task(core.agenda_),
      vhost_(vhost),
      core_(core),
      settings_(std::move(settings)),
      truth_(core.injector().queue(vhost.name(), settings_.name)) {
  used();
}

Queue::~Queue() {
  core_.forget(*this);
}

bool Queue::used_exclusively() const {
  return std::ranges::any_of(consumers_, [](const Consumer* one) { return one->exclusive; });
}

void Queue::changed() {
  core_.mark_dirty(*this);
}

void Queue::wake_at(Nanos at) {
  if (at != kNever) core_.agenda_.wake(*this, at);
}

void Queue::subscribe(Consumer& consumer) {
  consumers_.push_back(&consumer);
  came(consumer);
}

void Queue::unsubscribe(Consumer& consumer) {
  std::erase(consumers_, &consumer);
  left(consumer);
  used();
}

void Queue::cancel_consumers() {
  for (Consumer* consumer : std::exchange(consumers_, {})) {
    left(*consumer);
    consumer->channel.cancelled(*consumer);
  }
  used();
}

void Queue::remove() {
  deleted_ = true;
  purge();
  cancel_consumers();
  core_.forget(*this);
}

void Queue::used() {
  if (does().expires == kNever || deleted_) return;
  leased_until_ = core_.now() + does().expires;
  wake_at(leased_until_);
}

void Queue::run(Nanos now) {
  if (leased_until_ <= now && consumers_.empty()) return vhost_.queue_expired(*this);  // and is gone
  if (leased_until_ > now) wake_at(leased_until_);
  on_time(now);
}

void Queue::discard(const QueueEntry& entry) {
  if (!deleted_) let_die(*entry.message, Death::rejected);
}

void Queue::let_die(const Message& message, Death reason) {
  switch (reason) {
    case Death::rejected:
      ++truth_.rejected;
      break;
    case Death::expired:
      ++truth_.expired;
      break;
    case Death::maxlen:
      ++truth_.dropped_by_length;
      break;
    case Death::delivery_limit:
      ++truth_.over_delivery_limit;
      break;
  }
  dead_letter(message, reason);
}

void Queue::dead_letter(const Message& message, Death reason) {
  if (!does().dead_letter_exchange) return;
  ++truth_.dead_lettered;
  const Burial burial{settings_.name, *does().dead_letter_exchange,
                      does().dead_letter_key ? &*does().dead_letter_key : nullptr, reason, core_.wall_now()};
  core_.dead_letter({&vhost_, &truth_, bury(core_.pool(), message, burial), reason});
}

}  // namespace amqpace::broker
