// SPDX-License-Identifier: Apache-2.0
#include "config/checks.hpp"

#include <gtest/gtest.h>

#include "config/testing.hpp"

namespace amqpace::config {
namespace {

using testing::around;
using testing::load_text;
using testing::problems_of;

// The one problem of a file with these lines, with its place.
std::string problem(const std::string& lines) {
  const auto loaded = load_text(around(lines));
  EXPECT_EQ(loaded.problems.size(), 1u) << problems_of(loaded);
  const std::string all = problems_of(loaded);
  return all.substr(0, all.find('\n'));
}

TEST(Checks, FindATopologyThatContradictsItself) {
  EXPECT_EQ(
      problem("topology: {exchangeType: direct}"),
      "f.yaml:3:26: 'topology.exchangeType' is given without an exchange; the default exchange has its type");
  EXPECT_EQ(problem("topology: {queue: q, routingKey: k}"),
            "f.yaml:3:34: 'topology.routingKey' is 'k', but on the default exchange a message goes to the "
            "queue its key names, "
            "and the queue is 'q'");
  EXPECT_EQ(problem("topology: {queue: ' '}"), "f.yaml:3:19: 'topology.queue' is blank");
  EXPECT_EQ(
      problem("topology: {arguments: {x-queue-type: quorum}}"),
      "f.yaml:3:38: 'topology.arguments.x-queue-type' is what 'topology.queueType' says; set that instead");
  EXPECT_EQ(problem("topology: {queueType: quorum, durable: false}"),
            "f.yaml:3:40: 'topology.durable' cannot be false: a quorum queue is always durable");
}

TEST(Checks, AcceptARoutingKeyThatSaysTheSameOnTheDefaultExchange) {
  EXPECT_EQ(problems_of(load_text(around("topology: {queue: q, routingKey: q}"))), "");
  EXPECT_EQ(problems_of(load_text(around("topology: {exchange: '', queue: q, routingKey: q}"))), "");
}

TEST(Checks, FindPublishersAndConsumersThatCannotBe) {
  EXPECT_EQ(
      problem("publishers: {threads: 0}\nconsumers: {concurrency: 0}"),
      "f.yaml:3:23: 'publishers.threads' is 0, and so is 'consumers.concurrency': nothing would happen");
  EXPECT_EQ(problem("publishers: {connections: 3, threads: 2}"),
            "f.yaml:3:27: 'publishers.connections' is 3, more than there are threads (2)");
  EXPECT_EQ(problem("publishers: {stamp: body, messageSize: 31}"),
            "f.yaml:3:21: 'publishers.stamp' cannot be body: a body of 31 bytes has no room for the 32 of "
            "the stamp");
  EXPECT_EQ(problem("consumers: {connections: 3, concurrency: 2}"),
            "f.yaml:3:26: 'consumers.connections' is 3, more than there are consumers (2)");
  EXPECT_EQ(problem("consumers: {prefetch: 10, ack: {every: 11}}"),
            "f.yaml:3:40: 'consumers.ack.every' is 11, more than the prefetch of 10: the acknowledgement "
            "would never be due");
  EXPECT_EQ(problem("consumers: {ack: {}}"), "f.yaml:3:18: 'consumers.ack' needs its number: {every: 50}");
  EXPECT_EQ(problem("consumers: {failureRate: 5%, ack: auto}"),
            "f.yaml:3:26: 'consumers.failureRate' needs acknowledgements, and 'consumers.ack' is auto");
  EXPECT_EQ(problem("publishers: {threads: 0, maxMessages: 5}"),
            "f.yaml:3:39: 'publishers.maxMessages' needs publishers, and 'publishers.threads' is 0");
}

TEST(Checks, FindObjectivesThatCannotBeJudged) {
  EXPECT_EQ(problem("consumers: {concurrency: 0}\nexpect: {p99Below: 1s}"),
            "f.yaml:4:20: 'expect.p99Below' needs consumers, and 'consumers.concurrency' is 0");
  EXPECT_EQ(problem("publishers: {confirms: no}\nexpect: {publishMaxBelow: 1s}"),
            "f.yaml:4:27: 'expect.publishMaxBelow' needs confirms, and 'publishers.confirms' is false");
  EXPECT_EQ(problem("topology: {arguments: {x-max-length: 5}}\nexpect: {noMessagesLost: true}"),
            "f.yaml:4:26: 'expect.noMessagesLost' cannot be judged: 'x-max-length' allows the queue to drop "
            "messages");
  EXPECT_EQ(problems_of(load_text(
                around("topology: {arguments: {x-max-priority: 5}}\nexpect: {noMessagesLost: true}"))),
            "");
  EXPECT_EQ(problem("expect: {p99Below: 0s}"),
            "f.yaml:3:20: 'expect.p99Below' must be more than 0s and at most 1h, not 0s");
}

TEST(Checks, FindTlsAndLoginsThatContradictThemselves) {
  const auto of = [](const std::string& broker, const std::string& lines) {
    const std::string all = problems_of(load_text("name: t\nbroker: " + broker + "\n" + lines));
    return all.substr(0, all.find('\n'));
  };
  EXPECT_EQ(of("amqps://h", "tls: {ca: ca.pem, cert: c.pem, key: c.key, keyPassword: pw, serverName: s}"), "");
  EXPECT_EQ(of("amqps://h", "tls: {key: c.key}"),
            "f.yaml:3:12: 'tls.key' is given without its certificate, 'tls.cert'");
  EXPECT_EQ(of("amqps://h", "tls: {keyPassword: secret-one}"),
            "f.yaml:3:20: 'tls.keyPassword' is given without a certificate, 'tls.cert', whose key it opens");
  EXPECT_EQ(of("amqps://h", "tls: {ca: ca.pem, verify: none}"),
            "f.yaml:3:11: 'tls.ca' has no meaning when 'tls.verify' is none; leave one of the two out");
  EXPECT_EQ(of("amqp://h", "tls: {ca: ca.pem}"),
            "f.yaml:3:6: warning: 'tls' is not used: no address begins with amqps://");
  EXPECT_EQ(of("[amqp://a, amqps://b]", "tls: {ca: ca.pem}"), "");
  EXPECT_EQ(of("amqp://h", "management: https://h:15671\ntls: {ca: ca.pem}"), "");
  EXPECT_EQ(of("amqps://h", "sasl: external\ntls: {cert: c.pem}"), "");
  EXPECT_EQ(of("amqps://h", "sasl: external"),
            "f.yaml:3:7: 'sasl' external logs in with a client certificate; name its file as 'tls.cert'");
  EXPECT_EQ(of("amqp://h?auth_mechanism=external", ""),
            "f.yaml:2:9: 'broker' external logs in with the client certificate of a TLS connection; use amqps:// "
            "and 'tls.cert'");
  EXPECT_EQ(of("embedded:", "sasl: external"),
            "f.yaml:3:7: 'sasl' external logs in with the client certificate of a TLS connection, and the embedded broker "
            "has none");
  EXPECT_EQ(of("embedded:", "sasl: amqplain"), "");
  EXPECT_EQ(of("amqps://h", "tls: {minVersion: 1.1}"), "f.yaml:3:19: 'tls.minVersion' must be 1.2 or 1.3, not '1.1'. Did you mean '1.2'?");
}

TEST(Checks, LetAnAddressSayItsOwnLogin) {
  const auto plan =
      load_text("name: t\nbroker: ['amqps://me:pw@a?auth_mechanism=EXTERNAL', 'amqp://me:pw@b']\nsasl: amqplain\n"
                "tls: {cert: c.pem}\n")
          .plan;
  ASSERT_EQ(plan.brokers.size(), 2u);
  EXPECT_EQ(plan.brokers[0].sasl, Sasl::external);
  EXPECT_EQ(plan.brokers[0].redacted(), "amqps://a:5671");
  EXPECT_EQ(plan.brokers[1].sasl, Sasl::amqplain);
  EXPECT_EQ(plan.brokers[1].redacted(), "amqp://me:***@b:5672");
}

TEST(Checks, ShowNoPasswordOfAKey) {
  const auto loaded =
      load_text("name: t\nbroker: amqps://h\ntls: {cert: c.pem, keyPassword: 'open-sesame', nonsense: 1}\n");
  const std::string all = problems_of(loaded) + loaded.plan.source;
  EXPECT_EQ(all.find("sesame"), std::string::npos) << all;
  EXPECT_EQ(testing::setting(loaded, "tls.keyPassword"), "***");
  const std::string query = problems_of(load_text("name: t\nbroker: amqps://h?password=open-barley&x=1\n"));
  EXPECT_EQ(query.find("barley"), std::string::npos) << query;
}

TEST(Checks, FindTheRest) {
  EXPECT_EQ(problem("prefill: {messageSize: 5}"), "f.yaml:3:10: 'prefill' needs either messages or bytes");
  EXPECT_EQ(problem("prefill: {messages: 5, bytes: 5}"),
            "f.yaml:3:10: 'prefill' needs either messages or bytes");
  EXPECT_EQ(problem("heartbeat: 1500ms"), "f.yaml:3:12: 'heartbeat' must be whole seconds, not 1.5s");
  EXPECT_EQ(problem("management: localhost:15672"),
            "f.yaml:3:13: 'management' must be an address such as http://localhost:15672");
  EXPECT_EQ(problem("workers: many"), "f.yaml:3:10: 'workers': 'many' is not a whole number");
  EXPECT_EQ(problems_of(load_text("name: t\nbroker: amqp10://h\n")).substr(0, 99),
            "f.yaml:2:9: 'broker' with 'amqp10://' is not supported by this version yet; use amqp://, amqps:// o");
  EXPECT_EQ(
      problems_of(load_text("name: ''\nbroker: []\n")),
      "f.yaml:1:7: 'name' is blank\n  1 | name: ''\n    |       ^\n"
      "f.yaml:2:9: 'broker' is an empty list; give at least one address\n  2 | broker: []\n    |         ^");
}

TEST(Checks, WarnOfArithmeticThatCannotComeOutWell) {
  EXPECT_EQ(
      problem("publishers: {rate: 1000}\nconsumers: {concurrency: 1, handlerTime: 2ms}"),
      "f.yaml:4:42: warning: 1 consumer with a handler time of 2ms takes at most 500/s, and 1,000/s are "
      "offered: the queue "
      "will only grow");
  EXPECT_EQ(problem("publishers: {rate: 100k, maxInFlight: 10, threads: 2}"),
            "f.yaml:3:39: warning: 20 messages in flight carry 100,000/s only while every confirm comes "
            "within 200us");
  EXPECT_EQ(problem("publishers: {rate: 100, unthrottled: true}"),
            "f.yaml:3:38: warning: 'publishers.unthrottled' is true, so the rate of 100/s is not used");
  EXPECT_EQ(
      problem("publishers: {rate: 100}\nexpect: {throughputAtLeast: 101}"),
      "f.yaml:4:29: warning: 'expect.throughputAtLeast' is 101/s, more than the 100/s that are offered");
  EXPECT_TRUE(load_text(around("publishers: {rate: 100}\nexpect: {throughputAtLeast: 101}")).good());
  EXPECT_EQ(problem("consumers: {concurrency: 4095, connections: 2}"),
            "f.yaml:3:45: warning: 'consumers.connections' leads to 2,048 channels on one connection; most "
            "brokers allow 2,047");
  EXPECT_EQ(problems_of(load_text(around("publishers: {threads: 4094, connections: 2}"))), "");
}

TEST(Checks, TakeTheUserPartOfAManagementAddressOutOfIt) {
  const auto loaded = load_text(around("management: http://watcher:pa%40ss@h:15672/rabbit\n"));
  EXPECT_EQ(problems_of(loaded), "");
  EXPECT_EQ(loaded.plan.management, "http://h:15672/rabbit");
  EXPECT_EQ(loaded.plan.management_user, "watcher");
  EXPECT_EQ(loaded.plan.management_password, "pa@ss");
  EXPECT_EQ(loaded.plan.source, around("management: http://watcher:***@h:15672/rabbit\n"));
}

std::string rule_problem(const std::string& rule) {
  return problem("rules:\n  - " + rule);
}

TEST(Rules, AreReadWithTheUnitOfTheirMetric) {
  const auto loaded = load_text(around(
      "rules:\n"
      "  - {name: deep, metric: queueDepthAtEnd, above: 5000, severity: failed, because: it was filling}\n"
      "  - {name: tail, metric: endToEnd.p999, above: 250ms}\n"
      "  - {name: odd, metric: queue(acemq.workload).consumeRate, outside: [1k, 2k], severity: info}\n"
      "  - {name: slow, metric: publishRate, below: 10/m, for: 5s, severity: invalid}\n"
      "  - {name: tail-is-not-extreme, severity: failed}\n"));
  ASSERT_EQ(problems_of(loaded), "");
  const auto& rules = loaded.plan.rules;
  ASSERT_EQ(rules.size(), 5u);
  EXPECT_EQ(rules[0].low, 5000);
  EXPECT_EQ(rules[0].severity, model::Severity::failed);
  EXPECT_EQ(rules[0].because, "it was filling");
  EXPECT_EQ(rules[1].low, 250e6);
  EXPECT_EQ(rules[1].severity, model::Severity::warning);
  EXPECT_EQ(rules[1].threshold_text, "250ms");
  EXPECT_EQ(rules[2].when, model::CustomRule::When::outside);
  EXPECT_EQ(rules[2].low, 1000);
  EXPECT_EQ(rules[2].high, 2000);
  EXPECT_EQ(rules[3].when, model::CustomRule::When::below);
  EXPECT_NEAR(rules[3].low, 10.0 / 60, 1e-12);
  EXPECT_EQ(rules[3].for_time, 5 * kSecond);
  EXPECT_EQ(rules[4].metric, "");
}

TEST(Rules, AreRefusedWithTheReason) {
  EXPECT_EQ(rule_problem("{metric: publishRate, above: 5}"), "f.yaml:4:5: 'rules[0]' needs a name");
  EXPECT_EQ(rule_problem("{name: a, above: 5}"), "f.yaml:4:5: 'rules[0]' needs a metric");
  EXPECT_EQ(rule_problem("{name: a, metric: publishRat, above: 5}"),
            "f.yaml:4:23: 'rules[0].metric' is unknown: there is no metric 'publishRat'; did you mean "
            "'publishRate'?");
  EXPECT_EQ(rule_problem("{name: a, metric: publishRate}"),
            "f.yaml:4:5: 'rules[0]' needs exactly one of above, below and outside");
  EXPECT_EQ(rule_problem("{name: a, metric: publishRate, above: 5, below: 5}"),
            "f.yaml:4:5: 'rules[0]' needs exactly one of above, below and outside");
  EXPECT_EQ(rule_problem("{name: a, metric: publishRate, above: 5ms}"),
            "f.yaml:4:43: 'rules[0].above' does not fit its metric, which is a rate: '5ms' is not a rate; a "
            "rate is messages per "
            "second, such as 5000, 5k, 1.2M or 0.5, or per minute or hour, such as 300/m or 10/h");
  EXPECT_EQ(rule_problem("{name: a, metric: endToEnd.p99, above: 5}"),
            "f.yaml:4:44: 'rules[0].above' does not fit its metric, which is a duration: '5' has no unit: it "
            "is a minute to one "
            "reader and a second to another; write 5s or 5ms, for example");
  EXPECT_EQ(rule_problem("{name: a, metric: publishRate, outside: [5]}"),
            "f.yaml:4:45: 'rules[0].outside' is a list of two thresholds, such as [10ms, 20ms]");
  EXPECT_EQ(rule_problem("{name: a, metric: publishRate, outside: [5, 4]}"),
            "f.yaml:4:45: 'rules[0].outside' has its larger threshold first");
  EXPECT_EQ(rule_problem("{name: a, metric: ledger.missing, above: 0, for: 5s}"),
            "f.yaml:4:54: 'rules[0].for' is not possible with metric 'ledger.missing', which is known for "
            "the whole run only");
  EXPECT_EQ(rule_problem("{name: a, metric: queue(other).consumeRate, above: 5}"),
            "f.yaml:4:23: 'rules[0].metric' names 'other', and the only one here is 'acemq.workload'");
  EXPECT_EQ(rule_problem("{name: a, metric: publishRate, above: 5, severty: info}").substr(0, 81),
            "f.yaml:4:46: unknown setting 'rules[0].severty'. Did you mean 'severity'? Known s");
  EXPECT_EQ(problem("rules:\n  - {name: a, metric: publishRate, above: 5}\n  - {name: a, metric: "
                    "publishRate, below: 5}"),
            "f.yaml:5:5: 'rules[1]' has the name of another rule, 'a'");
  EXPECT_EQ(rule_problem("{name: consumers-kept-up, metric: publishRate, above: 5}"),
            "f.yaml:4:5: 'rules[0]' has the name of a rule that always applies; it can change its severity "
            "and nothing else");
  EXPECT_EQ(problem("rules: {name: a}"), "f.yaml:3:8: 'rules' is a list of rules");
}

// All that is said, without the places.
std::string said(const std::string& lines) {
  std::string out;
  for (const auto& found : load_text(around(lines)).problems) out += (out.empty() ? "" : "\n") + found.text;
  return out;
}

TEST(Checks, OfConsumersThatAskForTheirMessages) {
  EXPECT_EQ(said("consumers: {pollInterval: 5ms}"),
            "'consumers.pollInterval' is of consumers that ask for their messages: it needs 'consumers.mode: get'");
  EXPECT_EQ(said("consumers: {mode: get, prefetch: 5}"),
            "'consumers.prefetch' is of consumers that messages are pushed to, and 'consumers.mode' is get");
  EXPECT_EQ(said("consumers: {mode: get, ack: {every: 500}}"), "");
}

TEST(Checks, OfFailuresThatGoBack) {
  EXPECT_EQ(said("consumers: {onFailure: requeue}"),
            "'consumers.onFailure' needs deliveries that fail; say how many with 'consumers.failureRate'");
  EXPECT_EQ(said("consumers: {onFailure: requeue, failureRate: 100%}"),
            "'consumers.failureRate' is 100% and 'consumers.onFailure' is requeue: every message comes again without end, "
            "and the drain lasts as long as it may (10s)");
}

TEST(Checks, OfAnExclusiveQueue) {
  EXPECT_EQ(said("consumers: {exclusive: true, concurrency: 2, connections: 2}"),
            "'consumers.connections' must be 1: an exclusive queue can be consumed by the connection that declared it, and "
            "by no other");
  EXPECT_EQ(said("topology: {declare: false}\nconsumers: {exclusive: true}"),
            "'consumers.exclusive' needs 'topology.declare: true': the consumers' connection has to declare the queue");
  EXPECT_EQ(said("topology: {queueType: quorum}\nconsumers: {exclusive: true}"),
            "'consumers.exclusive' needs a classic queue; a quorum one is never exclusive");
  EXPECT_EQ(said("consumers: {exclusive: true}\nexpect: {noMessagesLost: true}"),
            "'expect.noMessagesLost' cannot be judged: 'consumers.exclusive' allows the queue to drop messages");
}

TEST(Checks, OfARunThatEndsWhenItIsDrained) {
  EXPECT_EQ(said("runFor: until-drained"),
            "'runFor' cannot be until-drained while publishers go on for ever: give 'publishers.maxMessages', or "
            "'publishers.threads: 0' with a prefill");
  EXPECT_EQ(said("runFor: until-drained\npublishers: {threads: 0}\nprefill: {messages: 5}"),
            "'warmup' must be 0s when the run is until-drained and nothing is published: what is in the queue would be "
            "consumed before the window");
  EXPECT_EQ(said("runFor: until-drained\nwarmup: 0s\npublishers: {threads: 0}\nprefill: {messages: 5}"), "");
  EXPECT_EQ(said("runFor: until-drained\npublishers: {maxMessages: 5}\nconsumers: {concurrency: 0}"),
            "'runFor' cannot be until-drained: 'consumers.concurrency' is 0");
}

TEST(Checks, OfAPlaceInWhatIsNoStream) {
  EXPECT_EQ(said("consumers: {streamOffset: first}"),
            "'consumers.streamOffset' needs a stream, and the queue that is declared is none; with 'topology.declare: "
            "false' the one that is there may be");
  EXPECT_EQ(said("topology: {declare: false}\nconsumers: {streamOffset: first}"), "");
}

TEST(Checks, OfTheReadersOfAStream) {
  EXPECT_EQ(said("topology: {queueType: stream}\nconsumers: {concurrency: 3, streamOffset: first}"), "");
  EXPECT_EQ(said("before: purge\nafter: purge\ntopology: {queueType: stream, durable: false}\n"
                 "consumers: {prefetch: 0, ack: auto, priority: 5}"),
            "'before' cannot be purge: a stream is never purged; delete it, or let its readers begin at 'next'\n"
            "'after' cannot be purge: a stream is never purged; say delete\n"
            "'topology.durable' cannot be false: a stream queue is always durable\n"
            "'consumers.prefetch' must be above 0: a broker sends nothing of a stream without a limit\n"
            "'consumers.ack' cannot be auto: the readers of a stream acknowledge\n"
            "'consumers.priority' says nothing: each reader of a stream gets every message");
  EXPECT_EQ(said("topology: {queueType: stream}\nconsumers: {failureRate: 5%}"),
            "'consumers.failureRate' must be 0: a stream keeps every message, so none can be rejected or put back");
  EXPECT_EQ(said("topology: {queueType: stream}\npublishers: {rate: 1000}\nconsumers: {concurrency: 4, handlerTime: 2ms}"),
            "a reader with a handler time of 2ms takes at most 500/s, and 1,000/s are offered to each: it will only fall behind");
}

}  // namespace
}  // namespace amqpace::config
