// SPDX-License-Identifier: Apache-2.0
#include "engine/sampler.hpp"

#include <algorithm>

namespace amqpace::engine {

DepthReader::DepthReader(const model::Plan& plan, ControlLinks& controls, const Clock& clock)
    : plan_(plan), controls_(controls), clock_(clock), readings_(plan.queues.size()), pending_(plan.queues.size(), 0),
      gap_(std::max(kDepthGap, plan.sample / static_cast<Nanos>(std::max<std::size_t>(1, plan.queues.size())))) {}

void DepthReader::poll() {
  const Nanos now = clock_.now();
  if (readings_.empty() || now < next_) return;
  next_ = now + gap_;
  ask_now(turn_);
  turn_ = (turn_ + 1) % readings_.size();
}

void DepthReader::ask_now(std::size_t queue) {
  ControlLink& control = controls_.of(queue);
  if (pending_[queue] || !control.usable() || plan_.queues[queue].consumers.exclusive) return;
  pending_[queue] = 1;
  control.post(client::DeclareQueue{.name = plan_.queues[queue].name, .passive = true, .arguments = {}},
                [this, queue](Result<client::AdminAnswer> answer) {
                  pending_[queue] = 0;
                  if (answer) readings_[queue] = {.depth = answer->messages, .at = clock_.now()};
                });
}

bool DepthReader::fresh(std::size_t queue, Nanos now) const {
  return readings_[queue].at > 0 && now - readings_[queue].at < 3 * plan_.sample;
}

Sampler::Sampler(const RunSetup& setup, std::vector<std::unique_ptr<Worker>>& workers, const DepthReader& depths,
                 const Clock& clock)
    : plan_(*setup.plan), workers_(workers), depths_(depths), clock_(clock),
      grace_(std::min<Nanos>(plan_.sample / 4, 30 * kMillisecond)) {
  for (std::size_t p = 0; p < plan_.producers.size(); ++p)
    if (plan_.producers[p].publish.throttled()) schedules_.emplace_back(setup.schedules[p]);
}

void Sampler::begin(Nanos t0, Nanos w0) {
  t0_ = t0;
  w0_ = w0;
  next_ = t0 + plan_.sample;
}

void Sampler::read_counters(model::Sample& sample) const {
  for (const auto& worker : workers_) {
    const Counters& s = worker->status().at_interval;
    sample.published += s.sent.load(std::memory_order_relaxed);
    sample.confirmed += s.confirmed.load(std::memory_order_relaxed);
    sample.failed += s.failed.load(std::memory_order_relaxed);
    sample.consumed += s.consumed.load(std::memory_order_relaxed);
    sample.in_flight += s.in_flight.load(std::memory_order_relaxed);
    sample.blocked = sample.blocked || s.blocked.load(std::memory_order_relaxed);
  }
  const double seconds = static_cast<double>(sample.elapsed - last_.elapsed) / 1e9;
  if (seconds <= 0) return;
  sample.publish_rate = static_cast<double>(sample.published - last_.published) / seconds;
  sample.consume_rate = static_cast<double>(sample.consumed - last_.consumed) / seconds;
}

void Sampler::read_percentiles(model::Sample& sample) {
  hist::Histogram e2e(2), lag(2), publish(2);
  for (auto& worker : workers_) {
    for (auto& share : worker->shares()) {
      share->lag_interval.take(lag);
      share->publish_interval.take(publish);
    }
    for (auto& side : worker->queues()) side->latencies.end_to_end_interval.take(e2e);
  }
  const auto at = [](const hist::Histogram& h, double q) -> std::optional<Nanos> {
    if (h.count() < hist::Latency::samples_needed(q)) return std::nullopt;
    return h.value_at_quantile(q);
  };
  sample.e2e_p50 = at(e2e, 0.5);
  sample.e2e_p99 = at(e2e, 0.99);
  sample.e2e_p999 = at(e2e, 0.999);
  if (e2e.count() > 0) sample.e2e_max = e2e.max();
  sample.lag_p99 = at(lag, 0.99);
  sample.publish_p99 = at(publish, 0.99);
}

std::optional<model::Sample> Sampler::take(Nanos now, Nanos w1) {
  // The workers hand an interval over in their first turn after it; the grace gives them that turn.
  if (t0_ == kNever || now < next_ + grace_) return std::nullopt;
  Nanos instant = next_;
  while (next_ + grace_ <= now) {
    instant = next_;
    next_ += plan_.sample;
  }
  return read(instant, w1);
}

std::optional<model::Sample> Sampler::take_last(Nanos drain_end, Nanos w1) {
  if (t0_ == kNever || drain_end - t0_ <= last_.elapsed) return std::nullopt;
  return read(drain_end, w1);
}

model::Sample Sampler::read(Nanos instant, Nanos w1) {
  model::Sample sample;
  sample.at = clock_.wall_now() - (clock_.now() - instant);
  sample.elapsed = instant - t0_;
  // By the middle of what it covers: the last one ends a moment after W1.
  const Nanos middle = (last_.elapsed + sample.elapsed) / 2 + t0_;
  sample.phase = middle < w0_ ? "warmup" : middle < w1 ? "measuring" : "draining";
  read_counters(sample);
  read_percentiles(sample);
  for (Schedule& schedule : schedules_) sample.offered += schedule.slots_before(std::min(instant, w1) - t0_);
  for (std::size_t q = 0; q < plan_.queues.size(); ++q) {
    if (plan_.queues[q].is_stream() || !depths_.fresh(q, clock_.now())) continue;
    sample.queue_depth = sample.queue_depth.value_or(0) + depths_.last(q).depth;
  }
  last_ = sample;
  keep(sample);
  return sample;
}

namespace {
std::optional<Nanos> worse(std::optional<Nanos> a, std::optional<Nanos> b) { return a && b ? std::max(*a, *b) : a ? a : b; }

// `b` follows `a`: counters are b's, rates are the mean over both, percentiles the worse of the two.
model::Sample merged(const model::Sample& a, const model::Sample& b, double weight_a, double weight_b) {
  model::Sample m = b;
  const double total = weight_a + weight_b;
  m.publish_rate = (a.publish_rate * weight_a + b.publish_rate * weight_b) / total;
  m.consume_rate = (a.consume_rate * weight_a + b.consume_rate * weight_b) / total;
  m.blocked = a.blocked || b.blocked;
  m.e2e_p50 = worse(a.e2e_p50, b.e2e_p50);
  m.e2e_p99 = worse(a.e2e_p99, b.e2e_p99);
  m.e2e_p999 = worse(a.e2e_p999, b.e2e_p999);
  m.e2e_max = worse(a.e2e_max, b.e2e_max);
  m.lag_p99 = worse(a.lag_p99, b.lag_p99);
  m.publish_p99 = worse(a.publish_p99, b.publish_p99);
  return m;
}
}  // namespace

void Sampler::keep(const model::Sample& sample) {
  if (in_slot_ == 0) {
    samples_.push_back(sample);
  } else {
    samples_.back() = merged(samples_.back(), sample, static_cast<double>(in_slot_), 1);
  }
  in_slot_ = (in_slot_ + 1) % per_slot_;
  if (samples_.size() < kMaxSamples || in_slot_ != 0) return;
  for (std::size_t i = 0; i + 1 < samples_.size(); i += 2) samples_[i / 2] = merged(samples_[i], samples_[i + 1], 1, 1);
  samples_.resize(samples_.size() / 2);
  per_slot_ *= 2;
}

}  // namespace amqpace::engine
