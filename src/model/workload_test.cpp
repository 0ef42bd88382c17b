// SPDX-License-Identifier: Apache-2.0
#include "model/workload.hpp"

#include <gtest/gtest.h>

namespace amqpace::model {
namespace {

std::vector<std::string> names(const std::vector<Objective>& objectives) {
  std::vector<std::string> out;
  for (const auto& o : objectives) out.push_back(objective_name(o));
  return out;
}

TEST(Workload, NamesItsObjectivesAsReportsDo) {
  ExpectSpec e;
  e.throughput_at_least = 4800;
  e.end_to_end.p99 = 50 * kMillisecond;
  e.end_to_end.p999 = 200 * kMicrosecond;
  e.end_to_end.max = 10 * kSecond;
  e.publish.p9999 = 500 * kMillisecond;
  e.no_messages_lost = e.no_duplicates = e.in_order = true;
  EXPECT_EQ(
      names(objectives_of(e)),
      (std::vector<std::string>{"throughput>=4800", "p99<50.0ms", "p99.9<200us", "max<10.0s",
                                "publish-p99.99<500.0ms", "no-messages-lost", "no-duplicates", "in-order"}));
  EXPECT_EQ(objectives_of(e)[1].key, "p99Below");
  EXPECT_EQ(objectives_of(e)[4].key, "publishP9999Below");
}

TEST(Workload, BecomesAPlanWithOneProducerAndOneQueue) {
  Workload w;
  w.name = "gate";
  w.brokers.push_back({});
  w.brokers[0].user = "me";
  w.brokers[0].password = "mine";
  w.topology.exchange = "ex.gate";
  w.topology.exchange_type = "direct";
  w.topology.queue = "ex.gate.orders";
  w.topology.routing_key = "order.created";
  w.expect.throughput_at_least = 100;
  w.expect.publish.p99 = kMillisecond;
  w.run_for.reset();
  const Plan plan = plan_of(w);
  ASSERT_EQ(plan.exchanges.size(), 1u);
  EXPECT_EQ(plan.exchanges[0].name, "ex.gate");
  EXPECT_EQ(plan.exchanges[0].type, "direct");
  ASSERT_EQ(plan.queues.size(), 1u);
  ASSERT_EQ(plan.queues[0].bindings.size(), 1u);
  EXPECT_EQ(plan.queues[0].bindings[0].exchange, "ex.gate");
  EXPECT_EQ(plan.queues[0].bindings[0].routing_key, "order.created");
  EXPECT_EQ(names(plan.queues[0].expect), std::vector<std::string>{"throughput>=100"});
  ASSERT_EQ(plan.producers.size(), 1u);
  EXPECT_EQ(plan.producers[0].name, "gate");
  EXPECT_EQ(plan.producers[0].routing_keys, std::vector<std::string>{"order.created"});
  EXPECT_EQ(names(plan.producers[0].expect), std::vector<std::string>{"publish-p99<1.0ms"});
  EXPECT_EQ(plan.management_user, "me");
  EXPECT_EQ(plan.management_password, "mine");
  EXPECT_TRUE(plan.until_stopped);
}

TEST(Workload, OnTheDefaultExchangeHasNoBindingAndTheQueuesNameAsKey) {
  Workload w;
  w.topology.queue = "ex.hello";
  const Plan plan = plan_of(w);
  EXPECT_TRUE(plan.exchanges.empty());
  EXPECT_TRUE(plan.queues[0].bindings.empty());
  EXPECT_EQ(plan.producers[0].exchange, "");
  EXPECT_EQ(plan.producers[0].routing_keys, std::vector<std::string>{"ex.hello"});
}

}  // namespace
}  // namespace amqpace::model
