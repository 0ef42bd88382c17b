// SPDX-License-Identifier: Apache-2.0
#include "engine/queue_account.hpp"

namespace amqpace::engine {

namespace {
// Bits kept before the first growth: half a minute of backlog at 100,000/s.
constexpr std::uint64_t kWindowBits = 1 << 22;
}  // namespace

QueueAccount::QueueAccount(std::uint64_t run_id, std::vector<Source> sources)
    : run_id_(run_id), sources_(std::move(sources)) {
  for (const Source& source : sources_) {
    delivered_of_.emplace_back(kWindowBits);
    prefill_of_.emplace_back(source.prefill + 64);
  }
}

bool QueueAccount::is_routed_here(std::size_t producer, std::uint64_t sequence) const {
  const Source& source = sources_[producer];
  if (source.keys_here.empty()) return true;
  return source.keys_here[key_of_slot(sequence, source.publishers, source.keys_here.size())];
}

bool QueueAccount::start(const Arrived& a, const View& view) {
  ++deliveries;
  const bool ours = a.stamped && a.stamp.run_id == run_id_ && a.stamp.producer < sources_.size();
  if (!ours) {
    ++(a.stamped ? leftovers : foreign);
    if (delivered == 0) ++strangers_first;
    return false;
  }
  SequenceSet& seen = (a.stamp.prefill ? prefill_of_ : delivered_of_)[a.stamp.producer];
  if (!seen.insert(a.stamp.sequence)) {
    ++(a.redelivered ? redelivered : a.died_here ? recycled : duplicates);
    return false;
  }
  ++delivered;
  if (!is_routed_here(a.stamp.producer, a.stamp.sequence)) ++misrouted;
  if (view.in_window(a.start)) ++consumed;
  if (!a.stamp.prefill) record_member(a, view);
  return true;
}

void QueueAccount::record_member(const Arrived& a, const View& view) {
  const Nanos due = view.t0 + a.stamp.due;
  end_to_end_interval.record(a.start - due);
  if (!view.in_window(due)) return;
  end_to_end.record(a.start - due);
  arrival.record(a.arrival - due);
  handled.record(a.end - due);
  if (a.stamp.sent) service_time.record(a.start - (view.t0 + *a.stamp.sent));
}

OrderWatch::OrderWatch(const QueueAccount& account, std::size_t producers) {
  for (std::size_t p = 0; p < producers; ++p)
    next_.emplace_back(static_cast<std::size_t>(account.source(p).publishers));
}

bool OrderWatch::out_of_order(std::size_t producer, std::uint64_t sequence) {
  auto& publishers = next_[producer];
  std::uint64_t& next = publishers[static_cast<std::size_t>(sequence % publishers.size())];
  if (sequence < next) return true;
  next = sequence + 1;
  return false;
}

}  // namespace amqpace::engine
