// SPDX-License-Identifier: Apache-2.0
#include "engine/templates.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "engine/stamp.hpp"

namespace amqpace::engine {

namespace {
constexpr std::size_t kRandomVariants = 16;
constexpr std::int64_t kVariantBytes = 16 << 20;  // what the pool of one key may take

std::string make_body(std::int64_t size, bool random, std::uint64_t seed) {
  std::string body(static_cast<std::size_t>(size), '\0');
  if (!random) return body;
  Random bytes(seed);
  for (char& c : body) c = static_cast<char>(bytes.next());
  return body;
}
}  // namespace

StampShape stamp_shape(model::StampPlace place, std::int64_t message_size) {
  const bool fits = message_size >= static_cast<std::int64_t>(kStampSize);
  if (place == model::StampPlace::header || !fits) return {.in_header = true, .size = kLongStampSize};
  return {.in_header = false,
          .size = message_size >= static_cast<std::int64_t>(kLongStampSize) ? kLongStampSize : kStampSize};
}

TemplateSet::TemplateSet(client::Publisher& channel, const model::ProducerSpec& spec, std::int64_t message_size,
                         std::uint64_t seed)
    : shape_(stamp_shape(spec.publish.stamp, message_size)), variants_(1) {
  if (spec.publish.random_payload) {
    const std::int64_t affordable = kVariantBytes / std::max<std::int64_t>(message_size, 1);
    variants_ = static_cast<std::size_t>(
        std::clamp<std::int64_t>(affordable, 1, static_cast<std::int64_t>(kRandomVariants)));
  }
  for (const auto& key : spec.routing_keys) {
    for (std::size_t v = 0; v < variants_; ++v) {
      client::MessageTemplate message;
      message.exchange = spec.exchange;
      message.routing_key = key;
      message.mandatory = spec.publish.is_mandatory();
      message.properties.persistent = spec.publish.persistent;
      message.body = make_body(message_size, spec.publish.random_payload, draw(seed, v));
      message.stamp_size = shape_.size;
      message.stamp_in_header = shape_.in_header;
      ids_.push_back(channel.add_template(message));
    }
  }
}

}  // namespace amqpace::engine
