// SPDX-License-Identifier: Apache-2.0
// What a client may ask for on a channel, one function a method: from the codec's structures to the core and
// back. A Refusal closes the channel or the connection; Peer sees to that. Used by peer.cpp only.
#pragma once

#include "amqp091/connection.hpp"
#include "broker/peer.hpp"
#include "broker/refusal.hpp"

namespace amqpace::broker {

class Requests {
 public:
  Requests(Peer& peer, PeerChannel& channel) : peer_(peer), channel_(channel) {}

  Outcome<void> publish(const amqp091::Content& content);

  Outcome<void> operator()(const amqp091::ChannelFlow& m);
  Outcome<void> operator()(const amqp091::ExchangeDeclare& m);
  Outcome<void> operator()(const amqp091::ExchangeDelete& m);
  Outcome<void> operator()(const amqp091::ExchangeBind& m);
  Outcome<void> operator()(const amqp091::ExchangeUnbind& m);
  Outcome<void> operator()(const amqp091::QueueDeclare& m);
  Outcome<void> operator()(const amqp091::QueueBind& m);
  Outcome<void> operator()(const amqp091::QueueUnbind& m);
  Outcome<void> operator()(const amqp091::QueuePurge& m);
  Outcome<void> operator()(const amqp091::QueueDelete& m);
  Outcome<void> operator()(const amqp091::BasicQos& m);
  Outcome<void> operator()(const amqp091::BasicConsume& m);
  Outcome<void> operator()(const amqp091::BasicCancel& m);
  Outcome<void> operator()(const amqp091::BasicGet& m);
  Outcome<void> operator()(const amqp091::BasicAck& m);
  Outcome<void> operator()(const amqp091::BasicNack& m);
  Outcome<void> operator()(const amqp091::BasicReject& m);
  Outcome<void> operator()(const amqp091::BasicRecover& m);
  Outcome<void> operator()(const amqp091::BasicRecoverAsync& m);
  Outcome<void> operator()(const amqp091::ConfirmSelect& m);
  // Answers of the client that need no answer.
  Outcome<void> operator()(const amqp091::ChannelCloseOk&) { return {}; }
  Outcome<void> operator()(const amqp091::ChannelFlowOk&) { return {}; }
  Outcome<void> operator()(const amqp091::BasicCancelOk&) { return {}; }
  template <class M>
  Outcome<void> operator()(const M&) {
    return refuse(kCommandInvalid, std::string(M::kName) + " is not for a client to send here");
  }

 private:
  template <class M>
  void answer(const M& method) {
    peer_.answered(peer_.connection_.send(channel_.number(), method));
  }
  // The outcome of something that has one answer, unless the client waits for none.
  template <class T, class M>
  Outcome<void> done(const Outcome<T>& outcome, bool no_wait, const M& ok) {
    if (!outcome) return tl::unexpected<Refusal>(outcome.error());
    if (!no_wait) answer(ok);
    return {};
  }
  Outcome<std::string> queue_name(std::string_view asked) const;
  VHost& vhost() const { return *peer_.caller_.vhost; }
  const Caller& caller() const { return peer_.caller_; }
  Core& core() const;

  Peer& peer_;
  PeerChannel& channel_;
};

// Values as RabbitMQ's sentences show them.
Arguments arguments_of(amqp091::TableView table);

}  // namespace amqpace::broker
