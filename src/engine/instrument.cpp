// SPDX-License-Identifier: Apache-2.0
#include "engine/instrument.hpp"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "base/text.hpp"
#include "base/version.hpp"

namespace amqpace::engine {

namespace {
std::string first_line(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(':');
    if (line.starts_with("model name") && colon != std::string::npos)
      return std::string(trim(std::string_view(line).substr(colon + 1)));
  }
  return {};
}
}  // namespace

HostReading read_host() {
  HostReading reading;
  reading.process_cpu = process_cpu_time();
  // "cpu user nice system idle iowait irq softirq steal …", in ticks.
  std::istringstream line(first_line("/proc/stat"));
  std::string label;
  line >> label;
  std::uint64_t ticks = 0;
  for (int column = 0; column < 8 && line >> ticks; ++column) {
    reading.total_ticks += ticks;
    if (column == 7) reading.steal_ticks = ticks;
  }
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) == 0) reading.involuntary_switches = static_cast<std::uint64_t>(usage.ru_nivcsw);
  return reading;
}

void describe_host(model::Instrument& into) {
  utsname name{};
  if (uname(&name) == 0) {
    into.host = name.nodename;
    into.kernel = std::string(name.sysname) + " " + name.release;
  }
  into.version = version_text();
  into.cores = static_cast<int>(std::thread::hardware_concurrency());
  into.cpu_model = cpu_model();
  into.clock_source = first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource");
}

void describe_window(model::Instrument& into, const HostReading& at_w0, const HostReading& at_w1, Nanos window) {
  into.cpu_seconds = static_cast<double>(at_w1.process_cpu - at_w0.process_cpu) / 1e9;
  if (window > 0) into.cpu_of_cores = into.cpu_seconds / (static_cast<double>(window) / 1e9);
  const auto total = at_w1.total_ticks - at_w0.total_ticks;
  if (total > 0) into.steal_share = static_cast<double>(at_w1.steal_ticks - at_w0.steal_ticks) / static_cast<double>(total);
  into.involuntary_switches = at_w1.involuntary_switches - at_w0.involuntary_switches;
}

Canary::Canary(net::Loop& loop)
    : loop_(loop), timer_(loop, [this] {
        const Nanos now = loop_.now();
        lateness_.record(now - due_);
        due_ = now + kCanaryGap;
        timer_.arm(due_);
      }) {}

void Canary::start() {
  due_ = loop_.now() + kCanaryGap;
  timer_.arm(due_);
}

void Canary::stop(model::Instrument& into) {
  timer_.cancel();
  if (lateness_.count() == 0) return;
  into.canary_p50 = lateness_.value_at_quantile(0.5);
  into.canary_p99 = lateness_.value_at_quantile(0.99);
}

}  // namespace amqpace::engine
