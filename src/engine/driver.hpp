// SPDX-License-Identifier: Apache-2.0
// Who turns the loops. ThreadDriver: a thread a worker, real loops. InlineDriver: everything on one simulated loop in the
// caller's thread, so that client, broker, clock and network run from one seed in milliseconds.
#pragma once

#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "engine/worker.hpp"
#include "net/loop.hpp"

namespace amqpace::engine {

class Driver {
 public:
  virtual ~Driver() = default;
  virtual net::Loop& control_loop() = 0;             // the coordinator's
  virtual net::Loop& worker_loop(std::size_t i) = 0;
  virtual void start(std::vector<std::unique_ptr<Worker>>& workers) = 0;
  // One turn of the coordinator's loop (and of all others, inline); `spin` as in Loop::turn.
  virtual void turn(Nanos until, Nanos spin = 0) = 0;
  virtual void join() = 0;                           // returns when every worker has ended
};

class ThreadDriver final : public Driver {
 public:
  using MakeLoop = std::function<std::unique_ptr<net::Loop>()>;
  ThreadDriver(std::size_t workers, const MakeLoop& make_loop);
  ~ThreadDriver() override;
  net::Loop& control_loop() override { return *control_; }
  net::Loop& worker_loop(std::size_t i) override { return *loops_[i]; }
  void start(std::vector<std::unique_ptr<Worker>>& workers) override;
  void turn(Nanos until, Nanos spin = 0) override { control_->turn(until, spin); }
  void join() override;

 private:
  std::unique_ptr<net::Loop> control_;
  std::vector<std::unique_ptr<net::Loop>> loops_;
  std::vector<std::thread> threads_;
};

class InlineDriver final : public Driver {
 public:
  explicit InlineDriver(net::Loop& loop) : loop_(loop) {}
  net::Loop& control_loop() override { return loop_; }
  net::Loop& worker_loop(std::size_t) override { return loop_; }
  void start(std::vector<std::unique_ptr<Worker>>& workers) override { workers_ = &workers; }
  void turn(Nanos until, Nanos spin = 0) override;
  void join() override;

 private:
  net::Loop& loop_;
  std::vector<std::unique_ptr<Worker>>* workers_ = nullptr;
};

}  // namespace amqpace::engine
