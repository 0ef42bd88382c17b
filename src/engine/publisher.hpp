// SPDX-License-Identifier: Apache-2.0
// One logical publisher: its share of the producer's slots, its channel(s), its in-flight window. Sends every slot that is due,
// each with its own due time, as fast as window and socket allow; the broker never moves the schedule. Owned and driven by one
// worker; allocates nothing per message.
#pragma once

#include <optional>
#include <vector>

#include "engine/lateness.hpp"
#include "engine/link.hpp"
#include "engine/producer_share.hpp"
#include "engine/stamp.hpp"
#include "engine/templates.hpp"
#include "engine/view.hpp"

namespace amqpace::engine {

class LogicalPublisher final : public client::PublisherEvents {
 public:
  // `number`: k of K. All references must outlive it.
  LogicalPublisher(ProducerShare& share, const View& view, Link& link, std::uint64_t number);
  ~LogicalPublisher() override;

  // Opens its channels and renders its templates; answered through the session's unsettled().
  void open();
  // Opens them again where they were lost and it is time. First thing in a turn from W0 on.
  void tend(Nanos now, Nanos declared_at);

  // Sends this publisher's part of the prefill as far as the window allows. True when all of it is sent and answered.
  bool pump_prefill(Nanos now);

  void charge_lateness(Nanos now);  // first thing in a turn
  void pump(Nanos now);             // sends what is due
  void settle(Nanos now);           // last thing in a turn, after the flush
  // When pump() has something to do next (absolute); kNever while only an answer or the socket can help.
  Nanos next_wake(Nanos now) const;
  bool done() const;                // every slot due before W1 is sent and answered
  bool quota_used() const { return taken_from_w0_ >= share_.quota_per_publisher; }
  void finish(Nanos now);           // end of the drain: gives up on answers, counts what never was sent as open

  std::uint32_t in_flight() const;
  Link& link() { return link_; }

  void on_sent(const client::InFlight& message) override;
  void on_answer(const client::InFlight& message, client::Answer answer, Nanos read_at) override;
  void on_publisher_closed(const Error& why) override;
  const std::optional<Error>& closed_because() const { return closed_; }

 private:
  // One channel and its rendered messages.
  struct Lane {
    client::Publisher* channel;
    TemplateSet messages;
    std::optional<TemplateSet> prefill;
  };

  std::uint64_t slot() const { return number_ + index_ * count_; }
  Nanos slot_due() const;  // absolute
  bool window_full() const;
  bool ready() const;  // every channel stands
  bool has_room() const;
  bool sendable() const;  // ready, on a usable link, with room
  void send_again(Nanos now);
  bool to_send_again(Nanos now) const { return resent_ < unwritten_.size() && (throttled() || now < view_.w1); }
  void keep_unwritten(const client::InFlight& message);
  bool costs_its_channel(const client::InFlight& message);
  bool send_one(std::uint64_t sequence, Nanos due, Nanos now);
  void pump_throttled(Nanos now);
  void pump_unthrottled(Nanos now);
  void never_sent(Nanos due);
  void missed(Nanos due) { share_.punctual.missed(due - view_.t0); }
  void count_prefill(const client::InFlight& message, client::Answer answer);
  void count_confirmed(const client::InFlight& message, Nanos read_at);
  void count_refused(const client::InFlight& message, client::Answer answer);
  bool throttled() const { return share_.spec.publish.throttled(); }

  ProducerShare& share_;
  const View& view_;
  Link& link_;
  const std::uint64_t number_, count_;
  Schedule schedule_;
  std::vector<Lane> lanes_;                   // used in turn
  std::uint64_t index_ = 0;                   // slots taken from the schedule so far
  Nanos next_due_ = 0;                        // since t0, of slot()
  std::uint64_t prefill_index_ = 0;
  bool prefilling_ = false;
  std::uint64_t buffered_ = 0;                // published, last byte not yet written
  Nanos oldest_buffered_due_ = kNever;
  std::uint64_t taken_from_w0_ = 0;           // against the quota of an unthrottled producer
  std::vector<client::InFlight> unanswered_;  // what ended `unknown`; their open samples wait for the drain's end
  // What a session had taken and never wrote whole, by sequence; those from resent_ on are still to be sent.
  struct Unwritten {
    std::uint64_t sequence;
    Nanos due;
  };
  std::vector<Unwritten> unwritten_;
  std::size_t resent_ = 0;
  // Of the messages that were being written when a channel or its connection went: the last one, and how often in a row it was.
  std::uint64_t suspect_ = UINT64_MAX;
  int suspected_ = 0;
  bool suspect_known_ = false;          // for the channels that stand now
  std::vector<Unwritten> abandoned_;    // not tried again; they were never sent
  Lateness lateness_;
  Attachment attachment_;
  std::optional<Error> closed_;
};

// A message that was being written each time when so many channels in a row went is why they did: it is not tried again.
inline constexpr int kMostTries = 5;
// How many publishes one turn may add per publisher before the socket is given its turn.
inline constexpr int kMaxBurst = 1024;
// Bytes a connection may have waiting for its socket before its publishers stop adding. What one write takes (64 KiB) less the
// last message, unless that is large: its end would cost a write, and a packet, of its own.
inline constexpr std::size_t kSendAhead = 60 << 10;

}  // namespace amqpace::engine
