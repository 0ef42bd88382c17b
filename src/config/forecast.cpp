// SPDX-License-Identifier: Apache-2.0
#include "config/forecast.hpp"

#include <algorithm>

#include "config/scenario_load.hpp"
#include "model/dropping.hpp"
#include "model/message_sizes.hpp"
#include "routing/router.hpp"

namespace amqpace::config {

namespace {

double seconds_of(Nanos t) { return static_cast<double>(t) / 1e9; }

// Messages that a profile has in the first `length` of the window; after its end its last rate holds.
double profile_messages(const std::vector<model::RateStep>& profile, Nanos length) {
  double messages = 0;
  Nanos left = length;
  for (const auto& step : profile) {
    if (left <= 0) break;
    const Nanos here = std::min(left, step.length);
    const double end = step.from + (step.to - step.from) * static_cast<double>(here) / static_cast<double>(step.length);
    messages += (step.from + end) / 2 * seconds_of(here);
    left -= here;
  }
  return messages + profile.back().to * seconds_of(std::max<Nanos>(0, left));
}

double peak_of(const model::PublisherSpec& publish) {
  double peak = publish.throttled() ? *publish.rate : 0;
  for (const auto& step : publish.profile) peak = std::max({peak, step.from, step.to});
  return peak;
}

std::optional<double> messages_in_window(const model::Plan& plan, const model::PublisherSpec& publish) {
  const auto cap = publish.max_messages ? std::optional(static_cast<double>(*publish.max_messages)) : std::nullopt;
  if (publish.threads == 0) return 0;
  if (plan.until_drained) return cap;
  if (plan.until_stopped || !publish.throttled()) return std::nullopt;
  const double due = publish.profile.empty() ? *publish.rate * seconds_of(plan.run_for) : profile_messages(publish.profile, plan.run_for);
  return cap ? std::min(*cap, due) : due;
}

// As far as the window's end; absent: not known beforehand.
std::optional<double> messages_in_run(const model::Plan& plan, const model::PublisherSpec& publish) {
  const auto in_window = messages_in_window(plan, publish);
  if (!in_window || publish.threads == 0) return in_window;
  const double first = publish.profile.empty() ? publish.rate.value_or(0) : publish.profile.front().from;
  return *in_window + first * seconds_of(plan.warmup);
}

// Upper ends of what confirms take at moderate load on one machine; docs/guide/planning.md says where they come from.
Nanos usual_confirm(const model::QueueSpec& queue, bool persistent) {
  if (queue.type == "quorum") return 30 * kMillisecond;
  if (queue.type == "stream") return 15 * kMillisecond;
  return (persistent && queue.durable ? 5 : 2) * kMillisecond;
}

ProducerForecast forecast_producer(const model::Plan& plan, const model::ProducerSpec& producer) {
  const auto& publish = producer.publish;
  ProducerForecast f;
  f.name = producer.name;
  if (publish.throttled()) f.rate = publish.rate;
  f.peak = peak_of(publish);
  f.in_window = messages_in_window(plan, publish);
  f.mean_size = model::body_size(publish).mean;
  if (publish.confirms) f.in_flight = publish.max_in_flight * publish.threads;
  if (f.in_flight > 0 && f.peak > 0) f.carries = static_cast<Nanos>(static_cast<double>(f.in_flight) * 1e9 / f.peak);
  const routing::Router router(plan);
  for (const auto& key : producer.routing_keys) {
    const auto queues = router.queues_for(producer.exchange, key, publish.headers);
    if (!queues) continue;
    for (const std::size_t q : *queues)
      if (!plan.queues[q].elsewhere()) f.usual_confirm = std::max(f.usual_confirm, usual_confirm(plan.queues[q], publish.is_persistent()));
  }
  return f;
}

// The plan with other rates: routing is linear, so what the queues are offered of "rates" that are counts of messages are
// counts too.
template <class RateOf>
std::vector<QueueLoad> loads_at(const model::Plan& plan, RateOf rate_of) {
  model::Plan changed = plan;
  for (auto& producer : changed.producers) {
    const std::optional<double> rate = rate_of(producer.publish);
    producer.publish.profile.clear();
    producer.publish.rate = rate;
    producer.publish.unthrottled = !rate.has_value();
  }
  return load_of(changed);
}

double sum_of(const QueueLoad& load) { return load.offered + load.dead_lettered; }
std::optional<double> known_sum(const QueueLoad& load) {
  return load.unbounded ? std::nullopt : std::optional(sum_of(load));
}

struct Loads {
  std::vector<QueueLoad> rates, peaks, in_window, in_run, bytes;
};

Loads loads_of(const model::Plan& plan) {
  const auto in_run = [&](const model::PublisherSpec& p) { return messages_in_run(plan, p); };
  return {.rates = load_of(plan),
          .peaks = loads_at(plan, [](const auto& p) { return p.throttled() ? std::optional(peak_of(p)) : std::nullopt; }),
          .in_window = loads_at(plan, [&](const auto& p) { return messages_in_window(plan, p); }),
          .in_run = loads_at(plan, in_run),
          .bytes = loads_at(plan, [&](const auto& p) -> std::optional<double> {
            const auto messages = in_run(p);
            if (!messages) return std::nullopt;
            return *messages * static_cast<double>(model::body_size(p).mean);
          })};
}

// What the consumers leave behind of a second's messages. A queue that keeps nothing for them, or drops, has no backlog; from one
// without consumers a link may take what it brings to another broker.
double growth_of(const model::Plan& plan, const model::QueueSpec& queue, const QueueLoad& load) {
  const bool grows = !queue.is_stream() && model::dropping_argument(queue.arguments).empty();
  if (!grows || load.unbounded) return 0;
  const bool linked = std::any_of(plan.queues.begin(), plan.queues.end(), [](const auto& q) { return q.elsewhere(); });
  if (queue.consumers.concurrency == 0) return linked ? 0 : sum_of(load);
  return load.capacity ? std::max(0.0, sum_of(load) - *load.capacity) : 0;
}

QueueForecast forecast_queue(const model::Plan& plan, const Loads& loads, std::size_t q) {
  const auto& spec = plan.queues[q];
  const auto& load = loads.rates[q];
  QueueForecast f;
  f.name = spec.name;
  f.type = spec.type.empty() ? "classic" : spec.type;
  f.rate = known_sum(load);
  f.dead_lettered = load.dead_lettered;
  f.in_window = known_sum(loads.in_window[q]);
  f.expires_into = load.expires_into;
  f.keeps = spec.is_stream();
  if (spec.elsewhere()) f.broker = spec.brokers.front().redacted();
  f.consumers = spec.consumers.concurrency;
  if (spec.consumers.mode == model::ConsumeMode::push) f.unacknowledged = spec.consumers.prefetch * f.consumers;
  f.capacity = load.capacity;
  f.growth = growth_of(plan, spec, load);
  if (const double peak = sum_of(loads.peaks[q]); f.rate && peak > *f.rate * 1.001) f.peak = peak;
  const auto all = known_sum(loads.in_run[q]);
  const auto bytes = known_sum(loads.bytes[q]);
  if (!all || !bytes) return f;
  f.left = plan.until_drained ? 0 : std::min(*all, f.growth * seconds_of(plan.warmup + plan.run_for));
  f.stalled_bytes = static_cast<std::uint64_t>(*bytes);
  if (*all > 0) f.left_bytes = static_cast<std::uint64_t>(*bytes * *f.left / *all);
  return f;
}

void count_connections(const model::Plan& plan, Forecast& f) {
  f.channels = 1;
  for (const auto& producer : plan.producers) {
    const auto& p = producer.publish;
    f.publishing_connections += p.connections > 0 ? std::min(p.connections, p.threads) : p.threads;
    f.channels += p.threads * p.channels;
  }
  for (const auto& queue : plan.queues) {
    const auto& c = queue.consumers;
    f.consuming_connections += std::min(c.connections, c.concurrency);
    f.channels += c.concurrency;
  }
}

// Measured as the largest resident size of runs of the examples: a program that waits, and what producers, queues, connections
// and messages in flight add to it. Most of it are histograms (3 digits to one hour, 270 KiB each), of the run and of its judgement.
std::uint64_t client_bytes(const model::Plan& plan, const Forecast& f) {
  constexpr std::uint64_t kKibi = 1024, kProgram = 10 * kKibi * kKibi, kProducer = 1200 * kKibi, kQueue = 9 * kKibi * kKibi,
                          kConnection = 256 * kKibi, kInFlight = 64;
  std::uint64_t bytes = kProgram + kProducer * plan.producers.size() + kQueue * plan.queues.size();
  bytes += kConnection * static_cast<std::uint64_t>(f.publishing_connections + f.consuming_connections + 1);
  for (std::size_t p = 0; p < plan.producers.size(); ++p) {
    const auto& publish = plan.producers[p].publish;
    bytes += static_cast<std::uint64_t>(f.producers[p].in_flight) * kInFlight;
    bytes += static_cast<std::uint64_t>(model::body_size(publish).largest) * static_cast<std::uint64_t>(publish.threads);
  }
  // What consumers hold while a handler is at work is read already.
  for (const auto& queue : f.queues) bytes += static_cast<std::uint64_t>(queue.unacknowledged) * kInFlight;
  return bytes;
}

}  // namespace

Forecast forecast_of(const model::Plan& plan) {
  Forecast f;
  for (const auto& producer : plan.producers) f.producers.push_back(forecast_producer(plan, producer));
  const Loads loads = loads_of(plan);
  for (std::size_t q = 0; q < plan.queues.size(); ++q) f.queues.push_back(forecast_queue(plan, loads, q));
  count_connections(plan, f);
  f.warmup = plan.warmup;
  f.bounded = !plan.until_stopped && !plan.until_drained;
  f.window = f.bounded ? plan.run_for : 0;
  f.drain = plan.drain;
  f.client_bytes = client_bytes(plan, f);
  return f;
}

}  // namespace amqpace::config
