// SPDX-License-Identifier: Apache-2.0
// Runs whose connections are lost: the schedule goes on, what was due is sent when the connection is back, and the account stays
// exact.
#include <gtest/gtest.h>

#include <algorithm>

#include "operator.hpp"
#include "restarting.hpp"
#include "sim_run.hpp"

namespace amqpace::testing {
namespace {

std::string workload(int rate, const std::string& more = "") {
  return "name: r\nbroker: amqp://guest:guest@broker\ntopology: { queue: q, exchange: x }\npublishers: { threads: 2, rate: " +
         std::to_string(rate) + ", messageSize: 256 }\nconsumers: { concurrency: 2, prefetch: 50 }\nwarmup: 1s\nrunFor: 10s\n" +
         "drain: 5s\nheartbeat: 2s\n" + more;
}

TEST(Recovery, OfABrokerThatComesBackLosesNothingAndSendsWhatWasDue) {
  const auto r = run_simulated(restarting(workload(1000, "expect: { recoversWithin: 3s, noMessagesLost: true }\n"),
                                          4 * kSecond, 6 * kSecond))
                     .record;
  ASSERT_FALSE(r.error) << r.error->what;
  expect_sound(r);
  const auto& p = r.producers.at(0);
  EXPECT_EQ(p.ledger.due, 11'000u);
  EXPECT_EQ(p.ledger.never_sent, 0u);
  EXPECT_GT(p.ledger.unknown, 0u);
  EXPECT_EQ(p.ledger.confirmed + p.ledger.unknown, 11'000u);
  EXPECT_EQ(p.published, 10'000u);
  const auto& q = r.queues.at(0);
  EXPECT_EQ(q.ledger.missing, 0u);
  EXPECT_EQ(q.ledger.duplicates, 0u);
  EXPECT_EQ(q.ledger.delivered, q.ledger.expected + q.ledger.extra);
  // Two publishers' connections, the consumers' one and the control connection, gone for two seconds and a try.
  ASSERT_EQ(r.outages.size(), 4u);
  EXPECT_EQ(r.connections_lost, 4u);
  EXPECT_EQ(std::count_if(r.outages.begin(), r.outages.end(),
                          [](const auto& outage) { return outage.connection == "control connection"; }), 1);
  for (const auto& outage : r.outages) {
    ASSERT_TRUE(outage.to);
    EXPECT_GE(*outage.to - outage.from, 2 * kSecond);
    EXPECT_LE(*outage.to - outage.from, 2'400 * kMillisecond);
    ASSERT_TRUE(outage.recovered_after);
    EXPECT_LE(*outage.recovered_after, 2'500 * kMillisecond);
    EXPECT_GE(*outage.recovered_after, 1'800 * kMillisecond);
  }
  EXPECT_GE(p.late[model::Cause::reconnecting], 2 * 2 * kSecond);
  EXPECT_LE(p.late[model::Cause::reconnecting], 2 * 2'500 * kMillisecond);
  EXPECT_EQ(r.exit_code, 1);  // broker-took-the-load: a fifth of the window's messages were up to two seconds late
}

TEST(Recovery, OfOneInstantIsAWarning) {
  const auto r = run_simulated(restarting(workload(1000, "expect: { recoversWithin: 500ms, noMessagesLost: true }\n"),
                                          4 * kSecond, 4 * kSecond + kMillisecond))
                     .record;
  expect_sound(r);
  ASSERT_EQ(r.outages.size(), 4u);
  for (const auto& outage : r.outages) EXPECT_LE(*outage.to - outage.from, 120 * kMillisecond);
  EXPECT_EQ(r.queues.at(0).ledger.missing, 0u);
  EXPECT_EQ(r.verdict, model::Verdict::passed);
}

TEST(Recovery, OfWhatTheFileWantedDeletedIsNoneWhereTheBrokerIsGone) {
  auto setup = restarting(workload(100, "after: delete\n"), 10 * kSecond + 500 * kMillisecond, 90 * kSecond);
  setup.overrides = {{"drain", "0s", "--set"}};
  const auto r = run_simulated(setup).record;
  ASSERT_EQ(r.not_cleared.size(), 2u);
  EXPECT_EQ(r.not_cleared[0].substr(0, 9), "queue q (");
  EXPECT_EQ(r.not_cleared[1].substr(0, 12), "exchange x (");
  EXPECT_TRUE(std::any_of(r.findings.begin(), r.findings.end(), [](const auto& f) { return f.rule == "cleared-away"; }));
}

// A message of ten seconds on this line, and a broker that goes every second while it is being written.
TEST(Recovery, OfAMessageThatCostsItsConnectionEachTimeIsGivenUp) {
  SimSetup setup{.yaml = "name: r\nbroker: amqp://guest:guest@broker\ntopology: { queue: q }\n"
                         "publishers: { rate: 1, maxMessages: 1, messageSize: 1MB }\nconsumers: {}\n"
                         "warmup: 0s\nrunFor: 7s\ndrain: 10s\n",
                 .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
  setup.net.bytes_per_second = 100'000;
  setup.arrange_broker = [](broker::Server& server, net::SimLoop& loop, const net::Address& address) {
    auto timers = std::make_shared<std::vector<std::unique_ptr<net::Timer>>>();
    for (int i = 0; i < 20; ++i) {
      timers->push_back(std::make_unique<net::Timer>(loop, [&server, address] {
        server.drop_all();
        ASSERT_TRUE(server.listen(address));
      }));
      timers->back()->arm(loop.now() + (i + 1) * kSecond);
    }
    return timers;
  };
  const auto r = run_simulated(setup).record;
  ASSERT_FALSE(r.error) << r.error->what;
  expect_sound(r);
  EXPECT_EQ(r.producers.at(0).ledger.never_sent, 1u);
  EXPECT_LT(r.drain_took, 6 * kSecond);
}

TEST(Recovery, InTheWarmUpThereIsNone) {
  const auto r = run_simulated(restarting(workload(100), 500 * kMillisecond, 90 * kSecond)).record;
  ASSERT_TRUE(r.error);
  EXPECT_NE(r.error->what.find(" in the warm-up"), std::string::npos) << r.error->what;
  EXPECT_NE(r.error->hint.find("what is lost before the window ends the run"), std::string::npos) << r.error->hint;
}

TEST(Recovery, DoesNotComeWhereTheBrokerStaysAway) {
  const auto r = run_simulated(restarting(workload(1000, "expect: { recoversWithin: 3s }\n"), 4 * kSecond, 60 * kSecond)).record;
  expect_sound(r);
  EXPECT_EQ(r.window, 10 * kSecond);
  EXPECT_FALSE(r.outages.at(0).to);
  EXPECT_FALSE(r.outages.at(0).recovered_after);
  const auto& p = r.producers.at(0);
  EXPECT_GE(p.ledger.never_sent, 7'000u);
  EXPECT_EQ(p.send_lag.open_count(), p.members_never_sent);
  EXPECT_EQ(r.exit_code, 1);
}

TEST(Recovery, OfASilentBrokerBeginsWhenTheHeartbeatsAreMissed) {
  SimSetup setup{.yaml = workload(1000), .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
  setup.overrides = {{"heartbeat", "1s", "--set"}, {"connectTimeout", "1s", "--set"}};
  std::unique_ptr<net::Timer> silence;
  setup.arrange = [&](net::SimNet& net, net::SimLoop& client, net::SimLoop& broker) {
    silence = std::make_unique<net::Timer>(client, [&] { net.freeze(broker, client.now() + 4 * kSecond); });
    silence->arm(client.now() + 3 * kSecond);
  };
  const auto r = run_simulated(setup).record;
  expect_sound(r);
  ASSERT_EQ(r.outages.size(), 4u);
  EXPECT_NE(r.outages.at(0).why.find("nothing came from the broker for 2s"), std::string::npos) << r.outages.at(0).why;
  ASSERT_TRUE(r.outages.at(0).to);
  EXPECT_GT(r.producers.at(0).late[model::Cause::confirms] + r.producers.at(0).late[model::Cause::socket], 0);
  EXPECT_GT(r.producers.at(0).late[model::Cause::reconnecting], 0);
  EXPECT_EQ(r.queues.at(0).ledger.missing, 0u);
}

TEST(Recovery, HappensAtTheNextBrokerOfTheList) {
  auto setup = restarting(workload(1000), 4 * kSecond, 4 * kSecond + kMillisecond);
  setup.overrides = {{"broker", "[\"amqp://guest:guest@broker\", \"amqp://guest:guest@nobody\"]", "--set"}};
  const auto r = run_simulated(setup).record;
  expect_sound(r);
  ASSERT_EQ(r.outages.size(), 4u);
  for (const auto& outage : r.outages) EXPECT_TRUE(outage.to);
  EXPECT_EQ(r.queues.at(0).ledger.missing, 0u);
}

SimSetup with_operator(std::string yaml, client::AdminRequest what) {
  SimSetup setup{.yaml = std::move(yaml), .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
  setup.arrange_broker = [what](broker::Server&, net::SimLoop& loop, const net::Address& at) {
    return std::make_shared<Operator>(loop, at, what, 4 * kSecond);
  };
  return setup;
}

TEST(Recovery, OfAnExchangeThatWasDeletedDeclaresItAgain) {
  const auto r = run_simulated(with_operator(workload(1000), client::DeleteExchange{"x"})).record;
  expect_sound(r);
  EXPECT_EQ(r.connections_lost, 0u);
  EXPECT_EQ(r.channels_closed, 1u);  // the other one publishes when it is there again
  ASSERT_EQ(r.outages.size(), 1u);
  EXPECT_NE(r.outages.at(0).why.find("NOT_FOUND - no exchange 'x'"), std::string::npos) << r.outages.at(0).why;
  for (const auto& outage : r.outages) {
    ASSERT_TRUE(outage.to);
    EXPECT_LE(*outage.to - outage.from, 120 * kMillisecond);
  }
  EXPECT_GT(r.producers.at(0).ledger.failed, 0u);
  EXPECT_LT(r.producers.at(0).ledger.failed, 20u);
  EXPECT_EQ(r.queues.at(0).ledger.missing, 0u);
  EXPECT_EQ(r.producers.at(0).ledger.never_sent, 0u);
}

}  // namespace
}  // namespace amqpace::testing
