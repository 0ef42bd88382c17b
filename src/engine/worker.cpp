// SPDX-License-Identifier: Apache-2.0
#include "engine/worker.hpp"

#include <algorithm>

namespace amqpace::engine {

Worker::Worker(net::Loop& loop, const RunSetup& setup, const WorkerPlan& plan, Control& control)
    : loop_(loop), setup_(setup), plan_(plan), control_(control) {
  build();
}

Worker::~Worker() = default;

void Worker::refresh_view() {
  view_ = {.t0 = control_.t0.load(std::memory_order_acquire),
           .w0 = control_.w0.load(std::memory_order_acquire),
           .w1 = control_.w1.load(std::memory_order_acquire),
           .drain_end = control_.drain_end.load(std::memory_order_acquire)};
}

void Worker::open_channels() {
  for (auto& publisher : publishers_) publisher->open();
  for (auto& side : queues_)
    for (auto& consumer : side->consumers) consumer->open();
  opened_ = true;
}

bool Worker::standing() const {
  for (const auto& side : queues_)
    for (const auto& consumer : side->consumers)
      if (!consumer->standing()) return false;
  return opened_ && std::all_of(links_.begin(), links_.end(), [](const auto& link) {
           return !link->lost() && link->session().is_open() && link->session().unsettled() == 0;
         });
}

Nanos Worker::advance() {
  if (control_.abort.load(std::memory_order_acquire)) {
    ended_ = true;
    return loop_.now();
  }
  refresh_view();
  const Nanos now = loop_.now();
  switch (control_.stage.load(std::memory_order_acquire)) {
    case Stage::connect:
      connect_turn();
      advance_consumers(now);  // what earlier runs left may come at once
      break;
    case Stage::prefill: prefill_turn(now); break;
    case Stage::ready:
      ready_turn();
      advance_consumers(now);
      break;
    case Stage::run: run_turn(now); break;
    case Stage::finish: finish_turn(now); break;
    case Stage::close: close_turn(); break;
  }
  flush_all();
  for (auto& publisher : publishers_) publisher->settle(loop_.now());
  publish_status();
  note_errors();
  return next_deadline(loop_.now());
}

void Worker::connect_turn() {
  if (!connecting_) {
    connecting_ = true;
    for (auto& link : links_) link->open();
  }
  const bool all_open = std::all_of(links_.begin(), links_.end(), [](const auto& link) {
    return !link->lost() && link->session().is_open();
  });
  if (all_open && !opened_) open_channels();
  status_.standing.store(standing(), std::memory_order_release);
}

void Worker::prefill_turn(Nanos now) {
  bool all = true;
  for (auto& publisher : publishers_) all = publisher->pump_prefill(now) && all;
  status_.prefilled.store(all, std::memory_order_release);
}

void Worker::ready_turn() {
  if (!subscribed_ && setup_.plan->prefill) {
    for (auto& side : queues_)
      for (auto& consumer : side->consumers) consumer->subscribe();
  }
  subscribed_ = true;
  status_.subscribed.store(standing(), std::memory_order_release);
}

// From W0 on a lost connection is a measurement: it comes back, and its channels once the file's topology was seen to.
void Worker::heal(Nanos now) {
  const Nanos declared_at = control_.declared_at.load(std::memory_order_acquire);
  for (auto& link : links_) link->tend(now);
  for (auto& publisher : publishers_) publisher->tend(now, declared_at);
  for (auto& side : queues_)
    for (auto& consumer : side->consumers) consumer->tend(now, declared_at);
  Nanos broke_at = 0, gone_since = kNever;
  for (auto& link : links_) {
    link->note_whole(now);
    broke_at = std::max(broke_at, link->broke_at());
    gone_since = std::min(gone_since, link->gone_since());
  }
  status_.gone_since.store(gone_since, std::memory_order_relaxed);
  status_.broke_at.store(broke_at, std::memory_order_release);
}

void Worker::run_turn(Nanos now) {
  for (auto& publisher : publishers_) publisher->charge_lateness(now);
  if (now >= view_.w0) heal(now);
  cross_instants(now);
  hand_over_intervals(now);
  for (auto& publisher : publishers_) publisher->pump(now);
  advance_consumers(now);
  const bool until_known = now >= view_.w1 || view_.w1 == kNever;
  const bool done = until_known && std::all_of(publishers_.begin(), publishers_.end(),
                                                   [](const auto& publisher) { return publisher->done(); });
  status_.publishers_done.store(done, std::memory_order_release);
  status_.quota_used.store(std::all_of(publishers_.begin(), publishers_.end(),
                                       [](const auto& publisher) { return publisher->quota_used(); }),
                           std::memory_order_release);
}

void Worker::advance_consumers(Nanos now) {
  for (auto& side : queues_)
    for (auto& consumer : side->consumers) consumer->advance(now);
}

// Snapshots at the first turn at or after W0 and W1: backlogs and CPU of the window.
void Worker::cross_instants(Nanos now) {
  if (!past_w0_ && now >= view_.w0) {
    past_w0_ = true;
    for (auto& share : shares_) share->expected_at_w0 = share->expected_by_key;
    for (auto& side : queues_)
      for (auto& account : side->accounts) account->cross_w0();
    cpu_at_w0_ = thread_cpu_time();
    if (setup_.thread_allocations) allocations_at_w0_ = setup_.thread_allocations();
  }
  if (!past_w1_ && now >= view_.w1) {
    past_w1_ = true;
    if (setup_.thread_allocations) allocations_at_w1_ = setup_.thread_allocations();
    cpu_at_w1_ = thread_cpu_time();
    for (auto& share : shares_) share->expected_at_w1 = share->expected_by_key;
    for (auto& side : queues_)
      for (auto& account : side->accounts) account->cross_w1();
  }
}

void Worker::hand_over_intervals(Nanos now) {
  if (next_interval_ == kNever) next_interval_ = view_.t0 + setup_.plan->sample;
  if (now < next_interval_) return;
  while (next_interval_ <= now) next_interval_ += setup_.plan->sample;
  hand_over();
}

void Worker::hand_over() {
  for (auto& share : shares_) {
    share->lag_interval.hand_over();
    share->publish_interval.hand_over();
  }
  for (auto& side : queues_) side->latencies.end_to_end_interval.hand_over();
  count_into(status_.at_interval);
}

void Worker::finish_turn(Nanos now) {
  if (!publishers_finished_) {
    publishers_finished_ = true;
    // Without a drain there may have been no turn at or after W1.
    for (auto& publisher : publishers_) publisher->charge_lateness(now);
    cross_instants(now);
    for (auto& publisher : publishers_) publisher->finish(now);
    hand_over();
  }
  bool all = true;
  for (auto& side : queues_) {
    for (auto& consumer : side->consumers) {
      if (!cancelled_) consumer->cancel();
      all = consumer->finish(now) && all;
    }
  }
  cancelled_ = true;
  status_.finished.store(all, std::memory_order_release);
}

void Worker::close_turn() {
  if (!closing_) {
    closing_ = true;
    for (auto& side : queues_)
      for (auto& consumer : side->consumers) consumer->leave();
    for (auto& link : links_)
      if (!link->lost()) link->session().close();
  }
  const bool all = std::all_of(links_.begin(), links_.end(), [](const auto& link) { return link->closed(); });
  if (all) ended_ = true;
  status_.closed.store(all, std::memory_order_release);
}

void Worker::flush_all() {
  for (auto& link : links_)
    if (!link->lost() && link->session().is_open()) link->session().flush(loop_.now());
}

void Worker::count_into(Counters& counters) const {
  std::uint64_t sent = 0, confirmed = 0, failed = 0, consumed = 0, in_flight = 0;
  bool blocked = false;
  for (const auto& share : shares_) {
    sent += share->sent;
    confirmed += share->confirmed;
    failed += share->returned + share->nacked + share->failed;
  }
  for (const auto& publisher : publishers_) in_flight += publisher->in_flight();
  for (const auto& link : publisher_links_) blocked = blocked || (!link->lost() && link->session().blocked());
  for (const auto& side : queues_) {
    std::uint64_t all = 0;
    for (const auto& account : side->accounts) all += account->delivered;
    consumed += all / side->accounts.size();  // what each reader of a stream had is the same messages again
  }
  counters.sent.store(sent, std::memory_order_relaxed);
  counters.confirmed.store(confirmed, std::memory_order_relaxed);
  counters.failed.store(failed, std::memory_order_relaxed);
  counters.consumed.store(consumed, std::memory_order_relaxed);
  counters.in_flight.store(in_flight, std::memory_order_relaxed);
  counters.blocked.store(blocked, std::memory_order_relaxed);
}

void Worker::publish_status() {
  count_into(status_.now);
  Nanos answered = 0;
  for (const auto& share : shares_) answered = std::max(answered, share->last_answer);
  status_.last_answer.store(answered, std::memory_order_relaxed);
  for (auto& side : queues_) {
    bool idle = true;
    Nanos last = 0, last_end = 0;
    for (const auto& consumer : side->consumers) {
      last_end = std::max(last_end, consumer->line_free());
      idle = idle && consumer->idle();
      last = std::max(last, consumer->last_delivery());
    }
    side->idle.store(idle, std::memory_order_relaxed);
    side->last_delivery.store(last, std::memory_order_relaxed);
    side->last_end.store(last_end, std::memory_order_relaxed);
    std::uint64_t fewest = side->accounts.front()->delivered;
    for (const auto& account : side->accounts) fewest = std::min(fewest, account->delivered);
    side->delivered.store(fewest, std::memory_order_release);
  }
}

void Worker::set_error(const Error& error) {
  const std::lock_guard lock(error_mutex_);
  if (!error_) error_ = error;
}

std::optional<Error> Worker::first_error() const {
  const std::lock_guard lock(error_mutex_);
  return error_;
}

void Worker::note_errors() {
  if (status_.lost.load(std::memory_order_relaxed)) return;
  const auto note = [this](const Error& error) {
    set_error(error);
    status_.lost.store(true, std::memory_order_release);
  };
  for (const auto& link : links_)
    if (link->why()) note(*link->why());
  for (const auto& publisher : publishers_)
    if (publisher->closed_because()) note(*publisher->closed_because());
  for (const auto& side : queues_)
    for (const auto& consumer : side->consumers)
      if (consumer->closed_because()) note(*consumer->closed_because());
}

Nanos Worker::next_deadline(Nanos now) const {
  Nanos wake = now + 20 * kMillisecond;  // stages and instants are looked at this often at least
  if (view_.started()) {
    for (const Nanos instant : {view_.t0, view_.w0, view_.w1, next_interval_})
      if (instant > now) wake = std::min(wake, instant);
  }
  const Stage stage = control_.stage.load(std::memory_order_relaxed);
  if (stage == Stage::close) return wake;
  for (const auto& publisher : publishers_) {
    if (stage != Stage::run) break;
    const Nanos next = publisher->next_wake(now);
    if (next != kNever) wake = std::min(wake, next > now ? std::max(next, now + min_sleep_) : next);
  }
  for (const auto& side : queues_)
    for (const auto& consumer : side->consumers) wake = std::min(wake, consumer->next_wake());
  return wake;
}

}  // namespace amqpace::engine
