// SPDX-License-Identifier: Apache-2.0
// One logical consumer: handles one message at a time on a service line of its own (measurement.md, "Consumers"). The line is
// arithmetic: start = max(arrival, previous end), end = start + handler time; a late wake-up delays the ack, not the line.
// Owned and driven by one worker; allocates nothing per message.
#pragma once

#include <optional>
#include <vector>

#include "engine/handler_time.hpp"
#include "engine/link.hpp"
#include "engine/queue_account.hpp"
#include "model/plan.hpp"

namespace amqpace::engine {

// First in, first out, of what arrived and was not yet handled. Grows only beyond its first capacity (prefetch 0).
class ArrivedRing {
 public:
  explicit ArrivedRing(std::size_t capacity);
  bool empty() const { return head_ == tail_; }
  void drop_after(std::size_t count) { tail_ = head_ + count; }  // keeps the first `count`
  std::size_t size() const { return tail_ - head_; }
  Arrived& operator[](std::size_t i) { return slots_[(head_ + i) & mask_]; }
  const Arrived& operator[](std::size_t i) const { return slots_[(head_ + i) & mask_]; }
  void push(const Arrived& a);
  void pop() { ++head_; }
  void clear() { head_ = tail_; }

 private:
  std::vector<Arrived> slots_;
  std::size_t head_ = 0, tail_ = 0, mask_;
};

struct ConsumerSetup {
  const model::QueueSpec* queue = nullptr;
  std::uint64_t seed = 0;  // of this consumer's failure draws
  std::size_t producers = 1;
  std::size_t message_bytes = 0;  // the largest body a producer of the plan sends
  bool held = false;       // subscribe() comes later (prefill)
  bool starts_at_t0 = false;  // what arrives before is kept, and its handlers start at t0
};

class LogicalConsumer final : public client::ConsumerEvents {
 public:
  LogicalConsumer(QueueAccount& account, const View& view, Link& link, const ConsumerSetup& setup);

  void open();       // channel, qos, and the subscription unless held
  // Opens again what was lost, or subscribes again where the broker cancelled, when it is time. From W0 on.
  void tend(Nanos now, Nanos declared_at);
  void subscribe();
  bool standing() const { return declaring_ == 0; }  // its queue too, if it is one of its own

  void advance(Nanos now);            // starts and ends handlers whose time has come; acks what ended
  Nanos next_wake() const;            // absolute
  bool in_handler() const { return started_ > 0; }
  bool idle() const { return ring_.empty(); }
  Nanos line_free() const { return line_free_; }  // end of the last handler
  Nanos last_delivery() const { return last_delivery_; }
  // Of a stream, at the drain's end: messages still came, or waited for their handler.
  bool still_reading() const { return still_reading_; }

  void cancel();                      // end of the drain
  // After cancel(): ends running handlers, gives back what was not started. True when nothing is left to do.
  bool finish(Nanos now);
  // Its connection is about to be closed: the account is told if on messages that the broker has sent and will not take back.
  void leave();

  void on_delivery(const client::Delivery& delivery, Nanos arrival) override;
  void on_cancelled(bool by_broker) override;
  void on_consumer_closed(const Error& why) override;
  const std::optional<Error>& closed_because() const { return closed_; }

 private:
  // consumer_queue.cpp
  void declare_queue();
  void on_declared(const Result<client::AdminAnswer>& answer);
  void put_on_line(Arrived& a);
  void open_line();
  void start_due(Nanos now);
  void end_due(Nanos now);
  void end_one(const Arrived& a);
  void send_ack(bool all);
  void take_what_cannot_go_back();
  void begin_after(std::int64_t offset);
  void let_go();
  void doubt_rejects();
  bool gone() const { return consumer_ == nullptr || !attachment_.on_session() || channel_closed_; }

  QueueAccount& account_;
  const View& view_;
  Link& link_;
  const ConsumerSetup setup_;
  OrderWatch order_;
  HandlerTimes handler_times_;
  client::Consumer* consumer_ = nullptr;
  ArrivedRing ring_;
  RecentRejects rejects_;
  std::size_t started_ = 0;           // of the ring's front: their handler runs
  Nanos line_free_ = 0;               // end of the last handler on the line
  std::uint64_t draws_ = 0;
  std::uint64_t handled_tag_ = 0, unacked_ = 0;  // highest tag to ack, how many since the last ack
  std::int64_t waiting_bytes_ = 0;
  bool paused_ = false;
  Nanos last_delivery_ = 0;
  std::int64_t started_offset_ = -1, received_offset_ = -1;  // in a stream, of the last one; -1: none yet
  bool still_reading_ = false;
  bool held_, line_closed_;  // line_closed_: until t0
  bool cancelling_ = false, cancelled_ = false, channel_closed_ = false, given_back_ = false;
  bool to_give_back_ = false;  // something came after cancel()
  std::size_t declaring_ = 0;  // requests unanswered
  Attachment attachment_;
  std::optional<Error> closed_;
};

// A stream is quiet for a reader who had nothing from it for this long.
inline constexpr Nanos kStreamQuiet = 2 * kSecond;

// With `prefetch: 0` reading pauses while this much waits for handlers.
inline constexpr std::int64_t kMaxWaitingBytes = 64 << 20;

}  // namespace amqpace::engine
