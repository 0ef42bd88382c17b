// SPDX-License-Identifier: Apache-2.0
// CPU of publishing and of consuming one message, as a ratio to moving its bytes through a socket and nothing
// else. Contenders take turns within each round; printed are medians over the rounds, a ratio being that of
// one round. `make bench` runs it. It prints, and judges nothing: a timing is no verdict.
//
//   amqpace_cpu_bench [--rounds N] [--length DURATION] [--size BYTES] [--only TEXT]
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "engine_run.hpp"
#include "raw.hpp"

namespace amqpace::bench {
namespace {

struct Options {
  int rounds = 5;
  Nanos length = kSecond;
  std::int64_t size = 512;
  std::string only;
};

struct Case {
  const char* name;
  Side side;
  Transport transport;
  bool confirms;
};

constexpr Case kCases[] = {
    {"publish, tcp, confirms", Side::publishing, Transport::tcp, true},
    {"publish, tcp", Side::publishing, Transport::tcp, false},
    {"publish, unix, confirms", Side::publishing, Transport::unix_socket, true},
    {"publish, unix", Side::publishing, Transport::unix_socket, false},
    {"consume, tcp", Side::consuming, Transport::tcp, true},
    {"consume, unix", Side::consuming, Transport::unix_socket, true},
};

struct Row {
  std::vector<double> ours, rate, floor, windowed, ratio, windowed_ratio;
};

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

void measure(const Case& what, const Options& options, Row& row) {
  EngineLoad load{.side = what.side,
                  .transport = what.transport,
                  .confirms = what.confirms,
                  .body = static_cast<std::size_t>(options.size),
                  .length = options.length};
  const EngineCost ours = engine_cost(load);
  RawLoad raw{.transport = what.transport, .message = ours.message, .window = 0, .length = options.length};
  const auto floor_of = what.side == Side::publishing ? raw_send : raw_read;
  const double floor = floor_of(raw);
  raw.window = load.window;
  const double windowed = floor_of(raw);
  row.ours.push_back(ours.per_message);
  row.rate.push_back(ours.rate);
  row.floor.push_back(floor);
  row.windowed.push_back(windowed);
  row.ratio.push_back(ours.per_message / floor);
  row.windowed_ratio.push_back(ours.per_message / windowed);
}

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

int run(const Options& options) {
  print(fmt::format("CPU a message of {} B, ns; medians of {} rounds of {}\n", options.size, options.rounds,
                    duration_text(options.length)));
  std::vector<const Case*> cases;
  for (const Case& what : kCases)
    if (options.only.empty() || std::string(what.name).find(options.only) != std::string::npos)
      cases.push_back(&what);
  std::vector<Row> rows(cases.size());
  for (int round = 0; round < options.rounds; ++round)
    for (std::size_t i = 0; i < cases.size(); ++i) measure(*cases[i], options, rows[i]);
  print(fmt::format("{:<26}{:>9}{:>9}{:>8}{:>12}{:>8}{:>12}\n", "", "amqpace", "raw", "ratio", "raw window",
                    "ratio", "messages/s"));
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Row& row = rows[i];
    print(fmt::format("{:<26}{:>9.0f}{:>9.0f}{:>8.2f}{:>12.0f}{:>8.2f}{:>12}\n", cases[i]->name,
                      median(row.ours), median(row.floor), median(row.ratio), median(row.windowed),
                      median(row.windowed_ratio), count_text(static_cast<std::int64_t>(median(row.rate)))));
  }
  print(
      "raw: send() of the same frames, 64 KiB a call, to a thread that discards them; or recv() of them, 256 "
      "KiB a call\n"
      "raw window: the same with at most 4,000 messages not yet reported received, as a publisher with "
      "confirms has it\n");
  return 0;
}

int usage() {
  print("amqpace_cpu_bench [--rounds N] [--length DURATION] [--size BYTES] [--only TEXT]\n");
  return 2;
}

int main_with(int count, char** words) {
  Options options;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string flag = words[i], value = words[i + 1];
    if (flag == "--only") {
      options.only = value;
    } else if (flag == "--rounds" || flag == "--size") {
      const auto number = flag == "--size" ? parse_size(value) : parse_integer(value);
      if (!number || *number < 1) return usage();
      if (flag == "--size") options.size = *number;
      if (flag == "--rounds") options.rounds = static_cast<int>(*number);
    } else if (const auto length = parse_duration(value); flag == "--length" && length) {
      options.length = *length;
    } else {
      return usage();
    }
  }
  return count % 2 == 1 ? run(options) : usage();
}

}  // namespace
}  // namespace amqpace::bench

int main(int count, char** words) {
  return amqpace::bench::main_with(count, words);
}
