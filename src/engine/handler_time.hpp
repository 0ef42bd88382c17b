// SPDX-License-Identifier: Apache-2.0
// The handler times of one consumer's deliveries, drawn from a seeded stream: draw number n is a pure function of
// (seed, n), so that a run can be repeated. The consumer asks once per delivery; the coordinator asks for the longest.
#pragma once

#include <cstdint>

#include "model/handler_time.hpp"

namespace amqpace::engine {

class HandlerTimes {
 public:
  // `seed`: the consumer's. The stream of its handler times is one of its own, apart from that of its failures.
  HandlerTimes(const model::HandlerTime& spec, std::uint64_t seed);
  Nanos next() { return at(draws_++); }
  Nanos at(std::uint64_t n) const;

 private:
  model::HandlerTime spec_;
  std::uint64_t seed_;
  std::uint64_t draws_ = 0;
};

// No draw is longer. Of an exponential one that is 53 ln 2 = 36.8 means, since a draw has 53 random bits: how long the end
// of a run waits for running handlers at most.
Nanos longest(const model::HandlerTime& spec);

}  // namespace amqpace::engine
