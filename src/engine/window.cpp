// SPDX-License-Identifier: Apache-2.0
// The second half of the Coordinator: from t0 to the closed connections.
#include <fmt/format.h>

#include <algorithm>

#include "engine/coordinator.hpp"
#include "engine/handler_time.hpp"
#include "model/dropping.hpp"

namespace amqpace::engine {

namespace {
constexpr Nanos kTurn = 5 * kMillisecond, kMeasureTurn = 20 * kMillisecond;
// A window that ends early ends this far in the future, so that every worker knows before it happens.
constexpr Nanos kStopLead = 50 * kMillisecond;
// A queue is quiet when for this long nothing was delivered, nothing is in a handler and the broker says 0 ready.
constexpr Nanos kQuiet = kSecond;
constexpr Nanos kCloseTime = 3 * kSecond;
constexpr Nanos kDepthAgreement = 200 * kMillisecond;
}  // namespace

int Coordinator::signals() const { return options_.signals != nullptr ? options_.signals->load() : 0; }

// Before t0 the first signal ends every wait for the broker; later, and while clearing up, only the second.
bool Coordinator::waiting_is_over() const {
  return signals() > (t0_ == kNever && phase_ != std::string_view("close") ? 0 : 1);
}

Progress Coordinator::progress() const {
  Nanos gone_since = kNever;
  for (const auto& worker : workers_)
    gone_since = std::min(gone_since, worker->status().gone_since.load(std::memory_order_relaxed));
  return {.phase = phase_,
          .elapsed = t0_ == kNever ? 0 : clock_.now() - t0_,
          .warmup = plan_.warmup,
          .window = w1_ == kNever || w0_ == kNever ? (plan_.until_stopped || plan_.until_drained ? kNever : plan_.run_for) : w1_ - w0_,
          .gone_for = gone_since == kNever ? 0 : clock_.now() - gone_since};
}

void Coordinator::tell(const char* phase) {
  phase_ = phase;
  if (options_.on_phase) options_.on_phase(progress());
}

void Coordinator::turn(Nanos until) {
  controls_.flush();
  // The canary's instant is met as precisely as a worker meets a due time.
  const Nanos canary = canary_.next();
  const bool pace = canary <= until && canary - 1 > clock_.now();
  // (To just before it: a timer that is due at the turn's very end is slept for.)
  driver_.turn(pace ? canary - 1 : until, pace ? canary_spin() : 0);
  if (t0_ == kNever) return;
  heed_signals();
  if (phase_ != std::string_view("close")) depths_->poll();
  if (auto sample = sampler_->take(clock_.now(), w1_); sample && options_.on_sample)
    options_.on_sample(*sample, progress());
}

Nanos Coordinator::canary_spin() const {
  Nanos spin = 0;
  for (const auto& worker : workers_) spin = std::max(spin, worker->spin());
  return spin;
}

void Coordinator::end_window(Nanos at) {
  if (at >= w1_) return;
  w1_ = at;
  w0_ = std::min(w0_, w1_);
  stopped_ = true;
  control_.w0.store(w0_, std::memory_order_release);
  control_.w1.store(w1_, std::memory_order_release);
}

void Coordinator::heed_signals() {
  const int n = signals();
  if (n == 0) return;
  record_.signal = options_.signal_number != nullptr ? options_.signal_number->load() : 0;
  if (clock_.now() < w1_ && !stopped_) {
    record_.stopped_early = !plan_.until_stopped;
    end_window(clock_.now() + kStopLead);
  }
  if (n >= 2) stop_at_once_ = record_.interrupted_twice = true;
}

// From W0 on: the workers bring their connections back, and wait for the file's topology to be seen to.
void Coordinator::heed_losses() {
  const Nanos now = clock_.now();
  controls_.tend(now);
  Nanos broke_at = 0;
  for (const auto& worker : workers_)
    broke_at = std::max(broke_at, worker->status().broke_at.load(std::memory_order_acquire));
  redeclaring_.poll(now, broke_at);
}

namespace {
tl::unexpected<Error> in_the_warm_up(Error error) {
  if (error.kind == ErrorKind::internal) return tl::unexpected<Error>(std::move(error));  // a signal
  error.what += " in the warm-up";
  error.hint += (error.hint.empty() ? "" : "; ");
  error.hint += "what is lost before the window ends the run, what is lost in it is measured";
  return tl::unexpected<Error>(std::move(error));
}
}  // namespace

Result<void> Coordinator::warm_up() {
  tell("warm-up");
  canary_.start();
  while (clock_.now() < w0_) {
    if (any(&Status::lost))
      if (auto fine = check_workers(); !fine) return in_the_warm_up(fine.error());
    turn(std::min(clock_.now() + kMeasureTurn, w0_));
  }
  record_.started_at = clock_.wall_now();
  host_at_w0_ = read_host();
  return {};
}

void Coordinator::measure() {
  tell("measure");
  while (clock_.now() < w1_) {
    heed_losses();
    end_when_drained();
    if (quota_used() && !plan_.until_drained && w1_ > clock_.now() + kStopLead) {
      w1_ = clock_.now() + kStopLead;
      control_.w1.store(w1_, std::memory_order_release);
    }
    turn(std::min(clock_.now() + kMeasureTurn, w1_));
  }
  host_at_w1_ = read_host();
  canary_.stop(record_.instrument);
  ask_depths_at_end();
}

void Coordinator::ask_depths_at_end() {
  const Nanos asked = clock_.now();
  for (std::size_t q = 0; q < plan_.queues.size(); ++q) depths_->ask_now(q);
  const auto answered = [&](std::size_t q) { return depths_->last(q).at >= asked && !depths_->pending(q); };
  const Nanos deadline = asked + 2 * kSecond;
  const auto everyone = [&] {
    for (std::size_t q = 0; q < plan_.queues.size(); ++q)
      if (!answered(q) && !plan_.queues[q].consumers.exclusive) return false;
    return true;
  };
  tell("drain");
  while (!everyone() && control_link_.usable() && clock_.now() < deadline) turn(clock_.now() + kMillisecond);
  ended_.depth_at_end.resize(plan_.queues.size());
  for (std::size_t q = 0; q < plan_.queues.size(); ++q)
    if (answered(q)) ended_.depth_at_end[q] = depths_->last(q).depth;
}

// How many deliveries end the wait for more. What got no answer may come or not: then only silence tells.
std::uint64_t Coordinator::expected_on(std::size_t queue) const {
  std::uint64_t expected = 0;
  const bool prefill = sees_prefill(plan_.queues[queue]);
  for (const auto& worker : workers_) {
    for (const auto& share : worker->shares()) {
      const auto& keys_here = setup_.routes[queue][share->index];
      if (std::find(keys_here.begin(), keys_here.end(), true) != keys_here.end())
        expected += share->unknown_count + share->failed;
      for (std::size_t key = 0; key < keys_here.size(); ++key)
        if (keys_here[key]) expected += share->expected_by_key[key] + (prefill ? share->prefill_expected_by_key[key] : 0);
    }
  }
  return expected;
}

// How many dead letters will come is not known beforehand.
bool Coordinator::everything_came(const Worker::QueueSide& side) const {
  return side.idle.load(std::memory_order_relaxed) && setup_.feeders[side.queue].empty() &&
         side.delivered.load(std::memory_order_acquire) >= expected_on(side.queue) && !waits_for_leftovers(side.queue);
}

// A link's delay is not known: what is under way on it may come as long as the drain lasts.
Nanos Coordinator::quiet_time(const model::QueueSpec& queue) const {
  if (queue.elsewhere()) return std::max(kQuiet, plan_.drain);
  return queue.is_stream() ? kStreamQuiet : kQuiet;
}

bool Coordinator::queue_finished(Worker::QueueSide& side) {
  const auto& spec = plan_.queues[side.queue];
  if (spec.consumers.concurrency == 0 || everything_came(side)) return true;
  // Not everything came. Is it still coming?
  const Nanos now = clock_.now();
  Nanos& since = quiet_since_[side.queue];
  since = std::max(since, side.last_delivery.load(std::memory_order_relaxed));
  if (!side.idle.load(std::memory_order_relaxed)) since = now;
  if (spec.is_stream())
    for (const auto& worker : workers_) since = std::max(since, worker->status().last_answer.load(std::memory_order_relaxed));
  if (now - since < quiet_time(spec)) return false;
  const auto is_empty = [&](std::size_t queue) {
    if (plan_.queues[queue].consumers.exclusive) return true;  // nobody else may ask how much it holds
    const auto& reading = depths_->last(queue);
    return reading.at > since && reading.depth == 0;
  };
  const auto& feeders = setup_.feeders[side.queue];
  // A stream keeps what it was given: its depth says nothing.
  return (spec.is_stream() || is_empty(side.queue)) && std::all_of(feeders.begin(), feeders.end(), [&](std::size_t feeder) {
    return !model::empties_itself(plan_, plan_.queues[feeder]) || is_empty(feeder);
  });
}

bool Coordinator::queues_finished() {
  bool finished = true;
  for (auto& worker : workers_)
    for (auto& side : worker->queues()) finished = queue_finished(*side) && finished;
  return finished;
}

void Coordinator::drain() {
  quiet_since_.assign(plan_.queues.size(), w1_);
  const Nanos deadline = w1_ + plan_.drain;
  while (clock_.now() < deadline && !stop_at_once_) {
    heed_losses();
    if (all(&Status::publishers_done) && queues_finished()) break;
    turn(std::min(clock_.now() + kTurn, deadline));
  }
  ended_.drain_end = clock_.now();
  record_.drain_took = ended_.drain_end - w1_;
}

void Coordinator::finish() {
  control_.drain_end.store(ended_.drain_end, std::memory_order_release);
  control_.stage.store(Stage::finish, std::memory_order_release);
  // Running handlers end and are acked; the longest is one handler time away.
  Nanos longest = 0;
  for (const auto& queue : plan_.queues) longest = std::max(longest, engine::longest(queue.consumers.handler_time));
  const Nanos deadline = clock_.now() + (stop_at_once_ ? kStopLead : kCloseTime + longest);
  while (!all(&Status::finished) && clock_.now() < deadline) turn(clock_.now() + kTurn);
  if (const auto last = sampler_->take_last(ended_.drain_end, w1_); last && options_.on_sample)
    options_.on_sample(*last, progress());
}

void Coordinator::close() {
  tell("close");
  if (!workers_.empty()) {
    control_.stage.store(Stage::close, std::memory_order_release);
    const Nanos deadline = clock_.now() + (stop_at_once_ || record_.error ? kStopLead : kCloseTime);
    while (!all(&Status::closed) && clock_.now() < deadline) {
      controls_.flush();
      driver_.turn(clock_.now() + kTurn);
    }
    control_.abort.store(true, std::memory_order_release);
    driver_.join();
  }
  if (!record_.error && !stop_at_once_) ask_depths_after();
  if (!record_.error && options_.on_ended) options_.on_ended();
  record_.not_cleared = topology_.after();
  controls_.close();
}

// After the consumers are closed: until two answers, 200 ms apart, agree. Where the connection was lost, over a
// new one: whether a message is still queued or missing is known from nowhere else.
void Coordinator::ask_depths_after() {
  controls_.open_lost("amqpace control " + plan_.name);
  ended_.depth_after.resize(plan_.queues.size());
  std::vector<bool> settled(plan_.queues.size(), false);
  for (int attempt = 0; attempt < 15; ++attempt) {
    for (std::size_t q = 0; q < settled.size(); ++q) settled[q] = settled[q] || depth_agrees(q);
    if (std::find(settled.begin(), settled.end(), false) == settled.end()) return;
    for (const Nanos until = clock_.now() + kDepthAgreement; clock_.now() < until;) driver_.turn(until);
  }
}

// True also when there is nobody to ask.
bool Coordinator::depth_agrees(std::size_t q) {
  auto& last = ended_.depth_after[q];
  if (plan_.queues[q].consumers.exclusive) last = 0;  // gone with its connection
  ControlLink& control = controls_.of(q);
  if (plan_.queues[q].consumers.exclusive || !control.usable()) return true;
  const auto answer = control.ask(client::DeclareQueue{.name = plan_.queues[q].name, .passive = true, .arguments = {}});
  if (!answer && not_found(answer.error())) last = 0;  // a queue that is gone holds nothing
  if (!answer) return true;
  const bool agrees = last == answer->messages;
  last = answer->messages;
  return agrees;
}

}  // namespace amqpace::engine
