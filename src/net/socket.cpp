// SPDX-License-Identifier: Apache-2.0
#include "net/socket.hpp"

#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <utility>

namespace amqpace::net {

namespace {

int pending_error(int fd) {
  int error = 0;
  socklen_t size = sizeof error;
  if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0) return errno;
  return error;
}

// A port of this host that nobody listens on may be picked as the connection's own: it then connects to
// itself.
bool connected_to_itself(int fd) {
  const Endpoint own = local_endpoint(fd);
  Endpoint other;
  other.size = sizeof other.address;
  if (getpeername(fd, reinterpret_cast<sockaddr*>(&other.address), &other.size) != 0) return false;
  return own.address.ss_family != AF_UNIX && own.port() == other.port() && own.text() == other.text();
}

}  // namespace

Socket::Socket(Loop& loop, Poller& poller, const Address& to, StreamEvents& events)
    : loop_(loop), poller_(poller), events_(&events), token_(poller.add(*this)), peer_(to.text()) {
  connecting_ = std::make_unique<Connecting>(loop, to, [this] { attempt_failed(ETIMEDOUT); });
}

Socket::Socket(Loop& loop, Poller& poller, int fd, std::string peer)
    : loop_(loop),
      poller_(poller),
      token_(poller.add(*this)),
      fd_(fd),
      state_(State::open),
      peer_(std::move(peer)) {}

Socket::~Socket() {
  close_descriptor();
  poller_.remove(token_);
}

void Socket::start_connecting(Result<std::vector<Endpoint>> endpoints, Nanos deadline) {
  connecting_->deadline = deadline;
  if (!endpoints) {
    fail_with(EHOSTUNREACH, std::move(endpoints.error()));
    return;
  }
  connecting_->endpoints = std::move(*endpoints);
  try_next_address();
}

bool Socket::start_accepted() {
  attached_for_ = interest();
  attached_ = poller_.attach(token_, fd_, attached_for_);
  return attached_;
}

void Socket::try_next_address() {
  Connecting& c = *connecting_;
  while (c.next < c.endpoints.size()) {
    const Endpoint& endpoint = c.endpoints[c.next++];
    if (try_address(endpoint)) {
      // An address that never answers leaves the later ones their share of the time.
      const Nanos now = loop_.now();
      const auto left = static_cast<Nanos>(c.endpoints.size() - c.next + 1);
      c.timer.arm(c.deadline == kNever ? kNever : now + std::max<Nanos>(c.deadline - now, 0) / left);
      return;
    }
    c.attempts.push_back({endpoint.text(), errno_reason(error_)});
  }
  fail_with(error_, connect_failure(c.to, c.attempts));
}

bool Socket::try_address(const Endpoint& endpoint) {
  fd_ = open_socket(endpoint);
  if (fd_ >= 0) {
    const int answer = ::connect(fd_, reinterpret_cast<const sockaddr*>(&endpoint.address), endpoint.size);
    // One that stands at once is told like the others: it is writable in the next turn.
    if (answer == 0 || errno == EINPROGRESS) {
      attached_for_ = EPOLLOUT;
      attached_ = poller_.attach(token_, fd_, attached_for_);
      if (attached_) return true;
    }
  }
  error_ = errno;
  close_descriptor();
  return false;
}

void Socket::attempt_failed(int error) {
  error_ = error;
  close_descriptor();
  connecting_->attempts.push_back(
      {connecting_->endpoints[connecting_->next - 1].text(), errno_reason(error)});
  try_next_address();
}

void Socket::finish_connecting() {
  int error = pending_error(fd_);
  if (error == 0 && connected_to_itself(fd_)) error = ECONNREFUSED;
  if (error != 0) {
    attempt_failed(error);
    return;
  }
  connecting_.reset();
  state_ = State::open;
  update_interest();
  events_->on_connected();
}

IoResult Socket::read(std::span<std::byte> into) {
  if (state_ != State::open) {
    return {state_ == State::connecting ? IoStatus::would_block : IoStatus::failed};
  }
  if (into.empty()) return {IoStatus::ok, 0};
  for (;;) {
    const ssize_t count = recv(fd_, into.data(), into.size(), 0);
    if (count > 0) return {IoStatus::ok, static_cast<std::size_t>(count)};
    if (count == 0) {
      ended_ = true;
      update_interest();
      return {IoStatus::closed};
    }
    if (errno == EINTR) continue;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return {IoStatus::would_block};
    lose(errno);
    return {IoStatus::failed};
  }
}

IoResult Socket::write(std::span<const std::byte> from) {
  if (state_ != State::open) {
    return {state_ == State::connecting ? IoStatus::would_block : IoStatus::failed};
  }
  if (from.empty()) return {IoStatus::ok, 0};
  for (;;) {
    const ssize_t count = send(fd_, from.data(), from.size(), MSG_NOSIGNAL);
    if (count >= 0) return {IoStatus::ok, static_cast<std::size_t>(count)};
    if (errno == EINTR) continue;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return {IoStatus::would_block};
    lose(errno);
    return {IoStatus::failed};
  }
}

void Socket::want_writable(bool on) {
  want_writable_ = on;
  update_interest();
}

void Socket::want_readable(bool on) {
  want_readable_ = on;
  update_interest();
}

void Socket::shutdown_write() {
  if (state_ == State::open) shutdown(fd_, SHUT_WR);
}

std::string Socket::last_error() const {
  return error_ == 0 ? "" : errno_text(error_);
}

void Socket::on_input() {
  if (state_ != State::open || !want_readable_ || ended_) return;
  assert(events_ != nullptr && "an accepted stream needs set_events()");
  events_->on_readable();
}

void Socket::on_output() {
  if (state_ == State::connecting) {
    finish_connecting();
  } else if (state_ == State::open && want_writable_) {
    events_->on_writable();
  }
}

void Socket::on_hangup() {
  if (state_ != State::open) return;
  // Whoever still reads finds the end or the error behind the last bytes.
  if (want_readable_ && !ended_) return;
  const int error = pending_error(fd_);
  if (error != 0) {
    lose(error);
  } else if (attached_ && !want_writable_) {
    poller_.detach(fd_);
    attached_ = false;
  }
}

void Socket::on_pending() {
  if (state_ != State::failed) return;
  state_ = State::told;
  assert(events_ != nullptr && "an accepted stream needs set_events()");
  const Error failure = std::move(failure_);
  events_->on_failed(failure);
}

void Socket::fail_with(int error, Error failure) {
  error_ = error;
  failure_ = std::move(failure);
  state_ = State::failed;
  connecting_.reset();
  close_descriptor();
  poller_.pend(token_);
}

void Socket::lose(int error) {
  fail_with(error, lost_failure(peer_, errno_text(error)));
}

std::uint32_t Socket::interest() const {
  std::uint32_t events = 0;
  if (want_readable_ && !ended_) events |= EPOLLIN;
  if (want_writable_) events |= EPOLLOUT;
  return events;
}

void Socket::update_interest() {
  if (state_ != State::open) return;
  const std::uint32_t events = interest();
  if (attached_ && events == attached_for_) return;
  attached_for_ = events;
  if (attached_) {
    poller_.change(token_, fd_, events);
  } else if (events != 0) {
    attached_ = poller_.attach(token_, fd_, events);
    if (!attached_) lose(errno);
  }
}

void Socket::close_descriptor() {
  if (fd_ < 0) return;
  if (attached_) poller_.detach(fd_);
  attached_ = false;
  close(fd_);
  fd_ = -1;
}

}  // namespace amqpace::net
