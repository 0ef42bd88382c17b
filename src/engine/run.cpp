// SPDX-License-Identifier: Apache-2.0
#include "engine/run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.hpp"
#include "engine/coordinator.hpp"

namespace amqpace::engine {

Target target_of(const Uri& uri, const std::shared_ptr<const net::TlsContext>& tls) {
  const bool is_unix = uri.scheme == "amqp+unix";
  return {uri, is_unix ? net::Address::unix_path(uri.path) : net::Address::tcp(uri.host, uri.port),
          uri.tls() ? tls : nullptr};
}

std::size_t worker_count(const model::Plan& plan, unsigned cores) {
  if (plan.workers > 0) return static_cast<std::size_t>(plan.workers);
  const bool publishing = std::any_of(plan.producers.begin(), plan.producers.end(),
                                      [](const auto& p) { return p.publish.threads > 0; });
  const bool consuming = std::any_of(plan.queues.begin(), plan.queues.end(),
                                     [](const auto& q) { return q.consumers.concurrency > 0; });
  return publishing && consuming && cores >= 2 ? 2 : 1;
}

model::Record run(const model::Plan& plan, const std::vector<Target>& targets, Driver& driver,
                  const RunOptions& options) {
  const std::size_t workers = worker_count(plan, std::max(1u, std::thread::hardware_concurrency()));
  Coordinator coordinator(plan, targets, driver, options, workers);
  return coordinator.run();
}

void Coordinator::fill_record() {
  ended_.t0 = t0_;
  ended_.w0 = w0_;
  ended_.w1 = w1_;
  for (const auto& found : topology_.found()) {
    ended_.created.push_back(found.created);
    ended_.depth_before.push_back(found.depth_before);
  }
  ended_.depth_after.resize(plan_.queues.size());
  record_.warmup = w0_ - t0_;
  record_.window = w1_ - w0_;
  draw_up(setup_, workers_, ended_, record_);
  record_.samples = std::move(*sampler_).all();
  describe_window(record_.instrument, host_at_w0_, host_at_w1_, record_.window);
  for (const auto& worker : workers_) {
    const double window = static_cast<double>(std::max<Nanos>(1, record_.window));
    record_.instrument.worker_cpu.push_back(static_cast<double>(worker->cpu_in_window()) / window);
    record_.instrument.allocations_in_window += worker->allocations_in_window();
  }
  record_.instrument.allocations_counted = static_cast<bool>(options_.thread_allocations);
  fill_losses();
  fill_blocked();
}

void Coordinator::fill_losses() {
  PunctualSlots punctual;
  for (const auto& worker : workers_)
    for (const auto& share : worker->shares()) punctual.merge(share->punctual);
  for (const auto& worker : workers_) {
    for (const auto& link : worker->links()) {
      for (const auto& outage : link->outages())
        if (outage.from < ended_.drain_end) note_outage(link->name(), outage);  // what goes while we close is no loss
    }
  }
  // Before t0 an attempt that failed at one broker of several is no loss either.
  for (const auto& outage : controls_.outages())
    if (outage.from >= t0_ && outage.from < ended_.drain_end) note_outage("control connection", outage);
  std::sort(record_.outages.begin(), record_.outages.end(), [](const auto& a, const auto& b) { return a.from < b.from; });
  for (auto& outage : record_.outages) outage.recovered_after = punctual.recovered_after(outage.from, w1_ - t0_);
}

void Coordinator::note_outage(std::string_view name, const LinkOutage& from) {
  record_.connections_lost += from.connections_lost;
  record_.channels_closed += from.channels_closed;
  record_.consumers_cancelled += from.consumers_cancelled;
  model::Outage outage;
  constexpr std::string_view kOurs = "amqpace ";  // the broker sees whose connection it is; a report need not say so
  outage.connection = name.starts_with(kOurs) ? name.substr(kOurs.size()) : name;
  outage.connections_lost = from.connections_lost;
  outage.channels_closed = from.channels_closed;
  outage.consumers_cancelled = from.consumers_cancelled;
  outage.from = from.from - t0_;
  if (from.to != kNever) outage.to = from.to - t0_;
  outage.why = from.why.what + (from.why.detail.empty() ? "" : ": " + from.why.detail);
  record_.outages.push_back(std::move(outage));
}

// Union over the publishers' connections, cut to the window.
void Coordinator::fill_blocked() {
  std::vector<std::pair<Nanos, Nanos>> spans;
  for (const auto& worker : workers_) {
    for (const Link* link : worker->publisher_links()) {
      if (!link->blocked_reason().empty()) record_.blocked_reason = link->blocked_reason();
      for (auto [from, to] : link->blocked()) {
        from = std::max(from, w0_);
        to = std::min(to, w1_);
        if (to > from) spans.emplace_back(from, to);
      }
    }
  }
  std::sort(spans.begin(), spans.end());
  Nanos covered = 0;
  for (const auto& [from, to] : spans) {
    if (to <= covered) continue;
    record_.blocked += to - std::max(from, covered);
    covered = to;
  }
}

}  // namespace amqpace::engine
