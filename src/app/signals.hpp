// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM as counters: the first ends the window, the second everything.
#pragma once

#include <atomic>

namespace amqpace::app {

// Installs the handlers, once. A pipe that its reader closed is then an error of the write, not the end of the run.
void watch_signals();
const std::atomic<int>& signal_count();
const std::atomic<int>& first_signal();

}  // namespace amqpace::app
