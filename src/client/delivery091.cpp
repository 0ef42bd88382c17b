// SPDX-License-Identifier: Apache-2.0
#include "client/delivery091.hpp"

#include "client/headers.hpp"

namespace amqpace::client {

Delivery delivery_of(const amqp091::Content& content, std::uint64_t tag, bool redelivered, std::string_view queue) {
  Delivery delivery;
  delivery.tag = tag;
  delivery.redelivered = redelivered;
  delivery.body = content.body;
  const amqp091::Properties& properties = content.header.properties;
  if (properties.has(amqp091::Properties::kHeaders)) {
    const DeliveryHeaders headers = read_delivery_headers(properties.headers, queue);
    delivery.stamp_header = headers.stamp;
    delivery.deaths = headers.deaths;
    delivery.deaths_here = headers.deaths_here;
    delivery.died_on = headers.died_on;
    delivery.rejects_here = headers.rejects_here;
    delivery.latest = headers.latest;
    delivery.stream_offset = headers.stream_offset;
  }
  return delivery;
}

Error no_channel_left(const std::string& what, SessionCore& core) {
  return {ErrorKind::refused,
          "could not open a channel to " + what,
          {},
          "the broker allows " + std::to_string(core.connection().tuning().channel_max) + " channels on one connection",
          "use more connections"};
}

}  // namespace amqpace::client
