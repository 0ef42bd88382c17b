// SPDX-License-Identifier: Apache-2.0
// The top level of a file: the broker and the phases of a run.
#include "base/random.hpp"
#include "base/units.hpp"
#include "walk.hpp"

namespace amqpace::testing {

namespace {
constexpr std::uint64_t kSeed = 42;
// Nothing is answered, so the drain lasts as long as it may.
const Given kNoAnswer{.faults = "confirmDelay=10s"};
const Given kLeftovers{.leftovers = 5};
const std::string kNoHttp = "a simulated network has no HTTP; what is asked there is tested in src/mgmt";

std::string seed_of(const SimResult& run) {
  return "seed " + std::to_string(run.record.seed);
}

// Half of the messages are rejected: which ones is drawn from the first consumer's stream.
std::string failures_of(std::uint64_t seed) {
  std::size_t n = 0;
  for (std::uint64_t i = 0; i < 100; ++i) n += unit_draw(draw(seed, 0), i) < 0.5;
  return std::to_string(n);
}

// Random bodies begin with the stamp; the bytes behind it, of the first message.
std::string payload(const SimResult& run) {
  return run.tapped.messages.empty() ? "nothing"
                                     : run.tapped.messages.front().text.substr(engine::kLongStampSize);
}
std::string payload_of(std::uint64_t seed) {
  Random bytes(draw(draw(seed, 0), 0));
  std::string body(64, '\0');
  for (char& c : body) c = static_cast<char>(bytes.next());
  return body.substr(engine::kLongStampSize);
}

std::string no_connection(const SimResult& run) {
  if (!run.record.error) return "connected";
  const bool unreachable = run.record.error->kind == ErrorKind::unreachable;
  return (unreachable ? "unreachable after " : "another error after ") + time_text(run.took);
}

std::string broker_used(const SimResult& run) {
  return run.record.broker;
}
std::string workers(const SimResult& run) {
  return std::to_string(run.record.instrument.workers) + " workers";
}
std::string warmup(const SimResult& run) {
  return time_text(run.record.warmup);
}
std::string window(const SimResult& run) {
  return time_text(run.record.window);
}
std::string drain_took(const SimResult& run) {
  return time_text(run.record.drain_took);
}
std::string samples(const SimResult& run) {
  std::string out = std::to_string(run.samples.size()) + " samples";
  if (!run.samples.empty()) out += ", the first at " + time_text(run.samples.front().elapsed);
  return out;
}

std::vector<Row> identity_rows() {
  return {
      {"name", "orders",
       "1 connection.start-ok mechanism=PLAIN user=guest name=amqpace consumer q 0; "
       "1 connection.start-ok mechanism=PLAIN user=guest name=amqpace control orders; "
       "1 connection.start-ok mechanism=PLAIN user=guest name=amqpace publisher orders 0",
       wire("connection.start-ok")},
      {"description",
       "what an order costs",
       "what an order costs",
       [](const SimResult& run) { return run.record.plan.description; },
       {},
       "it is text for the reports, which copy it from the Plan"},
      {"broker", "amqp://guest:guest@broker/elsewhere", "3 connection.open virtual_host=elsewhere",
       wire("connection.open")},
      {"broker", "[\"amqp://guest:guest@nobody\", \"amqp://guest:guest@broker/elsewhere\"]",
       "3 connection.open virtual_host=elsewhere | amqp://guest:***@broker:5672/elsewhere",
       all({wire("connection.open"), broker_used})},
      {"broker", "amqp://walker:wrong@broker",
       "1 connection.start-ok mechanism=PLAIN user=walker name=amqpace control walk",
       wire("connection.start-ok")},
      {"sasl", "amqplain",
       "1 connection.start-ok mechanism=AMQPLAIN user=guest name=amqpace consumer q 0; "
       "1 connection.start-ok mechanism=AMQPLAIN user=guest name=amqpace control walk; "
       "1 connection.start-ok mechanism=AMQPLAIN user=guest name=amqpace publisher walk 0",
       wire("connection.start-ok")},
      {"management",
       "http://localhost:15672",
       "http://localhost:15672",
       [](const SimResult& run) { return run.record.plan.management; },
       {},
       kNoHttp},
      {"managementUser",
       "monitor",
       "monitor",
       [](const SimResult& run) { return run.record.plan.management_user; },
       {},
       kNoHttp},
      {"managementPassword",
       "walk-s3cret",
       "walk-s3cret",
       [](const SimResult& run) { return run.record.plan.management_password; },
       {},
       kNoHttp},
      {"connectTimeout", "3s", "unreachable after 3000.0ms", no_connection, {.silent = true}},
      {"heartbeat", "7s", "3 connection.tune-ok channel_max=2047 frame_max=131072 heartbeat=7",
       wire("connection.tune-ok")},
      {"workers", "3", "3 workers", workers},
  };
}

// The embedded broker speaks no TLS. That each of these does what it says is tested in src/net and, on RabbitMQ, in
// tests/system/tls.py; here, that the file's value comes to the Plan.
std::vector<Row> tls_rows() {
  const std::string reason = "a simulated broker speaks no TLS";
  const Given given{.set = {"broker=amqps://localhost", "tls.cert=c.pem"}};
  const auto tls = [](auto member) {
    return [member](const SimResult& run) { return (run.record.plan.tls.*member).value_or("none"); };
  };
  using Spec = model::TlsSpec;
  return {
      {"tls.ca", "ca.pem", "ca.pem", tls(&Spec::ca), given, reason},
      {"tls.cert", "c.pem", "c.pem", tls(&Spec::cert), {.set = {"broker=amqps://localhost"}}, reason},
      {"tls.key", "c.key", "c.key", tls(&Spec::key), given, reason},
      {"tls.keyPassword", "walk-s3cret", "walk-s3cret", tls(&Spec::key_password), given, reason},
      {"tls.serverName", "broker.example", "broker.example", tls(&Spec::server_name), given, reason},
      {"tls.verify",
       "none",
       "not verified",
       [](const SimResult& run) {
         return run.record.plan.tls.verify == Spec::Verify::none ? "not verified" : "verified";
       },
       given,
       reason},
      {"tls.minVersion",
       "1.3",
       "1.3",
       [](const SimResult& run) { return run.record.plan.tls.min_version == Spec::Version::v1_3 ? "1.3" : "1.2"; },
       given,
       reason},
      {"sasl",
       "external",
       "EXTERNAL",
       [](const SimResult& run) {
         return std::string(sasl_name(run.record.plan.brokers.at(0).sasl.value_or(Sasl::plain)));
       },
       given,
       reason},
  };
}

std::vector<Row> phase_rows() {
  return {
      {"warmup", "500ms", "500.0ms | 100 offered | 150", all({warmup, offered, count("basic.publish")})},
      {"runFor", "2s", "200 offered", offered},
      {"runFor", "until-stopped", "150 offered", offered, {.set = {"publishers.maxMessages=150"}}},
      // To the end of the last message's handler: due at 1,490 ms, over the tap and back within 4 ms.
      {"runFor", "until-drained", "150 offered | 1494.0ms", all({offered, window}), {.set = {"publishers.maxMessages=150"}}},
      {"drain", "500ms", "500.0ms", drain_took, kNoAnswer},
      {"sample", "250ms", "4 samples, the first at 250.0ms", samples},
      {"seed", "42", "seed 42", seed_of},
      {"seed",
       "42",
       failures_of(kSeed),
       count("basic.reject"),
       {.set = {"seed=1", "consumers.failureRate=50%"}}},
      {"seed", "42", payload_of(kSeed), payload, {.set = {"seed=1", "publishers.randomPayload=true"}}},
      {"before", "purge", "1 queue.purge queue=q", wire("queue.purge"), kLeftovers},
      {"before", "refuse", "queue q holds 5 messages, and the file says before: refuse", error_text,
       kLeftovers},
      {"after", "purge", "1 queue.purge queue=q", wire("queue.purge")},
      {"after",
       "delete",
       "1 queue.delete queue=q | 1 exchange.delete exchange=ex",
       all({wire("queue.delete"), wire("exchange.delete")}),
       {.set = {"topology.exchange=ex"}}},
      {"prefill.messages", "30", "30 of 64 bytes", prefilled},
      {"prefill.bytes", "1000", "16 of 64 bytes", prefilled},
      {"prefill.messageSize", "48", "10 of 48 bytes", prefilled, {.set = {"prefill.messages=10"}}},
  };
}
}  // namespace

std::vector<Row> run_rows() {
  auto rows = identity_rows();
  for (Row& row : tls_rows()) rows.push_back(std::move(row));
  for (Row& row : phase_rows()) rows.push_back(std::move(row));
  return rows;
}

}  // namespace amqpace::testing
