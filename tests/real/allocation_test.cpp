// SPDX-License-Identifier: Apache-2.0
// Worker threads allocate nothing between W0 and W1: counted by replacing operator new in this program, on a real run with
// confirms, consumers and acks at 50,000/s against the embedded broker.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "api/run_plan.hpp"
#include "config/load.hpp"

namespace {
thread_local std::uint64_t allocations = 0;

void* counted(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size == 0 ? 1 : size)) return p;
  std::abort();
}
}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

namespace amqpace {
namespace {

TEST(Workers, AllocateNothingInTheWindow) {
  const char* const yaml = R"(
name: allocations
broker: "embedded:"
topology: { queue: q }
publishers: { threads: 4, rate: 50000, messageSize: 512, maxInFlight: 4000 }
consumers: { concurrency: 4, prefetch: 200 }
warmup: 2s
runFor: 4s
)";
  const auto loaded = config::load({"allocations.yaml", yaml}, {.variables = config::environment(), .overrides = {}});
  ASSERT_TRUE(loaded.good());
  api::RunHooks hooks;
  hooks.thread_allocations = [] { return allocations; };
  const auto record = api::run_plan(loaded.plan, hooks);
  ASSERT_FALSE(record.error) << record.error->what;
  ASSERT_TRUE(record.instrument.allocations_counted);
  EXPECT_EQ(record.producers.at(0).offered, 200'000u);
  EXPECT_EQ(record.queues.at(0).ledger.missing, 0u);
  EXPECT_EQ(record.instrument.allocations_in_window, 0u);
}

}  // namespace
}  // namespace amqpace
