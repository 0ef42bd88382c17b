// SPDX-License-Identifier: Apache-2.0
#include "engine/templates.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "base/random.hpp"
#include "engine/bodies.hpp"
#include "engine/stamp.hpp"
#include "model/message_text.hpp"

namespace amqpace::engine {

namespace {
static_assert(client::kSequenceDigits == model::kSequenceDigits);

// Placeholders filled in, everywhere the same way for one member of the pool. The file's texts were checked when it was
// read, so what cannot be parsed is no placeholder.
struct Filled {
  std::uint64_t seed, member;

  std::string text(const std::string& from) const {
    const auto parsed = model::MessageText::parse(from);
    return parsed ? parsed->render(seed, member) : from;
  }
  std::string text(const std::optional<std::string>& from) const { return from ? text(*from) : std::string(); }
  ArgumentValue operator()(const std::string& value) const { return text(value); }
  ArgumentValue operator()(const ArgumentList& list) const {
    ArgumentList out;
    for (const auto& element : list) out.push_back(std::visit(*this, element.value));
    return out;
  }
  ArgumentValue operator()(const Arguments& map) const { return table(map); }
  template <class T>
  ArgumentValue operator()(const T& plain) const {
    ArgumentValue out;
    out.value = plain;
    return out;
  }
  Arguments table(const Arguments& map) const {
    Arguments out;
    for (const auto& [name, value] : map) out.emplace_back(name, std::visit(*this, value.value));
    return out;
  }
};

client::Properties properties_of(const model::PublisherSpec& publish, const Filled& filled) {
  const auto& from = publish.properties;
  client::Properties to;
  to.content_type = filled.text(from.content_type);
  to.content_encoding = filled.text(from.content_encoding);
  to.correlation_id = filled.text(from.correlation_id);
  to.reply_to = filled.text(from.reply_to);
  to.message_id = filled.text(from.message_id);
  to.type = filled.text(from.type);
  to.user_id = filled.text(from.user_id);
  to.app_id = filled.text(from.app_id);
  to.cluster_id = filled.text(from.cluster_id);
  if (from.expiration) to.expiration = std::to_string(*from.expiration / kMillisecond);
  if (from.priority) to.priority = static_cast<std::uint8_t>(*from.priority);
  to.timestamp = from.timestamp;
  to.timestamp_now = from.timestamp_now;
  to.headers = filled.table(publish.headers);
  to.persistent = publish.is_persistent();
  return to;
}
}  // namespace

StampShape stamp_shape(model::StampPlace place, std::int64_t message_size) {
  const bool fits = message_size >= static_cast<std::int64_t>(kStampSize);
  if (place == model::StampPlace::header || !fits) return {.in_header = true, .size = kLongStampSize};
  return {.in_header = false,
          .size = message_size >= static_cast<std::int64_t>(kLongStampSize) ? kLongStampSize : kStampSize};
}

Turns::Turns(std::vector<std::uint32_t> order, std::uint64_t steady)
    : order_(std::move(order)), round_(UINT64_MAX) {
  assert(steady > 0);
  const std::uint64_t places = order_.size();
  if (std::gcd(steady, places) > 1) round_ = std::lcm(steady, places);  // else every key meets every place by itself
}

TemplateSet::TemplateSet(client::Publisher& channel, const model::ProducerSpec& spec, std::int64_t only_size,
                         std::uint64_t seed) {
  BodyPool pool = make_bodies(spec.publish, only_size, seed);
  const bool own = spec.publish.payload.own() && only_size == 0;
  shape_ = stamp_shape(own ? model::StampPlace::header : spec.publish.stamp, pool.smallest);
  members_ = pool.bodies.size();
  const auto threads = static_cast<std::uint64_t>(std::max<std::int64_t>(1, spec.publish.threads));
  turns_ = Turns(std::move(pool.order), spec.routing_keys.size() * threads);
  for (const auto& key : spec.routing_keys) {
    for (std::size_t member = 0; member < members_; ++member) {
      client::MessageTemplate message;
      message.exchange = spec.exchange;
      message.routing_key = key;
      message.mandatory = spec.publish.is_mandatory();
      message.properties = properties_of(spec.publish, {seed, member});
      message.body = pool.bodies[member].bytes;
      message.sequence_texts = pool.bodies[member].sequences;
      message.stamp_size = shape_.size;
      message.stamp_in_header = shape_.in_header;
      ids_.push_back(channel.add_template(message));
    }
  }
}

}  // namespace amqpace::engine
