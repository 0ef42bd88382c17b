// SPDX-License-Identifier: Apache-2.0
// The account of one queue, or of one reader of a stream: what each delivery was, and what its latencies were. All consumers of
// a queue live on one worker, so this has one owner and no lock (measurement.md, "Ledger": classified by the first that fits).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "client/session.hpp"
#include "engine/passages.hpp"
#include "engine/producer_share.hpp"
#include "engine/reject_doubt.hpp"
#include "engine/sequence_set.hpp"
#include "engine/stamp.hpp"
#include "engine/view.hpp"
#include "hist/interval.hpp"
#include "hist/latency.hpp"

namespace amqpace::engine {

// One delivery as the service line keeps it while it waits for its handler.
struct Arrived {
  std::uint64_t tag = 0;
  Nanos arrival = 0, start = 0, end = 0;  // absolute; start and end are arithmetic, fixed on arrival
  Stamp stamp;
  std::int64_t offset = -1;  // in a stream
  std::uint32_t bytes = 0;
  bool stamped = false;
  bool redelivered = false, died_here = false;
  bool reject = false;  // its handler will fail
  bool died = false;        // dead-lettered before, somewhere
  bool died_again = false;  // more than once
  bool by_reject = false;   // the death that brought it here was a consumer's reject
  std::uint64_t rejected_here = 0;  // how often before, as x-death has it
  std::uint64_t path = 0;   // Delivery::died_on
  std::int16_t latest = -1;  // the queue of the plan it died on last
  Trail trail;
};

// By producer and routing key, in one row.
using ByColumn = std::vector<std::uint64_t>;

// Of a queue; the readers of a stream share them.
struct QueueLatencies {
  hist::Latency end_to_end{3}, arrival{3}, handled{3}, service_time{3};  // members
  hist::IntervalRecorder end_to_end_interval;
};

class QueueAccount {
 public:
  // `keys_here[p]`: for producer p, which of its keys are routed here (empty: not computable). `threads[p]`: its publishers.
  // `may_die_into_this`: which of its keys may come here by dead-lettering, as far as the file tells. `keys`: how many there are.
  struct Source {
    std::vector<bool> keys_here;
    std::vector<bool> may_die_into_this = {};
    std::size_t keys = 1;
    std::uint64_t publishers = 1;
    std::uint64_t prefill = 0;
  };
  struct Surroundings {
    std::vector<std::string_view> queues;  // names of all queues of the plan, which must outlive this
    std::size_t here = 0;                  // which of them this is
    Feeders feeders = {};
  };
  // `latencies` must outlive this. `sharers`: how many accounts one queue has.
  QueueAccount(std::uint64_t run_id, QueueLatencies& latencies, std::vector<Source> sources,
               Surroundings around, std::size_t sharers = 1);

  // What x-death says, for the account.
  void read_deaths(const client::Delivery& delivery, Arrived& a) const;

  // The handler of `a` starts; or, past the drain's end, would have. True: a first delivery (it counts as consumed when
  // `a.start` is in the window).
  bool start(const Arrived& a, const View& view);
  // The consumer rejected it, for good. What is returned (of messages of this run) is for doubt(), should its channel be lost.
  std::optional<Reject> rejected(const Arrived& a);
  void doubt(const std::vector<Reject>& rejects);
  const RejectDoubts& doubts() const { return doubts_; }
  std::size_t key_of(const Reject& reject) const { return key_of(reject.producer, reject.sequence); }
  // It came here as a dead letter of queue `from`.
  bool saw_dead(const Reject& reject, std::size_t from) const;
  // The first turn at or after W0, W1.
  void cross_w0() { at_w0 = {delivered, rejected_by, delivered_expired, recycled_by_reject}; }
  void cross_w1() { at_w1 = {delivered, rejected_by, delivered_expired, recycled_by_reject}; }

  bool is_routed_here(std::size_t producer, std::uint64_t sequence) const;
  const Source& source(std::size_t producer) const { return sources_[producer]; }
  // Of those published here.
  const SequenceSet& delivered_of(std::size_t producer) const { return passages_.published().seen[producer]; }
  const SequenceSet& prefill_delivered_of(std::size_t producer) const { return passages_.published().prefill[producer]; }
  const Passages& passages() const { return passages_; }
  const TrailCounts& trails() const { return trails_; }

  std::uint64_t deliveries = 0, delivered = 0, redelivered = 0, recycled = 0, duplicates = 0, leftovers = 0, foreign = 0;
  std::uint64_t misrouted = 0, out_of_order = 0, strangers_first = 0;
  std::uint64_t consumed = 0;                 // in the window
  std::uint64_t rejections = 0;
  bool unread = false;  // closed on what the broker had sent and would not take back
  // Dead letters. `delivered_expired`, `recycled_by_reject`: of delivered and recycled, those that came so. `dead`: of
  // delivered, those that were dead-lettered and are not published here.
  std::uint64_t delivered_expired = 0, recycled_by_reject = 0, dead = 0;
  ByColumn rejected_by;  // ours
  struct Instant {
    std::uint64_t delivered = 0;
    ByColumn rejected_by;
    std::uint64_t delivered_expired = 0, recycled_by_reject = 0;
  };
  Instant at_w0, at_w1;
  // Where producer `p`'s key stands in a row.
  std::size_t column(std::size_t producer, std::size_t key) const { return first_column_[producer] + key; }
  std::size_t columns() const { return rejected_by.size(); }

 private:
  void record_member(const Arrived& a, const View& view);
  void record_unhandled(const Arrived& a, Nanos due, const View& view);
  bool is_ours(const Arrived& a) const {
    return a.stamped && a.stamp.run_id == run_id_ && a.stamp.producer < sources_.size();
  }
  bool is_first(const Arrived& a);
  bool may_come_dead(const Arrived& a) const;
  std::size_t key_of(const Arrived& a) const { return key_of(a.stamp.producer, a.stamp.sequence); }
  std::size_t key_of(std::size_t producer, std::uint64_t sequence) const;
  void count_deaths(const Arrived& a, bool first);
  void settle_doubt(const Arrived& a);
  void count_first(const Arrived& a, const View& view);

  std::uint64_t run_id_;
  QueueLatencies& latencies_;
  std::vector<Source> sources_;
  Surroundings around_;
  std::vector<std::size_t> first_column_;
  Passages passages_;
  TrailCounts trails_;
  RejectDoubts doubts_;
};

// The highest sequence each publisher has had delivered at one consumer, for "out of order".
class OrderWatch {
 public:
  explicit OrderWatch(const QueueAccount& account, std::size_t producers);
  // True when a higher one of the same publisher was delivered before.
  bool out_of_order(std::size_t producer, std::uint64_t sequence);

 private:
  std::vector<std::vector<std::uint64_t>> next_;  // by producer and publisher: highest + 1
};

}  // namespace amqpace::engine
