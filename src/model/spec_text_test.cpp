// SPDX-License-Identifier: Apache-2.0
#include "model/spec_text.hpp"

#include <gtest/gtest.h>

namespace amqpace::model {
namespace {

Plan hello() {
  Plan plan;
  QueueSpec queue;
  queue.name = "ex.hello";
  queue.consumers.concurrency = 4;
  plan.queues.push_back(queue);
  ProducerSpec producer;
  producer.routing_keys = {"ex.hello"};
  producer.publish.threads = 2;
  producer.publish.rate = 5000;
  producer.publish.message_size = 512;
  plan.producers.push_back(producer);
  return plan;
}

using Lines = std::vector<std::string>;

TEST(SpecText, SaysTheHelloExampleAsItsPageDoes) {
  EXPECT_EQ(spec_lines(hello()),
            (Lines{"TopologySpec{(default) -> ex.hello [ex.hello] classic}",
                   "PublisherSpec{threads=2, rate=5000/s, Payload{512 bytes}, confirms=true}",
                   "ConsumerSpec{concurrency=4, prefetch=100, handlerTime=PT0S}"}));
}

TEST(SpecText, NamesTheExchangeTheTypeAndWhatIsNotTheDefault) {
  Plan plan = hello();
  plan.queues[0].type = "quorum";
  plan.queues[0].consumers.handler_time = 5 * kMillisecond;
  plan.queues[0].consumers.failure_rate = 0.05;
  plan.producers[0].exchange = "ex.gate";
  plan.producers[0].routing_keys = {"order.created"};
  plan.producers[0].publish.rate = 0.5;
  plan.producers[0].publish.random_payload = true;
  plan.producers[0].publish.confirms = false;
  EXPECT_EQ(spec_lines(plan),
            (Lines{"TopologySpec{ex.gate -> ex.hello [order.created] quorum}",
                   "PublisherSpec{threads=2, rate=0.5/s, Payload{512 bytes, random}, confirms=false}",
                   "ConsumerSpec{concurrency=4, prefetch=100, handlerTime=PT0.005S, failureRate=0.05}"}));
}

TEST(SpecText, SaysUnthrottledWhenThereIsNoRateOrItIsSwitchedOff) {
  PublisherSpec publishers;
  EXPECT_EQ(publisher_line(publishers),
            "PublisherSpec{threads=1, rate=unthrottled, Payload{1024 bytes}, confirms=true}");
  publishers.rate = 5000;
  publishers.unthrottled = true;
  EXPECT_EQ(publisher_line(publishers),
            "PublisherSpec{threads=1, rate=unthrottled, Payload{1024 bytes}, confirms=true}");
}

}  // namespace
}  // namespace amqpace::model
