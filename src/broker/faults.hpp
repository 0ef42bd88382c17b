// SPDX-License-Identifier: Apache-2.0
// What a broker shall do wrong on request, and the grammar in which it is asked for:
//   confirmDelay=1ms,deliverDelay=1ms,serviceRate=8000,stall=4s+3s,lose=1/1000,duplicate=1/500,reorder=1/500,nack=1/100
//   block=4s+3s,drop=4s,silence=4s+3s,closeConnection=320@4s,closeChannel=406@1/1000,cancel=4s
// separated by commas or &; those of the first line at most once each. What each one does stands in
// injector.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace amqpace::broker {

struct Stall {
  Nanos after = 0;   // the first message published
  Nanos length = 0;  // kNever: to the end
};

// What strikes connections, channels or consumers, and not a message.
enum class Blow : std::uint8_t { drop, silence, close_connection, close_channel, cancel };
std::string_view blow_name(Blow what);  // as it is asked for

struct Strike {
  Blow what = Blow::drop;
  Nanos after = kNever;     // the first message published: at that instant it strikes all there are; or…
  std::uint64_t every = 0;  // …with every so many-th message, whoever published it (cancel: its queues)
  Nanos length = kNever;    // of a silence
  std::uint16_t code = 0;   // of a close
};

struct Faults {
  Nanos confirm_delay = 0;
  Nanos deliver_delay = 0;
  double service_rate = 0;  // messages/s that may leave one queue; 0: as fast as it can
  std::optional<Stall> stall;
  std::vector<Stall> blocks;  // connection.blocked to who publishes
  std::vector<Strike> strikes;
  // Every how many messages; 0: never.
  std::uint64_t lose = 0, duplicate = 0, reorder = 0, nack = 0;

  bool any() const;
};

// "" asks for none. Errors are of kind bad_input and say what is accepted.
Result<Faults> parse_faults(std::string_view text);

}  // namespace amqpace::broker
