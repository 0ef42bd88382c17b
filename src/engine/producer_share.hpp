// SPDX-License-Identifier: Apache-2.0
// What the publishers of one producer on one worker share: what to send, where it is counted and recorded. Workers' shares are
// added up when the run is over.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/punctual_slots.hpp"
#include "engine/schedule.hpp"
#include "hist/interval.hpp"
#include "hist/latency.hpp"
#include "model/plan.hpp"
#include "model/record.hpp"

namespace amqpace::engine {

// Counts by routing key, since the key decides the queues.
using ByKey = std::vector<std::uint64_t>;

// Slots of one publisher: those of its own in [first, end).
struct SlotRange {
  std::uint64_t first = UINT64_MAX, end = 0;
  void add(std::uint64_t slot) {
    first = std::min(first, slot);
    end = std::max(end, slot + 1);
  }
  bool holds(std::uint64_t slot) const { return slot >= first && slot < end; }
};

struct ProducerShare {
  ProducerShare(const model::ProducerSpec& producer, std::uint16_t number, const ScheduleSpec& slots)
      : spec(producer), index(number), schedule(slots) {
    const std::size_t keys = spec.routing_keys.size();
    expected_by_key.resize(keys);
    expected_at_w0.resize(keys);
    expected_at_w1.resize(keys);
    prefill_expected_by_key.resize(keys);
    members_of.resize(static_cast<std::size_t>(publishers()));
    refused.reserve(1 << 14);
    unknown.reserve(1 << 14);
  }

  const model::ProducerSpec& spec;
  std::uint16_t index;
  ScheduleSpec schedule;
  std::uint64_t run_id = 0;
  std::uint64_t prefill = 0;                // messages, over all publishers
  std::int64_t prefill_size = 0;
  std::uint64_t quota_per_publisher = UINT64_MAX;  // unthrottled with maxMessages

  hist::Latency publish{3}, send_lag{3};    // members
  hist::IntervalRecorder publish_interval, lag_interval;  // everything, as it happens
  model::LateTime late;
  PunctualSlots punctual;  // of a throttled producer

  // Whole run, prefill included: the ledger's producer line.
  std::uint64_t sent = 0, confirmed = 0, returned = 0, nacked = 0, failed = 0, unknown_count = 0,
                never_sent = 0;
  std::uint64_t prefill_sent = 0, prefill_answered = 0;
  // The window.
  std::uint64_t published = 0, sent_in_window = 0, confirmed_in_window = 0;
  std::uint64_t members_confirmed = 0, members_returned = 0, members_nacked = 0, members_failed = 0,
                members_unknown = 0, members_never_sent = 0;
  // Confirmed (confirms off: sent) by key: what the queues are expected to get.
  ByKey expected_by_key, expected_at_w0, expected_at_w1, prefill_expected_by_key;
  // Sequence numbers that are not expected: returned, nacked or failed; and those without an answer.
  std::vector<std::uint64_t> refused, unknown, prefill_refused;
  Nanos last_answer = 0;  // absolute: when the last confirm or return was read
  // Sequences sent as members, by publisher: unthrottled there is no schedule to ask, and each is as far as it got.
  std::vector<SlotRange> members_of;

  // One publishes a prefill where the file wants none.
  std::uint64_t publishers() const { return static_cast<std::uint64_t>(spec.publish.threads > 0 ? spec.publish.threads : 1); }
  std::size_t keys() const { return spec.routing_keys.size(); }
  std::size_t key_of(std::uint64_t sequence) const {
    return key_of_slot(sequence, publishers(), keys());
  }
};

}  // namespace amqpace::engine
