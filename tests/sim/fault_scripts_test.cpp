// SPDX-License-Identifier: Apache-2.0
// A hundred runs, each with a script of faults drawn from a seed: whatever the broker and the network do, the ledger is what the
// broker itself counted. A failure names its seed: AMQPACE_SEED=n runs that one alone.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/random.hpp"
#include "sim_run.hpp"

namespace amqpace::testing {
namespace {

constexpr std::uint64_t kScripts = 100;

class Script {
 public:
  explicit Script(std::uint64_t seed) : seed_(seed) {}
  std::uint64_t pick(std::uint64_t low, std::uint64_t high) { return low + draw(seed_, n_++) % (high - low + 1); }
  bool maybe() { return draw(seed_, n_++) % 2 == 0; }
  Nanos instant(Nanos low, Nanos high) {
    return low + static_cast<Nanos>(draw(seed_, n_++) % static_cast<std::uint64_t>(high - low + 1));
  }

 private:
  std::uint64_t seed_, n_ = 0;
};

struct Outage {
  Nanos at, back;
};

struct Drawn {
  SimSetup setup;
  std::vector<Outage> cuts;
  bool requeues = false;
};

std::string faults_of(Script& script) {
  std::string faults;
  const auto add = [&faults](std::string fault) { faults += (faults.empty() ? "" : ",") + std::move(fault); };
  for (const char* fault : {"lose", "duplicate", "reorder", "nack"})
    if (script.maybe()) add(fmt::format("{}=1/{}", fault, script.pick(7, 300)));
  if (script.maybe()) add(fmt::format("stall={}ms+{}ms", script.pick(100, 3000), script.pick(10, 1500)));
  if (script.maybe()) add(fmt::format("confirmDelay={}us", script.pick(100, 20'000)));
  if (script.maybe()) add(fmt::format("deliverDelay={}us", script.pick(100, 20'000)));
  return faults;
}

Drawn drawn_from(std::uint64_t seed) {
  Script script(draw(0xfa017, seed));
  Drawn drawn;
  const bool cuts = script.maybe();
  drawn.requeues = script.maybe();
  // Out of order is counted at a consumer: with one, it is what the broker swapped.
  const std::uint64_t consumers = cuts ? script.pick(1, 4) : 1;
  const std::uint64_t threads = script.pick(1, 3);
  const char* const acks[] = {"each", "{ every: 5 }"};
  drawn.setup.yaml = fmt::format(
      "name: script\nbroker: amqp://guest:guest@broker\ntopology: {{ queue: q, exchange: x }}\nseed: {}\nheartbeat: 1s\n"
      "connectTimeout: 1s\npublishers: {{ threads: {}, rate: {}, messageSize: {}, maxInFlight: {}, connections: {}, arrivals: {} }}\n"
      "consumers: {{ concurrency: {}, prefetch: {}, connections: {}, handlerTime: {}us, ack: {}{} }}\n"
      "warmup: 500ms\nrunFor: 4s\ndrain: 20s\n",
      seed, threads, script.pick(50, 600), script.pick(64, 2000), script.pick(20, 1000), script.pick(1, threads),
      script.maybe() ? "poisson" : "uniform", consumers, script.pick(10, 200), script.pick(1, consumers), script.pick(0, 900),
      acks[script.pick(0, 1)], drawn.requeues ? fmt::format(", failureRate: {}%, onFailure: requeue", script.pick(1, 20)) : "");
  drawn.setup.faults = faults_of(script);
  drawn.setup.net.seed = seed;
  drawn.setup.net.latency = script.instant(20 * kMicrosecond, 5 * kMillisecond);
  for (std::uint64_t i = script.pick(1, 3); cuts && i > 0; --i) {
    const Nanos at = script.instant(kSecond, 4 * kSecond);
    drawn.cuts.push_back({at, at + script.instant(kMillisecond, 800 * kMillisecond)});
  }
  drawn.setup.arrange_broker = [cuts = drawn.cuts](broker::Server& server, net::SimLoop& loop, const net::Address& address) {
    auto timers = std::make_shared<std::vector<std::unique_ptr<net::Timer>>>();
    for (const Outage& cut : cuts) {
      timers->push_back(std::make_unique<net::Timer>(loop, [&server] { server.drop_all(); }));
      timers->back()->arm(loop.now() + cut.at);
      // Refused when an earlier one has it listening again already.
      timers->push_back(std::make_unique<net::Timer>(loop, [&server, address] { (void)server.listen(address); }));
      timers->back()->arm(loop.now() + cut.back);
    }
    return timers;
  };
  return drawn;
}

void check(const Drawn& drawn, const SimResult& result) {
  const model::Record& r = result.record;
  ASSERT_FALSE(r.error) << r.error->what << ": " << r.error->detail;
  const auto& p = r.producers.at(0).ledger;
  const auto& q = r.queues.at(0).ledger;
  const broker::QueueTruth truth = result.truth.count("q") ? result.truth.at("q") : broker::QueueTruth{};
  EXPECT_TRUE(p.balances());
  EXPECT_TRUE(q.balances());
  EXPECT_EQ(q.queued, 0u);
  EXPECT_EQ(p.due, p.sent + p.never_sent);
  EXPECT_EQ(q.foreign + q.leftovers, 0u);
  // What was sent and did not arrive: lost or refused by the broker, or on its way when the connection went.
  const std::uint64_t unknown_gone = p.unknown - q.extra;
  EXPECT_EQ(q.missing + unknown_gone + p.nacked, truth.lost + truth.nacked + (p.sent - result.broker.published));
  EXPECT_LE(q.missing, truth.lost);
  EXPECT_LE(p.nacked, truth.nacked);
  if (drawn.cuts.empty()) {
    EXPECT_EQ(p.unknown, 0u);
    EXPECT_EQ(p.sent, result.broker.published);
    EXPECT_EQ(q.missing, truth.lost);
    EXPECT_EQ(p.nacked, truth.nacked);
    EXPECT_EQ(r.connections_lost, 0u);
  } else {
    EXPECT_GT(r.connections_lost, 0u);
  }
  if (drawn.requeues || !drawn.cuts.empty()) return;
  EXPECT_EQ(q.duplicates, truth.duplicated);
  EXPECT_EQ(q.out_of_order, truth.reordered);
  EXPECT_EQ(q.redelivered, 0u);
  EXPECT_EQ(q.deliveries, result.broker.delivered);
}

TEST(FaultScripts, EachLeaveALedgerThatIsTheBrokersOwnCount) {
  const char* const one = std::getenv("AMQPACE_SEED");
  const std::uint64_t first = one ? std::strtoull(one, nullptr, 10) : 1, last = one ? first : kScripts;
  std::uint64_t lost = 0, unknown = 0, redelivered = 0, outages = 0;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const Drawn drawn = drawn_from(seed);
    SCOPED_TRACE(fmt::format("AMQPACE_SEED={}\nfaults {}\n{}", seed, drawn.setup.faults, drawn.setup.yaml));
    const SimResult result = run_simulated(drawn.setup);
    check(drawn, result);
    if (HasFailure()) return;
    lost += result.record.queues.at(0).ledger.missing;
    unknown += result.record.producers.at(0).ledger.unknown;
    redelivered += result.record.queues.at(0).ledger.redelivered;
    outages += result.record.outages.size();
  }
  // The scripts did something.
  if (one) return;
  EXPECT_GT(lost, 100u);
  EXPECT_GT(unknown, 100u);
  EXPECT_GT(redelivered, 100u);
  EXPECT_GT(outages, 100u);
}

}  // namespace
}  // namespace amqpace::testing
