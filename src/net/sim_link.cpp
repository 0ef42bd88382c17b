// SPDX-License-Identifier: Apache-2.0
#include "net/sim_link.hpp"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <utility>

#include "net/failure.hpp"

namespace amqpace::net {

SimLink::SimLink(SimNet& net, std::uint32_t slot, std::uint32_t generation)
    : net_(net), slot_(slot), generation_(generation), ends_{End(net.options_), End(net.options_)} {}

std::unique_ptr<Stream> SimLink::start(SimLoop& loop, const Address& to, Nanos deadline,
                                       StreamEvents& events) {
  to_ = to;
  End& client = end(0);
  client.state = State::connecting;
  client.loop = &loop;
  client.events = &events;
  client.peer = to.text();
  deadline_.emplace(loop, [this] { timed_out(); });
  deadline_->arm(deadline);
  net_.schedule(*this, Happening::syn, 1, now() + net_.options_.latency);
  return std::make_unique<SimStream>(*this, 0, client.peer);
}

void SimLink::happen(Happening what, int side) {
  switch (what) {
    case Happening::syn:
      return syn();
    case Happening::accept:
      return accept();
    case Happening::established:
      return established();
    case Happening::refused:
      return refused();
    case Happening::arrival:
      return arrival(side);
    case Happening::ready:
      if (end(side).ready_at <= now()) end(side).ready_at = kNever;
      return dispatch(side);
    case Happening::reset:
      return reset(side);
  }
}

Nanos SimLink::thaw(int side) const {
  const End& e = end(side);
  return std::max(e.frozen_until, e.loop == nullptr ? 0 : e.loop->frozen_until_);
}

// The end is frozen: this happens to it when it thaws.
bool SimLink::put_off(Happening what, int side) {
  if (thaw(side) <= now()) return false;
  net_.schedule(*this, what, side, thaw(side));
  return true;
}

void SimLink::syn() {
  if (end(0).state != State::connecting || net_.swallowed_.contains(SimListener::key_of(to_, to_.port))) {
    end(1).state = State::gone;
    release_if_gone();
    return;
  }
  const Nanos answer = now() + net_.options_.latency;
  SimListener* listener = SimListener::find(net_, to_);
  if (listener == nullptr) {
    end(1).state = State::gone;
    net_.schedule(*this, Happening::refused, 0, answer);
    return;
  }
  // The peer's kernel answers, even while its process is stopped.
  end(1).loop = &listener->loop();
  net_.schedule(*this, Happening::established, 0, answer);
  accept();
}

void SimLink::accept() {
  SimListener* listener = SimListener::find(net_, to_);
  End& server = end(1);
  const bool broken = end(0).state == State::failed || end(0).state == State::told;
  if (listener == nullptr || broken) {
    server.state = State::gone;
    server.loop = nullptr;
    net_.schedule(*this, Happening::reset, 0, now() + net_.options_.latency);
    release_if_gone();
    return;
  }
  server.loop = &listener->loop();
  if (put_off(Happening::accept, 1)) return;
  server.state = State::open;
  server.peer = "sim:" + std::to_string(slot_);
  listener->events().on_accept(std::make_unique<SimStream>(*this, 1, server.peer));
  assert((server.state == State::gone || server.events != nullptr) &&
         "an accepted stream needs set_events()");
  make_ready(1);
}

void SimLink::established() {
  if (end(0).state != State::connecting || put_off(Happening::established, 0)) return;
  deadline_.reset();
  end(0).state = State::open;
  end(0).events->on_connected();
  make_ready(0);
}

void SimLink::refused() {
  End& client = end(0);
  if (client.state != State::connecting || put_off(Happening::refused, 0)) return;
  deadline_.reset();
  client.state = State::told;
  client.error = ECONNREFUSED;
  const std::string host = to_.kind == Address::Kind::tcp ? to_.host : "";
  client.events->on_failed(connect_failure(to_, {{host, errno_reason(ECONNREFUSED)}}));
}

void SimLink::timed_out() {
  End& client = end(0);
  deadline_.reset();
  client.state = State::told;
  client.error = ETIMEDOUT;
  if (end(1).state != State::gone) net_.schedule(*this, Happening::reset, 1, now() + net_.options_.latency);
  const std::string host = to_.kind == Address::Kind::tcp ? to_.host : "";
  client.events->on_failed(connect_failure(to_, {{host, errno_reason(ETIMEDOUT)}}));
}

void SimLink::arrival(int side) {
  End& e = end(side);
  e.in.arrive(now());
  if (e.state == State::gone || e.state == State::told) {
    if (e.in.readable() > 0) refuse_bytes(side);
    return;
  }
  dispatch(side);
}

// Bytes for an end that is not there any more: their sender is told by a reset.
void SimLink::refuse_bytes(int side) {
  end(side).in.drop_all();
  net_.schedule(*this, Happening::reset, 1 - side, now() + net_.options_.latency);
}

bool SimLink::readable(int side) const {
  const End& e = end(side);
  return e.state == State::open && e.want_readable && !e.read_end && (e.in.readable() > 0 || e.in.ended());
}

bool SimLink::writable(int side) const {
  return end(side).state == State::open && end(side).want_writable && end(1 - side).in.writable();
}

void SimLink::dispatch(int side) {
  End& e = end(side);
  if (thaw(side) <= now()) {
    if (readable(side)) e.events->on_readable();
    if (writable(side)) e.events->on_writable();
  }
  make_ready(side);
}

// Level-triggered: as long as there is something to do, it is told again.
void SimLink::make_ready(int side) {
  if (readable(side) || writable(side)) queue_ready(side, std::max(now(), thaw(side)));
}

void SimLink::queue_ready(int side, Nanos at) {
  End& e = end(side);
  if (e.ready_at <= at) return;
  e.ready_at = at;
  net_.schedule(*this, Happening::ready, side, at);
}

// The connection breaks under this end, now or by an earlier fail(): its handler is told.
void SimLink::reset(int side) {
  End& e = end(side);
  if (e.state == State::open || e.state == State::connecting) fail(side, ECONNRESET);
  if (e.state != State::failed || put_off(Happening::reset, side)) return;
  e.state = State::told;
  e.events->on_failed(lost_failure(e.peer, errno_text(e.error)));
}

void SimLink::fail(int side, int error) {
  End& e = end(side);
  if (side == 0) deadline_.reset();
  e.state = State::failed;
  e.error = error;
  e.in.drop_all();
}

void SimLink::cut() {
  for (const int side : {0, 1}) {
    const State state = end(side).state;
    if (state != State::open && state != State::connecting) continue;
    fail(side, ECONNRESET);
    net_.schedule(*this, Happening::reset, side, now());
  }
}

void SimLink::forget(const SimLoop& loop) {
  for (End& e : ends_) {
    if (e.loop == &loop) e.loop = nullptr;
  }
}

void SimLink::freeze(int side, Nanos until) {
  end(side).frozen_until = std::max(end(side).frozen_until, until);
}

IoResult SimLink::read(int side, std::span<std::byte> into) {
  End& e = end(side);
  if (e.state == State::connecting || (e.state == State::open && thaw(side) > now()))
    return {IoStatus::would_block};
  if (e.state != State::open) return {IoStatus::failed};
  if (into.empty()) return {IoStatus::ok, 0};
  const std::size_t available = std::min(e.in.readable(), into.size());
  if (available == 0) {
    if (!e.in.ended()) return {IoStatus::would_block};
    e.read_end = true;
    return {IoStatus::closed};
  }
  if (std::exchange(e.blocks_once, false)) return {IoStatus::would_block};
  std::size_t count = available;
  if (net_.options_.segment_reads && net_.random_.below(4) == 0) {
    count = 1 + static_cast<std::size_t>(net_.random_.below(available));
    e.blocks_once = net_.random_.below(2) == 0;
  }
  const bool was_writable = e.in.writable();
  e.in.take(into.first(count));
  // The news that there is room travels back.
  if (!was_writable && writable(1 - side)) queue_ready(1 - side, now() + net_.options_.latency);
  return {IoStatus::ok, count};
}

IoResult SimLink::write(int side, std::span<const std::byte> from) {
  End& e = end(side);
  SimPipe& out = end(1 - side).in;
  if (e.state == State::connecting || (e.state == State::open && thaw(side) > now()))
    return {IoStatus::would_block};
  if (e.state != State::open) return {IoStatus::failed};
  if (from.empty()) return {IoStatus::ok, 0};
  if (out.shut()) {
    fail(side, EPIPE);
    net_.schedule(*this, Happening::reset, side, now());
    return {IoStatus::failed};
  }
  if (out.space() == 0) return {IoStatus::would_block};
  const SimPipe::Put put = out.put(from, now());
  if (!put.announced) net_.schedule(*this, Happening::arrival, 1 - side, put.arrival);
  return {IoStatus::ok, put.bytes};
}

void SimLink::want_writable(int side, bool on) {
  end(side).want_writable = on;
  make_ready(side);
}

void SimLink::want_readable(int side, bool on) {
  end(side).want_readable = on;
  make_ready(side);
}

void SimLink::shutdown_write(int side) {
  if (end(side).state == State::open) send_end(side);
}

void SimLink::send_end(int side) {
  SimPipe& out = end(1 - side).in;
  if (out.shut()) return;
  const SimPipe::Put put = out.shut_at(now());
  if (!put.announced) net_.schedule(*this, Happening::arrival, 1 - side, put.arrival);
}

std::string SimLink::last_error(int side) const {
  return end(side).error == 0 ? "" : errno_text(end(side).error);
}

void SimLink::destroyed(int side) {
  End& e = end(side);
  if (side == 0) deadline_.reset();
  const bool stood = e.state == State::open || e.state == State::connecting;
  e.state = State::gone;
  e.loop = nullptr;
  if (stood && e.in.readable() > 0) {
    // As a kernel does for a socket closed with unread input.
    refuse_bytes(side);
  } else if (stood) {
    send_end(side);
  }
  release_if_gone();
}

void SimLink::release_if_gone() {
  if (end(0).state == State::gone && end(1).state == State::gone) net_.release(*this);
}

}  // namespace amqpace::net
