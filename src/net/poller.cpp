// SPDX-License-Identifier: Apache-2.0
#include "net/poller.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>

namespace amqpace::net {

namespace {
timespec to_timespec(Nanos t) {
  return {static_cast<time_t>(t / kSecond), static_cast<long>(t % kSecond)};
}
}  // namespace

Poller::~Poller() {
  assert(free_.size() == slots_.size() && "a stream or a listener outlives its loop");
  close(epoll_fd_);
}

Poller::Token Poller::add(Watch& watch) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const std::uint32_t index = free_.back();
  free_.pop_back();
  slots_[index].watch = &watch;
  return static_cast<Token>(slots_[index].generation) << 32 | index;
}

void Poller::remove(Token token) {
  assert(find(token) != nullptr);
  Slot& slot = slots_[static_cast<std::uint32_t>(token)];
  slot.watch = nullptr;
  ++slot.generation;
  free_.push_back(static_cast<std::uint32_t>(token));
}

Watch* Poller::find(Token token) const {
  const Slot& slot = slots_[static_cast<std::uint32_t>(token)];
  return slot.generation == token >> 32 ? slot.watch : nullptr;
}

bool Poller::attach(Token token, int fd, std::uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = token;
  return epoll_ctl(epoll_fd_, EPOLL_CTL_ADD, fd, &event) == 0;
}

void Poller::change(Token token, int fd, std::uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = token;
  [[maybe_unused]] const int answer = epoll_ctl(epoll_fd_, EPOLL_CTL_MOD, fd, &event);
  assert(answer == 0);
}

void Poller::detach(int fd) {
  epoll_ctl(epoll_fd_, EPOLL_CTL_DEL, fd, nullptr);
}

int Poller::wait_for_events(Nanos timeout) {
  const int room = static_cast<int>(events_.size());
  const timespec time = to_timespec(std::max<Nanos>(timeout, 0));
  const timespec* limit = timeout == kNever ? nullptr : &time;
  if (precise_) {
    const int count = epoll_pwait2(epoll_fd_, events_.data(), room, limit, nullptr);
    if (count >= 0 || errno != ENOSYS) return count;
    precise_ = false;
  }
  // Before Linux 5.11: ppoll on the epoll descriptor keeps the nanoseconds that epoll_pwait would round.
  if (timeout > 0) {
    pollfd self{epoll_fd_, POLLIN, 0};
    const int count = ppoll(&self, 1, limit, nullptr);
    if (count <= 0) return count;
  }
  return epoll_pwait(epoll_fd_, events_.data(), room, 0, nullptr);
}

Poller::Woken Poller::wait(Nanos timeout) {
  const int count = wait_for_events(timeout);
  ready_ = std::max(count, 0);
  if (count > 0) return Woken::ready;
  return count == 0 ? Woken::timed_out : Woken::interrupted;
}

void Poller::dispatch() {
  for (int i = 0; i < ready_; ++i) {
    const epoll_event& event = events_[static_cast<std::size_t>(i)];
    dispatch(event.data.u64, event.events);
  }
  ready_ = 0;
  std::swap(pending_, running_);
  for (const Token token : running_) {
    if (Watch* watch = find(token)) watch->on_pending();
  }
  running_.clear();
}

void Poller::dispatch(Token token, std::uint32_t events) {
  const std::uint32_t hangup = EPOLLHUP | EPOLLERR;
  if ((events & (EPOLLIN | hangup)) != 0) {
    if (Watch* watch = find(token)) watch->on_input();
  }
  if ((events & (EPOLLOUT | hangup)) != 0) {
    if (Watch* watch = find(token)) watch->on_output();
  }
  if ((events & hangup) != 0) {
    if (Watch* watch = find(token)) watch->on_hangup();
  }
}

}  // namespace amqpace::net
