// SPDX-License-Identifier: Apache-2.0
// What a producer's messages are: their properties, how large they are, what is in them. Plain data; the engine renders
// it once (engine/bodies.hpp, engine/templates.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"

namespace amqpace::model {

// The properties of AMQP 0-9-1's class basic, headers and the default delivery mode apart (PublisherSpec). Texts may have
// placeholders (message_text.hpp).
struct MessageProperties {
  std::optional<std::string> content_type, content_encoding, correlation_id, reply_to, message_id, type, user_id, app_id,
      cluster_id;
  std::optional<std::int64_t> delivery_mode, priority;
  std::optional<Nanos> expiration;         // whole milliseconds
  std::optional<std::uint64_t> timestamp;  // seconds since 1970
  bool timestamp_now = false;              // …or the clock of each message

  bool operator==(const MessageProperties&) const = default;
};

// What is in a body. `text` and `json` may have placeholders; files are byte-exact.
struct PayloadSpec {
  enum class Kind { generated, text, json, files } kind = Kind::generated;
  bool random = false;      // of generated bodies: random bytes instead of zeros
  std::string text;         // of text and json
  std::vector<std::string> names, bodies;  // of files, in their order

  bool own() const { return kind != Kind::generated; }
  bool operator==(const PayloadSpec&) const = default;
};

// How large generated bodies are, if not all the same.
struct SizeSpec {
  enum class Kind { fixed, mix, uniform, lognormal } kind = Kind::fixed;
  std::vector<std::pair<std::int64_t, std::int64_t>> mix;  // size, share in 1/10,000; shares add up to 10,000
  std::int64_t low = 0, high = 0;                          // uniform; of lognormal the median and the largest
  double sigma = 0;                                        // lognormal, of the natural logarithm

  bool operator==(const SizeSpec&) const = default;
};

// A step of a rate profile: from one rate to another in a straight line.
struct RateStep {
  double from = 0, to = 0;  // messages per second
  Nanos length = 0;

  bool operator==(const RateStep&) const = default;
};

}  // namespace amqpace::model
