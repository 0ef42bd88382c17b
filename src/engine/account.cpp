// SPDX-License-Identifier: Apache-2.0
#include "engine/account.hpp"

#include <algorithm>

#include "engine/dead_account.hpp"
#include "engine/reader_account.hpp"
#include "engine/routes.hpp"
#include "model/dropping.hpp"

namespace amqpace::engine {

namespace {

// One producer over all workers, as far as the queues' ledgers need it.
struct ProducerSum {
  ByKey expected, expected_at_w0, expected_at_w1, prefill_expected;
  std::vector<std::uint64_t> refused, unknown, prefill_refused;  // sorted
  std::uint64_t first_slot = UINT64_MAX, end_slot = 0;           // members' sequences: in [first, end)…
  std::vector<SlotRange> members_of;                             // …and, unthrottled, those that each publisher came to
  bool is_member(std::uint64_t s) const {
    return members_of.empty() || members_of[static_cast<std::size_t>(s % members_of.size())].holds(s);
  }
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
  if (share.spec.publish.throttled()) return;
  sum.members_of.resize(share.members_of.size());
  for (std::size_t k = 0; k < share.members_of.size(); ++k) {
    const SlotRange& members = share.members_of[k];
    if (members.end == 0) continue;  // another worker's publisher
    sum.members_of[k] = members;
    sum.first_slot = std::min(sum.first_slot, members.first);
    sum.end_slot = std::max(sum.end_slot, members.end);
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

// What a queue's line is drawn up from; of a stream's reader: its own.
struct Counted {
  std::size_t queue = 0;
  QueueAccount& account;
  QueueLatencies& latencies;
  // Undelivered ones may still have been on their way when the drain ran out.
  bool still_coming = false;
};

// One queue's line, or one reader's, from what its account counted. settle() comes after all queues were counted, since what died
// on one may stand in another.
class QueueDraft {
 public:
  QueueDraft(const RunSetup& setup, const Counted& counted, const std::vector<ProducerSum>& producers, const Ended& ended)
      : setup_(setup), queue_(counted.queue), spec_(setup.plan->queues[queue_]), producers_(producers), ended_(ended),
        account_(counted.account), latencies_(counted.latencies), still_coming_(counted.still_coming) {}

  void count(const std::vector<std::uint64_t>& offered);
  void take_deaths(const Deaths& deaths, const Accounts& accounts);
  void balance();
  // What left `this` without being seen and stands in `target`, unexplained there.
  void move_to(QueueDraft& target);
  bool unsettled() const { return rest_ > 0 && model::may_drop(*setup_.plan, spec_); }
  model::QueueRecord finish();
  std::size_t queue() const { return queue_; }

 private:
  void copy_counts();
  void expectations();
  void excuse();
  void expect_of(std::size_t producer, std::uint64_t& at_w0, std::uint64_t& at_w1);
  std::uint64_t ready_before_the_link() const;
  void open_samples();

  const RunSetup& setup_;
  std::size_t queue_;
  const model::QueueSpec& spec_;
  const std::vector<ProducerSum>& producers_;
  const Ended& ended_;
  QueueAccount& account_;
  QueueLatencies& latencies_;
  const bool still_coming_;
  std::uint64_t rest_ = 0;     // neither delivered nor queued
  std::uint64_t doubted_ = 0;  // rejects in doubt whose dead letters would have come here, and did not
  std::uint64_t surplus_ = 0;  // ready in the queue, and not expected
  model::QueueRecord record_;
};

void QueueDraft::copy_counts() {
  auto& l = record_.ledger;
  l.deliveries = account_.deliveries;
  l.delivered = account_.delivered;
  l.redelivered = account_.redelivered;
  l.recycled = account_.recycled;
  l.duplicates = account_.duplicates;
  l.leftovers = account_.leftovers;
  l.foreign = account_.foreign;
  l.out_of_order = account_.out_of_order;
}

void QueueDraft::count(const std::vector<std::uint64_t>& offered) {
  record_.name = spec_.name;
  record_.type = spec_.type.empty() ? "classic" : spec_.type;
  record_.consumers = spec_.consumers.concurrency;
  record_.retains = spec_.is_stream();
  if (spec_.elsewhere()) record_.broker = setup_.sites[setup_.site_of[queue_]].at_first().redacted();
  record_.depth_before = ended_.depth_before[queue_];
  record_.depth_at_end = ended_.depth_at_end[queue_];
  record_.depth_after_drain = ended_.depth_after[queue_];
  record_.created_by_run = ended_.created[queue_];
  record_.consumed = account_.consumed;
  record_.rejected = account_.rejections;
  record_.misrouted = account_.misrouted;
  record_.leftovers_before_ours = account_.strangers_first;
  copy_counts();
  for (std::size_t p = 0; p < producers_.size(); ++p) {
    const auto& keys_here = setup_.routes[queue_][p];
    const auto here = static_cast<std::uint64_t>(std::count(keys_here.begin(), keys_here.end(), true));
    record_.offered += keys_here.empty() ? offered[p] : offered[p] * here / keys_here.size();
  }
  expectations();
}

void QueueDraft::expect_of(std::size_t p, std::uint64_t& at_w0, std::uint64_t& at_w1) {
  auto& l = record_.ledger;
  const auto& sum = producers_[p];
  const auto& keys_here = setup_.routes[queue_][p];
  if (keys_here.empty() && setup_.plan->producers[p].publish.threads > 0) l.expected_known = false;
  const std::uint64_t prefill = sees_prefill(spec_) ? routed(sum.prefill_expected, keys_here) : 0;
  std::uint64_t before = 0;
  if (beginning_of(spec_, false) == Beginning::told)
    before += before_its_beginning(account_, {p, false, sum.refused, sum.unknown});
  if (beginning_of(spec_, true) == Beginning::told)
    before += before_its_beginning(account_, {p, true, sum.prefill_refused, {}});
  l.expected += routed(sum.expected, keys_here) + prefill - before;
  at_w0 += routed(sum.expected_at_w0, keys_here) + prefill;
  at_w1 += routed(sum.expected_at_w1, keys_here) + prefill;
  // Ours, never confirmed, and here all the same.
  const auto arrived = [&](const std::vector<std::uint64_t>& list, const SequenceSet& seen) {
    return static_cast<std::uint64_t>(std::count_if(list.begin(), list.end(), [&](std::uint64_t s) {
      return account_.is_routed_here(p, s) && seen.contains(s);
    }));
  };
  l.extra += arrived(sum.refused, account_.delivered_of(p)) + arrived(sum.unknown, account_.delivered_of(p)) +
             arrived(sum.prefill_refused, account_.prefill_delivered_of(p));
}

void QueueDraft::expectations() {
  std::uint64_t at_w0 = 0, at_w1 = 0;
  record_.ledger.extra = account_.misrouted;
  for (std::size_t p = 0; p < producers_.size(); ++p) expect_of(p, at_w0, at_w1);
  // Nothing tells where a reader began that nothing came to.
  if (beginning_of(spec_, false) == Beginning::told && account_.delivered == 0) record_.ledger.expected_known = false;
  // What came by expiring elsewhere stood nowhere before it was seen here.
  const auto backlog = [](std::uint64_t expected, const QueueAccount::Instant& at) {
    return static_cast<std::int64_t>(expected + at.delivered_expired) -
           static_cast<std::int64_t>(at.delivered + at.recycled_by_reject);
  };
  record_.backlog_at_w0 = backlog(at_w0, account_.at_w0);
  record_.backlog_at_w1 = backlog(at_w1, account_.at_w1);
}

void QueueDraft::take_deaths(const Deaths& deaths, const Accounts& accounts) {
  auto& l = record_.ledger;
  const std::uint64_t rejects_at_w0 = rejects_into(setup_, accounts, queue_, &QueueAccount::at_w0);
  const std::uint64_t rejects_at_w1 = rejects_into(setup_, accounts, queue_, &QueueAccount::at_w1);
  record_.backlog_at_w0 += static_cast<std::int64_t>(rejects_at_w0);
  record_.backlog_at_w1 += static_cast<std::int64_t>(rejects_at_w1);
  record_.dead_lettered_in_window = rejects_at_w1 - rejects_at_w0;
  if (model::may_drop(*setup_.plan, spec_) && record_.depth_at_end) {
    // What the broker took away is no backlog: the queue holds what it said, and what its consumers have in hand.
    const auto in_hand = spec_.consumers.prefetch * spec_.consumers.concurrency;
    const auto held = static_cast<std::int64_t>(*record_.depth_at_end) + in_hand;
    record_.backlog_at_w1 = std::min(record_.backlog_at_w1, held);
  }
  // Confirms may come behind deliveries: then nothing waits.
  record_.backlog_at_w0 = std::max<std::int64_t>(0, record_.backlog_at_w0);
  record_.backlog_at_w1 = std::max<std::int64_t>(0, record_.backlog_at_w1);
  l.dead_out = deaths.out[queue_];
  l.extra += deaths.extra[queue_];
  // What came again is among the deliveries, not among those delivered.
  l.dead_in = deaths.in[queue_] - std::min(deaths.in[queue_], l.recycled);
  if (account_.dead > l.dead_in) l.extra += account_.dead - l.dead_in;
  if (deaths.unknown[queue_]) l.expected_known = false;
  doubted_ = deaths.doubted[queue_];
}

// What the queues hold that a link takes its messages from.
std::uint64_t QueueDraft::ready_before_the_link() const {
  std::uint64_t ready = 0;
  for (const std::size_t from : setup_.linked_from[queue_]) ready += ended_.depth_after[from].value_or(0);
  return ready;
}

void QueueDraft::balance() {
  auto& l = record_.ledger;
  const std::uint64_t wanted = l.expected + l.dead_in + l.extra;
  // What died after it was handled, on a way that cannot be told, is among those delivered.
  if (l.expected_known && wanted >= l.delivered) l.dead_out = std::min(l.dead_out, wanted - l.delivered);
  const std::uint64_t gone = l.delivered + l.dead_out;
  const std::uint64_t undelivered = wanted > gone ? wanted - gone : 0;
  // Nothing is missing that may still be queued, or lie unread in a connection that we closed; without an answer that is everything.
  // A stream's depth says nothing: what its reader had not come to is unread.
  std::uint64_t ready = record_.depth_after_drain.value_or(undelivered);
  if (spec_.is_stream()) ready = 0;
  if (spec_.elsewhere()) ready += ready_before_the_link();
  l.queued = still_coming_ || account_.unread ? undelivered : std::min(undelivered, ready);
  rest_ = undelivered - l.queued;
  surplus_ = ready > l.queued ? ready - l.queued : 0;
}

void QueueDraft::move_to(QueueDraft& target) {
  const std::uint64_t moved = std::min(rest_, target.surplus_);
  record_.ledger.dead_out += moved;
  rest_ -= moved;
  target.record_.ledger.dead_in += moved;
  target.record_.ledger.queued += moved;
  target.surplus_ -= moved;
}

// A reject that the broker may not have got is no proof that a dead letter is missing.
void QueueDraft::excuse() {
  const std::uint64_t excused = std::min({rest_, doubted_, record_.ledger.dead_in});
  record_.ledger.dead_in -= excused;
  rest_ -= excused;
}

model::QueueRecord QueueDraft::finish() {
  auto& l = record_.ledger;
  excuse();
  const bool dropped = model::may_drop(*setup_.plan, spec_) && !routing::drops_are_seen(*setup_.plan, queue_);
  (feeds_a_link(setup_, queue_) ? l.forwarded : dropped ? l.dropped : l.missing) = rest_;
  const bool strangers_may_be_queued = l.leftovers + l.foreign > 0 || record_.depth_before.value_or(0) > 0;
  l.missing_is_lower_bound =
      l.missing > 0 && !spec_.is_stream() && record_.depth_after_drain.value_or(1) > 0 && strangers_may_be_queued;
  if (spec_.consumers.concurrency > 0) open_samples();
  return std::move(record_);
}

void QueueDraft::open_samples() {
  const auto& l = record_.ledger;
  // Of what died here, or stood before a reader's beginning, nobody waits for the delivery. Which ones those were is not known of
  // all; what still stands in the queue came last.
  const bool may_have_died = l.dropped + l.dead_out > 0 || beginning_of(spec_, false) == Beginning::told;
  for (std::size_t p = 0; p < producers_.size(); ++p) {
    const auto& sum = producers_[p];
    const auto& publish = setup_.plan->producers[p].publish;
    if (publish.threads == 0) continue;
    Schedule schedule(setup_.schedules[p]);
    const auto for_each_open = [&](auto&& f) {
      account_.delivered_of(p).for_each_missing(sum.first_slot, sum.end_slot, [&](std::uint64_t s) {
        if (sum.is_member(s) && account_.is_routed_here(p, s) && !holds(sum.refused, s)) f(s);
      });
    };
    std::uint64_t open = 0, skip = 0;
    if (may_have_died) for_each_open([&](std::uint64_t) { ++open; });
    if (open > l.queued + l.missing) skip = open - (l.queued + l.missing);
    for_each_open([&](std::uint64_t s) {
      if (skip > 0) {
        --skip;
        return;
      }
      // Unthrottled there is no due time to ask for: W1 bounds it from above.
      const Nanos due = publish.throttled() ? ended_.t0 + schedule.due(s) : ended_.w1;
      const Nanos bound = std::max<Nanos>(0, ended_.drain_end - due);
      latencies_.end_to_end.record_open(bound);
      latencies_.arrival.record_open(bound);
      latencies_.handled.record_open(bound);
    });
  }
}

// What died unseen on one queue may stand in those its dead letters go to.
void settle_unseen(const RunSetup& setup, std::vector<QueueDraft>& drafts) {
  for (auto& from : drafts) {
    for (auto& to : drafts) {
      const auto& feeders = setup.feeders[to.queue()];
      if (from.unsettled() && std::find(feeders.begin(), feeders.end(), from.queue()) != feeders.end()) from.move_to(to);
    }
  }
}

bool still_coming(const RunSetup& setup, const Worker::QueueSide& side, std::size_t account, const Ended& ended) {
  const auto& spec = setup.plan->queues[side.queue];
  if (spec.is_stream()) return account >= side.consumers.size() || side.consumers[account]->still_reading();
  // Of a link nothing is known but that something came just now.
  constexpr Nanos kJustNow = kSecond;
  return spec.elsewhere() && !side.consumers.empty() &&
         ended.drain_end - side.last_delivery.load(std::memory_order_relaxed) < kJustNow;
}

model::QueueRecord line_of(std::vector<QueueDraft>::iterator first, std::vector<QueueDraft>::iterator last, Worker::QueueSide& side) {
  std::vector<model::QueueRecord> lines;
  for (; first != last; ++first) lines.push_back(first->finish());
  const bool readers = lines.front().retains && lines.front().consumers > 0;
  model::QueueRecord line = readers ? of_all_readers(std::move(lines)) : std::move(lines.front());
  line.end_to_end = std::move(side.latencies.end_to_end);
  line.arrival = std::move(side.latencies.arrival);
  line.handled = std::move(side.latencies.handled);
  line.service_time = std::move(side.latencies.service_time);
  return line;
}

void draw_up_queues(const RunSetup& setup, std::vector<std::unique_ptr<Worker>>& workers, const Ended& ended,
                    const std::vector<ProducerSum>& sums, model::Record& record) {
  std::vector<Worker::QueueSide*> sides(setup.plan->queues.size(), nullptr);
  for (auto& worker : workers)
    for (auto& side : worker->queues()) sides[side->queue] = side.get();
  std::vector<std::uint64_t> offered;
  for (const auto& producer : record.producers) offered.push_back(producer.offered);
  Accounts accounts;  // a stream's readers saw the same dead letters, each
  for (const auto* side : sides) accounts.push_back(side->accounts.front().get());
  std::vector<NotExpected> not_expected;
  for (const auto& sum : sums) {
    not_expected.push_back({sum.refused, sum.prefill_refused});
    append(not_expected.back().messages, sum.unknown);
  }
  const Deaths deaths = deaths_of(setup, accounts, not_expected);
  std::vector<QueueDraft> drafts;
  for (auto* side : sides) {
    for (std::size_t i = 0; i < side->accounts.size(); ++i) {
      drafts.emplace_back(setup, Counted{side->queue, *side->accounts[i], side->latencies, still_coming(setup, *side, i, ended)},
                          sums, ended);
      drafts.back().count(offered);
      drafts.back().take_deaths(deaths, accounts);
      drafts.back().balance();
    }
  }
  settle_unseen(setup, drafts);
  auto next = drafts.begin();
  for (auto* side : sides) {
    const auto end = next + static_cast<std::ptrdiff_t>(side->accounts.size());
    record.queues.push_back(line_of(next, end, *side));
    next = end;
  }
}

}  // namespace

void draw_up(const RunSetup& setup, std::vector<std::unique_ptr<Worker>>& workers, const Ended& ended,
             model::Record& record) {
  std::vector<ProducerSum> sums(setup.plan->producers.size());
  for (std::size_t p = 0; p < sums.size(); ++p)
    record.producers.push_back(producer_record(setup, p, ended, workers, sums[p]));
  draw_up_queues(setup, workers, ended, sums, record);
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
