// SPDX-License-Identifier: Apache-2.0
// The message path of one channel: publishes and their confirms, consumers and what they have not acked. What
// stands between this and the bytes is an Outlet. Declarations are VHost's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "broker/consumer_arguments.hpp"
#include "broker/injector.hpp"
#include "broker/queue.hpp"
#include "broker/refusal.hpp"
#include "broker/vhost.hpp"

namespace amqpace::broker {

struct DeliveryView {
  std::string_view consumer_tag;
  std::uint64_t tag;
  bool redelivered;
  const Message& message;
  AddedHeader added{};
};

// What a channel says to its client. Implemented by the server for a connection, by tests for themselves.
// Deliveries come from Core::settle(), confirms from Core::finish_turn(), returned() from publish(),
// cancelled() from whatever deleted the queue. None of them may call back into the core.
class Outlet {
 public:
  virtual ~Outlet() = default;
  // False: too much is unsent already. Channel::room_again() must follow when that has changed.
  virtual bool has_room() const = 0;
  virtual void deliver(const DeliveryView& delivery) = 0;
  virtual void returned(const Message& message) = 0;  // 312 NO_ROUTE
  virtual void confirm(std::uint64_t tag, bool multiple) = 0;
  virtual void nack(std::uint64_t tag) = 0;
  virtual void cancelled(std::string_view consumer_tag) = 0;  // its queue is gone
};

class Channel;

class Consumer {
 public:
  Channel& channel;
  std::shared_ptr<Queue> queue;
  std::string tag;
  bool no_ack = false, exclusive = false;
  StreamStart start{};            // where a reader of a stream begins
  std::int64_t priority = 0;      // x-priority: higher ones first
  std::uint32_t prefetch = 0;     // 0: no limit
  std::uint32_t outstanding = 0;  // delivered and not acked
  std::uint64_t serial = 0;       // unique in the broker
  bool active = true;             // else cancelled, and kept for what is outstanding
  bool in_turns = false;          // the queue's own
  bool can_take() const;
};

struct Subscription {
  std::string_view queue, tag;  // "" makes a tag
  bool no_ack = false, exclusive = false;
  Arguments arguments{};
};

struct Got {
  QueueEntry entry;
  AddedHeader added;
  std::uint64_t tag = 0;
  std::uint64_t left = 0;
};

class Channel final : public Task {
 public:
  Channel(Core& core, const Caller& caller, Outlet& outlet);
  // Requeues what is outstanding and unsubscribes.
  ~Channel() override;

  const Caller& caller() const { return caller_; }
  void select_confirms();  // confirm tags count from here on
  bool confirms() const { return confirms_; }
  void set_prefetch(std::uint32_t count, bool whole_channel);

  // The message has its body.
  Outcome<void> publish(const MessageRef& message, bool mandatory);

  // The tag given to the consumer. Its deliveries start with the next settle().
  Outcome<std::string> consume(const Subscription& what);
  void cancel(std::string_view tag);
  Outcome<std::optional<Got>> get(std::string_view queue, bool no_ack);
  Outcome<void> ack(std::uint64_t tag, bool multiple);
  Outcome<void> reject(std::uint64_t tag, bool multiple, bool requeue);
  void recover();  // requeues everything outstanding

  // What its consumers' queues have to say.
  void deliver(Consumer& consumer, QueueEntry entry);
  void cancelled(Consumer& consumer);

  void room_again();
  void run(Nanos now) override;

 private:
  friend class Core;
  friend class Consumer;
  struct Unacked {
    QueueEntry entry;  // without a message: settled already
    std::shared_ptr<Queue> queue;
    Consumer* consumer = nullptr;  // null: basic.get
  };
  struct Pending {
    Nanos due;
    std::uint64_t upto;
    bool nack;
  };
  enum class Settle { ack, requeue, give_back, discard };  // give_back: the channel is closed

  bool into_queues(const MessageRef& message, Fate fate);
  void drop_consumer(Consumer& consumer);
  void answer(std::uint64_t tag, bool nack);
  void emit_confirms(Nanos now);
  // Places in unacked_ that a tag means.
  struct Range {
    std::size_t first = 0, end = 0;
  };
  Outcome<Range> range_of(std::uint64_t tag, bool multiple) const;
  void settle(const Range& range, Settle how);
  void settle_one(Unacked& one, Settle how);
  void wake_consumers();
  Consumer* find(std::string_view tag);

  Core& core_;
  Caller caller_;
  Outlet& outlet_;
  std::uint64_t id_;
  std::vector<std::unique_ptr<Consumer>> consumers_;
  std::uint32_t prefetch_ = 0, channel_prefetch_ = 0;
  std::uint32_t outstanding_ = 0;
  Ring<Unacked> unacked_;
  std::uint64_t first_unacked_ = 1;  // the delivery tag of unacked_[0]
  bool confirms_ = false;
  bool confirming_ = false;  // in the core's list
  std::uint64_t published_ = 0, answered_ = 0;
  Ring<Pending> pending_;
};

}  // namespace amqpace::broker
