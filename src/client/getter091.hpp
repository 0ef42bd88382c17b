// SPDX-License-Identifier: Apache-2.0
// One channel of AMQP 0-9-1 that asks for its messages one at a time (basic.get), where Consumer091 has them pushed. It
// asks when it is told to (next()); an answer that there is none is followed by a pause. See Consumer in client/session.hpp.
#pragma once

#include "client/session_core.hpp"
#include "net/loop.hpp"

namespace amqpace::client {

class Getter091 final : public Consumer, public ChannelUser {
 public:
  Getter091(SessionCore& core, const ConsumerOptions& options, ConsumerEvents& events);

  void subscribe() override;
  void next() override;
  void ack(std::uint64_t tag, bool multiple) override;
  void reject(std::uint64_t tag, bool requeue) override;
  void cancel() override;
  void requeue_all() override;
  bool subscribed() const override { return state_ == State::asking || state_ == State::resting; }

  void on_connection_open() override;
  void on_method(const amqp091::Method& method, Nanos read_at) override;
  void on_content(const amqp091::Content& content, Nanos read_at) override;
  void on_connection_over(const Error& why, const Reply* reply, Nanos at) override;
  std::size_t unsettled() const override { return state_ < State::idle ? 1 : 0; }

 private:
  // idle: the channel stands, nothing is asked for. asking: a get is unanswered. resting: not, be it that a message is being
  // handled or that the queue was empty. cancelling: the last get is unanswered.
  enum class State : std::uint8_t { waiting, opening, idle, asking, resting, cancelling, closed };

  void ask();
  void nothing_there();
  void end_cancelled();
  void close_with(const Error& why);

  SessionCore& core_;
  ConsumerOptions options_;
  ConsumerEvents& events_;
  net::Timer pause_;
  std::uint16_t channel_ = 0;
  State state_ = State::waiting;
  bool wanted_;  // ask as soon as the channel stands
};

}  // namespace amqpace::client
