// SPDX-License-Identifier: Apache-2.0
#include "report/quantities.hpp"

#include <algorithm>

#include "model/pooled.hpp"

namespace amqpace::report {

namespace {

template <class Make>
std::optional<hist::Latency> when(bool there, Make make) {
  return there ? std::optional<hist::Latency>(make()) : std::nullopt;
}

}  // namespace

std::vector<Quantity> quantities(const model::Record& record) {
  const bool consumers = model::consumer_count(record) > 0;
  const bool confirms = model::is_publishing(record) &&
                        std::none_of(record.producers.begin(), record.producers.end(),
                                     [](const auto& producer) { return producer.ledger.confirms_off; });
  return {{"endToEnd", when(consumers, [&] { return model::pooled_end_to_end(record); })},
          {"publish", when(confirms, [&] { return model::pooled_publish(record); })},
          {"sendLag", when(model::is_throttled(record), [&] { return model::pooled_send_lag(record); })},
          {"arrival", when(consumers, [&] { return model::pooled_arrival(record); })},
          {"handled", when(consumers, [&] { return model::pooled_handled(record); })},
          {"serviceTime", when(consumers, [&] { return model::pooled_service_time(record); })}};
}

std::vector<Quantity> quantities(const model::ProducerRecord& producer) {
  return {{"publish", when(!producer.ledger.confirms_off, [&] { return producer.publish; })},
          {"sendLag", when(producer.offered_rate.has_value(), [&] { return producer.send_lag; })}};
}

std::vector<Quantity> quantities(const model::QueueRecord& queue) {
  const bool consumers = queue.consumers > 0;
  return {{"endToEnd", when(consumers, [&] { return queue.end_to_end; })},
          {"arrival", when(consumers, [&] { return queue.arrival; })},
          {"handled", when(consumers, [&] { return queue.handled; })},
          {"serviceTime", when(consumers, [&] { return queue.service_time; })}};
}

}  // namespace amqpace::report
