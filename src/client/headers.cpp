// SPDX-License-Identifier: Apache-2.0
#include "client/headers.hpp"

namespace amqpace::client {
namespace {

bool names_queue(amqp091::TableView death, std::string_view queue) {
  const auto name = death.find("queue");
  return name && name->text() == queue;
}

}  // namespace

DeliveryHeaders read_delivery_headers(amqp091::TableView headers, std::string_view queue) {
  DeliveryHeaders found;
  for (const auto& [name, value] : headers) {
    if (name == kStampHeader) {
      found.stamp = value.byte_array().value_or(wire::Bytes{});
    } else if (name == "x-death") {
      for (const amqp091::FieldView& death : value.array()) {
        ++found.deaths;
        if (names_queue(death.table(), queue)) ++found.deaths_here;
      }
    }
  }
  return found;
}

}  // namespace amqpace::client
