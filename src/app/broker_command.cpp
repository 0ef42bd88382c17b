// SPDX-License-Identifier: Apache-2.0
// `broker`: the embedded broker alone, until a signal.
#include <CLI/CLI.hpp>
#include <memory>

#include "app/command.hpp"
#include "app/console.hpp"
#include "app/signals.hpp"
#include "broker/faults.hpp"
#include "broker/server.hpp"
#include "net/epoll.hpp"
#include "report/error_text.hpp"

namespace amqpace::app {

namespace {
struct Broker {
  std::uint16_t port = 5672;
  std::string faults;
};

int complained(const Error& error, int code) {
  err(report::error_text(error));
  return code;
}

int act(const Broker& command) {
  auto faults = broker::parse_faults(command.faults);
  if (!faults) return complained(faults.error(), 3);
  auto loop = net::EpollLoop::open();
  if (!loop) return complained(loop.error(), 3);
  broker::BrokerOptions options;
  options.faults = *faults;
  options.wall_at_zero = SystemClock().wall_now() - (*loop)->now();
  broker::Server server(**loop, options);
  if (auto listening = server.listen(net::Address::tcp("127.0.0.1", command.port)); !listening)
    return complained(listening.error(), 3);
  watch_signals();
  out("embedded broker on amqp://guest:guest@127.0.0.1:" + std::to_string(server.port()) + " (end it with Ctrl-C)\n");
  while (signal_count() == 0) (*loop)->turn((*loop)->now() + 50 * kMillisecond);
  for (const auto& [fault, count] : server.report()) out(fault + ": " + count + "\n");
  return 0;
}
}  // namespace

std::function<int()> define_broker(CLI::App& app) {
  auto command = std::make_shared<Broker>();
  app.add_option("--port", command->port, "port on 127.0.0.1; 0 takes a free one")->capture_default_str();
  app.add_option("--fault", command->faults,
                 "what it shall do wrong: confirmDelay=1ms,deliverDelay=1ms,serviceRate=8000,stall=4s+3s,lose=1/1000,"
                 "duplicate=1/500,reorder=1/500,nack=1/100,block=4s+3s,drop=1/1000,silence=4s,closeConnection=320@4s,"
                 "closeChannel=4s,cancel=4s");
  return [command] { return act(*command); };
}

}  // namespace amqpace::app
