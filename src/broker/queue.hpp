// SPDX-License-Identifier: Apache-2.0
// A queue: messages in order, the consumers that take them in turn, and the three faults that act here
// (deliverDelay, serviceRate, reorder). Filling a queue only marks it; Core::settle() then makes it hand out
// what it can, so that a batch that came in one read is worked off in one go.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "broker/agenda.hpp"
#include "broker/exchange.hpp"
#include "broker/message.hpp"
#include "broker/pace.hpp"
#include "broker/ring.hpp"

namespace amqpace::broker {

class Consumer;
class Core;

struct QueueSettings {
  std::string name;
  std::string type = "classic";  // or "quorum": the same queue under that name
  bool durable = false, auto_delete = false;
  std::uint64_t owner = 0;  // the connection that declared it exclusive; 0: nobody
  Arguments arguments;
};

// A message in a queue. `position` is its place in the order of arrival; a requeued one returns to it.
struct QueueEntry {
  MessageRef message;
  std::uint64_t position = 0;
  Nanos deliverable = 0;  // not before
  bool redelivered = false;
  bool leads = false;    // the next entry was put behind this one by `reorder`…
  bool follows = false;  // …and is this one: it goes to the consumer that got its leader
};

class Queue final : public Destination, public Task {
 public:
  Queue(Core& core, QueueSettings settings);
  ~Queue() override;
  Queue* as_queue() override { return this; }

  const QueueSettings& settings() const { return settings_; }
  bool deleted() const { return deleted_; }
  // Messages that wait here, delayed and held back ones included.
  std::uint64_t depth() const { return entries_.size() + held_.size(); }
  std::size_t consumers() const { return consumers_.size(); }
  bool used_exclusively() const;

  void enqueue(const MessageRef& message, std::uint64_t channel);
  void hold(const MessageRef& message, std::uint64_t channel);  // the fault `reorder`
  void requeue(QueueEntry entry);
  // basic.get: the head if it can be delivered now.
  std::optional<QueueEntry> take();
  std::uint64_t purge();

  void subscribe(Consumer& consumer);
  void unsubscribe(Consumer& consumer);
  void wake(Consumer& consumer);  // it has credit or room again
  void dispatch();                // called by Core::settle()
  // Empties it and lets go of its consumers, which are told.
  void remove();

  void run(Nanos now) override;

 private:
  friend class Core;
  struct Held {
    MessageRef message;
    std::uint64_t channel;
    Nanos until;
  };
  static constexpr Nanos kLongestHold = 100 * kMillisecond;
  void append(const MessageRef& message);
  void release_expired(Nanos now);
  Consumer* next_consumer();
  Consumer* leader_of_pair();
  void changed();

  Core& core_;
  QueueSettings settings_;
  Ring<QueueEntry> entries_;
  std::vector<Held> held_;
  std::vector<Consumer*> consumers_;
  Ring<Consumer*> turns_;  // consumers that may have credit, in the order of their turns
  Pace pace_;
  std::uint64_t next_position_ = 0;
  std::uint64_t pair_consumer_ = 0;  // serial of the consumer that got the last `leads`
  bool starved_ = false;             // a message was deliverable and no consumer could take it
  bool dirty_ = false;               // in the core's list
  bool deleted_ = false;
};

}  // namespace amqpace::broker
