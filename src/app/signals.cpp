// SPDX-License-Identifier: Apache-2.0
#include "app/signals.hpp"

#include <signal.h>

namespace amqpace::app {

namespace {
std::atomic<int> count{0};
std::atomic<int> first{0};
static_assert(std::atomic<int>::is_always_lock_free, "used in a signal handler");

void on_signal(int number) {
  int none = 0;
  first.compare_exchange_strong(none, number);
  count.fetch_add(1);
}
}  // namespace

void watch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

const std::atomic<int>& signal_count() { return count; }
const std::atomic<int>& first_signal() { return first; }

}  // namespace amqpace::app
