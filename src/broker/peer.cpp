// SPDX-License-Identifier: Apache-2.0
#include "broker/peer.hpp"

#include "broker/requests.hpp"
#include "broker/server.hpp"

namespace amqpace::broker {

Peer::Peer(Server& server, std::unique_ptr<net::ServerStream> stream)
    : server_(server),
      stream_(std::move(stream)),
      connection_(server.connection_options()),
      silence_timer_(server.loop(), [this] { end_silence(); }),
      timer_(server.loop(), [this] { on_timer(); }) {
  stream_->set_events(*this);
  connection_.start(server_.loop().now());
  timer_.arm(server_.loop().now() + kHandshakeTime);
}

Peer::~Peer() {
  drop_channels();
}

void Peer::on_readable() {
  const Nanos now = server_.loop().now();
  if (server_.core().injector().stalled(now)) return server_.follow_stall();
  server_.core().set_now(now);
  for (int i = 0; i < kReadsPerTurn && !gone_; ++i) {
    const std::span<std::byte> buffer = server_.read_buffer();
    const net::IoResult got = stream_->read(buffer);
    if (got.status == net::IoStatus::would_block) break;
    if (got.status != net::IoStatus::ok) {
      lose();
      break;
    }
    if (!connection_.is_over()) connection_.receive(buffer.first(got.bytes), now, *this);
    if (got.bytes < buffer.size()) break;
  }
  server_.has_work(*this);
}

void Peer::on_writable() {
  server_.has_work(*this);
}

void Peer::on_failed(const Error&) {
  lose();
  server_.has_work(*this);
}

void Peer::write() {
  if (gone_) return;
  if (broken_) return lose();
  if (silent_) return;
  wire::OutBuffer& out = connection_.out();
  while (!out.empty()) {
    const net::IoResult put = stream_->write(out.view());
    if (put.status == net::IoStatus::would_block) break;
    if (put.status != net::IoStatus::ok) return lose();
    out.consume(put.bytes);
  }
  if (wants_writable_ != !out.empty()) stream_->want_writable(wants_writable_ = !out.empty());
  if (was_full_ && out.size() < kLowWater) {
    was_full_ = false;
    for (auto& one : channels_)
      if (one) one->core().room_again();
    server_.has_work(*this);
  }
  if (connection_.is_over() && out.empty() && !shut_) {
    shut_ = true;
    stream_->shutdown_write();
  }
}

void Peer::read_or_not() {
  stream_->want_readable(!stalled_ && !blocked_ && !held_back_ && !silent_);
}

void Peer::begin_stall() {
  stalled_ = true;
  read_or_not();
  if (wants_writable_) stream_->want_writable(wants_writable_ = false);
}

void Peer::end_stall() {
  stalled_ = false;
  read_or_not();
  server_.has_work(*this);
}

void Peer::drop() {
  lose();
}

bool Peer::silence(Nanos length) {
  if (std::exchange(silent_, true)) return false;
  read_or_not();
  if (wants_writable_) stream_->want_writable(wants_writable_ = false);
  if (length != kNever) silence_timer_.arm(server_.loop().now() + length);
  return true;
}

void Peer::end_silence() {
  silent_ = false;
  if (gone_) return;
  read_or_not();
  server_.has_work(*this);
}

void Peer::close(std::uint16_t code, std::string_view why) {
  const auto no = broker::refuse(code, why);
  refuse(0, no.value(), {});
  server_.has_work(*this);
}

std::string Peer::client_name() const {
  const auto name = connection_.peer_properties().find("connection_name");
  return name ? std::string(name->text().value_or("")) : "";
}

void Peer::hold_back(bool on) {
  if (on == held_back_ || (on && !publishes_)) return;
  held_back_ = on;
  read_or_not();
}

bool Peer::alarm(bool on) {
  if (on == blocked_ || (on && !(publishes_ && connection_.is_open()))) return false;
  blocked_ = on;
  read_or_not();
  if (!connection_.peer_capability("connection.blocked")) return true;
  if (on) {
    answered(connection_.send(0, amqp091::ConnectionBlocked{"low on memory"}));
  } else {
    answered(connection_.send(0, amqp091::ConnectionUnblocked{}));
  }
  return true;
}

bool Peer::has_room() const {
  if (gone_) return false;
  if (connection_.out().size() < kRoom) return true;
  was_full_ = true;
  return false;
}

// A message that fits the buffer, or a frame, no more would never be delivered: better no connection than a
// gap.
void Peer::answered(amqp091::SendStatus status) {
  broken_ |= status == amqp091::SendStatus::full || status == amqp091::SendStatus::bad_value;
  server_.has_work(*this);
}

void Peer::on_login(const amqp091::Login& login) {
  caller_.user = server_.core().login(login.user, login.password);
  if (caller_.user) {
    connection_.accept_login();
    return;
  }
  connection_.refuse_login("ACCESS_REFUSED - Login was refused using authentication mechanism " +
                           std::string(login.mechanism) + ". For details see the broker logfile.");
  end_soon();
}

void Peer::on_vhost(std::string_view vhost) {
  const auto found = server_.core().open_vhost(*caller_.user, vhost);
  if (!found) return refuse(0, found.error(), amqp091::ConnectionOpen::kId);
  caller_.vhost = *found;
  caller_.connection = server_.core().new_connection();
  connection_.accept_vhost();
  timer_.cancel();
  if (const Nanos next = connection_.next_tick(); next != kNever) timer_.arm(next);
}

PeerChannel* Peer::channel(std::uint16_t number) {
  return number < channels_.size() ? channels_[number].get() : nullptr;
}

void Peer::on_method(std::uint16_t number, const amqp091::Method& method) {
  if (std::holds_alternative<amqp091::ChannelOpen>(method)) {
    if (channels_.size() <= number) channels_.resize(std::size_t{number} + 1);
    channels_[number] = std::make_unique<PeerChannel>(*this, number);
    return;
  }
  if (std::holds_alternative<amqp091::ChannelClose>(method)) {
    if (number < channels_.size()) channels_[number].reset();
    return;
  }
  if (std::holds_alternative<amqp091::ConnectionUpdateSecret>(method)) {
    const Outcome<void> no = broker::refuse(kNotImplemented, "the embedded broker has no secrets to update");
    return refuse(0, no.error(), amqp091::traits(method).id);
  }
  PeerChannel* const at = channel(number);
  if (!at) return;
  Requests requests(*this, *at);
  if (const auto outcome = std::visit(requests, method); !outcome)
    refuse(number, outcome.error(), amqp091::traits(method).id);
}

void Peer::on_content(const amqp091::Content& content) {
  PeerChannel* const at = channel(content.channel);
  if (!at) return;
  publishes_ = true;
  Requests requests(*this, *at);
  if (const auto outcome = requests.publish(content); !outcome)
    return refuse(content.channel, outcome.error(), amqp091::BasicPublish::kId);
  if (server_.injector().set_off()) server_.strikes_.follow_message(*this, content.channel);
}

void Peer::refuse(std::uint16_t number, const Refusal& refusal, amqp091::MethodId cause) {
  const auto code = static_cast<amqp091::ReplyCode>(refusal.code);
  if (number != 0 && !refusal.closes_connection()) {
    connection_.close_channel(number, code, refusal.text, cause);
    channels_[number].reset();
    return;
  }
  connection_.close(code, refusal.text, cause);
  drop_channels();
  end_soon();
}

void Peer::on_closed(const amqp091::Closed&) {
  drop_channels();
  end_soon();
}

void Peer::on_protocol_error(const amqp091::ProtocolError&) {
  drop_channels();
  end_soon();
}

void Peer::drop_channels() {
  channels_.clear();
  if (caller_.vhost) server_.core().connection_gone(caller_);
  caller_.vhost = nullptr;
}

void Peer::end_soon() {
  if (ending_) return;
  ending_ = true;
  timer_.arm(server_.loop().now() + kEndingTime);
}

void Peer::lose() {
  gone_ = true;
  timer_.cancel();
  drop_channels();
  server_.has_work(*this);
}

void Peer::on_timer() {
  const Nanos now = server_.loop().now();
  const Injector& injector = server_.core().injector();
  if (injector.stalled(now)) {
    if (injector.stall_end() != kNever) timer_.arm(injector.stall_end() + kSecond);
    return;
  }
  server_.core().set_now(now);
  if (ending_ || !connection_.is_open()) return lose();
  // Of a blocked peer nothing is read, so nothing can be missed.
  if (connection_.tick(now) == amqp091::Tick::heartbeat_missed && !blocked_) return lose();
  if (const Nanos next = connection_.next_tick(); next != kNever) timer_.arm(blocked_ ? now + kSecond : next);
  server_.has_work(*this);
}

}  // namespace amqpace::broker
