// SPDX-License-Identifier: Apache-2.0
#include "client/consumer091.hpp"

#include "base/text.hpp"
#include "client/consume_arguments091.hpp"
#include "client/delivery091.hpp"

namespace amqpace::client {

Consumer091::Consumer091(SessionCore& core, const ConsumerOptions& options, ConsumerEvents& events)
    : core_(core), options_(options), events_(events), wanted_(options.start_now) {}

void Consumer091::subscribe() {
  wanted_ = true;
  if (state_ == State::idle) consume();
}

void Consumer091::ack(std::uint64_t tag, bool multiple) {
  if (channel_ != 0) core_.connection().send(channel_, amqp091::BasicAck{tag, multiple});
}

void Consumer091::reject(std::uint64_t tag, bool requeue) {
  if (channel_ != 0) core_.connection().send(channel_, amqp091::BasicReject{tag, requeue});
}

void Consumer091::cancel() {
  wanted_ = false;
  if (state_ == State::subscribed) send_cancel();
}

void Consumer091::requeue_all() {
  if (options_.auto_ack || channel_ == 0) return;
  // Tag 0 with `multiple` is everything outstanding; a number would be refused when nothing is.
  core_.connection().send(channel_, amqp091::BasicNack{0, true, true});
  core_.write_soon();
}

std::size_t Consumer091::unsettled() const {
  return state_ < State::idle || state_ == State::subscribing ? 1 : 0;
}

void Consumer091::on_connection_open() {
  if (state_ != State::waiting) return;
  state_ = State::opening;
  channel_ = core_.open_channel(*this);
  tag_ = "amqpace-" + std::to_string(channel_);
  if (channel_ == 0)
    close_with(no_channel_left("consume from queue " + printable(options_.queue), core_));
}

void Consumer091::on_method(const amqp091::Method& method, Nanos) {
  if (std::holds_alternative<amqp091::ChannelOpenOk>(method)) {
    state_ = State::qos;
    core_.connection().expect_messages_of(options_.message_bytes);
    amqp091::BasicQos qos;
    qos.prefetch_count = options_.prefetch;
    core_.connection().send(channel_, qos);
    core_.write_soon();
  } else if (std::holds_alternative<amqp091::BasicQosOk>(method)) {
    state_ = State::idle;
    if (wanted_) consume();
  } else if (std::holds_alternative<amqp091::BasicConsumeOk>(method)) {
    if (state_ != State::subscribing) return;
    state_ = State::subscribed;
    if (!wanted_) send_cancel();
  } else if (std::holds_alternative<amqp091::BasicCancelOk>(method)) {
    if (state_ == State::cancelling) on_cancelled(false);
  } else if (const auto* cancel = std::get_if<amqp091::BasicCancel>(&method)) {
    if (!cancel->no_wait) {
      core_.connection().send(channel_, amqp091::BasicCancelOk{cancel->consumer_tag});
      core_.write_soon();
    }
    if (state_ == State::subscribed || state_ == State::cancelling) on_cancelled(true);
  } else if (const auto* closed = std::get_if<amqp091::ChannelClose>(&method)) {
    close_with(refused_channel("consume from queue " + printable(options_.queue),
                               {closed->reply_code, std::string(closed->reply_text)}));
  }
}

void Consumer091::on_content(const amqp091::Content& content, Nanos read_at) {
  const auto* deliver = std::get_if<amqp091::BasicDeliver>(&content.method);
  if (deliver == nullptr) return;
  events_.on_delivery(delivery_of(content, deliver->delivery_tag, deliver->redelivered, options_.queue), read_at);
}

void Consumer091::on_connection_over(const Error&, const Reply*, Nanos) {
  state_ = State::closed;
  channel_ = 0;
}

void Consumer091::consume() {
  state_ = State::subscribing;
  const EncodedTable arguments(consume_arguments(options_));
  amqp091::BasicConsume consume;
  consume.queue = options_.queue;
  consume.consumer_tag = tag_;
  consume.no_ack = options_.auto_ack;
  consume.exclusive = options_.exclusive;
  consume.arguments = arguments.view();
  if (core_.connection().send(channel_, consume) == amqp091::SendStatus::bad_value) {
    core_.connection().close_channel(channel_);
    close_with({ErrorKind::bad_input,
                "could not consume from queue " + printable(options_.queue),
                {},
                "a name is longer than 255 bytes",
                {}});
  }
  core_.write_soon();
}

void Consumer091::send_cancel() {
  state_ = State::cancelling;
  core_.connection().send(channel_, amqp091::BasicCancel{tag_, false});
  core_.write_soon();
}

void Consumer091::on_cancelled(bool by_broker) {
  state_ = State::idle;
  wanted_ = false;
  events_.on_cancelled(by_broker);
}

void Consumer091::close_with(const Error& why) {
  state_ = State::closed;
  channel_ = 0;  // the number may be someone else's soon
  events_.on_consumer_closed(why);
}

}  // namespace amqpace::client
