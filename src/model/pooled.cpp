// SPDX-License-Identifier: Apache-2.0
#include "model/pooled.hpp"

#include <algorithm>

namespace amqpace::model {

namespace {

hist::Latency over_queues(const Record& record, hist::Latency QueueRecord::*quantity) {
  hist::Latency all;
  for (const auto& queue : record.queues) {
    if (queue.consumers > 0) all.merge(queue.*quantity);
  }
  return all;
}

hist::Latency over_producers(const Record& record, hist::Latency ProducerRecord::*quantity) {
  hist::Latency all;
  for (const auto& producer : record.producers) all.merge(producer.*quantity);
  return all;
}

}  // namespace

hist::Latency pooled_end_to_end(const Record& record) {
  return over_queues(record, &QueueRecord::end_to_end);
}
hist::Latency pooled_service_time(const Record& record) {
  return over_queues(record, &QueueRecord::service_time);
}
hist::Latency pooled_arrival(const Record& record) {
  return over_queues(record, &QueueRecord::arrival);
}
hist::Latency pooled_handled(const Record& record) {
  return over_queues(record, &QueueRecord::handled);
}
hist::Latency pooled_publish(const Record& record) {
  return over_producers(record, &ProducerRecord::publish);
}
hist::Latency pooled_send_lag(const Record& record) {
  return over_producers(record, &ProducerRecord::send_lag);
}

std::int64_t consumer_count(const Record& record) {
  std::int64_t count = 0;
  for (const auto& queue : record.queues) count += queue.consumers;
  return count;
}

bool is_publishing(const Record& record) {
  return std::any_of(record.plan.producers.begin(), record.plan.producers.end(),
                     [](const ProducerSpec& spec) { return spec.publish.threads > 0; });
}

bool is_throttled(const Record& record) {
  return is_publishing(record) && !record.producers.empty() &&
         std::all_of(record.producers.begin(), record.producers.end(),
                     [](const ProducerRecord& p) { return p.offered_rate.has_value(); });
}

}  // namespace amqpace::model
