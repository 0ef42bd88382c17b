// SPDX-License-Identifier: Apache-2.0
// The ways by which messages come to a queue: published there, or as dead letters by way of other queues. A message that was
// copied to two queues and died on both comes to their dead-letter queue twice, each time rightly; the way tells the two apart
// (docs/adr/0009).
#pragma once

#include <cstdint>
#include <vector>

#include "engine/sequence_set.hpp"
#include "engine/stamp.hpp"
#include "engine/trail.hpp"

namespace amqpace::engine {

// Which messages came by one way.
struct Passage {
  std::uint64_t path = 0;   // client::Delivery::died_on; 0: published here
  std::int16_t latest = -1;  // the queue of the plan it died on last
  Trail trail;
  std::vector<SequenceSet> seen, prefill;  // by producer

  const SequenceSet& of(std::size_t producer, bool prefill_too) const { return (prefill_too ? prefill : seen)[producer]; }
  SequenceSet& of(std::size_t producer, bool prefill_too) { return (prefill_too ? prefill : seen)[producer]; }
};

class Passages {
 public:
  // Room for one producer's messages that are published here, and for its prefill.
  void add_producer(std::uint64_t bits, std::uint64_t prefill);

  const Passage& published() const { return all_.front(); }
  Passage& published() { return all_.front(); }
  // Of dead letters; a new one is made (which allocates) when none came this way before.
  Passage& by(std::uint64_t path, std::int16_t latest, const Trail& trail);
  bool any_holds(const Stamp& stamp) const;
  const std::vector<Passage>& all() const { return all_; }

 private:
  std::vector<Passage> all_ = std::vector<Passage>(1);
};

// How many deliveries came by one trail, by column of the account (QueueAccount::column).
struct TrailCount {
  Trail trail;
  std::vector<std::uint64_t> by_column;
  std::uint64_t handled_here_before = 0;  // of those that died on the account's own queue: handled there earlier
};

class TrailCounts {
 public:
  explicit TrailCounts(std::size_t columns) : columns_(columns) {}
  void count(const Trail& trail, std::size_t column, bool handled_here_before);
  const std::vector<TrailCount>& all() const { return all_; }

 private:
  std::size_t columns_;
  std::vector<TrailCount> all_;
};

}  // namespace amqpace::engine
