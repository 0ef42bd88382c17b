// SPDX-License-Identifier: Apache-2.0
#include "broker/threaded.hpp"

#include <unistd.h>

#include <atomic>
#include <future>
#include <mutex>
#include <thread>

#include "broker/server.hpp"
#include "net/epoll.hpp"

namespace amqpace::broker {
namespace {

net::Address fresh_address() {
  static std::atomic<unsigned> made = 0;
  return net::Address::unix_path("@amqpace-" + std::to_string(getpid()) + "-" + std::to_string(++made));
}

}  // namespace

struct ThreadedBroker::Inside {
  std::unique_ptr<net::EpollLoop> loop;
  std::unique_ptr<Server> server;
  net::Address address;
  std::mutex asking;  // guards `running`, and that nobody asks a loop that has stopped turning
  bool running = true;
  bool stop_asked = false;  // the thread's own
  std::thread thread;

  void run() {
    loop->set_timer_slack(1);  // the faults' times are to be kept
    while (!stop_asked) loop->turn(kNever);
  }
};

Result<std::unique_ptr<ThreadedBroker>> ThreadedBroker::start(CoreOptions options,
                                                              const std::optional<net::Address>& at) {
  auto inside = std::make_unique<Inside>();
  auto loop = net::EpollLoop::open();
  if (!loop) return tl::unexpected<Error>(loop.error());
  inside->loop = std::move(*loop);
  options.wall_at_zero = SystemClock().wall_now() - inside->loop->now();
  inside->server = std::make_unique<Server>(*inside->loop, std::move(options));
  inside->address = at ? *at : fresh_address();
  if (auto listening = inside->server->listen(inside->address); !listening)
    return tl::unexpected<Error>(listening.error());
  if (inside->address.kind == net::Address::Kind::tcp) inside->address.port = inside->server->port();
  inside->thread = std::thread([running = inside.get()] { running->run(); });
  return std::unique_ptr<ThreadedBroker>(new ThreadedBroker(std::move(inside)));
}

ThreadedBroker::ThreadedBroker(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}

ThreadedBroker::~ThreadedBroker() {
  stop();
}

const net::Address& ThreadedBroker::address() const {
  return inside_->address;
}

void ThreadedBroker::stop() {
  const std::lock_guard lock(inside_->asking);
  if (!std::exchange(inside_->running, false)) return;
  inside_->loop->post([inside = inside_.get()] { inside->stop_asked = true; });
  inside_->thread.join();
  inside_->server->drop_all();
}

// Runs it on the broker's thread while that runs, else here.
void ThreadedBroker::ask(const std::function<void()>& question) {
  const std::lock_guard lock(inside_->asking);
  if (!inside_->running) return question();
  std::promise<void> answered;
  inside_->loop->post([&] {
    question();
    answered.set_value();
  });
  answered.get_future().wait();
}

std::vector<std::pair<std::string, std::string>> ThreadedBroker::report() {
  std::vector<std::pair<std::string, std::string>> lines;
  ask([&] { lines = inside_->server->report(); });
  return lines;
}

Totals ThreadedBroker::totals() {
  Totals totals;
  ask([&] { totals = inside_->server->totals(); });
  return totals;
}

}  // namespace amqpace::broker
