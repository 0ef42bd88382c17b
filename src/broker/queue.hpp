// SPDX-License-Identifier: Apache-2.0
// A queue as the rest of the broker sees it, whatever its kind: OrderedQueue (classic and quorum) or
// StreamQueue. Filling a queue only marks it; Core::settle() then makes it hand out what it can, so that a
// batch that came in one read is worked off in one go. Here: its consumers, its end, and what becomes of
// messages it lets go of.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "broker/agenda.hpp"
#include "broker/backlog.hpp"
#include "broker/dead_letter.hpp"
#include "broker/exchange.hpp"
#include "broker/queue_arguments.hpp"
#include "broker/truth.hpp"

namespace amqpace::broker {

class Consumer;
class Core;
class VHost;

struct QueueSettings {
  std::string name;
  bool durable = false, auto_delete = false;
  std::uint64_t owner = 0;  // the connection that declared it exclusive; 0: nobody
  Arguments arguments;      // as they came, to be compared
  QueueArguments does;      // as they were read
};

// A header that the broker adds to a delivery. Without a name: none.
struct AddedHeader {
  std::string_view name;
  std::int64_t value = 0;
};

class Queue : public Destination, public Task {
 public:
  static std::shared_ptr<Queue> make(VHost& vhost, Core& core, QueueSettings settings);
  ~Queue() override;
  Queue* as_queue() override { return this; }

  const QueueSettings& settings() const { return settings_; }
  const QueueArguments& does() const { return settings_.does; }
  QueueTruth& truth() { return truth_; }
  bool deleted() const { return deleted_; }
  std::size_t consumers() const { return consumers_.size(); }
  bool used_exclusively() const;
  // Messages that wait here (of a stream: that it holds), delayed and held back ones included.
  virtual std::uint64_t depth() const = 0;

  // False: refused, the publisher is to be told so.
  virtual bool enqueue(const MessageRef& message, std::uint64_t channel) = 0;
  virtual bool hold(const MessageRef& message, std::uint64_t channel) = 0;  // the fault `reorder`
  // `consumer_gone`: nobody asked for it, its channel is closed.
  virtual void requeue(QueueEntry entry, bool consumer_gone) = 0;
  // Requeued messages go to the end, not to their old place.
  virtual bool requeues_behind() const = 0;
  void discard(const QueueEntry& entry);  // rejected and not requeued
  // basic.get: the head if it can be delivered now.
  virtual std::optional<QueueEntry> take() = 0;
  virtual std::uint64_t purge() = 0;
  virtual AddedHeader added_header(const QueueEntry& entry) const = 0;

  void subscribe(Consumer& consumer);
  void unsubscribe(Consumer& consumer);
  virtual void wake(Consumer& consumer) = 0;  // it has credit or room again
  virtual void dispatch() = 0;                // called by Core::settle()
  // Lets go of every consumer, and tells them.
  void cancel_consumers();
  // Empties it as well. Nothing is done with it from then on.
  void remove();
  void used();  // renews the lease of x-expires

  void run(Nanos now) final;

 protected:
  Queue(VHost& vhost, Core& core, QueueSettings settings);
  virtual void came(Consumer& consumer) = 0;
  virtual void left(Consumer& consumer) = 0;
  virtual void on_time(Nanos now) = 0;  // something this queue asked for with wake_at()
  void wake_at(Nanos at);
  void changed();
  // Counts the death and hands the message to the dead-letter exchange, if there is one.
  void let_die(const Message& message, Death reason);
  void dead_letter(const Message& message, Death reason);
  const std::vector<Consumer*>& all_consumers() const { return consumers_; }
  Core& core() { return core_; }
  const Core& core() const { return core_; }

 private:
  friend class Core;
  VHost& vhost_;
  Core& core_;
  QueueSettings settings_;
  QueueTruth& truth_;
  std::vector<Consumer*> consumers_;  // in the order in which they came
  Nanos leased_until_ = kNever;
  bool dirty_ = false;  // in the core's list
  bool deleted_ = false;
};

}  // namespace amqpace::broker
