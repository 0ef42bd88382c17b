// SPDX-License-Identifier: Apache-2.0
// What a Plan will offer, expect and need, worked out before anything runs: arithmetic on the file and its bindings, no
// network. `amqpace plan` prints it, as text and as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "model/plan.hpp"
#include "model/problem.hpp"

namespace amqpace::config {

struct ProducerForecast {
  std::string name;
  std::optional<double> rate;      // messages/s; of a profile the mean; absent: unthrottled
  double peak = 0;                 // the highest rate of a profile, else `rate`
  std::optional<double> in_window; // messages due in the window; absent: not known beforehand
  std::int64_t mean_size = 0;      // bytes of a body
  std::int64_t in_flight = 0;      // messages that may be unconfirmed, all publishers together; 0: no confirms
  std::optional<Nanos> carries;    // the window carries the highest rate while confirms come within this
  Nanos usual_confirm = 0;         // what is usual on the slowest queue that its messages reach
};

struct QueueForecast {
  std::string name, type;
  std::string broker;               // redacted, when it lives on another one than the rest
  std::optional<double> rate;       // messages/s to expect here, dead letters included; absent: unthrottled
  double dead_lettered = 0;         // …of which are rejected elsewhere and come here
  std::optional<double> in_window;
  bool expires_into = false;        // and what expires elsewhere, which is not known beforehand
  bool keeps = false;               // a stream: nothing is taken away by consuming
  std::int64_t consumers = 0;
  std::int64_t unacknowledged = 0;  // messages that all consumers may hold; 0: no limit, or none
  std::optional<double> capacity;   // messages/s that the consumers take, of a stream each of them; absent: no limit
  double growth = 0;                // messages/s that are left behind
  std::optional<double> left;       // …and by the end of the window; absent: not known beforehand
  std::optional<double> peak;       // the highest rate to expect, when a profile goes above the mean
  std::uint64_t left_bytes = 0;     // bodies of `left`
  std::uint64_t stalled_bytes = 0;  // bodies of all that comes, if consumers took none of it
};

struct Forecast {
  std::vector<ProducerForecast> producers;
  std::vector<QueueForecast> queues;
  std::int64_t publishing_connections = 0, consuming_connections = 0, channels = 0;  // and one connection that declares
  std::uint64_t client_bytes = 0;  // of this program, about
  Nanos warmup = 0, window = 0, drain = 0;
  bool bounded = true;  // false: `window` is not known beforehand
  // Absent: not known beforehand.
  std::optional<Nanos> at_most() const { return bounded ? std::optional(warmup + window + drain) : std::nullopt; }
};

Forecast forecast_of(const model::Plan& plan);

// One planned run: what the dry run says, then the forecast, then the warnings that `run` prints.
struct Planned {
  const model::Plan* plan;
  const std::vector<model::Problem>* problems;  // nullptr: said with another run of the same file
  std::string source;  // the file's name
};
std::string plan_text(const std::vector<Planned>& runs);
std::string plan_json(const std::vector<Planned>& runs);

}  // namespace amqpace::config
