// SPDX-License-Identifier: Apache-2.0
// What one message costs beside its bytes: due time, stamp, confirm, and finding out whether it was seen before.
#include <benchmark/benchmark.h>

#include "client/ring.hpp"
#include "engine/schedule.hpp"
#include "engine/sequence_set.hpp"
#include "engine/stamp.hpp"

namespace amqpace::engine {
namespace {

void due_time(benchmark::State& state) {
  ScheduleSpec spec;
  spec.rate = 5'000;
  spec.arrivals = state.range(0) ? model::Arrivals::poisson : model::Arrivals::uniform;
  Schedule schedule(spec);
  std::uint64_t slot = 0;
  for (auto _ : state) benchmark::DoNotOptimize(schedule.due(slot++));
}
BENCHMARK(due_time)->ArgName("poisson")->Arg(0)->Arg(1);

void stamp_round_trip(benchmark::State& state) {
  Stamp stamp;
  stamp.run_id = 7;
  for (auto _ : state) {
    ++stamp.sequence;
    stamp.sent = stamp.due = static_cast<Nanos>(stamp.sequence);
    const StampBytes bytes = write_stamp(stamp);
    benchmark::DoNotOptimize(read_stamp(bytes));
  }
}
BENCHMARK(stamp_round_trip);

void confirm_in_batches(benchmark::State& state) {
  client::ConfirmRing ring(1'000);
  const auto batch = static_cast<std::uint64_t>(state.range(0));
  std::uint64_t answered = 0;
  for (auto _ : state) {
    std::uint64_t tag = 0;
    for (std::uint64_t i = 0; i < batch; ++i) {
      tag = ring.push(i, 0);
      ring.mark_sent(tag, 1);
    }
    ring.answer(tag, true, [&](const auto&, bool) { ++answered; });
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(answered));
}
BENCHMARK(confirm_in_batches)->Arg(1)->Arg(50);

void first_time_seen(benchmark::State& state) {
  SequenceSet seen;
  std::uint64_t sequence = 0;
  for (auto _ : state) benchmark::DoNotOptimize(seen.insert(sequence++));
}
BENCHMARK(first_time_seen);

}  // namespace
}  // namespace amqpace::engine
