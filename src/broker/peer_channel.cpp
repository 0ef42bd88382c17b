// SPDX-License-Identifier: Apache-2.0
// PeerChannel: what the core says on a channel, as frames.
#include "broker/message_properties.hpp"
#include "broker/server.hpp"

namespace amqpace::broker {

PeerChannel::PeerChannel(Peer& peer, std::uint16_t number)
    : peer_(peer), number_(number), core_(peer.server_.core(), peer.caller_, *this) {}

bool PeerChannel::has_room() const {
  return peer_.has_room();
}

void PeerChannel::deliver(const DeliveryView& delivery) {
  const Message& message = delivery.message;
  const amqp091::BasicDeliver method{delivery.consumer_tag, delivery.tag, delivery.redelivered,
                                     message.exchange(), message.routing_key()};
  peer_.answered(peer_.connection_.send_content(number_, method, properties_of(message, delivery.added),
                                                message.body()));
}

std::span<const std::byte> PeerChannel::properties_of(const Message& message, const AddedHeader& added) {
  if (added.name.empty()) return message.properties();
  with_header(message, added.name, added.value, changed_properties_);
  return changed_properties_;
}

void PeerChannel::returned(const Message& message) {
  const amqp091::BasicReturn method{kNoRoute, "NO_ROUTE", message.exchange(), message.routing_key()};
  peer_.answered(peer_.connection_.send_content(number_, method, message.properties(), message.body()));
}

void PeerChannel::confirm(std::uint64_t tag, bool multiple) {
  peer_.answered(peer_.connection_.send(number_, amqp091::BasicAck{tag, multiple}));
}

void PeerChannel::nack(std::uint64_t tag) {
  peer_.answered(peer_.connection_.send(number_, amqp091::BasicNack{tag, false, false}));
}

void PeerChannel::cancelled(std::string_view consumer_tag) {
  if (!peer_.connection_.peer_capability("consumer_cancel_notify")) return;
  peer_.answered(peer_.connection_.send(number_, amqp091::BasicCancel{consumer_tag, true}));
}

}  // namespace amqpace::broker
