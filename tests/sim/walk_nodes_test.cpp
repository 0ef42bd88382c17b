// SPDX-License-Identifier: Apache-2.0
// Every setting that only a scenario has is proven to reach the broker or the judgement. What its producers and consumers
// share with a workload's blocks is read by the same lines of the tables, and walked there (walk_*.cpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "model/fields.hpp"
#include "walk.hpp"

namespace amqpace::testing {
namespace {

const char* const kNodes = R"(
name: walk
broker: amqp://guest:guest@broker
exchanges: [{name: x, type: direct}, {name: y, type: fanout}]
queues: [{name: q, bindings: [{exchange: x, routingKey: k}], consumers: {}}, {name: r}]
producers: [{name: p, exchange: x, routingKeys: [k], rate: 100, messageSize: 64}, {name: o, routingKeys: r, rate: 1}]
warmup: 0s
runFor: 1s
drain: 2s
)";

struct NodeRow {
  std::string path, place, value, expected;
  Observe observe;
};

const Observe kFirst = wire("exchange.declare passive=0 exchange=x"), kSecond = wire("exchange.declare passive=0 exchange=y");
const Observe kQueue = wire("queue.declare passive=0 queue=r"), kBound = wire("queue.bind queue=r");
const Observe kBoundExchange = wire("exchange.bind"), kConsumed = count("basic.consume"), kAllQueues = count("queue.declare passive=0");
const Observe kSent = wire("basic.publish exchange=x");

std::string declared(const std::string& arguments) {
  return "1 queue.declare passive=0 queue=r durable=1 arguments={" + arguments + "}";
}

std::vector<NodeRow> exchange_rows() {
  const std::string second = "1 exchange.declare passive=0 exchange=y type=fanout durable=";
  return {
      {"declare", "declare", "false", "nothing", kFirst},
      {"exchanges[].name", "exchanges[1].name", "z", "nothing", kSecond},
      {"exchanges[].type", "exchanges[0].type", "topic",
       "1 exchange.declare passive=0 exchange=x type=topic durable=1 arguments={}", kFirst},
      {"exchanges[].durable", "exchanges[1].durable", "false", second + "0 arguments={}", kSecond},
      {"exchanges[].autoDelete", "exchanges[1].autoDelete", "true", second + "1 arguments={} auto_delete=1", kSecond},
      {"exchanges[].internal", "exchanges[1].internal", "true", second + "1 arguments={} internal=1", kSecond},
      {"exchanges[].arguments", "exchanges[1].arguments", "{x-own: 5}", second + "1 arguments={x-own: 5}", kSecond},
      {"exchanges[].bindings[].exchange", "exchanges[1].bindings", "[{exchange: x}]",
       "1 exchange.bind destination=y source=x routing_key=", kBoundExchange},
      {"exchanges[].bindings[].routingKey", "exchanges[1].bindings", "[{exchange: x, routingKey: k}]",
       "1 exchange.bind destination=y source=x routing_key=k", kBoundExchange},
      {"exchanges[].bindings[].arguments", "exchanges[1].bindings", "[{exchange: x, arguments: {kind: a}}]",
       "1 exchange.bind destination=y source=x routing_key= arguments={kind: a}", kBoundExchange},
      {"exchanges[].enabled", "exchanges[1].enabled", "false", "nothing", kSecond},
  };
}

std::vector<NodeRow> queue_rows() {
  return {
      {"queues[].name", "queues[0].name", "qq", "1 basic.consume queue=qq no_ack=0", wire("basic.consume")},
      {"queues[].type", "queues[1].type", "quorum", declared("x-queue-type: quorum"), kQueue},
      {"queues[].durable", "queues[1].durable", "false", "1 queue.declare passive=0 queue=r durable=0 arguments={}", kQueue},
      {"queues[].autoDelete", "queues[1].autoDelete", "true", declared("") + " auto_delete=1", kQueue},
      {"queues[].exclusive", "queues[0].exclusive", "true",
       "1 queue.declare passive=0 queue=q durable=1 exclusive arguments={}", wire("queue.declare passive=0 queue=q")},
      {"queues[].broker", "queues[1].broker", "amqp://guest:guest@broker", "amqp://guest:***@broker:5672",
       [](const SimResult& run) { return run.record.queues.at(1).broker; }},
      {"queues[].arguments", "queues[1].arguments", "{x-own: five}", declared("x-own: five"), kQueue},
      {"queues[].deadLetterExchange", "queues[1].deadLetterExchange", "y", declared("x-dead-letter-exchange: y"), kQueue},
      {"queues[].messageTtl", "queues[1].messageTtl", "5s", declared("x-message-ttl: 5000"), kQueue},
      {"queues[].maxLength", "queues[1].maxLength", "10", declared("x-max-length: 10"), kQueue},
      {"queues[].bindings[].exchange", "queues[1].bindings", "[{exchange: y}]", "1 queue.bind queue=r exchange=y routing_key=",
       kBound},
      {"queues[].bindings[].routingKey", "queues[1].bindings", "[{exchange: x, routingKey: k}]",
       "1 queue.bind queue=r exchange=x routing_key=k", kBound},
      {"queues[].bindings[].arguments", "queues[1].bindings", "[{exchange: y, arguments: {kind: a}}]",
       "1 queue.bind queue=r exchange=y routing_key= arguments={kind: a}", kBound},
      {"queues[].consumers", "queues[1].consumers", "{}", "2", kConsumed},
      {"queues[].consumers.enabled", "queues[0].consumers.enabled", "false", "0", kConsumed},
      {"queues[].enabled", "queues[0].enabled", "false", "1", kAllQueues},
      {"queues[].deadLetterRoutingKey", "queues[1]", "{name: r, deadLetterExchange: y, deadLetterRoutingKey: dead}",
       declared("x-dead-letter-exchange: y, x-dead-letter-routing-key: dead"), kQueue},
      {"queues[].expect.p99Below", "queues[0].expect.p99Below", "1s", "passed: p99 was", outcome("expected-p99:q")},
      {"queues[].expect.consumeRateAtLeast", "queues[0].expect.consumeRateAtLeast", "100",
       "passed: consumed 100 msg/s over 1s", outcome("expected-consume-rate:q")},
      {"queues[].expect.noBacklog", "queues[0].expect.noBacklog", "true",
       "passed: the backlog of q went from 0 to", outcome("expected-no-backlog:q")},
      {"queues[].expect.noMessagesLost", "queues[0].expect.noMessagesLost", "true",
       "passed: 100 messages were expected, 100 delivered and 0 still queued, leaving 0 missing",
       outcome("expected-no-messages-lost:q")},
      {"queues[].expect.noDuplicates", "queues[0].expect.noDuplicates", "true",
       "passed: 0 of 100 messages came again without being flagged as redelivered", outcome("expected-no-duplicates:q")},
      {"queues[].expect.inOrder", "queues[0].expect.inOrder", "true",
       "passed: 0 of 100 messages came after a later one of the same publisher", outcome("expected-in-order:q")},
  };
}

std::vector<NodeRow> producer_rows() {
  const auto sent = [](int n, const std::string& target) {
    return std::to_string(n) + " basic.publish " + target + " mandatory=1 delivery_mode=2 headers={} body=64";
  };
  return {
      {"producers[].name", "producers[0].name", "pp", "passed: send lag", outcome("generator-kept-up:pp")},
      {"producers[].exchange", "producers[0].exchange", "y", "nothing", kSent},
      {"producers[].routingKeys", "producers[0].routingKeys", "[k, other]", sent(50, "exchange=x routing_key=k"), kSent},
      {"producers[].rate", "producers[0].rate", "50", sent(50, "exchange=x routing_key=k"), kSent},
      {"producers[].threads", "producers[0].threads", "3", "4", count("confirm.select")},
      {"producers[].enabled", "producers[1].enabled", "false", "0", count("basic.publish exchange= routing_key=r")},
      {"producers[].expect.achievedRateAtLeast", "producers[0].expect.achievedRateAtLeast", "100",
       "passed: published 100 msg/s over 1s", outcome("expected-offered-rate:p")},
      {"producers[].expect.withinPercentOfOffered", "producers[0].expect.withinPercentOfOffered", "5",
       "passed: published 100 of the 100 messages that were due in 1s", outcome("expected-within-percent:p")},
      {"producers[].expect.publishP99Below", "producers[0].expect.publishP99Below", "1s", "passed: p99 was",
       outcome("expected-publish-p99:p")},
      {"producers[].expect.noFailures", "producers[0].expect.noFailures", "true",
       "passed: 0 of 100 published messages failed", outcome("expected-no-failures:p")},
  };
}

// TLS is beyond this simulation (tests/system/tls.py has it); here, that the file's words come to the Plan.
std::vector<NodeRow> security_rows() {
  const Observe verify = [](const SimResult& run) {
    return std::string(run.record.plan.tls.verify == model::TlsSpec::Verify::none ? "none" : "full");
  };
  const Observe ca = [](const SimResult& run) { return run.record.plan.tls.ca.value_or("the system's"); };
  const Observe password = [](const SimResult& run) { return run.record.plan.tls.key_password.value_or("no password"); };
  return {
      {"security.mode", "security.mode", "insecure", "none", verify},
      {"security.truststore", "security.truststore", "nowhere", "nowhere/truststore.p12", ca},
      {"security.truststorePassword", "security", "{truststore: nowhere, truststorePassword: walk-s3cret}", "walk-s3cret", password},
  };
}

SimResult run_of(const std::vector<config::Override>& changes) {
  SimSetup setup{.yaml = kNodes, .faults = {}, .net = {}, .overrides = changes, .arrange = {}};
  setup.net.latency = kMillisecond;
  setup.net.segment_reads = false;
  setup.through_tap = true;
  return run_simulated(setup);
}

TEST(WalkNodes, EverySettingOfAScenarioReachesTheBrokerOrTheJudgement) {
  const auto baseline = run_of({});
  for (const auto& rows : {exchange_rows(), queue_rows(), producer_rows(), security_rows()}) {
    for (const auto& row : rows) {
      SCOPED_TRACE(row.path);
      const auto seen = row.observe(run_of({{row.place, row.value, "--set"}}));
      EXPECT_EQ(seen.substr(0, row.expected.size()), row.expected) << seen;
      EXPECT_NE(row.observe(baseline), seen) << "the run without it shows the same: this row proves nothing";
    }
  }
}

template <class Block>
bool is_shared(std::string_view path, std::string_view prefix) {
  const auto fields = model::table<Block>().fields;
  return path.starts_with(prefix) && std::any_of(fields.begin(), fields.end(), [&](const auto& field) {
    const std::string full = std::string(prefix) + std::string(field.key);
    return path == full || path.starts_with(full + ".");
  });
}

TEST(WalkNodes, HasARowForEverySetting) {
  std::set<std::string> walked;
  for (const auto& rows : {exchange_rows(), queue_rows(), producer_rows(), security_rows()})
    for (const auto& row : rows) walked.insert(row.path);
  for (const auto& [path, info] : model::scenario_only_settings()) {
    const bool block = info->type == model::FieldType::block || info->type == model::FieldType::block_list;
    // Budgets of other percentiles are the same lines with another number; `ui` and the certificates of development are
    // without effect on purpose.
    if (block || walked.contains(path) || path.ends_with("Below") || path == "ui") continue;
    if (path == "security.allowDevelopmentCertificates") continue;
    EXPECT_TRUE(is_shared<model::PublisherSpec>(path, "producers[].") ||
                is_shared<model::ConsumerSpec>(path, "queues[].consumers."))
        << "setting '" << path << "' has no row here: add one that shows that it does something";
  }
}

}  // namespace
}  // namespace amqpace::testing
