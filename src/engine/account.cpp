// SPDX-License-Identifier: Apache-2.0
#include "engine/account.hpp"

#include <algorithm>

#include "model/dropping.hpp"

namespace amqpace::engine {

namespace {

// One producer over all workers, as far as the queues' ledgers need it.
struct ProducerSum {
  ByKey expected, expected_at_w0, expected_at_w1, prefill_expected;
  std::vector<std::uint64_t> refused, unknown, prefill_refused;  // sorted
  std::uint64_t first_slot = 0, end_slot = 0;                    // members' sequences: [first, end)
};

void add(ByKey& into, const ByKey& from) {
  if (into.size() < from.size()) into.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) into[i] += from[i];
}

void append(std::vector<std::uint64_t>& into, const std::vector<std::uint64_t>& from) {
  into.insert(into.end(), from.begin(), from.end());
}

bool holds(const std::vector<std::uint64_t>& sorted, std::uint64_t value) {
  return std::binary_search(sorted.begin(), sorted.end(), value);
}

void add_share(const ProducerShare& share, ProducerSum& sum, model::ProducerRecord& record) {
  auto& ledger = record.ledger;
  ledger.sent += share.sent;
  ledger.never_sent += share.never_sent;
  ledger.confirmed += share.confirmed;
  ledger.returned += share.returned;
  ledger.nacked += share.nacked;
  ledger.failed += share.failed;
  ledger.unknown += share.unknown_count;
  record.published += share.published;
  record.sent_in_window += share.sent_in_window;
  record.confirmed_in_window += share.confirmed_in_window;
  record.members_confirmed += share.members_confirmed;
  record.members_returned += share.members_returned;
  record.members_nacked += share.members_nacked;
  record.members_failed += share.members_failed;
  record.members_unknown += share.members_unknown;
  record.members_never_sent += share.members_never_sent;
  record.publish.merge(share.publish);
  record.send_lag.merge(share.send_lag);
  for (std::size_t c = 0; c < model::kCauses; ++c) record.late.by[c] += share.late.by[c];
  add(sum.expected, share.expected_by_key);
  add(sum.expected_at_w0, share.expected_at_w0);
  add(sum.expected_at_w1, share.expected_at_w1);
  add(sum.prefill_expected, share.prefill_expected_by_key);
  append(sum.refused, share.refused);
  append(sum.unknown, share.unknown);
  append(sum.prefill_refused, share.prefill_refused);
  if (!share.spec.publish.throttled() && share.first_member != UINT64_MAX) {
    sum.first_slot = std::min(sum.end_slot == 0 ? UINT64_MAX : sum.first_slot, share.first_member);
    sum.end_slot = std::max(sum.end_slot, share.last_member + 1);
  }
}

model::ProducerRecord producer_record(const RunSetup& setup, std::size_t p, const Ended& ended,
                                      std::vector<std::unique_ptr<Worker>>& workers, ProducerSum& sum) {
  const auto& spec = setup.plan->producers[p];
  const auto k = static_cast<std::uint64_t>(std::max<std::int64_t>(1, spec.publish.threads));
  model::ProducerRecord record;
  record.name = spec.name;
  record.ledger.confirms_off = !spec.publish.confirms;
  for (auto& worker : workers)
    for (auto& share : worker->shares())
      if (share->index == p) add_share(*share, sum, record);
  record.offered_per_publisher.resize(static_cast<std::size_t>(k));
  if (spec.publish.throttled() && spec.publish.threads > 0) {
    // From the schedule, not from what was counted: the two must agree, or the ledger says so.
    Schedule schedule(setup.schedules[p]);
    sum.first_slot = schedule.slots_before(ended.w0 - ended.t0);
    sum.end_slot = schedule.slots_before(ended.w1 - ended.t0);
    record.ledger.due = sum.end_slot + setup.prefill[p];
    record.offered = sum.end_slot - sum.first_slot;
    record.offered_rate = *spec.publish.rate;
    if (!spec.publish.profile.empty() && ended.w1 > ended.w0)  // the mean over the window
      record.offered_rate = static_cast<double>(record.offered) * 1e9 / static_cast<double>(ended.w1 - ended.w0);
    for (std::uint64_t i = 0; i < k; ++i) {
      const auto below = [&](std::uint64_t end) { return end > i ? (end - i - 1) / k + 1 : 0; };
      record.offered_per_publisher[static_cast<std::size_t>(i)] = below(sum.end_slot) - below(sum.first_slot);
    }
  } else {
    record.ledger.due = record.ledger.sent + record.ledger.never_sent;
    record.offered = record.published;
  }
  for (auto* list : {&sum.refused, &sum.unknown, &sum.prefill_refused}) std::sort(list->begin(), list->end());
  return record;
}

// Sum over the producer's keys that are routed to the queue.
std::uint64_t routed(const ByKey& counts, const std::vector<bool>& keys_here) {
  std::uint64_t n = 0;
  for (std::size_t key = 0; key < counts.size(); ++key)
    if (keys_here.empty() || keys_here[key]) n += counts[key];
  return n;
}

class QueueDraft {
 public:
  QueueDraft(const RunSetup& setup, std::size_t queue, const std::vector<ProducerSum>& producers, const Ended& ended)
      : setup_(setup), queue_(queue), spec_(setup.plan->queues[queue]), producers_(producers), ended_(ended) {}

  model::QueueRecord draw(QueueAccount& account, const std::vector<std::uint64_t>& offered);

 private:
  void expectations(const QueueAccount& account);
  void balance();
  void open_samples(QueueAccount& account);

  const RunSetup& setup_;
  std::size_t queue_;
  const model::QueueSpec& spec_;
  const std::vector<ProducerSum>& producers_;
  const Ended& ended_;
  model::QueueRecord record_;
};

model::QueueRecord QueueDraft::draw(QueueAccount& account, const std::vector<std::uint64_t>& offered) {
  record_.name = spec_.name;
  record_.type = spec_.type.empty() ? "classic" : spec_.type;
  record_.consumers = spec_.consumers.concurrency;
  record_.retains = spec_.type == "stream";
  record_.depth_before = ended_.depth_before[queue_];
  record_.depth_at_end = ended_.depth_at_end[queue_];
  record_.depth_after_drain = ended_.depth_after[queue_];
  record_.created_by_run = ended_.created[queue_];
  record_.consumed = account.consumed;
  record_.rejected = account.rejections;
  record_.misrouted = account.misrouted;
  record_.leftovers_before_ours = account.strangers_first;
  auto& l = record_.ledger;
  l.deliveries = account.deliveries;
  l.delivered = account.delivered;
  l.redelivered = account.redelivered;
  l.recycled = account.recycled;
  l.duplicates = account.duplicates;
  l.leftovers = account.leftovers;
  l.foreign = account.foreign;
  l.out_of_order = account.out_of_order;
  for (std::size_t p = 0; p < producers_.size(); ++p) {
    const auto& keys_here = setup_.routes[queue_][p];
    const auto here = static_cast<std::uint64_t>(std::count(keys_here.begin(), keys_here.end(), true));
    record_.offered += keys_here.empty() ? offered[p] : offered[p] * here / keys_here.size();
  }
  expectations(account);
  balance();
  if (spec_.consumers.concurrency > 0) open_samples(account);
  record_.end_to_end = std::move(account.end_to_end);
  record_.arrival = std::move(account.arrival);
  record_.handled = std::move(account.handled);
  record_.service_time = std::move(account.service_time);
  return std::move(record_);
}

void QueueDraft::expectations(const QueueAccount& account) {
  auto& l = record_.ledger;
  std::uint64_t at_w0 = 0, at_w1 = 0;
  l.extra = account.misrouted;
  for (std::size_t p = 0; p < producers_.size(); ++p) {
    const auto& sum = producers_[p];
    const auto& keys_here = setup_.routes[queue_][p];
    if (keys_here.empty() && setup_.plan->producers[p].publish.threads > 0) l.expected_known = false;
    l.expected += routed(sum.expected, keys_here) + routed(sum.prefill_expected, keys_here);
    at_w0 += routed(sum.expected_at_w0, keys_here) + routed(sum.prefill_expected, keys_here);
    at_w1 += routed(sum.expected_at_w1, keys_here) + routed(sum.prefill_expected, keys_here);
    // Ours, never confirmed, and here all the same.
    const auto arrived = [&](const std::vector<std::uint64_t>& list, const SequenceSet& seen) {
      return static_cast<std::uint64_t>(std::count_if(list.begin(), list.end(), [&](std::uint64_t s) {
        return account.is_routed_here(p, s) && seen.contains(s);
      }));
    };
    l.extra += arrived(sum.refused, account.delivered_of(p)) + arrived(sum.unknown, account.delivered_of(p)) +
               arrived(sum.prefill_refused, account.prefill_delivered_of(p));
  }
  record_.backlog_at_w0 = static_cast<std::int64_t>(at_w0) - static_cast<std::int64_t>(account.delivered_at_w0);
  record_.backlog_at_w1 = static_cast<std::int64_t>(at_w1) - static_cast<std::int64_t>(account.delivered_at_w1);
}

void QueueDraft::balance() {
  auto& l = record_.ledger;
  const std::uint64_t wanted = l.expected + l.dead_in + l.extra;
  const std::uint64_t undelivered = wanted > l.delivered ? wanted - l.delivered : 0;
  // Nothing is missing that may still be queued; without an answer that is everything.
  const std::uint64_t ready = record_.depth_after_drain.value_or(undelivered);
  l.queued = std::min(undelivered, ready);
  (model::may_drop(*setup_.plan, spec_) ? l.dropped : l.missing) = undelivered - l.queued;
  const bool strangers_may_be_queued = l.leftovers + l.foreign > 0 || record_.depth_before.value_or(0) > 0;
  l.missing_is_lower_bound = l.missing > 0 && ready > 0 && strangers_may_be_queued;
}

void QueueDraft::open_samples(QueueAccount& account) {
  for (std::size_t p = 0; p < producers_.size(); ++p) {
    const auto& sum = producers_[p];
    const auto& publish = setup_.plan->producers[p].publish;
    if (publish.threads == 0) continue;
    Schedule schedule(setup_.schedules[p]);
    account.delivered_of(p).for_each_missing(sum.first_slot, sum.end_slot, [&](std::uint64_t s) {
      if (!account.is_routed_here(p, s) || holds(sum.refused, s)) return;
      // Unthrottled there is no due time to ask for: W1 bounds it from above.
      const Nanos due = publish.throttled() ? ended_.t0 + schedule.due(s) : ended_.w1;
      const Nanos bound = std::max<Nanos>(0, ended_.drain_end - due);
      account.end_to_end.record_open(bound);
      account.arrival.record_open(bound);
      account.handled.record_open(bound);
    });
  }
}

}  // namespace

void draw_up(const RunSetup& setup, std::vector<std::unique_ptr<Worker>>& workers, const Ended& ended,
             model::Record& record) {
  std::vector<ProducerSum> sums(setup.plan->producers.size());
  std::vector<std::uint64_t> offered;
  for (std::size_t p = 0; p < sums.size(); ++p) {
    record.producers.push_back(producer_record(setup, p, ended, workers, sums[p]));
    offered.push_back(record.producers.back().offered);
  }
  record.queues.resize(setup.plan->queues.size());
  for (auto& worker : workers)
    for (auto& side : worker->queues())
      record.queues[side->queue] = QueueDraft(setup, side->queue, sums, ended).draw(*side->account, offered);
  const auto count_odd = [&](const hist::Latency& l) {
    record.instrument.negative_latencies += l.closed().negatives();
    record.instrument.out_of_range += l.closed().out_of_range() + l.open().out_of_range();
  };
  for (const auto& producer : record.producers) {
    count_odd(producer.publish);
    count_odd(producer.send_lag);
  }
  for (const auto& queue : record.queues) count_odd(queue.end_to_end);
}

}  // namespace amqpace::engine
