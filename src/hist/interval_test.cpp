// SPDX-License-Identifier: Apache-2.0
// Also proves, by counting every operator new of this program, that recording and handing over allocate
// nothing.
#include "hist/interval.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>

#include "hist/latency.hpp"

namespace {
std::atomic<std::size_t> allocations{0};
}

// Not inlined: the compiler would see a free() of what new gave, and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  std::abort();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace amqpace::hist {
namespace {

TEST(IntervalRecorder, HandsOverWhatWasRecordedSinceTheLastTime) {
  IntervalRecorder recorder;
  Histogram first(2), second(2), third(2);
  recorder.record(1);
  recorder.record(2);
  recorder.take(first);
  EXPECT_EQ(first.count(), 0U);  // nothing was handed over yet
  recorder.hand_over();
  recorder.record(3);
  recorder.take(first);
  EXPECT_EQ(first.count(), 2U);
  EXPECT_EQ(first.max(), 2);
  recorder.hand_over();
  recorder.take(second);
  EXPECT_EQ(second.count(), 1U);
  EXPECT_EQ(second.min(), 3);
  recorder.take(third);
  EXPECT_EQ(third.count(), 0U);
}

TEST(IntervalRecorder, LosesNothingWhenTheReaderIsLate) {
  IntervalRecorder recorder;
  Histogram into(3);
  for (Nanos i = 0; i < 10; ++i) {
    recorder.record(i);
    recorder.hand_over();
  }
  recorder.record(-1);
  recorder.record(kHighest + 1);
  recorder.hand_over();
  recorder.take(into);
  EXPECT_EQ(into.count(), 10U);
  EXPECT_EQ(into.max(), 9);
  EXPECT_EQ(into.negatives(), 1U);
  EXPECT_EQ(into.out_of_range(), 1U);
}

TEST(IntervalRecorder, AddsUpAcrossTwoThreads) {
  constexpr Nanos kIntervals = 200, kEach = 100;
  IntervalRecorder recorder;
  std::atomic<bool> done{false};
  std::thread writer([&] {
    for (Nanos i = 0; i < kIntervals; ++i) {
      for (Nanos k = 0; k < kEach; ++k) recorder.record(i * kMicrosecond + k);
      recorder.hand_over();
    }
    done = true;
  });
  Histogram into(2);
  while (!done) recorder.take(into);
  writer.join();
  recorder.take(into);
  EXPECT_EQ(into.count(), static_cast<std::uint64_t>(kIntervals * kEach));
  EXPECT_EQ(into.max(), (kIntervals - 1) * kMicrosecond + kEach - 1);
}

TEST(IntervalRecorder, AllocatesNothingAfterItsConstruction) {
  IntervalRecorder recorder;
  Latency latency;
  Histogram into(3);
  const std::size_t before = allocations;
  for (Nanos v = 1; v <= kHighest; v += v / 3 + 1) {
    recorder.record(v);
    latency.record(v);
    latency.record_open(v);
  }
  recorder.record(-1);
  recorder.hand_over();
  recorder.take(into);
  into.reset();
  EXPECT_TRUE(latency.quantile_any(0.99));
  const std::size_t after = allocations;
  EXPECT_EQ(after, before);
  ::operator delete(::operator new(1));  // called by name, so that no compiler may leave the pair out
  EXPECT_GT(allocations, after);         // the counter counts
}

}  // namespace
}  // namespace amqpace::hist
