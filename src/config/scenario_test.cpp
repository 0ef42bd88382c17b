// SPDX-License-Identifier: Apache-2.0
// Scenario files: what they become, and what is wrong with them before a broker is asked.
#include <gtest/gtest.h>

#include "config/testing.hpp"

namespace amqpace::config {
namespace {

using testing::load_text;
using testing::problems_of;
using testing::setting;

constexpr const char* kHead = "name: t\nbroker: amqp://localhost\n";
constexpr const char* kNodes =
    "exchanges: [{name: x, type: direct}]\n"
    "queues: [{name: q, bindings: [{exchange: x, routingKey: k}], consumers: {}}]\n"
    "producers: [{name: p, exchange: x, routingKeys: [k]}]\n";

Loaded scenario(const std::string& lines) { return load_text(kHead + lines); }

// The texts only, without places, one a line.
std::string texts_of(const std::string& lines) {
  std::string out;
  for (const auto& problem : scenario(lines).problems) out += (out.empty() ? "" : "\n") + problem.text;
  return out;
}

TEST(Scenario, HasItsOwnDefaults) {
  const auto loaded = scenario(kNodes);
  ASSERT_EQ(problems_of(loaded), "");
  const auto& plan = loaded.plan;
  EXPECT_EQ(plan.kind, model::FileKind::scenario);
  EXPECT_EQ(plan.warmup, 5 * kSecond);
  EXPECT_EQ(plan.run_for, 30 * kSecond);
  EXPECT_TRUE(plan.declare);
  const auto& publish = plan.producers.at(0).publish;
  EXPECT_EQ(publish.rate, 1000);
  EXPECT_EQ(publish.threads, 1);
  EXPECT_EQ(plan.queues.at(0).consumers.concurrency, 1);
  EXPECT_EQ(plan.queues.at(0).type, "");
  EXPECT_EQ(setting(loaded, "producers[0].rate"), "1000");
  EXPECT_EQ(setting(loaded, "queues[0].consumers.prefetch"), "100");
  EXPECT_EQ(setting(loaded, "warmup"), "5s");
}

TEST(Scenario, FillsThePlanFromEveryNode) {
  const auto loaded = scenario(
      "declare: false\nwarmup: 1s\nui: {zoom: 1}\n"
      "exchanges:\n"
      "  - {name: all, type: topic, durable: false, autoDelete: true, arguments: {alternate-exchange: rest}}\n"
      "  - {name: some, type: headers, internal: true, bindings: [{exchange: all, routingKey: \"a.#\"}]}\n"
      "  - {name: rest, type: fanout}\n"
      "  - {name: off, type: fanout, enabled: false}\n"
      "queues:\n"
      "  - name: work\n    type: quorum\n    arguments: {x-max-priority: 5}\n    deadLetterExchange: rest\n"
      "    deadLetterRoutingKey: dead\n    messageTtl: 1500ms\n    maxLength: 100\n"
      "    bindings: [{exchange: some, routingKey: \"\", arguments: {x-match: any, kind: a}}]\n"
      "    consumers: {concurrency: 4, handlerTime: 1ms, failureRate: 5%}\n"
      "    expect: {p99Below: 50ms, consumeRateAtLeast: 10, noBacklog: true}\n"
      "  - {name: rest, autoDelete: true, durable: false, bindings: [{exchange: rest}], consumers: {enabled: false}}\n"
      "  - {name: old, type: classic-mirrored, enabled: false}\n"
      "producers:\n"
      "  - {name: a, exchange: all, routingKeys: [a.b, c], rate: 50k, messageSize: 2KiB, confirms: false,\n"
      "     expect: {achievedRateAtLeast: 100, withinPercentOfOffered: 5, noFailures: true}}\n"
      "  - {name: b, routingKeys: rest, rate: 0}\n"
      "  - {name: c, exchange: nowhere, enabled: false}\n");
  ASSERT_TRUE(loaded.good()) << problems_of(loaded);
  const auto& plan = loaded.plan;
  EXPECT_FALSE(plan.declare);
  ASSERT_EQ(plan.exchanges.size(), 3u);
  EXPECT_FALSE(plan.exchanges[0].durable);
  EXPECT_TRUE(plan.exchanges[0].auto_delete);
  EXPECT_TRUE(plan.exchanges[1].internal);
  EXPECT_EQ(plan.exchanges[1].bindings.at(0).exchange, "all");
  ASSERT_EQ(plan.queues.size(), 2u);
  const model::Arguments arguments{{"x-max-priority", std::int64_t{5}},
                                   {"x-dead-letter-exchange", std::string("rest")},
                                   {"x-dead-letter-routing-key", std::string("dead")},
                                   {"x-message-ttl", std::int64_t{1500}},
                                   {"x-max-length", std::int64_t{100}}};
  EXPECT_EQ(plan.queues[0].arguments, arguments);
  EXPECT_EQ(plan.queues[0].bindings.at(0).arguments.size(), 2u);
  EXPECT_EQ(plan.queues[0].consumers.failure_rate, 0.05);
  std::string names;
  for (const auto& o : plan.queues[0].expect) names += model::objective_name(o) + " ";
  for (const auto& o : plan.producers[0].expect) names += model::objective_name(o) + " ";
  EXPECT_EQ(names,
            "expected-consume-rate:work expected-p99:work expected-no-backlog:work expected-offered-rate:a "
            "expected-within-percent:a expected-no-failures:a ");
  EXPECT_TRUE(plan.queues[1].auto_delete);
  EXPECT_EQ(plan.queues[1].consumers.concurrency, 0);
  ASSERT_EQ(plan.producers.size(), 2u);
  EXPECT_EQ(plan.producers[0].publish.threads, 3);  // one for each 20,000/s
  EXPECT_EQ(plan.producers[0].publish.message_size, 2048);
  EXPECT_FALSE(plan.producers[1].publish.throttled());
  EXPECT_EQ(plan.producers[1].routing_keys, std::vector<std::string>{"rest"});
}

TEST(Scenario, NamesATargetThatIsNotThere) {
  EXPECT_EQ(problems_of(scenario("exchanges: [{name: ex.jobs, type: direct}]\n"
                                 "queues:\n"
                                 "  - name: work\n"
                                 "    bindings: [{exchange: ex.job, routingKey: k}]\n"
                                 "    consumers: {}\n"
                                 "producers: [{name: p, exchange: ex.jobs, routingKeys: [k]}]\n")),
            "f.yaml:6:27: 'queues[0].bindings[0].exchange': 'ex.job' is not an exchange of this file. Did you mean "
            "'ex.jobs'?\n"
            "  6 |     bindings: [{exchange: ex.job, routingKey: k}]\n"
            "    |                           ^~~~~~");
  const std::string nodes(kNodes);
  EXPECT_EQ(texts_of("exchanges: [{name: x, type: direct}]\n"
                     "queues: [{name: q, bindings: [{exchange: x}], consumers: {}, deadLetterExchange: dead}]\n"
                     "producers: [{name: p, exchange: y}, {name: d, routingKeys: [qq]}]\n"),
            "'queues[0].deadLetterExchange': 'dead' is not an exchange of this file. What it is given is dropped without a "
            "word\n"
            "'producers[0].exchange': 'y' is not an exchange of this file\n"
            "'producers[1].routingKeys': on the default exchange a message goes to the queue its key names, and 'qq' is not "
            "a queue of this file. Did you mean 'q'?");
  EXPECT_EQ(texts_of("exchanges: [{name: x, type: fanout, internal: true}]\nqueues: [{name: q, bindings: [{exchange: x}], "
                     "consumers: {}}]\nproducers: [{name: p, exchange: x}]\n"),
            "'producers[0].exchange': 'x' is internal: only other exchanges may publish to it");
  EXPECT_EQ(texts_of("exchanges: [{name: x, type: fanout, enabled: false}]\nqueues: [{name: q, consumers: {}}]\n"
                     "producers: [{name: p, exchange: x}]\n"),
            "'producers[0].exchange': 'x' is not enabled");
}

TEST(Scenario, RefusesTwoOfOneName) {
  EXPECT_EQ(texts_of("exchanges: [{name: x, type: fanout}, {name: x, type: direct}, {type: topic}, {name: y}]\n"
                     "queues: [{name: q, bindings: [{exchange: x}], consumers: {}}, {name: q}]\n"
                     "producers: [{name: p, exchange: x}, {name: p, exchange: x}]\n"),
            "'exchanges[1].name': there are two exchanges named 'x'\n"
            "'exchanges[2].name' is missing: every exchange has a name\n"
            "'exchanges[3].type' is missing: topic, direct, fanout or headers\n"
            "'queues[1].name': there are two queues named 'q'\n"
            "'producers[1].name': there are two producers named 'p'");
}

TEST(Scenario, KnowsWhereAKeyBelongs) {
  EXPECT_EQ(texts_of(std::string(kNodes) + "publishers: {rate: 5}\n"),
            "'publishers' is a block of a workload, and a file with producers, queues or exchanges is a scenario: it says "
            "this under 'producers'");
  const auto wrong = texts_of("queues: [{name: q, consumers: {prefech: 1}, expect: {noFailures: true}}]\nproducers: [{name: p, routingKeys: q}]\n");
  EXPECT_NE(wrong.find("unknown setting 'queues[0].consumers.prefech'. Did you mean 'prefetch'?"), std::string::npos) << wrong;
  EXPECT_NE(wrong.find("unknown setting 'queues[0].expect.noFailures'."), std::string::npos) << wrong;
}

TEST(Scenario, RefusesWhatCannotBeJudged) {
  EXPECT_EQ(texts_of("queues:\n"
                     "  - {name: q, messageTtl: 1s, consumers: {}, expect: {noMessagesLost: true}}\n"
                     "  - {name: r, expect: {noBacklog: true}}\n"
                     "producers:\n"
                     "  - {name: p, routingKeys: [q, r], unthrottled: true, confirms: false,\n"
                     "     expect: {withinPercentOfOffered: 5, publishP99Below: 1s}}\n"),
            "'queues[0].expect.noMessagesLost' cannot be judged: 'x-message-ttl' allows the queue to drop messages\n"
            "'queues[1].expect.noBacklog' needs consumers, and 'r' has none\n"
            "'producers[0].expect.withinPercentOfOffered' needs a rate: unthrottled, nothing is offered that it could be "
            "short of\n"
            "'producers[0].expect.publishP99Below' needs confirms, and 'producers[0].confirms' is false");
  EXPECT_EQ(texts_of("queues: [{name: q, type: stream, durable: false, consumers: {concurrency: 2}}, {name: r, messageTtl: 1500us,\n"
                     "  maxLength: 5, arguments: {x-max-length: 6}, deadLetterRoutingKey: k, consumers: {connections: 2}}]\n"
                     "producers: [{name: p, routingKeys: q, threads: 2, connections: 3}]\n"),
            "'queues[0].durable' cannot be false: a stream queue is always durable\n"
            "'queues[1].messageTtl' must be whole milliseconds, not 1.5ms\n"
            "'queues[1].maxLength' and the argument 'x-max-length' say the same; leave one out\n"
            "'queues[1].deadLetterRoutingKey' needs a deadLetterExchange\n"
            "'queues[1].consumers.connections' is 2, more than there are consumers (1)\n"
            "'producers[0].connections' is 3, more than there are threads (2)");
}

TEST(Scenario, JudgesLossWhereWhatIsDroppedIsSeenAgain) {
  EXPECT_EQ(texts_of("queues: [{name: q, messageTtl: 1s, deadLetterExchange: \"\", deadLetterRoutingKey: r, consumers: {},\n"
                     "  expect: {noMessagesLost: true}}, {name: r, consumers: {}}]\n"
                     "producers: [{name: p, routingKeys: q}]\n"),
            "");
}

TEST(Scenario, TakesAStreamsOffset) {
  EXPECT_EQ(texts_of("queues: [{name: q, type: stream, consumers: {streamOffset: first}}]\n"
                     "producers: [{name: p, routingKeys: q}]\n"),
            "");
}

TEST(Scenario, WarnsOfArithmeticThatCannotComeOut) {
  EXPECT_EQ(texts_of("exchanges: [{name: x, type: direct}, {name: dead, type: fanout}, {name: idle, type: topic}]\n"
                     "queues:\n"
                     "  - {name: slow, bindings: [{exchange: x, routingKey: k}], deadLetterExchange: dead,\n"
                     "     consumers: {concurrency: 2, handlerTime: 1ms, failureRate: 10%}}\n"
                     "  - {name: dlq, bindings: [{exchange: dead}], consumers: {handlerTime: 5ms}}\n"
                     "  - {name: none, bindings: [{exchange: x, routingKey: k}]}\n"
                     "  - {name: typo, bindings: [{exchange: x, routingKey: kk}], consumers: {}}\n"
                     "producers: [{name: p, exchange: x, routingKeys: [k], rate: 3000}]\n"),
            "nothing is bound to 'idle': what it is given is dropped\n"
            "2 consumers with a handler time of 1ms take at most 2,000/s, and the bindings deliver 3,000/s to 'slow': the "
            "queue will only grow\n"
            "1 consumer with a handler time of 5ms takes at most 200/s, and the bindings deliver 300/s to 'dlq': the queue "
            "will only grow\n"
            "'none' has no consumers: the queue will only grow\n"
            "no producer's messages reach 'typo': no binding of it fits what is published");
}

TEST(Scenario, TakesRulesAboutItsNodes) {
  EXPECT_EQ(texts_of(std::string(kNodes) + "rules: [{name: a, metric: queue(q).consumeRate, below: 5}]\n"), "");
  EXPECT_EQ(texts_of(std::string(kNodes) + "rules: [{name: a, metric: queue(qq).consumeRate, below: 5}]\n"),
            "'rules[0].metric' names 'qq', which is not a queue of this file. Did you mean 'q'?");
}

TEST(Scenario, IsChangedByFlagsThatNameANode) {
  const auto loaded = load_text(std::string(kHead) + kNodes, {},
                                {{"producers[p].rate", "50", "--set"}, {"queues[0].consumers.prefetch", "7", "--set"}});
  ASSERT_EQ(problems_of(loaded), "");
  EXPECT_EQ(loaded.plan.producers.at(0).publish.rate, 50);
  EXPECT_EQ(loaded.plan.queues.at(0).consumers.prefetch, 7);
  EXPECT_EQ(problems_of(load_text(std::string(kHead) + kNodes, {}, {{"producers[no].rate", "50", "--set"}})),
            "--set: 'producers[no].rate' cannot be set: what holds it is not a block, or not there");
}

TEST(Scenario, IsATreeInTheDryRun) {
  const auto source = read_source(SOURCE_DIR "/examples/13-dead-letter.yaml");
  ASSERT_TRUE(source);
  const auto loaded = load(*source, {testing::lookup({}), {}});
  ASSERT_EQ(problems_of(loaded), "");
  EXPECT_EQ(dry_run_text(loaded.plan),
            "dead-letter\n"
            "  broker      amqp://guest:***@localhost:5672\n"
            "  exchanges\n"
            "    ex.jobs                  direct\n"
            "    ex.jobs.dead             fanout\n"
            "  queues\n"
            "    ex.work                  quorum    8 consumers, prefetch 100, handler time 1ms, 5.0% rejected; 2,000/s\n"
            "      from ex.jobs [job]\n"
            "      dead letters to ex.jobs.dead\n"
            "    ex.dlq                   classic   1 consumer, prefetch 50; 100/s of rejects\n"
            "      from ex.jobs.dead [\"\"]\n"
            "  producers\n"
            "    jobs                     2,000/s to ex.jobs [job], 1 thread, 512 bytes\n"
            "  warmup      5s\n"
            "  runFor      30s\n"
            "  rules       12\n");
}

TEST(Scenario, ProducersHaveEverythingThatPublishersHave) {
  const std::string queue = "queues: [{name: q, bindings: [{exchange: x, arguments: {kind: a}}]}]\n"
                            "exchanges: [{name: x, type: headers}]\n";
  const auto loaded = testing::load_text(testing::around(
      queue + "producers:\n  - {name: p, exchange: x, headers: {kind: a}, sizes: {100: 50%, 300: 50%}, rate: [{rate: 10, for: 7s}]}\n"));
  EXPECT_TRUE(loaded.good()) << testing::problems_of(loaded);
  EXPECT_EQ(loaded.plan.run_for, 7 * kSecond);
  EXPECT_EQ(testing::setting(loaded, "runFor"), "7s");
  EXPECT_NE(dry_run_text(loaded.plan).find("10/s for 7s to x [\"\"], 1 thread, 100 bytes 50%, 300 bytes 50%"),
            std::string::npos)
      << dry_run_text(loaded.plan);
  const auto wrong = testing::load_text(testing::around(
      queue + "producers:\n  - {name: p, exchange: x, headers: {kind: a}, sizes: {100: 100%}, messageSize: 5}\n"));
  EXPECT_NE(testing::problems_of(wrong).find(
                "'producers[0].sizes' and 'producers[0].messageSize' cannot both be given"),
            std::string::npos)
      << testing::problems_of(wrong);
}

TEST(Scenario, PutsAQueueOnAnotherBroker) {
  const auto loaded = scenario(
      "queues: [{name: up}, {name: down, broker: [\"amqp://u:geheim@other\", \"amqp://op:geheim@third\"], consumers: {}}]\n"
      "producers: [{name: p, routingKeys: up}]\n");
  ASSERT_EQ(problems_of(loaded), "");
  const auto& queues = loaded.plan.queues;
  EXPECT_FALSE(queues.at(0).elsewhere());
  ASSERT_EQ(queues.at(1).brokers.size(), 2u);
  EXPECT_EQ(queues.at(1).brokers[0].host, "other");
  EXPECT_EQ(queues.at(1).brokers[0].sasl, Sasl::plain);
  EXPECT_EQ(setting(loaded, "queues[1].broker"), "[amqp://u:***@other:5672, amqp://op:***@third:5672]");
}

TEST(Scenario, RefusesWhatAQueueOnAnotherBrokerCannotBe) {
  EXPECT_EQ(texts_of("exchanges: [{name: x, type: fanout}]\n"
                     "queues: [{name: up, bindings: [{exchange: x}]}, {name: a, broker: \"embedded:\", consumers: {}},\n"
                     "  {name: b, broker: amqp://b, exclusive: true, deadLetterExchange: x, consumers: {}}]\n"
                     "producers: [{name: p, routingKeys: up}]\n"),
            "'queues[1].broker' cannot be embedded: nothing would bring messages there; run `amqpace broker` and a link to it, "
            "and give its address\n"
            "'queues[2].exclusive' cannot be said of a queue on another broker: no link could bring messages to it\n"
            "'queues[2].deadLetterExchange' cannot be said of a queue on another broker: the exchange would be there, and is not "
            "this run's; declare the queue there yourself, with what it needs");
}

TEST(Scenario, NeedsConsumersForAnExclusiveQueue) {
  EXPECT_EQ(texts_of("queues: [{name: q, exclusive: true}]\nproducers: [{name: p, routingKeys: q}]\n"),
            "'queues[0].exclusive' needs consumers: it is the connection of its consumers that declares an exclusive queue");
  const auto loaded = scenario("queues: [{name: q, exclusive: true, consumers: {}}]\nproducers: [{name: p, routingKeys: q}]\n");
  ASSERT_EQ(problems_of(loaded), "");
  EXPECT_TRUE(loaded.plan.queues.at(0).consumers.exclusive);
}

TEST(Scenario, NeverPurgesAStream) {
  EXPECT_EQ(texts_of("before: purge\nafter: purge\nqueues: [{name: s, type: stream, consumers: {}}]\n"
                     "producers: [{name: p, routingKeys: s}]\n"),
            "'before' cannot be purge: 's' is a stream, and a stream is never purged; delete it, or let its readers begin at "
            "'next'\n"
            "'after' cannot be purge: 's' is a stream, and a stream is never purged; say delete");
}

const char* const kSmall =
    "name: t\nbroker: amqps://h\nqueues: [{name: q, consumers: {}}]\nproducers: [{name: p, routingKeys: q, rate: 10}]\n";

TEST(Security, IsTheTlsOfAScenario) {
  const auto tls = [](const std::string& lines) {
    const auto loaded = load_text(kSmall + lines);
    EXPECT_EQ(problems_of(loaded), "") << lines;
    return loaded.plan.tls;
  };
  const auto strict = tls("security: {truststore: nowhere, truststorePassword: v3ry-s3cret}\n");
  EXPECT_EQ(strict.verify, model::TlsSpec::Verify::full);
  EXPECT_EQ(strict.ca, "nowhere/truststore.p12");
  EXPECT_FALSE(strict.cert);  // there is no keystore.p12
  EXPECT_EQ(strict.key_password, "v3ry-s3cret");
  for (const char* mode : {"insecure", "trust-any", "trust-everything"})
    EXPECT_EQ(tls(std::string("security: {mode: ") + mode + "}\n").verify, model::TlsSpec::Verify::none);
  EXPECT_EQ(tls("security: {mode: on, allowDevelopmentCertificates: true}\n").verify, model::TlsSpec::Verify::full);
}

TEST(Security, IsHeldAgainstTheAddressAndTheBlockTls) {
  const auto problem = [](const std::string& text) {
    const auto all = problems_of(load_text(text));
    return all.substr(0, all.find('\n'));
  };
  const std::string small = kSmall;
  EXPECT_EQ(problem(small + "security: {mode: off}\n"),
            "f.yaml:5:18: 'security.mode' is off, and an address begins with amqps://; write amqp:// there");
  EXPECT_EQ(problem(small + "security: {mode: on}\ntls: {minVersion: 1.3}\n"),
            "f.yaml:5:11: 'security' and 'tls' say the same; leave one out");
  EXPECT_EQ(problem(small + "security: {truststorePassword: changeit}\n"),
            "f.yaml:5:32: 'security.truststorePassword' needs the 'truststore' that it opens");
  std::string plain = small + "security: {mode: on}\n";
  plain.replace(plain.find("amqps"), 5, "amqp");
  EXPECT_EQ(problem(plain), "f.yaml:5:11: warning: 'security' is not used: no address begins with amqps://");
}

TEST(Scenario, UsesTlsForAQueueOnAnotherBrokerToo) {
  const auto loaded = scenario(
      "tls: {verify: none}\nqueues: [{name: up}, {name: down, broker: \"amqps://other\", consumers: {}}]\n"
      "producers: [{name: p, routingKeys: up}]\n");
  ASSERT_EQ(problems_of(loaded), "");
  EXPECT_NE(dry_run_text(loaded.plan).find("      on amqps://guest:***@other:5671\n"), std::string::npos);
}

}  // namespace
}  // namespace amqpace::config
