// SPDX-License-Identifier: Apache-2.0
#include "net/epoll.hpp"

#include <sched.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <utility>

#include "net/failure.hpp"
#include "net/listener.hpp"
#include "net/socket.hpp"

namespace amqpace::net {

Result<std::unique_ptr<EpollLoop>> EpollLoop::open(const EpollOptions& options) {
  const int epoll_fd = epoll_create1(EPOLL_CLOEXEC);
  if (epoll_fd < 0) return fail(ErrorKind::internal, "no event loop: " + errno_reason(errno));
  const int wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (wake_fd < 0) {
    const int error = errno;
    ::close(epoll_fd);
    return fail(ErrorKind::internal, "no event loop: " + errno_reason(error));
  }
  std::unique_ptr<EpollLoop> loop(new EpollLoop(epoll_fd, wake_fd, options));
  if (!loop->poller_.attach(loop->waker_token_, wake_fd, EPOLLIN)) {
    return fail(ErrorKind::internal, "no event loop: " + errno_reason(errno));
  }
  return loop;
}

EpollLoop::EpollLoop(int epoll_fd, int wake_fd, const EpollOptions& options)
    : resolver_(options.resolver),
      wake_fd_(wake_fd),
      poller_(epoll_fd, options.precise),
      waker_token_(poller_.add(waker_)) {}

EpollLoop::~EpollLoop() {
  poller_.remove(waker_token_);
  ::close(wake_fd_);
}

void EpollLoop::set_timer_slack(Nanos slack) {
  // 0 would mean the default.
  prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(std::max<Nanos>(slack, 1)), 0, 0, 0);
}

std::unique_ptr<Stream> EpollLoop::connect(const Address& to, Nanos deadline, StreamEvents& events) {
  auto stream = std::make_unique<Socket>(*this, poller_, to, events);
  stream->start_connecting(resolver_ ? resolver_(to) : resolve(to, ResolveFor::connecting), deadline);
  return stream;
}

Result<std::unique_ptr<Listener>> EpollLoop::listen(const Address& at, AcceptEvents& events) {
  return open_listener(*this, poller_, at, events);
}

void EpollLoop::turn(Nanos until, Nanos spin) {
  assert(!turning_ && "turn() from inside a handler");
  turning_ = true;
  wait(until, spin);
  poller_.dispatch();
  timers_.fire_due(clock_.now());
  turning_ = false;
}

void EpollLoop::wait(Nanos until, Nanos spin) {
  Nanos now = clock_.now();
  const Nanos deadline = poller_.has_pending() ? now : std::min(until, timers_.next().at);
  // The spin is for `until`; a timer that is due before it begins is slept for.
  const Nanos sleep_until = until > now ? std::min(deadline, until - spin) : now;
  const Nanos timeout = sleep_until == kNever ? kNever : std::max<Nanos>(sleep_until - now, 0);
  Poller::Woken woken = poller_.wait(timeout);
  while (woken == Poller::Woken::timed_out) {
    now = clock_.now();
    if (now >= deadline) return;
    sched_yield();
    woken = poller_.wait(0);
  }
}

void EpollLoop::post(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(work));
  }
  wake();
}

void EpollLoop::wake() {
  const int saved = errno;
  const std::uint64_t one = 1;
  // Full: it is awake anyway.
  [[maybe_unused]] const ssize_t written = write(wake_fd_, &one, sizeof one);
  errno = saved;
}

void EpollLoop::run_posted() {
  std::uint64_t count = 0;
  // Empty before the work is taken: what is posted afterwards wakes again.
  [[maybe_unused]] const ssize_t got = read(wake_fd_, &count, sizeof count);
  {
    const std::lock_guard lock(mutex_);
    std::swap(posted_, running_);
  }
  for (const std::function<void()>& work : running_) work();
  running_.clear();
}

}  // namespace amqpace::net
