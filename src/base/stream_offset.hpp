// SPDX-License-Identifier: Apache-2.0
// Where in a stream a reader begins: the first message kept, the last chunk, what comes next, an offset, or an instant.
// What a file says (consumers.streamOffset) and what the client asks the broker for; plain data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace amqpace {

struct StreamOffset {
  enum class Kind { first, last, next, number, instant } kind = Kind::next;
  std::uint64_t value = 0;  // the offset; of an instant its seconds since 1970, UTC

  friend bool operator==(const StreamOffset&, const StreamOffset&) = default;
};

// "first", "last", "next", "1500", "2026-11-30T12:00:00Z".
Result<StreamOffset> parse_stream_offset(std::string_view text);
std::string stream_offset_text(const StreamOffset& offset);

}  // namespace amqpace
