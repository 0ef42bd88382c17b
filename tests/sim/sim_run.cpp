// SPDX-License-Identifier: Apache-2.0
#include "sim_run.hpp"

#include <gtest/gtest.h>

#include "broker/faults.hpp"
#include "engine/run.hpp"
#include "rules/judge.hpp"

namespace amqpace::testing {

model::Plan plan_of(const std::string& yaml, const std::vector<config::Override>& overrides) {
  const auto nothing_set = [](const std::string&) -> std::optional<std::string> { return std::nullopt; };
  auto loaded = config::load({"test.yaml", yaml}, {.variables = nothing_set, .overrides = overrides});
  for (const auto& problem : loaded.problems)
    if (problem.severity == model::Problem::Severity::error) ADD_FAILURE() << config::problem_text(problem, "test.yaml");
  return std::move(loaded.plan);
}

SimResult run_simulated(const SimSetup& setup) {
  net::SimNet net(setup.net);
  net::SimLoop client_loop(net), broker_loop(net);
  broker::BrokerOptions options;
  auto faults = broker::parse_faults(setup.faults);
  if (!faults) ADD_FAILURE() << faults.error().what;
  options.faults = *faults;
  broker::Server server(broker_loop, options);
  const auto address = net::Address::tcp("broker", 5672);
  if (auto listening = server.listen(address); !listening) ADD_FAILURE() << listening.error().what;
  if (setup.arrange) setup.arrange(net, client_loop, broker_loop);

  const model::Plan plan = plan_of(setup.yaml, setup.overrides);
  SimResult result;
  {
    engine::InlineDriver driver(client_loop);
    engine::RunOptions run_options;
    run_options.run_id = 0x5eed;
    run_options.on_sample = [&](const model::Sample& s, const engine::Progress&) { result.samples.push_back(s); };
    result.record = engine::run(plan, {{plan.brokers.front(), address}}, driver, run_options);
  }
  result.injected = server.report();
  rules::judge(result.record);
  return result;
}

}  // namespace amqpace::testing
