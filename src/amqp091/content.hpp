// SPDX-License-Identifier: Apache-2.0
// A message as it comes in: a method that carries content, a content header, a body.
#pragma once

#include <optional>
#include <string_view>

#include "amqp091/methods.hpp"

namespace amqpace::amqp091 {

struct ContentHeader {
  std::uint64_t body_size = 0;
  Properties properties;
  Bytes raw;  // property flags and values as they came: a broker can pass them on without decoding
};

// Reads the payload of a header frame. Nothing when it is good, else the offset in it of the first thing that
// is not.
std::optional<std::size_t> decode_header(Bytes payload, ContentHeader& header);

// One whole message. All views hold during the callback only.
struct Content {
  std::uint16_t channel = 0;
  const Method& method;  // BasicPublish, BasicDeliver, BasicReturn or BasicGetOk
  const ContentHeader& header;
  Bytes body;
};

}  // namespace amqpace::amqp091
