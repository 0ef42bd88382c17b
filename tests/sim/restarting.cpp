// SPDX-License-Identifier: Apache-2.0
#include "restarting.hpp"

#include <gtest/gtest.h>

namespace amqpace::testing {

SimSetup restarting(std::string yaml, Nanos at, Nanos later) {
  SimSetup setup{.yaml = std::move(yaml), .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
  setup.net.latency = kMillisecond;
  setup.arrange_broker = [at, later](broker::Server& server, net::SimLoop& loop, const net::Address& address) {
    auto timers = std::make_shared<std::vector<std::unique_ptr<net::Timer>>>();
    timers->push_back(std::make_unique<net::Timer>(loop, [&server] { server.drop_all(); }));
    timers->push_back(std::make_unique<net::Timer>(loop, [&server, address] { ASSERT_TRUE(server.listen(address)); }));
    (*timers)[0]->arm(loop.now() + at);
    (*timers)[1]->arm(loop.now() + later);
    return timers;
  };
  return setup;
}

void expect_sound(const model::Record& record) {
  for (const auto& p : record.producers) EXPECT_TRUE(p.ledger.balances()) << p.name;
  for (const auto& q : record.queues) EXPECT_TRUE(q.ledger.balances()) << q.name;
}

}  // namespace amqpace::testing
