// SPDX-License-Identifier: Apache-2.0
// What a broker shall do wrong on request, and the grammar in which it is asked for:
//   confirmDelay=1ms,deliverDelay=1ms,serviceRate=8000,stall=4s+3s,lose=1/1000,duplicate=1/500,reorder=1/500,nack=1/100
// separated by commas or &, each at most once. What each one does stands in injector.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace amqpace::broker {

struct Stall {
  Nanos after = 0;   // the first message published
  Nanos length = 0;  // kNever: to the end
};

struct Faults {
  Nanos confirm_delay = 0;
  Nanos deliver_delay = 0;
  double service_rate = 0;  // messages/s that may leave one queue; 0: as fast as it can
  std::optional<Stall> stall;
  // Every how many messages; 0: never.
  std::uint64_t lose = 0, duplicate = 0, reorder = 0, nack = 0;

  bool any() const;
};

// "" asks for none. Errors are of kind bad_input and say what is accepted.
Result<Faults> parse_faults(std::string_view text);

}  // namespace amqpace::broker
