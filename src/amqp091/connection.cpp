// SPDX-License-Identifier: Apache-2.0
#include "amqp091/connection.hpp"

#include <algorithm>

#include "amqp091/table_value.hpp"

namespace amqpace::amqp091 {

Error ProtocolError::error() const {
  return Error{kind, what, "offset " + std::to_string(offset), std::string(reply_name(reply_code)), {}};
}

Connection::Connection(Options options)
    : options_(std::move(options)),
      out_(options_.limits.max_out),
      largest_payload_(kUntunedFrameMax - kFrameOverhead) {
  if (options_.frame_max != 0) options_.frame_max = std::max(options_.frame_max, kMinFrameMax);
}

void Connection::expect_messages_of(std::size_t body_bytes) {
  // What a method or a header may add to the body it comes with.
  constexpr std::size_t kBesides = 1024;
  tail_.reserve(body_bytes + kBesides);
  channels_.expect_assembly_of(body_bytes, kBesides);
}

void Connection::start(Nanos now) {
  now_ = last_received_ = last_sent_ = last_tick_ = now;
  tail_.reserve(128);  // confirms are cut by reads too
  if (options_.role == Role::server) {
    phase_ = Phase::await_protocol;
    return;
  }
  phase_ = Phase::await_start;
  out_.append(kProtocolHeader);
}

bool Connection::peer_capability(std::string_view name) const {
  const auto capabilities = peer_properties().find("capabilities");
  if (!capabilities) return false;
  const auto value = capabilities->table().find(name);
  return value && value->boolean().value_or(false);
}

std::vector<std::byte> Connection::own_properties() const {
  Table capabilities;
  for (const char* name : {"publisher_confirms", "exchange_exchange_bindings", "basic.nack",
                           "consumer_cancel_notify", "connection.blocked", "authentication_failure_close",
                           "consumer_priorities", "per_consumer_qos", "direct_reply_to"}) {
    capabilities.push_back({name, true});
  }
  Table properties{{"product", options_.product},
                   {"version", options_.version},
                   {"platform", options_.platform},
                   {"capabilities", std::move(capabilities)}};
  if (!options_.connection_name.empty()) properties.push_back({"connection_name", options_.connection_name});
  return encode_table(properties);
}

}  // namespace amqpace::amqp091
