// SPDX-License-Identifier: Apache-2.0
// The forecast for programs: `amqpace plan --format json`. Rates are per second, null where they are not known beforehand.
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/secrets.hpp"
#include "config/forecast.hpp"
#include "config/load.hpp"

namespace amqpace::config {

namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

// Of messages, which are whole.
Json whole(const std::optional<double>& n) { return n ? Json(std::llround(*n)) : Json(nullptr); }

Json seconds(Nanos t) { return static_cast<double>(t) / 1e9; }
Json seconds(const std::optional<Nanos>& t) { return t ? seconds(*t) : Json(nullptr); }

Json producer_json(const ProducerForecast& p) {
  return {{"name", redact(p.name)},
          {"ratePerSecond", or_null(p.rate)},
          {"peakPerSecond", p.rate ? Json(p.peak) : Json(nullptr)},
          {"messagesInWindow", whole(p.in_window)},
          {"meanBodyBytes", p.mean_size},
          {"inFlight", p.in_flight > 0 ? Json(p.in_flight) : Json(nullptr)},
          {"carriesRateWithConfirmsWithinSeconds", seconds(p.carries)},
          {"usualConfirmSeconds", p.usual_confirm > 0 ? seconds(p.usual_confirm) : Json(nullptr)}};
}

Json queue_json(const QueueForecast& q) {
  return {{"name", redact(q.name)},
          {"type", q.type},
          {"broker", q.broker.empty() ? Json(nullptr) : Json(q.broker)},
          {"ratePerSecond", or_null(q.rate)},
          {"peakPerSecond", q.peak ? Json(*q.peak) : or_null(q.rate)},
          {"rejectsPerSecond", q.dead_lettered},
          {"messagesInWindow", whole(q.in_window)},
          {"consumers", q.consumers},
          {"unacknowledged", q.unacknowledged > 0 ? Json(q.unacknowledged) : Json(nullptr)},
          {"consumersTakePerSecond", or_null(q.capacity)},
          {"growsPerSecond", q.growth},
          {"leftAtEndOfWindow", whole(q.left)},
          {"leftBodyBytes", q.left ? Json(q.left_bytes) : Json(nullptr)},
          {"bodyBytesIfNothingIsConsumed", q.left ? Json(q.stalled_bytes) : Json(nullptr)}};
}

Json run_json(const Planned& run, const Forecast& f) {
  Json producers = Json::array(), queues = Json::array(), problems = Json::array(), brokers = Json::array();
  for (const auto& uri : run.plan->brokers) brokers.push_back(uri.redacted());
  for (const auto& p : f.producers) producers.push_back(producer_json(p));
  for (const auto& q : f.queues) queues.push_back(queue_json(q));
  static const std::vector<model::Problem> none;
  for (const auto& problem : run.problems == nullptr ? none : *run.problems)
    problems.push_back({{"line", problem.place.line}, {"column", problem.place.column}, {"text", redact(problem.text)}});
  return {{"name", redact(run.plan->name)},
          {"file", run.source},
          {"brokers", brokers},
          {"producers", producers},
          {"queues", queues},
          {"connections", f.publishing_connections + f.consuming_connections + 1},
          {"channels", f.channels},
          {"memoryHereBytes", f.client_bytes},
          {"warmupSeconds", seconds(f.warmup)},
          {"windowSeconds", f.bounded ? seconds(f.window) : Json(nullptr)},
          {"drainAtMostSeconds", seconds(f.drain)},
          {"atMostSeconds", seconds(f.at_most())},
          {"problems", problems}};
}

}  // namespace

std::string plan_json(const std::vector<Planned>& runs) {
  Json list = Json::array();
  std::optional<Nanos> in_all = 0;
  for (const auto& run : runs) {
    const Forecast f = forecast_of(*run.plan);
    list.push_back(run_json(run, f));
    in_all = in_all && f.at_most() ? std::optional(*in_all + *f.at_most()) : std::nullopt;
  }
  const Json document{{"schemaVersion", 1}, {"tool", "amqpace"}, {"runs", list}, {"atMostSeconds", seconds(in_all)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace amqpace::config
