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

// Among those kept: a queue has an entry for each reason, and all but a reject are one to us.
bool names(const DeliveryHeaders& found, const Death& other) {
  const auto end = found.latest.begin() + std::min<std::size_t>(found.deaths, found.latest.size());
  return std::any_of(found.latest.begin(), end, [&other](const Death& death) {
    return death.queue == other.queue && death.rejected == other.rejected;
  });
}

// FNV-1a; never 0.
std::uint64_t hash_of(const Death& death) {
  std::uint64_t hash = death.rejected ? 0x84222325cbf29ce4 : 0xcbf29ce484222325;
  for (const char c : death.queue) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash | 1;
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
        if (!names(found, death)) found.died_on += hash_of(death);
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
