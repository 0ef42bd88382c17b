// SPDX-License-Identifier: Apache-2.0
#include "client/headers.hpp"

#include <algorithm>

namespace amqpace::client {
namespace {

Death death_of(amqp091::TableView entry) {
  Death death;
  if (const auto queue = entry.find("queue")) death.queue = queue->text().value_or("");
  if (const auto reason = entry.find("reason")) death.rejected = reason->text() == "rejected";
  if (const auto count = entry.find("count"))
    death.count = static_cast<std::uint64_t>(std::max<std::int64_t>(0, count->integer().value_or(1)));
  return death;
}

}  // namespace

DeliveryHeaders read_delivery_headers(amqp091::TableView headers, std::string_view queue) {
  DeliveryHeaders found;
  for (const auto& [name, value] : headers) {
    if (name == kStampHeader) {
      found.stamp = value.byte_array().value_or(wire::Bytes{});
    } else if (name == "x-death") {
      for (const amqp091::FieldView& entry : value.array()) {
        const Death death = death_of(entry.table());
        if (death.queue == queue) {
          ++found.deaths_here;
          if (death.rejected) found.rejects_here += death.count;
        }
        if (found.deaths < found.latest.size()) found.latest[found.deaths] = death;
        ++found.deaths;
      }
    } else if (name == "x-stream-offset") {
      found.stream_offset = value.integer().value_or(-1);
    }
  }
  return found;
}

}  // namespace amqpace::client
