// SPDX-License-Identifier: Apache-2.0
// A whole run, engine, client, network and embedded broker, in one thread on simulated time from one seed.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "broker/server.hpp"
#include "broker/truth.hpp"
#include "config/load.hpp"
#include "model/record.hpp"
#include "net/sim.hpp"
#include "wire_log.hpp"

namespace amqpace::testing {

struct SimSetup {
  std::string yaml;
  std::string faults;
  net::SimOptions net;
  std::vector<config::Override> overrides;
  // Called once with the net, both loops and the broker, before anything runs: to arrange cuts and freezes by timers.
  std::function<void(net::SimNet&, net::SimLoop& client, net::SimLoop& broker)> arrange;
  // As arrange, with the broker itself: to drop connections, or to listen at `at` again. What it returns goes after the run.
  std::function<std::shared_ptr<void>(broker::Server&, net::SimLoop& client, const net::Address& at)> arrange_broker = {};
  // Run first, against the same broker: what they leave there is found by the run.
  std::vector<std::string> earlier = {};
  std::vector<std::string> vhosts = {"/"};  // of the broker, and open to guest
  const std::atomic<int>* signals = nullptr;  // how many the user has sent so far
  bool other_broker = false;  // a second one listens at host "other", where nobody links it to the first
  bool through_tap = false;  // fills SimResult::tapped; one hop more each way
};

struct SimResult {
  model::Record record;
  std::vector<std::pair<std::string, std::string>> injected;  // the broker's own counts
  broker::Totals broker;                                       // what the broker took and delivered
  std::map<std::string, broker::QueueTruth> truth;             // and what happened in its queues of vhost "/"
  std::vector<model::Sample> samples;
  Tapped tapped;   // what the client said, when there was a tap
  Nanos took = 0;  // of simulated time, from the first connect to the last close
};

model::Plan plan_of(const std::string& yaml, const std::vector<config::Override>& overrides = {});
SimResult run_simulated(const SimSetup& setup);

}  // namespace amqpace::testing
