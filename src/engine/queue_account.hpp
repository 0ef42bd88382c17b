// SPDX-License-Identifier: Apache-2.0
// The account of one queue: what each delivery was, and what its latencies were. All consumers of a queue live on one worker, so
// this has one owner and no lock (measurement.md, "Ledger": classified by the first that fits).
#pragma once

#include <cstdint>
#include <vector>

#include "engine/producer_share.hpp"
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
  std::uint32_t bytes = 0;
  bool stamped = false;
  bool redelivered = false, died_here = false;
  bool reject = false;  // its handler will fail
};

class QueueAccount {
 public:
  // `keys_here[p]`: for producer p, which of its keys are routed here (empty: not computable). `threads[p]`: its publishers.
  struct Source {
    std::vector<bool> keys_here;
    std::uint64_t publishers = 1;
    std::uint64_t prefill = 0;
  };
  QueueAccount(std::uint64_t run_id, std::vector<Source> sources);

  // The handler of `a` starts. True: a first delivery (it counts as consumed when `a.start` is in the window).
  bool start(const Arrived& a, const View& view);
  void rejected() { ++rejections; }

  bool is_routed_here(std::size_t producer, std::uint64_t sequence) const;
  const Source& source(std::size_t producer) const { return sources_[producer]; }
  const SequenceSet& delivered_of(std::size_t producer) const { return delivered_of_[producer]; }
  const SequenceSet& prefill_delivered_of(std::size_t producer) const { return prefill_of_[producer]; }

  std::uint64_t deliveries = 0, delivered = 0, redelivered = 0, recycled = 0, duplicates = 0, leftovers = 0, foreign = 0;
  std::uint64_t misrouted = 0, out_of_order = 0, strangers_first = 0;
  std::uint64_t consumed = 0;                 // in the window
  std::uint64_t delivered_at_w0 = 0, delivered_at_w1 = 0;
  std::uint64_t rejections = 0;
  hist::Latency end_to_end{3}, arrival{3}, handled{3}, service_time{3};  // members
  hist::IntervalRecorder end_to_end_interval;

 private:
  void record_member(const Arrived& a, const View& view);

  std::uint64_t run_id_;
  std::vector<Source> sources_;
  std::vector<SequenceSet> delivered_of_, prefill_of_;
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
