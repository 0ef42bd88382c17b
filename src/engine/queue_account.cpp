// SPDX-License-Identifier: Apache-2.0
#include "engine/queue_account.hpp"

#include <algorithm>

namespace amqpace::engine {

namespace {
// Bits kept before the first growth: half a minute of backlog at 100,000/s.
constexpr std::uint64_t kWindowBits = 1 << 22;

std::size_t columns_of(const std::vector<QueueAccount::Source>& sources) {
  std::size_t columns = 0;
  for (const auto& source : sources) columns += source.keys;
  return columns;
}

}  // namespace

QueueAccount::QueueAccount(std::uint64_t run_id, QueueLatencies& latencies, std::vector<Source> sources,
                           Surroundings around, std::size_t sharers)
    : run_id_(run_id), latencies_(latencies), sources_(std::move(sources)), around_(std::move(around)),
      trails_(columns_of(sources_)) {
  const std::uint64_t bits = std::max<std::uint64_t>(kWindowBits / std::max<std::size_t>(1, sharers), 1 << 16);
  std::size_t columns = 0;
  for (const Source& source : sources_) {
    passages_.add_producer(bits, source.prefill);
    first_column_.push_back(columns);
    columns += source.keys;
  }
  rejected_by.resize(columns);
}

bool QueueAccount::is_routed_here(std::size_t producer, std::uint64_t sequence) const {
  const Source& source = sources_[producer];
  if (source.keys_here.empty()) return true;
  return source.keys_here[key_of_slot(sequence, source.publishers, source.keys_here.size())];
}

bool QueueAccount::start(const Arrived& a, const View& view) {
  ++deliveries;
  if (!is_ours(a)) {
    ++(a.stamped ? leftovers : foreign);
    if (delivered == 0) ++strangers_first;
    return false;
  }
  if (!doubts_.empty()) settle_doubt(a);
  if (!is_first(a)) {
    const bool again = !a.redelivered && (a.died_here || a.died_again);
    ++(a.redelivered ? redelivered : again ? recycled : duplicates);
    if (!again) return false;
    if (a.by_reject) ++recycled_by_reject;
    count_deaths(a, false);
    return false;
  }
  count_first(a, view);
  return true;
}

bool QueueAccount::may_come_dead(const Arrived& a) const {
  const Source& source = sources_[a.stamp.producer];
  const std::size_t key = key_of(a);
  return a.died && key < source.may_die_into_this.size() && source.may_die_into_this[key];
}

// Each way by which a message may come here is told apart. One that died here before comes as what it was then, or for the first
// time, if it died unhandled.
bool QueueAccount::is_first(const Arrived& a) {
  const Stamp& stamp = a.stamp;
  if (a.died_here && passages_.any_holds(stamp)) return false;
  Passage& passage = a.died_here || !may_come_dead(a) ? passages_.published() : passages_.by(a.path, a.latest, a.trail);
  return passage.of(stamp.producer, stamp.prefill).insert(stamp.sequence);
}

std::size_t QueueAccount::key_of(std::size_t producer, std::uint64_t sequence) const {
  const Source& source = sources_[producer];
  return key_of_slot(sequence, source.publishers, source.keys);
}

void QueueAccount::count_first(const Arrived& a, const View& view) {
  ++delivered;
  if (a.died) {
    if (may_come_dead(a) && !a.died_here) ++dead;
    if (!may_come_dead(a) && !is_routed_here(a.stamp.producer, a.stamp.sequence)) ++misrouted;
    if (!a.by_reject) ++delivered_expired;
    count_deaths(a, true);
  } else if (!is_routed_here(a.stamp.producer, a.stamp.sequence)) {
    ++misrouted;
  }
  if (view.in_window(a.start)) ++consumed;
  if (!a.stamp.prefill) record_member(a, view);
}

void QueueAccount::count_deaths(const Arrived& a, bool first) {
  if (!a.trail.empty()) trails_.count(a.trail, column(a.stamp.producer, key_of(a)), a.died_here && !first);
}

std::optional<Reject> QueueAccount::rejected(const Arrived& a) {
  ++rejections;
  if (!is_ours(a)) return std::nullopt;
  ++rejected_by[column(a.stamp.producer, key_of(a))];
  return Reject{.producer = a.stamp.producer,
          .sequence = a.stamp.sequence,
          .prefill = a.stamp.prefill,
          .rejected_here = a.rejected_here,
          .instants = static_cast<std::uint8_t>(!at_w0.rejected_by.empty() + !at_w1.rejected_by.empty())};
}

void QueueAccount::doubt(const std::vector<Reject>& rejects) {
  for (const Reject& reject : rejects) doubts_.add(reject);
}

void QueueAccount::settle_doubt(const Arrived& a) {
  const Reject* const lost = doubts_.settle(a.stamp, a.redelivered, a.rejected_here);
  if (lost == nullptr) return;
  const std::size_t at = column(lost->producer, key_of(*lost));
  --rejections;
  --rejected_by[at];
  if (lost->instants < 1 && !at_w0.rejected_by.empty()) --at_w0.rejected_by[at];
  if (lost->instants < 2 && !at_w1.rejected_by.empty()) --at_w1.rejected_by[at];
}

bool QueueAccount::saw_dead(const Reject& reject, std::size_t from) const {
  // Of an earlier pass it says nothing.
  if (reject.rejected_here > 0) return false;
  const auto& all = passages_.all();
  return std::any_of(all.begin(), all.end(), [&](const Passage& passage) {
    return passage.latest == static_cast<std::int16_t>(from) &&
           passage.of(reject.producer, reject.prefill).contains(reject.sequence);
  });
}

void QueueAccount::read_deaths(const client::Delivery& delivery, Arrived& a) const {
  a.died_here = delivery.deaths_here > 0;
  a.died = delivery.deaths > 0;
  if (!a.died) return;
  a.by_reject = delivery.latest[0].rejected;
  a.rejected_here = delivery.rejects_here;
  a.path = delivery.died_on;
  std::uint64_t deaths = 0;
  std::array<Fate, client::Delivery::kLatest> fates;
  const std::size_t kept = std::min<std::size_t>(delivery.deaths, fates.size());
  for (std::size_t i = 0; i < kept; ++i) {
    const client::Death& death = delivery.latest[i];
    deaths += death.count;
    const auto queue = std::find(around_.queues.begin(), around_.queues.end(), death.queue);
    if (queue != around_.queues.end()) fates[i].queue = static_cast<std::int16_t>(queue - around_.queues.begin());
    fates[i].rejected = death.rejected;
  }
  a.latest = fates[0].queue;
  a.trail = trail_of({fates.data(), kept}, around_.feeders, around_.here);
  a.died_again = deaths > 1;
}

void QueueAccount::record_member(const Arrived& a, const View& view) {
  const Nanos due = view.t0 + a.stamp.due;
  if (a.start > view.drain_end) return record_unhandled(a, due, view);
  latencies_.end_to_end_interval.record(a.start - due);
  if (!view.in_window(due)) return;
  latencies_.end_to_end.record(a.start - due);
  latencies_.arrival.record(a.arrival - due);
  latencies_.handled.record(a.end - due);
  if (a.stamp.sent) latencies_.service_time.record(a.start - (view.t0 + *a.stamp.sent));
}

// It is ours, since it was sent without waiting for acks; but when its handler would have started nobody saw.
void QueueAccount::record_unhandled(const Arrived& a, Nanos due, const View& view) {
  if (!view.in_window(due)) return;
  const Nanos bound = std::max<Nanos>(0, view.drain_end - due);
  latencies_.end_to_end.record_open(bound);
  latencies_.handled.record_open(bound);
  if (a.arrival > view.drain_end) return latencies_.arrival.record_open(bound);
  latencies_.arrival.record(a.arrival - due);
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
