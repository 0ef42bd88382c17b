// SPDX-License-Identifier: Apache-2.0
#include "client/admin091.hpp"

#include <optional>
#include <utility>

#include "client/encode091.hpp"

namespace amqpace::client {
namespace {

struct Ask {
  amqp091::Connection& connection;
  std::uint16_t channel;

  amqp091::SendStatus operator()(const DeclareExchange& r) const {
    const EncodedTable arguments(r.arguments);
    amqp091::ExchangeDeclare m;
    m.exchange = r.name;
    m.type = r.type;
    m.passive = r.passive;
    m.durable = r.durable;
    m.auto_delete = r.auto_delete;
    m.internal = r.internal;
    m.arguments = arguments.view();
    return connection.send(channel, m);
  }
  amqp091::SendStatus operator()(const DeclareQueue& r) const {
    const EncodedTable arguments(r.arguments);
    amqp091::QueueDeclare m;
    m.queue = r.name;
    m.passive = r.passive;
    m.durable = r.durable;
    m.exclusive = r.exclusive;
    m.auto_delete = r.auto_delete;
    m.arguments = arguments.view();
    return connection.send(channel, m);
  }
  amqp091::SendStatus operator()(const BindQueue& r) const {
    const EncodedTable arguments(r.arguments);
    amqp091::QueueBind m;
    m.queue = r.queue;
    m.exchange = r.exchange;
    m.routing_key = r.routing_key;
    m.arguments = arguments.view();
    return connection.send(channel, m);
  }
  amqp091::SendStatus operator()(const BindExchange& r) const {
    const EncodedTable arguments(r.arguments);
    amqp091::ExchangeBind m;
    m.destination = r.destination;
    m.source = r.source;
    m.routing_key = r.routing_key;
    m.arguments = arguments.view();
    return connection.send(channel, m);
  }
  amqp091::SendStatus operator()(const UnbindQueue& r) const {
    const EncodedTable arguments(r.arguments);
    amqp091::QueueUnbind m;
    m.queue = r.queue;
    m.exchange = r.exchange;
    m.routing_key = r.routing_key;
    m.arguments = arguments.view();
    return connection.send(channel, m);
  }
  amqp091::SendStatus operator()(const PurgeQueue& r) const {
    amqp091::QueuePurge m;
    m.queue = r.queue;
    return connection.send(channel, m);
  }
  amqp091::SendStatus operator()(const DeleteQueue& r) const {
    amqp091::QueueDelete m;
    m.queue = r.queue;
    return connection.send(channel, m);
  }
  amqp091::SendStatus operator()(const DeleteExchange& r) const {
    amqp091::ExchangeDelete m;
    m.exchange = r.exchange;
    return connection.send(channel, m);
  }
};

// Requests go one at a time, so any answer is the answer to the one being asked.
struct Read {
  std::optional<AdminAnswer> operator()(const amqp091::QueueDeclareOk& m) const {
    return AdminAnswer{m.message_count, m.consumer_count};
  }
  std::optional<AdminAnswer> operator()(const amqp091::QueuePurgeOk& m) const {
    return AdminAnswer{m.message_count, 0};
  }
  std::optional<AdminAnswer> operator()(const amqp091::QueueDeleteOk& m) const {
    return AdminAnswer{m.message_count, 0};
  }
  std::optional<AdminAnswer> operator()(const amqp091::QueueBindOk&) const { return AdminAnswer{}; }
  std::optional<AdminAnswer> operator()(const amqp091::ExchangeBindOk&) const { return AdminAnswer{}; }
  std::optional<AdminAnswer> operator()(const amqp091::QueueUnbindOk&) const { return AdminAnswer{}; }
  std::optional<AdminAnswer> operator()(const amqp091::ExchangeDeclareOk&) const { return AdminAnswer{}; }
  std::optional<AdminAnswer> operator()(const amqp091::ExchangeDeleteOk&) const { return AdminAnswer{}; }
  template <class Other>
  std::optional<AdminAnswer> operator()(const Other&) const {
    return std::nullopt;
  }
};

}  // namespace

void Admin091::request(AdminRequest what, AdminCallback done) {
  if (core_.is_over()) return done(tl::unexpected(core_.end_reason()));
  requests_.push_back({std::move(what), std::move(done)});
  next();
}

void Admin091::on_connection_open() {
  next();
}

void Admin091::on_method(const amqp091::Method& method, Nanos) {
  if (std::holds_alternative<amqp091::ChannelOpenOk>(method)) {
    state_ = State::ready;
    return next();
  }
  if (const auto* closed = std::get_if<amqp091::ChannelClose>(&method)) {
    const bool asked = state_ == State::busy;
    state_ = State::none;
    if (!asked) return next();
    const Reply reply{closed->reply_code, std::string(closed->reply_text)};
    return finish(tl::unexpected(refused_request(requests_.front().what, reply)));
  }
  const std::optional<AdminAnswer> answer = std::visit(Read{}, method);
  if (!answer || state_ != State::busy) return;
  state_ = State::ready;
  finish(*answer);
}

void Admin091::on_connection_over(const Error& why, const Reply* reply, Nanos) {
  // Some refusals end the connection (503: an exchange type that does not exist); they answer the request
  // being asked.
  if (state_ == State::busy && reply != nullptr) {
    state_ = State::none;
    finish(tl::unexpected(refused_request(requests_.front().what, *reply)));
  }
  state_ = State::none;
  while (!requests_.empty() && !core_.detached()) finish(tl::unexpected(why));
}

void Admin091::next() {
  if (requests_.empty() || !core_.is_open()) return;
  if (state_ == State::none) {
    channel_ = core_.open_channel(*this);
    if (channel_ != 0) {
      state_ = State::opening;
    } else {
      finish(fail(ErrorKind::refused, "could not " + describe(requests_.front().what),
                  "the connection has no channel left", "use more connections"));
    }
  } else if (state_ == State::ready) {
    state_ = State::busy;
    const amqp091::SendStatus status = std::visit(Ask{core_.connection(), channel_}, requests_.front().what);
    if (status == amqp091::SendStatus::ok) return core_.write_soon();
    state_ = State::ready;
    finish(fail(ErrorKind::bad_input, "could not " + describe(requests_.front().what),
                "a name is longer than 255 bytes, or the arguments do not fit a frame"));
  }
}

void Admin091::finish(Result<AdminAnswer> answer) {
  const AdminCallback done = std::move(requests_.front().done);
  requests_.pop_front();
  if (done) done(std::move(answer));
  if (!core_.detached()) next();
}

}  // namespace amqpace::client
