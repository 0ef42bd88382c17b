// SPDX-License-Identifier: Apache-2.0
#include "broker/strikes.hpp"

#include "broker/peer.hpp"
#include "broker/server.hpp"

namespace amqpace::broker {

Strikes::Strikes(Server& server) : server_(server), timer_(server.loop(), [this] { server_.end_turn(); }) {}

bool Strikes::blocked() const {
  return server_.injector().blocked(server_.loop().now());
}

void Strikes::follow() {
  const Nanos now = server_.loop().now();
  for (const Strike& due : server_.injector().take_due(now)) strike(due);
  if (const Nanos next = server_.injector().next_event(now); next != kNever) timer_.arm(next);
}

void Strikes::strike(const Strike& what) {
  server_.core().set_now(server_.loop().now());
  if (what.what == Blow::cancel) {
    for (const auto& queue : server_.core().all_queues()) cancel(*queue);
    return;
  }
  for (const auto& peer : server_.peers_) strike(what, *peer);
}

void Strikes::follow_message(Peer& peer, std::uint16_t channel) {
  for (const Strike& what : server_.injector().take_set_off()) {
    if (what.what == Blow::cancel) {
      for (Queue* queue : server_.core().last_routed()) cancel(*queue);
    } else if (what.what == Blow::close_channel) {
      close_channel(what, peer, channel);
    } else {
      strike(what, peer);
    }
  }
}

void Strikes::strike(const Strike& what, Peer& peer) {
  if (!peer.open() || peer.gone()) return;
  if (what.what == Blow::close_channel) return close_channels(what, peer);
  Incident incident{server_.loop().now(), what.what, peer.number(), peer.client_name(), 0, what.code};
  switch (what.what) {
    case Blow::drop:
      peer.drop();
      break;
    case Blow::silence:
      if (!peer.silence(what.length)) return;
      break;
    default:
      peer.close(what.code, "closed by the fault closeConnection");
  }
  server_.injector().struck(std::move(incident));
}

void Strikes::close_channels(const Strike& what, Peer& peer) {
  for (std::size_t number = 1; number < peer.channels_.size(); ++number)
    close_channel(what, peer, static_cast<std::uint16_t>(number));
}

void Strikes::close_channel(const Strike& what, Peer& peer, std::uint16_t number) {
  if (!peer.open() || peer.gone() || !peer.channel(number)) return;
  server_.injector().struck(
      {server_.loop().now(), what.what, peer.number(), peer.client_name(), number, what.code});
  const auto no = refuse(what.code, "closed by the fault closeChannel");
  peer.refuse(number, no.value(), {});
  server_.has_work(peer);
}

void Strikes::cancel(Queue& queue) {
  for (std::size_t left = queue.consumers(); left > 0; --left)
    server_.injector().struck({server_.loop().now(), Blow::cancel, 0, queue.settings().name, 0, 0});
  queue.cancel_consumers();
}

}  // namespace amqpace::broker
