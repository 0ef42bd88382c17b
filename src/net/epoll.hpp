// SPDX-License-Identifier: Apache-2.0
// The loop on real sockets: epoll with nanosecond deadlines on the system's clock. One per worker thread.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "net/endpoint.hpp"
#include "net/loop.hpp"
#include "net/poller.hpp"
#include "net/timer_heap.hpp"

namespace amqpace::net {

// What a name stands for: every distinct address, in the order to try them, or why there is none. May block.
using Resolver = std::function<Result<std::vector<Endpoint>>(const Address&)>;

struct EpollOptions {
  bool precise = true;          // false: as on kernels without epoll_pwait2
  Resolver resolver = nullptr;  // none: the system's
};

class EpollLoop final : public Loop {
 public:
  // Fails when the process has no descriptors left.
  static Result<std::unique_ptr<EpollLoop>> open(const EpollOptions& options = {});
  ~EpollLoop() override;

  // How late the kernel may wake the calling thread, which is the loop's own, so as to bundle wake-ups; 50 us
  // unless set.
  void set_timer_slack(Nanos slack);

  const Clock& clock() const override { return clock_; }
  std::unique_ptr<Stream> connect(const Address& to, Nanos deadline, StreamEvents& events) override;
  Result<std::unique_ptr<Listener>> listen(const Address& at, AcceptEvents& events) override;
  void turn(Nanos until, Nanos spin = 0) override;
  void post(std::function<void()> work) override;
  void wake() override;

 private:
  // The descriptor that post() and wake() write to.
  class Waker final : public Watch {
   public:
    explicit Waker(EpollLoop& loop) : loop_(loop) {}
    void on_input() override { loop_.run_posted(); }

   private:
    EpollLoop& loop_;
  };

  EpollLoop(int epoll_fd, int wake_fd, const EpollOptions& options);
  TimerHeap& timers() override { return timers_; }
  void wait(Nanos until, Nanos spin);
  void run_posted();

  SystemClock clock_;
  Resolver resolver_;
  int wake_fd_;
  Poller poller_;
  std::uint64_t sequence_ = 0;
  TimerHeap timers_{sequence_};
  Waker waker_{*this};
  Poller::Token waker_token_;
  bool turning_ = false;
  std::vector<std::function<void()>> running_;
  std::mutex mutex_;  // guards posted_
  std::vector<std::function<void()>> posted_;
};

}  // namespace amqpace::net
