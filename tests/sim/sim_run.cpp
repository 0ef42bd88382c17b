// SPDX-License-Identifier: Apache-2.0
#include "sim_run.hpp"

#include <gtest/gtest.h>

#include "broker/faults.hpp"
#include "engine/run.hpp"
#include "rules/judge.hpp"
#include "wire_tap.hpp"

namespace amqpace::testing {

model::Plan plan_of(const std::string& yaml, const std::vector<config::Override>& overrides) {
  const auto nothing_set = [](const std::string&) -> std::optional<std::string> { return std::nullopt; };
  auto loaded = config::load({"test.yaml", yaml}, {.variables = nothing_set, .overrides = overrides});
  for (const auto& problem : loaded.problems)
    if (problem.severity == model::Problem::Severity::error) ADD_FAILURE() << config::problem_text(problem, "test.yaml");
  return std::move(loaded.plan);
}

namespace {

// "broker" is where the embedded one is; any other host is where nobody listens.
std::vector<engine::Target> targets_of(const model::Plan& plan, const net::Address& broker) {
  std::vector<engine::Target> targets;
  for (const Uri& uri : plan.brokers) {
    targets.push_back(engine::target_of(uri));
    if (uri.host == "broker") targets.back().address = broker;
  }
  return targets;
}

std::vector<engine::QueueTargets> elsewhere_of(const model::Plan& plan, const net::Address& broker) {
  std::vector<engine::QueueTargets> all;
  for (std::size_t q = 0; q < plan.queues.size(); ++q) {
    if (!plan.queues[q].elsewhere()) continue;
    all.push_back({q, {}});
    for (const Uri& uri : plan.queues[q].brokers) {
      all.back().targets.push_back(engine::target_of(uri));
      if (uri.host == "broker") all.back().targets.back().address = broker;
    }
  }
  return all;
}

broker::BrokerOptions broker_options(const SimSetup& setup) {
  broker::BrokerOptions options;
  auto faults = broker::parse_faults(setup.faults);
  if (!faults) ADD_FAILURE() << faults.error().what;
  options.faults = *faults;
  options.vhosts = options.users.front().vhosts = setup.vhosts;
  return options;
}

void run_earlier(const SimSetup& setup, const net::Address& broker, net::SimLoop& loop) {
  std::uint64_t run_id = 0xea0;
  for (const std::string& yaml : setup.earlier) {
    const model::Plan plan = plan_of(yaml);
    engine::InlineDriver driver(loop);
    engine::RunOptions options;
    options.run_id = ++run_id;
    const auto record = engine::run(plan, targets_of(plan, broker), driver, options);
    if (record.error) ADD_FAILURE() << "an earlier run: " << record.error->what << ": " << record.error->detail;
  }
}

}  // namespace

SimResult run_simulated(const SimSetup& setup) {
  net::SimNet net(setup.net);
  net::SimLoop client_loop(net), broker_loop(net);
  broker::Server server(broker_loop, broker_options(setup));
  const auto address = net::Address::tcp("broker", 5672), behind_tap = net::Address::tcp("behind-the-tap", 5672);
  const auto served = setup.through_tap ? behind_tap : address;
  if (auto listening = server.listen(served); !listening) ADD_FAILURE() << listening.error().what;
  broker::Server other(broker_loop, broker_options(setup));
  if (setup.other_broker)
    if (auto listening = other.listen(net::Address::tcp("other", 5672)); !listening) ADD_FAILURE() << listening.error().what;
  WireTap tap(broker_loop, behind_tap);
  if (setup.through_tap)
    if (auto listening = tap.listen(address); !listening) ADD_FAILURE() << listening.error().what;
  run_earlier(setup, served, client_loop);
  if (setup.arrange) setup.arrange(net, client_loop, broker_loop);
  std::shared_ptr<void> kept;
  if (setup.arrange_broker) kept = setup.arrange_broker(server, client_loop, served);

  const model::Plan plan = plan_of(setup.yaml, setup.overrides);
  SimResult result;
  const Nanos began = client_loop.now();
  {
    engine::InlineDriver driver(client_loop);
    engine::RunOptions run_options;
    run_options.run_id = 0x5eed;
    run_options.signals = setup.signals;
    run_options.elsewhere = elsewhere_of(plan, address);
    run_options.on_sample = [&](const model::Sample& s, const engine::Progress&) { result.samples.push_back(s); };
    result.record = engine::run(plan, targets_of(plan, address), driver, run_options);
  }
  result.took = client_loop.now() - began;
  result.tapped = tap.tapped();
  result.injected = server.report();
  result.broker = server.totals();
  for (const auto& [name, truth] : server.queues())
    if (name.first == "/") result.truth[name.second] = truth;
  rules::judge(result.record);
  return result;
}

}  // namespace amqpace::testing
