// SPDX-License-Identifier: Apache-2.0
#include "model/spec_text.hpp"

#include "base/units.hpp"
#include "model/message_sizes.hpp"

namespace amqpace::model {

std::string topology_line(const ProducerSpec& producer, const QueueSpec& queue) {
  const std::string exchange = producer.exchange.empty() ? "(default)" : producer.exchange;
  const std::string key = producer.routing_keys.empty() ? "" : producer.routing_keys.front();
  const std::string type = queue.type.empty() ? "classic" : queue.type;
  return "TopologySpec{" + exchange + " -> " + queue.name + " [" + key + "] " + type + "}";
}

std::string publisher_line(const PublisherSpec& publishers) {
  std::string line = "PublisherSpec{threads=" + std::to_string(publishers.threads);
  if (!publishers.throttled()) {
    line += ", rate=unthrottled";
  } else if (publishers.profile.empty()) {
    line += ", rate=" + number_text(*publishers.rate) + "/s";
  } else {
    line += ", rate=" + profile_text(publishers.profile);
  }
  line += ", Payload{" + payload_text(publishers);
  return line + "}, confirms=" + (publishers.confirms ? "true" : "false") + "}";
}

std::string consumer_line(const ConsumerSpec& consumers) {
  std::string line = "ConsumerSpec{concurrency=" + std::to_string(consumers.concurrency) +
                     ", prefetch=" + std::to_string(consumers.prefetch) +
                     ", handlerTime=" + handler_time_spec(consumers.handler_time);
  if (consumers.failure_rate > 0) line += ", failureRate=" + number_text(consumers.failure_rate);
  return line + "}";
}

std::vector<std::string> spec_lines(const Plan& plan) {
  if (!plan.recorded_specs.empty()) return plan.recorded_specs;
  static const ProducerSpec no_producer{};
  static const QueueSpec no_queue{};
  const auto& producer = plan.producers.empty() ? no_producer : plan.producers.front();
  const auto& queue = plan.queues.empty() ? no_queue : plan.queues.front();
  return {topology_line(producer, queue), publisher_line(producer.publish), consumer_line(queue.consumers)};
}

}  // namespace amqpace::model
