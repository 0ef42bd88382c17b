// SPDX-License-Identifier: Apache-2.0
// The cost of recording a latency, once or twice per message, and of what is done once an interval.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "hist/histogram.hpp"
#include "hist/interval.hpp"

namespace amqpace::hist {
namespace {

// Latencies spread over five decades, so that neither the cache nor the branch predictor knows the next one.
std::vector<Nanos> spread_values() {
  std::vector<Nanos> values(4096);
  std::uint64_t state = 1;
  for (Nanos& value : values) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    value = static_cast<Nanos>((state >> 33) % 1'000 + 1) << (state >> 60);
  }
  return values;
}

void record(benchmark::State& state) {
  const auto values = spread_values();
  Histogram histogram(static_cast<int>(state.range(0)));
  std::size_t i = 0;
  for (auto _ : state) histogram.record(values[i++ & 4095]);
  benchmark::DoNotOptimize(histogram.count());
}
BENCHMARK(record)->Arg(2)->Arg(3);

void hand_over_and_take(benchmark::State& state) {
  const auto values = spread_values();
  IntervalRecorder recorder;
  Histogram into(2);
  for (auto _ : state) {
    for (std::size_t i = 0; i < 64; ++i) recorder.record(values[i]);
    recorder.hand_over();
    recorder.take(into);
  }
}
BENCHMARK(hand_over_and_take);

void quantile(benchmark::State& state) {
  Histogram histogram(3);
  for (const Nanos value : spread_values()) histogram.record(value);
  for (auto _ : state) benchmark::DoNotOptimize(histogram.value_at_quantile(0.999));
}
BENCHMARK(quantile);

}  // namespace
}  // namespace amqpace::hist
