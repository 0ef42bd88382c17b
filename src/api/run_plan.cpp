// SPDX-License-Identifier: Apache-2.0
#include "api/run_plan.hpp"

#include <algorithm>
#include <memory>
#include <thread>

#include "api/strangers.hpp"
#include "api/tls.hpp"
#include "broker/faults.hpp"
#include "broker/threaded.hpp"
#include "mgmt/facts.hpp"
#include "net/epoll.hpp"
#include "rules/judge.hpp"

namespace amqpace::api {

namespace {

// Where the Plan's brokers are reached; an embedded one is started first and lives as long as the run.
struct Brokers {
  std::unique_ptr<broker::ThreadedBroker> embedded;
  std::vector<engine::Target> targets;
  std::vector<engine::QueueTargets> elsewhere;  // of queues with brokers of their own
};

Result<Brokers> reach(const model::Plan& plan) {
  Brokers brokers;
  const auto tls = tls_of(plan);
  if (!tls) return tl::unexpected<Error>(tls.error());
  for (const Uri& uri : plan.brokers) {
    if (!uri.embedded()) {
      brokers.targets.push_back(engine::target_of(uri, *tls));
      continue;
    }
    if (!brokers.embedded) {
      auto faults = broker::parse_faults(uri.query);
      if (!faults) return tl::unexpected<Error>(faults.error());
      broker::CoreOptions options;
      options.faults = *faults;
      auto started = broker::ThreadedBroker::start(options);
      if (!started) return tl::unexpected<Error>(started.error());
      brokers.embedded = std::move(*started);
    }
    brokers.targets.push_back({uri, brokers.embedded->address()});
  }
  for (std::size_t q = 0; q < plan.queues.size(); ++q) {
    if (!plan.queues[q].elsewhere()) continue;
    brokers.elsewhere.push_back({q, {}});
    for (const Uri& uri : plan.queues[q].brokers) brokers.elsewhere.back().targets.push_back(engine::target_of(uri, *tls));
  }
  return brokers;
}

mgmt::Options management_of(const model::Plan& plan) {
  mgmt::Options options{.url = plan.management, .vhost = plan.brokers.empty() ? "/" : plan.brokers.front().vhost,
                        .queues = {}};
  if (!plan.management_user.empty()) options.user = plan.management_user;
  if (!plan.management_password.empty()) options.password = plan.management_password;
  options.ca = plan.tls.ca.value_or("");
  options.verify = plan.tls.verify == model::TlsSpec::Verify::full;
  for (const auto& queue : plan.queues)
    if (!queue.elsewhere()) options.queues.push_back(queue.name);
  return options;
}

std::string said(const Error& error) { return error.what + (error.detail.empty() ? "" : ": " + error.detail); }

void read_before(const model::Plan& plan, model::BrokerFacts& facts) {
  facts.management_asked = true;
  auto read = mgmt::read_facts(management_of(plan), SystemClock());
  facts.management_read = read.has_value();
  if (!read) {
    facts.management_error = said(read.error());
    return;
  }
  facts.product = std::move(read->product);
  facts.cluster = std::move(read->cluster);
  facts.queues = std::move(read->queues);
  facts.nodes_before = std::move(read->nodes);
  facts.notes = std::move(read->notes);
}

// What management did not say before, it need not be asked for again.
void read_after(const model::Plan& plan, model::BrokerFacts& facts) {
  if (!facts.management_read) return;
  auto read = mgmt::read_facts(management_of(plan), SystemClock());
  if (!read) {
    facts.notes.push_back("after the run, " + said(read.error()));
    return;
  }
  facts.queues_after = std::move(read->queues);
  facts.nodes_after = std::move(read->nodes);
  for (auto& note : read->notes) {
    if (std::find(facts.notes.begin(), facts.notes.end(), note) == facts.notes.end()) facts.notes.push_back(std::move(note));
  }
}

model::Record unstarted(const model::Plan& plan, const Error& error) {
  model::Record record;
  record.plan = plan;
  record.error = error;
  record.started_at = SystemClock().wall_now();
  if (!plan.brokers.empty()) record.broker = plan.brokers.front().redacted();
  return record;
}

model::Record run_on(const model::Plan& plan, const Brokers& brokers, const RunHooks& hooks) {
  const std::size_t workers = engine::worker_count(plan, std::max(1u, std::thread::hardware_concurrency()));
  std::optional<Error> no_loop;
  const auto make_loop = [&]() -> std::unique_ptr<net::Loop> {
    auto loop = net::EpollLoop::open();
    if (loop) return std::move(*loop);
    no_loop = loop.error();
    return nullptr;
  };
  engine::ThreadDriver driver(workers, make_loop);
  if (no_loop) return unstarted(plan, *no_loop);
  if (const auto alone = refuse_strangers(plan, management_of(plan), SystemClock()); !alone)
    return unstarted(plan, alone.error());
  engine::RunOptions options;
  options.on_sample = hooks.on_sample;
  options.on_phase = hooks.on_phase;
  options.signals = hooks.signals;
  options.signal_number = hooks.signal_number;
  options.thread_allocations = hooks.thread_allocations;
  options.elsewhere = brokers.elsewhere;
  model::BrokerFacts facts;
  if (!plan.management.empty()) {
    options.on_declared = [&] { read_before(plan, facts); };
    options.on_ended = [&] { read_after(plan, facts); };
  }
  model::Record record = engine::run(plan, brokers.targets, driver, options);
  if (facts.product.empty()) facts.product = record.facts.product;
  record.facts = std::move(facts);
  return record;
}

}  // namespace

model::Record run_plan(const model::Plan& plan, const RunHooks& hooks) {
  auto brokers = reach(plan);
  model::Record record = brokers ? run_on(plan, *brokers, hooks) : unstarted(plan, brokers.error());
  if (brokers && brokers->embedded) {
    record.facts.embedded = true;
    record.facts.faults = brokers->embedded->report();
  }
  record.notes.insert(record.notes.begin(), plan.entry.notes.begin(), plan.entry.notes.end());
  rules::judge(record);
  return record;
}

}  // namespace amqpace::api
