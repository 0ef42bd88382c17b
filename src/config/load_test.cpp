// SPDX-License-Identifier: Apache-2.0
#include "config/load.hpp"

#include <gtest/gtest.h>

#include "config/testing.hpp"

namespace amqpace::config {
namespace {

using testing::around;
using testing::load_text;
using testing::problems_of;
using testing::setting;

TEST(Load, FillsThePlanFromEveryBlock) {
  const auto loaded = load_text(
      "name: gate\n"
      "description: what it is\n"
      "broker: [amqp://me:mine@one:5673/vh, embedded:]\n"
      "topology: {exchange: ex.gate, exchangeType: direct, queue: q, routingKey: k, queueType: quorum, "
      "declare: no,\n"
      "  arguments: {x-priority: 5, x-flag: true, x-text: \"7\", x-float: 0.5}}\n"
      "publishers: {threads: 3, rate: 5k, messageSize: 4KiB, confirms: on, maxInFlight: 017, connections: 2, "
      "channels: 4,\n"
      "  arrivals: poisson, stamp: header, maxMessages: 100, persistent: false, mandatory: false, "
      "randomPayload: true}\n"
      "consumers: {concurrency: 16, prefetch: 0, handlerTime: 1.5ms, failureRate: 5%, connections: 3, ack: "
      "{every: 20}}\n"
      "expect: {throughputAtLeast: 4800, p99Below: 100ms, publishP50Below: 1ms, noMessagesLost: true}\n"
      "warmup: 0s\nrunFor: 1m30s\ndrain: 4s\nsample: 500ms\nseed: 42\nbefore: purge\nafter: delete\n"
      "prefill: {messages: 100, messageSize: 64}\nconnectTimeout: 3s\nheartbeat: 20s\nworkers: 2\n"
      "management: http://localhost:15672\nmanagementUser: watcher\nmanagementPassword: v3rysecret\n");
  ASSERT_EQ(problems_of(loaded), "");
  const auto& plan = loaded.plan;
  EXPECT_EQ(plan.name, "gate");
  ASSERT_EQ(plan.brokers.size(), 2u);
  EXPECT_EQ(plan.brokers[0].redacted(), "amqp://me:***@one:5673/vh");
  EXPECT_TRUE(plan.brokers[1].embedded());
  EXPECT_FALSE(plan.declare);
  const auto& queue = plan.queues.at(0);
  EXPECT_EQ(queue.type, "quorum");
  const model::Arguments arguments{
      {"x-priority", std::int64_t{5}}, {"x-flag", true}, {"x-text", "7"}, {"x-float", 0.5}};
  EXPECT_EQ(queue.arguments, arguments);
  EXPECT_EQ(queue.consumers.concurrency, 16);
  EXPECT_EQ(queue.consumers.prefetch, 0);
  EXPECT_EQ(queue.consumers.handler_time.low, 1'500'000);
  EXPECT_EQ(queue.consumers.failure_rate, 0.05);
  EXPECT_EQ(queue.consumers.connections, 3);
  EXPECT_EQ(queue.consumers.ack.mode, model::Ack::Mode::every);
  EXPECT_EQ(queue.consumers.ack.every, 20);
  ASSERT_EQ(queue.expect.size(), 3u);
  const auto& producer = plan.producers.at(0);
  EXPECT_EQ(producer.publish.rate, 5000);
  EXPECT_EQ(producer.publish.message_size, 4096);
  EXPECT_EQ(producer.publish.max_in_flight, 17);
  EXPECT_EQ(producer.publish.arrivals, model::Arrivals::poisson);
  EXPECT_EQ(producer.publish.stamp, model::StampPlace::header);
  EXPECT_FALSE(producer.publish.is_mandatory());
  ASSERT_EQ(producer.expect.size(), 1u);
  EXPECT_EQ(plan.warmup, 0);
  EXPECT_EQ(plan.run_for, 90 * kSecond);
  EXPECT_EQ(plan.seed, 42u);
  EXPECT_EQ(plan.after, model::After::remove);
  EXPECT_EQ(plan.prefill->count(1024), 100);
  EXPECT_EQ(plan.management_password, "v3rysecret");
  EXPECT_EQ(setting(loaded, "managementPassword"), "***");
  EXPECT_EQ(setting(loaded, "broker"), "[amqp://me:***@one:5673/vh, embedded:]");
  EXPECT_EQ(plan.source.find("v3rysecret"), std::string::npos);
  EXPECT_EQ(plan.source.find(":mine@"), std::string::npos);
}

TEST(Load, TakesTheEmbeddedBrokerWithoutQuotes) {
  for (const char* broker : {"embedded:", "embedded:  # in here", "[embedded:]", "\n  - embedded:\n",
                             "'embedded:'", "embedded:?lose=1/1000"}) {
    const auto loaded = load_text("name: t\nbroker: " + std::string(broker) + "\nwarmup: 2s\n");
    EXPECT_EQ(problems_of(loaded), "") << broker;
    ASSERT_EQ(loaded.plan.brokers.size(), 1u) << broker;
    EXPECT_TRUE(loaded.plan.brokers[0].embedded());
    EXPECT_EQ(loaded.plan.warmup, 2 * kSecond);
  }
  EXPECT_EQ(load_text("name: t\nbroker: embedded:?lose=1/1000\n").plan.brokers.at(0).query, "lose=1/1000");
}

TEST(Load, ReadsJsonLikeYaml) {
  const auto loaded = load_text(
      R"({"name": "j", "broker": "amqp://localhost", "publishers": {"rate": 5000, "confirms": true}, "runFor": "30s"})");
  ASSERT_EQ(problems_of(loaded), "");
  EXPECT_EQ(loaded.plan.producers[0].publish.rate, 5000);
  EXPECT_EQ(loaded.plan.run_for, 30 * kSecond);
}

TEST(Load, RefusesAnUnknownSettingWithPlaceCaretSuggestionAndTheKnownOnes) {
  EXPECT_EQ(problems_of(load_text(around("consumers:\n  prefech: 100\n"))),
            "f.yaml:4:3: unknown setting 'consumers.prefech'. Did you mean 'prefetch'? Known settings here: "
            "concurrency, "
            "prefetch, handlerTime, failureRate, onFailure, connections, exclusive, ack, mode, pollInterval, "
            "priority, streamOffset, arguments. A misspelled setting that was ignored "
            "would run with the "
            "default and report a result that looks entirely normal.\n"
            "  4 |   prefech: 100\n"
            "    |   ^~~~~~~");
}

TEST(Load, ListsAllProblemsInTheOrderOfTheFile) {
  EXPECT_EQ(
      problems_of(load_text("name: t\nrunFor: 60\npublishers: {threads: -1, rate: 0}\nwarmup: 5 parsecs\n")),
      "f.yaml: 'broker' is missing from workload 't': give the address here or with --broker\n"
      "f.yaml:2:9: 'runFor': '60' has no unit: it is a minute to one reader and a second to another; write "
      "60s or 60ms, "
      "for example\n"
      "  2 | runFor: 60\n"
      "    |         ^~\n"
      "f.yaml:3:23: 'publishers.threads' must be 0 to 10,000, not -1\n"
      "  3 | publishers: {threads: -1, rate: 0}\n"
      "    |                       ^~\n"
      "f.yaml:3:33: 'publishers.rate' must be more than 0 and at most 100,000,000, not 0\n"
      "  3 | publishers: {threads: -1, rate: 0}\n"
      "    |                                 ^\n"
      "f.yaml:4:9: 'warmup': '5 parsecs' is not a duration; a duration is a number with a unit (ns, us, ms, "
      "s, m, h), "
      "such as 250us, 1.5ms, 30s or 1m30s\n"
      "  4 | warmup: 5 parsecs\n"
      "    |         ^");
}

std::string only_problem(const std::string& lines) {
  const auto loaded = load_text(around(lines));
  EXPECT_EQ(loaded.problems.size(), 1u) << problems_of(loaded);
  return loaded.problems.empty() ? "" : loaded.problems.front().text;
}

TEST(Load, IsStrictAboutTypes) {
  EXPECT_EQ(only_problem("publishers: {threads: two}"), "'publishers.threads': 'two' is not a whole number");
  EXPECT_EQ(only_problem("publishers: {threads: \"2\"}"),
            "'publishers.threads' is an integer; the quotes make \"2\" a text");
  EXPECT_EQ(only_problem("publishers: {threads: [2]}"), "'publishers.threads' is an integer, not a list");
  EXPECT_EQ(only_problem("publishers: {threads: }"),
            "'publishers.threads' has no value; leave it out for the default (1)");
  EXPECT_EQ(only_problem("publishers: {confirms: 1}"),
            "'publishers.confirms': '1' is neither true nor false; write true or false (yes, no, on and off "
            "are understood)");
  EXPECT_EQ(only_problem("publishers: 5"), "'publishers' is a block of settings, not a single value");
  EXPECT_EQ(only_problem("before: purg"),
            "'before' must be report, purge or refuse, not 'purg'. Did you mean 'purge'?");
  EXPECT_EQ(only_problem("consumers: {failureRate: 5}"),
            "'consumers.failureRate': '5' could be a percentage or a multiple; write 5% if you mean percent");
  EXPECT_EQ(only_problem("sample: 1ms"), "'sample' must be 100ms to 1h, not 1ms");
  EXPECT_EQ(only_problem("name: u"), "'name' is given twice; the first is in line 1");
  EXPECT_EQ(only_problem("warmup: !!str 5s"),
            "a tag ('tag:yaml.org,2002:str'); the type follows from the setting");
}

TEST(Load, SaysWhatThisVersionDoesNotSupportYet) {
  EXPECT_EQ(only_problem("grace: 5s"), "'grace' is not supported by this version yet");
}

TEST(Load, TakesAFailureRateOfOneAsAllOfThem) {
  EXPECT_EQ(load_text(around("consumers: {failureRate: 1}")).plan.queues[0].consumers.failure_rate, 1);
}

TEST(Load, KnowsTheWordsForARunWithoutEnd) {
  for (const char* word : {"until-stopped", "forever", "FOREVER", "Until-Stopped"}) {
    const auto loaded = load_text(around(std::string("runFor: ") + word));
    EXPECT_EQ(problems_of(loaded), "");
    EXPECT_TRUE(loaded.plan.until_stopped);
    EXPECT_EQ(setting(loaded, "runFor"), "until-stopped");
  }
}

TEST(Load, FollowsAnchorsAndMerges) {
  const auto loaded =
      load_text(around("publishers: &p {threads: 4, rate: 10}\nprefill: {messages: &n 7}\nseed: *n\n"));
  EXPECT_EQ(problems_of(loaded), "");
  EXPECT_EQ(loaded.plan.seed, 7u);
  const auto merged = load_text(around("consumers:\n  <<: {concurrency: 4, prefetch: 5}\n  prefetch: 6\n"));
  EXPECT_EQ(problems_of(merged), "");
  EXPECT_EQ(merged.plan.queues[0].consumers.concurrency, 4);
  EXPECT_EQ(merged.plan.queues[0].consumers.prefetch, 6);
}

TEST(Load, TakesABlockWithoutLinesAsAllDefaults) {
  EXPECT_EQ(problems_of(load_text(around("consumers:\n#  prefetch: 5\n"))), "");
}

TEST(Load, SaysWhatIsMissingInAnEmptyFile) {
  EXPECT_EQ(problems_of(load_text("")),
            "f.yaml: 'name' is missing: every workload has a name\n"
            "f.yaml: 'broker' is missing: give the address here or with --broker");
  EXPECT_EQ(problems_of(load_text("- a\n")),
            "f.yaml:1:1: the file is a block of settings, not a list\n  1 | - a\n    | ^");
}

TEST(Load, GivesThePlaceOfBrokenYaml) {
  EXPECT_EQ(problems_of(load_text("name: \"t\n")),
            "f.yaml:1:8: not valid YAML: double-quoted scalar without closing quote\n"
            "  1 | name: \"t\n"
            "    |        ^");
}

TEST(Load, LetsFlagsOverrideTheFileThroughTheSameChecks) {
  const auto rate = parse_set("publishers.rate=250");
  ASSERT_TRUE(rate);
  const auto loaded =
      load_text("name: t\nbroker: ${NOWHERE}\npublishers: {rate: 5}\n", {},
                {*rate,
                 {"broker", "amqp://me:s3cr3t@h", "--broker"},
                 {"runFor", "7s", "--run-for"},
                 {"topology.arguments.x-max.length", "5", "--set topology.arguments.x-max.length"}});
  EXPECT_EQ(problems_of(loaded), "");
  EXPECT_EQ(loaded.plan.producers[0].publish.rate, 250);
  EXPECT_EQ(loaded.plan.run_for, 7 * kSecond);
  EXPECT_EQ(loaded.plan.queues[0].arguments.at(0).first, "x-max.length");
  EXPECT_EQ(loaded.plan.overrides,
            (std::vector<std::string>{"--set publishers.rate=250", "--broker amqp://me:***@h", "--run-for 7s",
                                      "--set topology.arguments.x-max.length=5"}));
}

TEST(Load, LetsAFlagTakeASettingOutOfTheFile) {
  const auto text = around("consumers: {prefetch: 7}\ntopology: {queueType: quorum, arguments: {x.y: 1, z: 2}}\n");
  const auto without = [&text](const std::string& path) {
    return load_text(text, {}, {*parse_set(path + "=")});
  };
  EXPECT_EQ(problems_of(without("consumers.prefetch")), "");
  EXPECT_EQ(setting(without("consumers.prefetch"), "consumers.prefetch"), "100");
  EXPECT_EQ(setting(without("consumers"), "consumers.prefetch"), "100");
  EXPECT_EQ(without("topology.arguments.x.y").plan.queues[0].arguments.size(), 1u);
  EXPECT_EQ(without("topology.arguments").plan.queues[0].arguments.size(), 0u);
  EXPECT_EQ(problems_of(without("publishers.rate")), "");  // it has its default already
  EXPECT_EQ(problems_of(without("tls.ca")), "");
  EXPECT_EQ(problems_of(without("consumers.prefech")).substr(0, 70),
            "--set consumers.prefech: unknown setting 'consumers.prefech'. Did you ");
  EXPECT_EQ(problems_of(without("name")), "f.yaml: 'name' is missing: every workload has a name");
  const auto node = load_text("name: s\nbroker: amqp://h\nqueues: [{name: a.b, consumers: {prefetch: 3}}]\n"
                              "producers: [{name: p, routingKeys: [a.b]}]\n",
                              {}, {*parse_set("queues[a.b].consumers.prefetch=")});
  EXPECT_EQ(problems_of(node), "");
  EXPECT_EQ(node.plan.queues[0].consumers.prefetch, 100);
  EXPECT_NE(problems_of(load_text(text, {}, {*parse_set("queues[no].type=")})), "");
}

TEST(Load, SaysWhichFlagIsWrong) {
  const auto problem = [](const char* set) {
    return problems_of(load_text(around(""), {}, {*parse_set(set)}));
  };
  EXPECT_EQ(problem("publishers.rate=0"),
            "--set publishers.rate: 'publishers.rate' must be more than 0 and at most 100,000,000, not 0");
  EXPECT_EQ(problem("name.x=1"), "--set name.x: 'name.x' cannot be set: what holds it is not a block, or not there");
  EXPECT_EQ(problem("publishers.rat=1").substr(0, 84),
            "--set publishers.rat: unknown setting 'publishers.rat'. Did you mean 'rate'? Known s");
  EXPECT_FALSE(parse_set("publishers.rate"));
}

TEST(Load, KeepsSecretsOutOfEverything) {
  const std::string password = "p@ss:w/rd%24";
  const auto loaded =
      load_text("name: t\nbroker: amqp://me:${BROKER_PASSWORD}@localhost:5672\nrunFor: ${API_KEY}\n",
                {{"BROKER_PASSWORD", password}, {"API_KEY", "k3y-of-mine"}});
  EXPECT_EQ(loaded.plan.brokers.at(0).password, password);
  EXPECT_EQ(loaded.plan.brokers.at(0).host, "localhost");
  EXPECT_EQ(problems_of(loaded).substr(0, 44), "f.yaml:3:9: 'runFor': '***' is not a duratio");
  EXPECT_EQ(loaded.plan.source,
            "name: t\nbroker: amqp://me:${BROKER_PASSWORD}@localhost:5672\nrunFor: ${API_KEY}\n");
  for (const auto& [path, text] : loaded.plan.settings)
    EXPECT_EQ(text.find(password), std::string::npos) << path;
}

TEST(Load, MasksSecretsThatStandInTheFile) {
  const auto loaded = load_text(
      "name: t\nbroker: amqp://me:a@b/c@localhost # \nmanagementPassword: \"swordfish\" \nwarmup: "
      "${MY_TOKEN:-5parsecs}\n");
  EXPECT_EQ(loaded.plan.source,
            "name: t\nbroker: amqp://me:***@localhost # \nmanagementPassword: \"***\" \nwarmup: "
            "${MY_TOKEN:-***}\n");
  EXPECT_EQ(problems_of(loaded),
            "f.yaml:4:9: 'warmup': '***' is not a duration; a duration is a number with a unit (ns, us, ms, "
            "s, m, h), such as "
            "250us, 1.5ms, 30s or 1m30s\n"
            "  4 | warmup: ${MY_TOKEN:-***}\n"
            "    |         ^");
}

TEST(Load, DoesNotShowThePasswordOfABrokenAddress) {
  EXPECT_EQ(problems_of(load_text("name: t\nbroker: amqp:/me:hunter22@localhost\n")),
            "f.yaml:2:9: 'broker': the broker address has no scheme; a broker address is amqp://, amqps://, "
            "amqp10:// or "
            "amqps10:// with [user:password@]host[:port][/vhost], amqp+unix:///path, or embedded:\n"
            "  2 | broker: amqp:/me:***@localhost\n"
            "    |         ^~~~");
}

TEST(DryRun, PrintsTheLinesOfItsPage) {
  const auto loaded = load_text(
      "name: broker-unreachable\nbroker: amqp://guest:${BROKER_PASSWORD:-guest}@localhost:1\n\n"
      "topology:\n  queue: ex.unreachable\n  routingKey: ex.unreachable\n\n"
      "publishers: { threads: 2, rate: 1000, messageSize: 512 }\nconsumers:  { concurrency: 2, prefetch: 100 "
      "}\n\n"
      "warmup: 1s\nrunFor: 5s\n");
  ASSERT_EQ(problems_of(loaded), "");
  EXPECT_EQ(dry_run_text(loaded.plan),
            "broker-unreachable\n"
            "  broker      amqp://guest:***@localhost:1\n"
            "  TopologySpec{(default) -> ex.unreachable [ex.unreachable] classic}\n"
            "  PublisherSpec{threads=2, rate=1000/s, Payload{512 bytes}, confirms=true}\n"
            "  ConsumerSpec{concurrency=2, prefetch=100, handlerTime=PT0S}\n"
            "  warmup      1s\n"
            "  runFor      5s\n"
            "  rules       7\n");
}

TEST(DryRun, CountsObjectivesCustomRulesAndTheOneOfUnthrottledRuns) {
  const auto rules_line = [](const std::string& lines) {
    const std::string text = dry_run_text(load_text(around(lines)).plan);
    return text.substr(text.rfind("  rules"));
  };
  EXPECT_EQ(rules_line(
                "publishers: {rate: 5}\nexpect: {p99Below: 1s, publishP99Below: 1s, noMessagesLost: true}\n"),
            "  rules       10\n");
  EXPECT_EQ(rules_line("rules: [{name: a, metric: queueDepthAtEnd, above: 5}]\n"), "  rules       9\n");
}

}  // namespace
}  // namespace amqpace::config
