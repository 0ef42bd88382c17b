// SPDX-License-Identifier: Apache-2.0
// One publishing channel of AMQP 0-9-1: templates rendered once, a copy and a patch per message, confirms
// matched by the ring. See Publisher in client/session.hpp for the contract.
#pragma once

#include <optional>
#include <vector>

#include "amqp091/render.hpp"
#include "client/ring.hpp"
#include "client/session_core.hpp"

namespace amqpace::client {

class Publisher091 final : public Publisher, public ChannelUser, private Sender {
 public:
  Publisher091(SessionCore& core, const PublisherOptions& options, PublisherEvents& events);

  TemplateId add_template(const MessageTemplate& message) override;
  bool publish(TemplateId id, std::uint64_t sequence, Nanos due, std::span<const std::byte> stamp) override;
  std::uint32_t in_flight() const override { return ring_ ? ring_->in_flight() : 0; }
  Nanos oldest_unanswered_sent() const override;
  bool open() const override { return state_ == State::open; }
  void give_up(Nanos now) override;

  void on_connection_open() override;
  void on_method(const amqp091::Method& method, Nanos read_at) override;
  void on_content(const amqp091::Content& content, Nanos read_at) override;
  void on_connection_over(const Error& why, const Reply* reply, Nanos at) override;
  std::size_t unsettled() const override { return state_ < State::open ? 1 : 0; }

 private:
  enum class State : std::uint8_t { waiting, opening, selecting, open, closed };
  struct Template {
    MessageTemplate source;  // its body is dropped once rendered
    amqp091::Rendered rendered;
  };

  void on_written(const PendingSend& message, Nanos at) override;
  void on_channel_open();
  bool render(Template& message);
  // What differs from message to message beside the stamp: sequence numbers in the body, the time.
  void patch_live(const Template& message, std::uint64_t at, std::uint64_t sequence);
  void answer(std::uint64_t tag, bool multiple, Answer as, Nanos read_at);
  void answer_all(Answer as, Nanos at);
  void close_with(const Error& why, Answer as, Nanos at);
  std::string doing() const;

  SessionCore& core_;
  PublisherEvents& events_;
  std::vector<Template> templates_;
  std::optional<ConfirmRing> ring_;  // with confirms
  std::uint64_t published_ = 0;      // without
  std::uint64_t dropped_ = 0;  // without: messages up to this number were answered before they were written
  std::uint16_t channel_ = 0;
  State state_ = State::waiting;
};

}  // namespace amqpace::client
