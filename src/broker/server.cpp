// SPDX-License-Identifier: Apache-2.0
#include "broker/server.hpp"

#include <algorithm>
#include <utility>

#include "base/version.hpp"

namespace amqpace::broker {

Server::Server(net::Loop& loop, BrokerOptions options)
    : loop_(loop),
      core_(std::move(options)),
      turn_timer_(loop, [this] { end_turn(); }),
      due_timer_(loop, [this] { end_turn(); }),
      stall_timer_(loop, [this] { follow_stall(); }),
      flow_timer_(loop, [this] { follow_flow(); }),
      flow_(core_.options().memory_limit),
      strikes_(*this),
      read_buffer_(kReadBuffer) {
  core_.set_now(loop.now());
}

Server::~Server() {
  drop_all();
}

void Server::drop_all() {
  listeners_.clear();
  peers_.clear();
  working_.clear();
}

Result<void> Server::listen(const net::Address& at) {
  auto listener = loop_.listen(at, *this);
  if (!listener) return tl::unexpected<Error>(listener.error());
  listeners_.push_back(std::move(*listener));
  return {};
}

std::uint16_t Server::port() const {
  for (const auto& listener : listeners_)
    if (listener->port() != 0) return listener->port();
  return 0;
}

amqp091::Options Server::connection_options() const {
  amqp091::Options options;
  options.role = amqp091::Role::server;
  options.heartbeat = 60;
  // More than is taken, so that what is too large costs a channel with RabbitMQ's sentence and not the connection.
  options.limits.max_body = std::size_t{512} << 20;
  options.limits.max_assembling = std::size_t{1} << 30;
  options.product = "amqpace embedded broker";
  options.version = std::string(version_text());
  return options;
}

void Server::on_accept(std::unique_ptr<net::ServerStream> stream) {
  peers_.push_back(std::make_unique<Peer>(*this, std::move(stream)));
  if (stalling_) peers_.back()->begin_stall();
}

void Server::has_work(Peer& peer) {
  if (!std::exchange(peer.in_turn_, true)) working_.push_back(&peer);
  if (!turn_timer_.armed()) turn_timer_.arm(loop_.now());
}

void Server::end_turn() {
  const Nanos now = loop_.now();
  follow_stall();
  if (stalling_) return;
  core_.set_now(now);
  strikes_.follow();
  core_.run_due();
  core_.finish_turn();
  follow_alarms();
  follow_flow();
  // Writing may make peers list themselves again, for the next turn.
  bool some_gone = false;
  std::swap(working_, writing_);
  for (Peer* peer : writing_) {
    peer->in_turn_ = false;
    peer->write();
    some_gone |= peer->gone();
  }
  writing_.clear();
  if (some_gone) {
    std::erase_if(working_, [](const Peer* peer) { return peer->gone(); });
    std::erase_if(peers_, [](const auto& peer) { return peer->gone(); });
  }
  if (const Nanos next = core_.next_due(); next != kNever) due_timer_.arm(next);
  follow_stall();
}

// Too much memory in use, or the fault `block`.
void Server::follow_alarms() {
  const std::uint64_t limit = core_.options().memory_limit;
  const std::uint64_t used = core_.pool().living_bytes();
  const bool before = memory_alarm_ || fault_alarm_;
  memory_alarm_ = memory_alarm_ ? used > limit - limit / 10 : used > limit;
  fault_alarm_ = strikes_.blocked();
  const bool alarm = memory_alarm_ || fault_alarm_;
  // While it lasts, whoever begins to publish is stopped as well.
  if (!alarm && !before) return;
  for (auto& peer : peers_)
    if (peer->alarm(alarm) && alarm && fault_alarm_) ++core_.injector().counts().connections_blocked;
}

void Server::follow_flow() {
  const bool before = flow_.on();
  const bool on = flow_.follow(core_.pool().living_bytes(), core_.pool().given_back(), loop_.now());
  if (on) flow_timer_.arm(flow_.next());
  // While it lasts, whoever begins to publish is held back as well.
  if (!on && !before) return;
  for (auto& peer : peers_) peer->hold_back(on);
}

void Server::follow_stall() {
  const Nanos now = loop_.now();
  Injector& injector = core_.injector();
  const bool stalled = injector.stalled(now);
  if (stalled && !stalling_) {
    injector.stall_began();
    for (auto& peer : peers_) peer->begin_stall();
  }
  if (!stalled && stalling_)
    for (auto& peer : peers_) peer->end_stall();
  stalling_ = stalled;
  const Nanos next = now < injector.stall_begin() ? injector.stall_begin() : injector.stall_end();
  if (next != kNever && next > now && !stall_timer_.armed()) stall_timer_.arm(next);
}

}  // namespace amqpace::broker
