// SPDX-License-Identifier: Apache-2.0
// Classic and quorum queues: messages in order, taken by consumers in turn, let go of when they are too old
// or too many; and the three faults that act here (deliverDelay, serviceRate, reorder). A quorum queue
// differs in where requeued messages go, in its delivery limit and in what it may be declared with.
#pragma once

#include <optional>
#include <vector>

#include "broker/pace.hpp"
#include "broker/queue.hpp"
#include "broker/turns.hpp"

namespace amqpace::broker {

class OrderedQueue final : public Queue {
 public:
  OrderedQueue(VHost& vhost, Core& core, QueueSettings settings);

  std::uint64_t depth() const override { return backlog_.size() + held_.size(); }
  bool enqueue(const MessageRef& message, std::uint64_t channel) override;
  bool hold(const MessageRef& message, std::uint64_t channel) override;
  void requeue(QueueEntry entry, bool consumer_gone) override;
  bool requeues_behind() const override { return does().type == QueueType::quorum; }
  std::optional<QueueEntry> take() override;
  std::uint64_t purge() override;
  AddedHeader added_header(const QueueEntry& entry) const override;
  void wake(Consumer& consumer) override;
  void dispatch() override;

 private:
  struct Held {
    MessageRef message;
    std::uint64_t channel;
    Nanos until;
  };
  static constexpr Nanos kLongestHold = 100 * kMillisecond;
  static constexpr std::uint64_t kNone = UINT64_MAX;

  void came(Consumer& consumer) override;
  void left(Consumer& consumer) override;
  void on_time(Nanos now) override;
  QueueEntry& append(const MessageRef& message);
  void append_held(std::size_t which);
  std::size_t lane_of(const Message& message) const;
  bool no_room_for(const Message& message) const;
  void keep_to_limits();
  void drop_head(Death reason);
  Consumer* leader_of_pair();

  Backlog backlog_;
  std::vector<Held> held_;
  Turns turns_;
  Pace pace_;
  std::uint64_t next_position_ = 0;
  std::uint64_t fresh_ =
      kNone;  // position of one that may be delivered although its time is over: it just came
  std::uint64_t pair_consumer_ = 0;  // serial of the consumer that got the last `leads`
  bool starved_ = false;             // a message was deliverable and no consumer could take it
};

}  // namespace amqpace::broker
