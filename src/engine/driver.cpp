// SPDX-License-Identifier: Apache-2.0
#include "engine/driver.hpp"

#include <algorithm>

namespace amqpace::engine {

ThreadDriver::ThreadDriver(std::size_t workers, const MakeLoop& make_loop) : control_(make_loop()) {
  for (std::size_t i = 0; i < workers; ++i) loops_.push_back(make_loop());
}

ThreadDriver::~ThreadDriver() { join(); }

void ThreadDriver::start(std::vector<std::unique_ptr<Worker>>& workers) {
  for (auto& worker : workers) {
    threads_.emplace_back([&w = *worker] {
      while (true) {
        const Nanos until = w.advance();
        if (w.ended()) return;
        w.loop().turn(until, w.spin());
      }
    });
  }
}

void ThreadDriver::join() {
  for (auto& thread : threads_)
    if (thread.joinable()) thread.join();
  threads_.clear();
}

void InlineDriver::turn(Nanos until, Nanos spin) {
  if (workers_ != nullptr) {
    for (auto& worker : *workers_)
      if (!worker->ended()) until = std::min(until, worker->advance());
  }
  loop_.turn(until, spin);
}

void InlineDriver::join() {
  while (workers_ != nullptr &&
         std::any_of(workers_->begin(), workers_->end(), [](const auto& worker) { return !worker->ended(); }))
    turn(loop_.now() + kMillisecond);
}

}  // namespace amqpace::engine
