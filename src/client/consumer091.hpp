// SPDX-License-Identifier: Apache-2.0
// One consuming channel of AMQP 0-9-1: opened, qos, basic.consume when wanted; deliveries are handed on as
// they lie in the read buffer. See Consumer in client/session.hpp for the contract.
#pragma once

#include <string>

#include "client/session_core.hpp"

namespace amqpace::client {

class Consumer091 final : public Consumer, public ChannelUser {
 public:
  Consumer091(SessionCore& core, const ConsumerOptions& options, ConsumerEvents& events);

  void subscribe() override;
  void begin_at(const StreamOffset& offset) override { options_.stream_offset = offset; }
  void ack(std::uint64_t tag, bool multiple) override;
  void reject(std::uint64_t tag, bool requeue) override;
  void cancel() override;
  void requeue_all() override;
  bool subscribed() const override { return state_ == State::subscribed; }

  void on_connection_open() override;
  void on_method(const amqp091::Method& method, Nanos read_at) override;
  void on_content(const amqp091::Content& content, Nanos read_at) override;
  void on_connection_over(const Error& why, const Reply* reply, Nanos at) override;
  std::size_t unsettled() const override;

 private:
  // idle: the channel stands, nothing is consumed.
  enum class State : std::uint8_t {
    waiting,
    opening,
    qos,
    idle,
    subscribing,
    subscribed,
    cancelling,
    closed
  };

  void consume();
  void send_cancel();
  void on_cancelled(bool by_broker);
  void close_with(const Error& why);

  SessionCore& core_;
  ConsumerOptions options_;
  ConsumerEvents& events_;
  std::string tag_;
  std::uint16_t channel_ = 0;
  State state_ = State::waiting;
  bool wanted_;  // subscribe as soon as the channel stands
};

}  // namespace amqpace::client
