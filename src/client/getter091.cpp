// SPDX-License-Identifier: Apache-2.0
#include "client/getter091.hpp"

#include "base/text.hpp"
#include "client/delivery091.hpp"

namespace amqpace::client {

Getter091::Getter091(SessionCore& core, const ConsumerOptions& options, ConsumerEvents& events)
    : core_(core), options_(options), events_(events),
      pause_(core.loop(),
             [this] {
               const SessionCore::Entry entry(core_);
               if (state_ == State::resting) ask();
             }),
      wanted_(options.start_now) {}

void Getter091::subscribe() {
  wanted_ = true;
  if (state_ == State::idle) ask();
}

void Getter091::next() {
  if (state_ == State::resting && !pause_.armed()) ask();
}

void Getter091::ack(std::uint64_t tag, bool multiple) {
  if (channel_ != 0) core_.connection().send(channel_, amqp091::BasicAck{tag, multiple});
}

void Getter091::reject(std::uint64_t tag, bool requeue) {
  if (channel_ != 0) core_.connection().send(channel_, amqp091::BasicReject{tag, requeue});
}

void Getter091::cancel() {
  wanted_ = false;
  pause_.cancel();
  if (state_ == State::asking) {
    state_ = State::cancelling;
  } else if (state_ == State::resting) {
    end_cancelled();
  }
}

void Getter091::requeue_all() {
  if (options_.auto_ack || channel_ == 0) return;
  core_.connection().send(channel_, amqp091::BasicNack{0, true, true});
  core_.write_soon();
}

void Getter091::on_connection_open() {
  if (state_ != State::waiting) return;
  state_ = State::opening;
  channel_ = core_.open_channel(*this);
  if (channel_ == 0) close_with(no_channel_left("get from queue " + printable(options_.queue), core_));
}

void Getter091::on_method(const amqp091::Method& method, Nanos) {
  if (std::holds_alternative<amqp091::ChannelOpenOk>(method)) {
    state_ = State::idle;
    core_.connection().expect_messages_of(options_.message_bytes);
    if (wanted_) ask();
  } else if (std::holds_alternative<amqp091::BasicGetEmpty>(method)) {
    nothing_there();
  } else if (const auto* closed = std::get_if<amqp091::ChannelClose>(&method)) {
    close_with(refused_channel("get from queue " + printable(options_.queue),
                               {closed->reply_code, std::string(closed->reply_text)}));
  }
}

void Getter091::on_content(const amqp091::Content& content, Nanos read_at) {
  const auto* got = std::get_if<amqp091::BasicGetOk>(&content.method);
  if (got == nullptr) return;
  const bool last = state_ == State::cancelling;
  if (!last) state_ = State::resting;
  events_.on_delivery(delivery_of(content, got->delivery_tag, got->redelivered, options_.queue), read_at);
  if (last && state_ == State::cancelling) end_cancelled();
}

void Getter091::on_connection_over(const Error&, const Reply*, Nanos) {
  pause_.cancel();
  state_ = State::closed;
  channel_ = 0;
}

void Getter091::ask() {
  state_ = State::asking;
  if (core_.connection().send(channel_, amqp091::BasicGet{options_.queue, options_.auto_ack}) ==
      amqp091::SendStatus::bad_value) {
    core_.connection().close_channel(channel_);
    return close_with({ErrorKind::bad_input,
                       "could not get from queue " + printable(options_.queue),
                       {},
                       "its name is longer than 255 bytes",
                       {}});
  }
  core_.write_soon();
}

void Getter091::nothing_there() {
  if (state_ == State::cancelling) return end_cancelled();
  if (state_ != State::asking) return;
  if (options_.poll_interval == 0) return ask();
  state_ = State::resting;
  pause_.arm(core_.clock().now() + options_.poll_interval);
}

void Getter091::end_cancelled() {
  state_ = State::idle;
  events_.on_cancelled(false);
}

void Getter091::close_with(const Error& why) {
  pause_.cancel();
  state_ = State::closed;
  channel_ = 0;  // the number may be someone else's soon
  events_.on_consumer_closed(why);
}

}  // namespace amqpace::client
