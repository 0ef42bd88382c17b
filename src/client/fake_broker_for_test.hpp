// SPDX-License-Identifier: Apache-2.0
// For the tests of this room: a scripted broker on a simulated network, made of the codec's server role. It
// says yes to everything unless the test says otherwise, and writes down what it was asked.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "amqp091/connection.hpp"
#include "net/loop.hpp"

namespace amqpace::client {

enum class Step { none, greeting, tune, open };

struct Published {
  std::uint16_t channel;
  std::string exchange, routing_key, body;
};

class FakeBroker;

// One accepted connection.
class FakePeer final : public net::StreamEvents, public amqp091::Handler {
 public:
  FakePeer(FakeBroker& broker, net::Loop& loop, std::unique_ptr<net::ServerStream> accepted);

  void flush();
  // Drops the socket.
  void drop() { stream.reset(); }

  void on_readable() override;
  void on_writable() override { flush(); }
  void on_failed(const Error&) override { stream.reset(); }
  void on_login(const amqp091::Login& login) override;
  void on_vhost(std::string_view vhost) override;
  void on_method(std::uint16_t channel, const amqp091::Method& method) override;
  void on_content(const amqp091::Content& content) override;
  void on_closed(const amqp091::Closed& closed) override;
  void on_protocol_error(const amqp091::ProtocolError& error) override;

  std::unique_ptr<net::ServerStream> stream;
  amqp091::Connection connection;

 private:
  void answer(std::uint16_t channel, const amqp091::Method& method);

  FakeBroker& broker_;
  net::Loop& loop_;
};

class FakeBroker final : public net::AcceptEvents {
 public:
  FakeBroker(net::Loop& loop, const net::Address& at)
      : loop_(loop), listener_(std::move(*loop.listen(at, *this))) {}

  // The script.
  Step silent_at = Step::none;
  std::string login_refusal;
  std::optional<std::pair<amqp091::ReplyCode, std::string>> vhost_refusal;
  std::uint16_t heartbeat = 10;
  std::uint32_t frame_max = 131'072;
  // Before the usual answer; true: there is none.
  std::function<bool(FakePeer&, std::uint16_t, const amqp091::Method&)> when_asked;
  std::function<void(FakePeer&, const amqp091::Content&)> when_published;

  // What happened.
  std::vector<std::string> asked;  // "2 confirm.select"
  std::vector<Published> published;
  std::vector<std::string> ends;  // "closed 200", "error …"
  std::string user, password, vhost;
  std::vector<std::unique_ptr<FakePeer>> peers;

  FakePeer& peer() { return *peers.back(); }
  amqp091::Connection& connection() { return peer().connection; }
  bool was_asked(const std::string& line) const {
    return std::find(asked.begin(), asked.end(), line) != asked.end();
  }

  void on_accept(std::unique_ptr<net::ServerStream> stream) override {
    peers.push_back(std::make_unique<FakePeer>(*this, loop_, std::move(stream)));
  }

 private:
  net::Loop& loop_;
  std::unique_ptr<net::Listener> listener_;
};

inline amqp091::Options fake_broker_options(const FakeBroker& broker) {
  amqp091::Options options;
  options.role = amqp091::Role::server;
  options.heartbeat = broker.heartbeat;
  options.frame_max = broker.frame_max;
  options.product = "Fake";
  options.version = "1.2";
  return options;
}

inline FakePeer::FakePeer(FakeBroker& broker, net::Loop& loop, std::unique_ptr<net::ServerStream> accepted)
    : stream(std::move(accepted)), connection(fake_broker_options(broker)), broker_(broker), loop_(loop) {
  stream->set_events(*this);
  connection.start(loop.now());
}

inline void FakePeer::flush() {
  bool full = false;
  while (stream && !connection.out().empty() && !full) {
    const net::IoResult result = stream->write(connection.out().view());
    full = result.status != net::IoStatus::ok;
    connection.out().consume(result.bytes);
  }
  if (stream) stream->want_writable(full);
}

inline void FakePeer::on_readable() {
  std::array<std::byte, 4096> buffer;
  while (stream) {
    const net::IoResult result = stream->read(buffer);
    if (result.status == net::IoStatus::closed) return drop();
    if (result.status != net::IoStatus::ok) break;
    if (broker_.silent_at == Step::greeting) continue;
    connection.receive(amqp091::Bytes(buffer).first(result.bytes), loop_.now(), *this);
  }
  flush();
}

inline void FakePeer::on_login(const amqp091::Login& login) {
  broker_.user = login.user;
  broker_.password = login.password;
  if (broker_.silent_at == Step::tune) return;
  if (broker_.login_refusal.empty()) {
    connection.accept_login();
  } else {
    connection.refuse_login(broker_.login_refusal);
  }
}

inline void FakePeer::on_vhost(std::string_view vhost) {
  broker_.vhost = vhost;
  if (broker_.silent_at == Step::open) return;
  if (broker_.vhost_refusal) {
    connection.close(broker_.vhost_refusal->first, broker_.vhost_refusal->second);
  } else {
    connection.accept_vhost();
  }
}

inline void FakePeer::on_method(std::uint16_t channel, const amqp091::Method& method) {
  broker_.asked.push_back(std::to_string(channel) + " " + std::string(amqp091::traits(method).name));
  if (broker_.when_asked && broker_.when_asked(*this, channel, method)) return;
  answer(channel, method);
}

inline void FakePeer::answer(std::uint16_t channel, const amqp091::Method& method) {
  using namespace amqp091;
  if (std::holds_alternative<ConfirmSelect>(method)) connection.send(channel, ConfirmSelectOk{});
  if (std::holds_alternative<BasicQos>(method)) connection.send(channel, BasicQosOk{});
  if (const auto* m = std::get_if<BasicConsume>(&method))
    connection.send(channel, BasicConsumeOk{m->consumer_tag});
  if (const auto* m = std::get_if<BasicCancel>(&method))
    connection.send(channel, BasicCancelOk{m->consumer_tag});
  if (const auto* m = std::get_if<QueueDeclare>(&method))
    connection.send(channel, QueueDeclareOk{m->queue, 7, 3});
  if (std::holds_alternative<QueueBind>(method)) connection.send(channel, QueueBindOk{});
  if (std::holds_alternative<QueueUnbind>(method)) connection.send(channel, QueueUnbindOk{});
  if (std::holds_alternative<QueuePurge>(method)) connection.send(channel, QueuePurgeOk{5});
  if (std::holds_alternative<QueueDelete>(method)) connection.send(channel, QueueDeleteOk{4});
  if (std::holds_alternative<ExchangeDeclare>(method)) connection.send(channel, ExchangeDeclareOk{});
  if (std::holds_alternative<ExchangeDelete>(method)) connection.send(channel, ExchangeDeleteOk{});
}

inline void FakePeer::on_content(const amqp091::Content& content) {
  const auto& publish = std::get<amqp091::BasicPublish>(content.method);
  broker_.published.push_back({content.channel, std::string(publish.exchange),
                               std::string(publish.routing_key), std::string(wire::as_text(content.body))});
  if (broker_.when_published) broker_.when_published(*this, content);
}

inline void FakePeer::on_closed(const amqp091::Closed& closed) {
  broker_.ends.push_back("closed " + std::to_string(closed.code));
}

inline void FakePeer::on_protocol_error(const amqp091::ProtocolError& error) {
  broker_.ends.push_back("error " + error.what);
}

}  // namespace amqpace::client
