// SPDX-License-Identifier: Apache-2.0
// Suites: what an entry inherits and loses, what a matrix makes, who is unbound from whom, and where mistakes are.
#include <gtest/gtest.h>

#include "config/testing.hpp"

namespace amqpace::config {
namespace {

using testing::load_text;
using testing::problems_of;

const std::string kTwo =
    "name: s\n"
    "broker: amqp://localhost\n"
    "publishers: { threads: 4, maxInFlight: 7, rate: 100 }\n"
    "consumers: { concurrency: 3 }\n"
    "workloads:\n"
    "  - name: a\n"
    "    publishers: { messageSize: 4096 }\n"
    "  - name: b\n";

std::string names_of(const Loaded& loaded) {
  std::string out;
  for (const auto& plan : loaded.entries) out += (out.empty() ? "" : " ") + plan.name;
  return out;
}

std::string unbinds_of(const model::Plan& plan) {
  std::string out;
  for (const auto& route : plan.entry.unbind)
    out += (out.empty() ? "" : ", ") + route.queue + " from " + route.exchange + " [" + route.routing_key + "]";
  return out;
}

TEST(Suite, IsTheTopLevelWithEachEntryLaidOverIt) {
  const auto loaded = load_text(kTwo);
  ASSERT_TRUE(loaded.good()) << problems_of(loaded);
  EXPECT_EQ(loaded.suite, "s");
  ASSERT_EQ(names_of(loaded), "a b");
  const auto &a = loaded.entries[0], &b = loaded.entries[1];
  EXPECT_EQ(a.producers[0].publish.message_size, 4096);
  EXPECT_EQ(a.queues[0].consumers.concurrency, 3);
  EXPECT_EQ(b.producers[0].publish.message_size, 1024);
  EXPECT_EQ(b.producers[0].publish.threads, 4);
  EXPECT_EQ(b.entry.number, 2u);
  EXPECT_EQ(b.entry.of, 2u);
  EXPECT_EQ(b.entry.suite, "s");
  EXPECT_EQ(loaded.plan.name, "a");
}

TEST(Suite, ReplacesABlockAndNamesWhatThatLoses) {
  const auto loaded = load_text(kTwo);
  const auto& publish = loaded.entries.at(0).producers[0].publish;
  EXPECT_EQ(publish.threads, 1);
  EXPECT_EQ(publish.max_in_flight, 1000);
  EXPECT_FALSE(publish.rate);
  const std::string note =
      "'publishers' replaces the top level's block: threads, maxInFlight and rate are not taken over from there "
      "(inherit: merge would keep them)";
  EXPECT_EQ(loaded.entries[0].entry.notes, std::vector<std::string>{note});
  EXPECT_TRUE(loaded.entries[1].entry.notes.empty());
  EXPECT_EQ(problems_of(loaded), "f.yaml:7:5: warning: " + note +
                                     "\n  7 |     publishers: { messageSize: 4096 }\n    |     ^~~~~~~~~~");
}

TEST(Suite, MergesABlockWhenTheFileSaysSo) {
  const auto loaded = load_text("inherit: merge\n" + kTwo);
  ASSERT_TRUE(loaded.good());
  EXPECT_EQ(problems_of(loaded), "");
  const auto& publish = loaded.entries.at(0).producers[0].publish;
  EXPECT_EQ(publish.threads, 4);
  EXPECT_EQ(publish.max_in_flight, 7);
  EXPECT_EQ(publish.message_size, 4096);
  EXPECT_TRUE(loaded.entries[0].entry.notes.empty());
}

TEST(Suite, PointsAtAMistakeWhereverItStandsAndOnce) {
  const auto loaded = load_text(
      "broker: amqp://localhost\n"
      "publishers: { rte: 5 }\n"
      "workloads:\n"
      "  - name: a\n"
      "    consumers: { prefech: 5 }\n"
      "  - publishers: { rate: 1 }\n"
      "  - name: c\n"
      "    workloads: []\n");
  EXPECT_FALSE(loaded.good());
  const std::string all = problems_of(loaded);
  for (const char* part : {"f.yaml:2:15: unknown setting 'publishers.rte'. Did you mean 'rate'?",
                           "f.yaml:5:18: unknown setting 'consumers.prefech'. Did you mean 'prefetch'?",
                           "f.yaml:6:5: an entry of 'workloads' needs a 'name'", "f.yaml:8:5: unknown setting 'workloads'"}) {
    const std::size_t at = all.find(part);
    EXPECT_NE(at, std::string::npos) << part << "\n" << all;
    EXPECT_EQ(all.find(part, at + 1), std::string::npos) << part << "\n" << all;
  }
}

TEST(Suite, SeesASlipInABlockThatEveryEntryReplaces) {
  const auto loaded = load_text(
      "broker: amqp://localhost\n"
      "publishers: { rte: 5 }\n"
      "workloads: [{name: a, publishers: {rate: 1}}]\n");
  EXPECT_NE(problems_of(loaded).find("f.yaml:2:15: unknown setting 'publishers.rte'"), std::string::npos);
}

TEST(Suite, ListsAndEntriesAreWhatTheyHaveToBe) {
  const auto problem = [](const std::string& lines) {
    const std::string all = problems_of(load_text("name: t\nbroker: amqp://localhost\n" + lines));
    return all.substr(0, all.find('\n'));
  };
  EXPECT_EQ(problem("workloads: []\n"),
            "f.yaml:3:12: 'workloads' is a list of entries, each with what differs from the top level");
  EXPECT_EQ(problem("workloads: [7]\n"), "f.yaml:3:13: an entry of 'workloads' is a block of settings");
  EXPECT_EQ(problem("inherit: both\nworkloads: [{name: a}]\n"),
            "f.yaml:3:10: 'inherit' is replace or merge: what a block of an entry does to the top level's");
  EXPECT_EQ(problem("matrix: 7\n"),
            "f.yaml:3:9: 'matrix' is a block of settings with a list of values each: matrix: {publishers.messageSize: "
            "[512, 4096]}");
  EXPECT_EQ(problem("matrix: {warmup: 5s}\n"), "f.yaml:3:18: 'matrix.warmup' is a list of the values to run with");
  EXPECT_EQ(problem("matrix: {publishers.messageSze: [1]}\n").substr(0, 60),
            "f.yaml:3:10: unknown setting 'publishers.messageSze'. Did yo");
}

TEST(Suite, TakesScenariosTogetherWithWorkloads) {
  const auto loaded = load_text(
      "name: mixed\n"
      "broker: amqp://localhost\n"
      "consumers: { concurrency: 2 }\n"
      "workloads:\n"
      "  - name: one\n"
      "    topology: { queue: q1 }\n"
      "  - name: several\n"
      "    exchanges: [{name: x, type: fanout}]\n"
      "    queues: [{name: q2, bindings: [{exchange: x, routingKey: \"\"}], consumers: {concurrency: 1}}]\n"
      "    producers: [{name: p, exchange: x}]\n");
  ASSERT_TRUE(loaded.good()) << problems_of(loaded);
  EXPECT_EQ(loaded.entries[0].kind, model::FileKind::workload);
  EXPECT_EQ(loaded.entries[0].queues[0].consumers.concurrency, 2);
  EXPECT_EQ(loaded.entries[1].kind, model::FileKind::scenario);
  EXPECT_EQ(loaded.entries[1].producers[0].publish.rate, 1000);
}

TEST(Suite, IsChangedByFlagsAfterTheEntries) {
  const auto set = [](std::string path, std::string value) {
    return Override{path, std::move(value), "--set " + path};
  };
  const auto loaded = load_text(kTwo, {},
                                {set("publishers.messageSize", "99"), set("workloads[b].warmup", "3s"),
                                 set("workloads[0].description", "first"), {"broker", "embedded:", "--broker"}});
  ASSERT_TRUE(loaded.good()) << problems_of(loaded);
  const auto &a = loaded.entries[0], &b = loaded.entries[1];
  EXPECT_EQ(a.producers[0].publish.message_size, 99);
  EXPECT_EQ(b.producers[0].publish.message_size, 99);
  EXPECT_TRUE(a.brokers[0].embedded() && b.brokers[0].embedded());
  EXPECT_EQ(a.warmup, 10 * kSecond);
  EXPECT_EQ(b.warmup, 3 * kSecond);
  EXPECT_EQ(a.description, "first");
  EXPECT_EQ(a.overrides.size(), 4u);
}

TEST(Suite, NeedsNoVariableThatAFlagReplaces) {
  const std::string yaml = "name: s\nbroker: ${NOT_SET}\nworkloads: [{name: a}]\n";
  EXPECT_TRUE(load_text(yaml, {}, {{"broker", "embedded:", "--broker"}}).good());
  EXPECT_EQ(problems_of(load_text(yaml)).substr(0, 18), "f.yaml:2:9: the va");
}

TEST(Suite, GivesEveryEntryANameOfItsOwn) {
  const auto loaded = load_text("name: s\nbroker: amqp://localhost\nworkloads: [{description: x}, {name: s}, {name: t}]\n");
  EXPECT_EQ(names_of(loaded), "s s-2 t");
  EXPECT_NE(problems_of(loaded).find("an entry called 's' is there already; reports call this one 's-2'"), std::string::npos);
}

TEST(Suite, KeepsOnlyTheEntriesAskedFor) {
  auto loaded = load_text(kTwo);
  ASSERT_TRUE(keep_only(loaded, {"b"}));
  EXPECT_EQ(names_of(loaded), "b");
  EXPECT_EQ(loaded.entries[0].entry.of, 1u);
  EXPECT_EQ(loaded.plan.name, "b");
  EXPECT_FALSE(keep_only(loaded, {"a"}));
}

TEST(Matrix, MakesAnEntryOfEveryCombination) {
  const auto loaded = load_text(
      "name: sizes\nbroker: amqp://localhost\n"
      "topology: { queue: q, exchange: x, routingKey: k }\n"
      "publishers: { rate: 10 }\n"
      "matrix: { publishers.messageSize: [512, 4KiB], topology.queueType: [classic, quorum] }\n");
  ASSERT_TRUE(loaded.good()) << problems_of(loaded);
  EXPECT_EQ(names_of(loaded), "sizes-512-classic sizes-512-quorum sizes-4KiB-classic sizes-4KiB-quorum");
  const auto& last = loaded.entries[3];
  EXPECT_EQ(last.producers[0].publish.message_size, 4096);
  EXPECT_EQ(last.producers[0].publish.rate, 10);
  EXPECT_EQ(last.queues[0].type, "quorum");
  using Axes = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(last.entry.axes, (Axes{{"publishers.messageSize", "4KiB"}, {"topology.queueType", "quorum"}}));
  // One queue for each way to declare it; the other one is unbound first.
  EXPECT_EQ(loaded.entries[0].queues[0].name, "q.classic");
  EXPECT_EQ(loaded.entries[2].queues[0].name, "q.classic");
  EXPECT_EQ(last.queues[0].name, "q.quorum");
  EXPECT_EQ(unbinds_of(last), "q.classic from x [k]");
  EXPECT_EQ(last.entry.queues, (std::vector<std::string>{"q.classic", "q.quorum"}));
}

TEST(Matrix, MultipliesTheEntriesOfAList) {
  const auto loaded = load_text(
      "broker: amqp://localhost\nmatrix: { publishers.threads: [1, 2] }\n"
      "workloads: [{name: a}, {name: b, publishers: {threads: 9, rate: 5}}]\n");
  ASSERT_TRUE(loaded.good()) << problems_of(loaded);
  EXPECT_EQ(names_of(loaded), "a-1 a-2 b-1 b-2");
  EXPECT_EQ(loaded.entries[3].producers[0].publish.threads, 2);
  EXPECT_EQ(loaded.entries[3].producers[0].publish.rate, 5);
  EXPECT_EQ(loaded.suite, "f");
  EXPECT_EQ(unbinds_of(loaded.entries[3]), "");
}

TEST(Matrix, RefusesAFlagThatWouldMakeItsColumnsLie) {
  const auto loaded = load_text("name: s\nbroker: amqp://localhost\nmatrix: {publishers.threads: [1, 2]}\n", {},
                                {{"publishers.threads", "3", "--set publishers.threads"}});
  EXPECT_FALSE(loaded.good());
  EXPECT_NE(problems_of(loaded).find("'publishers.threads' is an axis of the file's matrix"), std::string::npos);
  const auto changed = load_text("name: s\nbroker: amqp://localhost\nmatrix: {publishers.threads: [1, 2]}\n", {},
                                 {{"matrix", "{publishers.threads: [3]}", "--set matrix"}});
  EXPECT_EQ(names_of(changed), "s-3");
}

TEST(Matrix, CanBeGivenAndTakenByAFlag) {
  const auto given = load_text("name: s\nbroker: amqp://localhost\n", {},
                               {{"matrix", "{publishers.threads: [1, 2]}", "--set matrix"}});
  EXPECT_EQ(names_of(given), "s-1 s-2") << problems_of(given);
  const auto taken = load_text("name: s\nbroker: amqp://localhost\nmatrix: {publishers.threads: [1, 2]}\n", {},
                               {{"matrix", "", "--set matrix"}});
  EXPECT_EQ(names_of(taken), "s") << problems_of(taken);
}

TEST(Matrix, TakesItsValuesFromVariables) {
  const auto loaded = load_text("name: s\nbroker: amqp://localhost\nmatrix: {publishers.threads: [\"${N}\", 2]}\n", {{"N", "5"}});
  EXPECT_EQ(names_of(loaded), "s-5 s-2");
}

TEST(KeepApart, FindsQueuesThatAnEarlierEntryLeftOnTheSameRoute) {
  const auto loaded = load_text(
      "broker: amqp://localhost\n"
      "workloads:\n"
      "  - { name: a, topology: { exchange: x, queue: qa, routingKey: k } }\n"
      "  - { name: b, topology: { exchange: x, queue: qb, routingKey: k } }\n"
      "  - { name: c, topology: { exchange: y, queue: qc, routingKey: k } }\n"
      "  - { name: d, topology: { queue: qd } }\n");
  ASSERT_TRUE(loaded.good()) << problems_of(loaded);
  EXPECT_EQ(unbinds_of(loaded.entries[1]), "qa from x [k], qc from x [k], qd from x [k]");
  EXPECT_EQ(unbinds_of(loaded.entries[3]), "");  // the default exchange routes by name
}

TEST(KeepApart, FindsPatternsThatTakeTheSameMessages) {
  const auto loaded = load_text(
      "broker: amqp://localhost\n"
      "workloads:\n"
      "  - { name: a, topology: { exchange: x, queue: qa, routingKey: 'order.#' }, publishers: { routingKeys: [order.new] } }\n"
      "  - { name: b, topology: { exchange: x, queue: qb, routingKey: order.paid } }\n"
      "  - { name: c, topology: { exchange: x, queue: qc, routingKey: cart.paid } }\n");
  ASSERT_TRUE(loaded.good()) << problems_of(loaded);
  EXPECT_EQ(unbinds_of(loaded.entries[1]), "qa from x [order.paid], qa from x [order.#], qc from x [order.paid]");
  EXPECT_EQ(unbinds_of(loaded.entries[2]), "qa from x [cart.paid], qb from x [cart.paid]");
}

TEST(DryRun, OfAnEntrySaysWhatItLosesAndUnbinds) {
  const auto loaded = load_text(
      "broker: amqp://localhost\n"
      "topology: { exchange: x, routingKey: k }\n"
      "workloads:\n"
      "  - { name: a, topology: { exchange: x, queue: qa, routingKey: k } }\n"
      "  - { name: b, topology: { exchange: x, queue: qb } }\n");
  ASSERT_TRUE(loaded.good()) << problems_of(loaded);
  const std::string text = dry_run_text(loaded.entries[1]);
  EXPECT_EQ(text.substr(text.find("  rules")),
            "  rules       8\n"
            "  note        'topology' replaces the top level's block: routingKey is not taken over from there (inherit: merge "
            "would keep it)\n"
            "  unbinds     qa from x [acemq.workload]\n");
}

}  // namespace
}  // namespace amqpace::config
