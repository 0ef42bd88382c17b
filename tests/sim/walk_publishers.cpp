// SPDX-License-Identifier: Apache-2.0
// publishers: what is offered, as the stamps and the publish requests show it.
#include <algorithm>
#include <map>
#include <set>

#include "base/random.hpp"
#include "base/units.hpp"
#include "engine/schedule.hpp"
#include "walk.hpp"

namespace amqpace::testing {

namespace {
const Given kThreeThreads{.set = {"publishers.threads=3"}};
// No confirm comes before the run is over.
const Given kNoAnswer{.faults = "confirmDelay=10s"};
const Observe kPublished = wire("basic.publish");
const Observe kConnections = count("connection.open");

std::string by_publisher(const SimResult& run) {
  std::string out;
  for (const auto n : run.record.producers.at(0).offered_per_publisher)
    out += (out.empty() ? "" : " + ") + std::to_string(n);
  return out;
}

// Messages by the channel they took: "50 + 50".
std::string by_channel(const SimResult& run) {
  std::map<std::pair<std::size_t, std::uint16_t>, std::size_t> channels;
  for (const TappedMessage& m : run.tapped.messages) ++channels[{m.connection, m.channel}];
  std::string out;
  for (const auto& [channel, n] : channels) out += (out.empty() ? "" : " + ") + std::to_string(n);
  return out;
}

// What stands behind the stamp.
std::string rests(const SimResult& run) {
  std::set<std::string> different;
  std::size_t zero = 0;
  for (const TappedMessage& m : run.tapped.messages) {
    const std::string rest = m.text.substr(engine::kLongStampSize);
    zero += rest == std::string(rest.size(), '\0');
    different.insert(rest);
  }
  return std::to_string(zero) + " of zeros, " + std::to_string(different.size()) + " different";
}

std::string stamps_in_headers(const SimResult& run) {
  const auto n = std::count_if(run.tapped.messages.begin(), run.tapped.messages.end(),
                               [](const TappedMessage& m) { return m.stamp && m.stamp_in_header; });
  return std::to_string(n) + " in headers";
}

std::string window(const SimResult& run) {
  return time_text(run.record.window);
}

std::string poisson_dues(std::uint64_t seed) {
  engine::Schedule schedule(
      {.rate = 100, .phase = 0, .arrivals = model::Arrivals::poisson, .seed = draw(seed, 0)});
  std::string out;
  for (std::uint64_t slot = 0; slot < 4; ++slot) out += (slot ? " " : "") + time_text(schedule.due(slot));
  return out;
}

// How many messages have a body of each size: "70 of 100, 30 of 200".
std::string by_size(const SimResult& run) {
  std::map<std::uint64_t, std::size_t> sizes;
  for (const TappedMessage& m : run.tapped.messages) ++sizes[m.size];
  std::string out;
  for (const auto& [size, n] : sizes)
    out += (out.empty() ? "" : ", ") + std::to_string(n) + " of " + std::to_string(size);
  return out;
}

std::string different_sizes(const SimResult& run) {
  std::set<std::uint64_t> sizes;
  for (const TappedMessage& m : run.tapped.messages) sizes.insert(m.size);
  return std::to_string(sizes.size()) + " sizes from " + std::to_string(*sizes.begin()) + " to " +
         std::to_string(*sizes.rbegin());
}

// The first three bodies.
std::string texts(const SimResult& run) {
  std::string out;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, run.tapped.messages.size()); ++i)
    out += (out.empty() ? "" : " / ") + run.tapped.messages[i].text;
  return out;
}

std::string different_texts(const SimResult& run) {
  std::set<std::string> different;
  for (const TappedMessage& m : run.tapped.messages) different.insert(m.text);
  return std::to_string(different.size()) + " different";
}

// A rate profile is seen in which slots are due in which part of the window.
std::string by_quarter(const SimResult& run) {
  std::map<Nanos, std::size_t> quarters;
  for (const TappedMessage& m : run.tapped.messages)
    if (m.stamp) ++quarters[m.stamp->due / (250 * kMillisecond)];
  std::string out;
  for (const auto& [quarter, n] : quarters)
    out += (out.empty() ? "" : ", ") + std::to_string(quarter) + ": " + std::to_string(n);
  return out;
}

std::string offered_rate(const SimResult& run) {
  return rate_text(run.record.producers.at(0).offered_rate.value_or(0)) + "/s";
}

std::vector<Row> schedule_rows() {
  return {
      {"publishers.threads", "3", "34 + 33 + 33 | 5", all({by_publisher, kConnections})},
      {"publishers.rate", "250", "250 offered | 0us 4.0ms 8.0ms 12.0ms", all({offered, first_dues})},
      // 250 ms of 200/s, as long from there to 400/s, a pause, and the rest of the second at the last rate.
      {"publishers.rate",
       "[{rate: 200, for: 250ms}, {from: 200, to: 400, for: 250ms}, {rate: 0, for: 250ms}, {rate: 40, for: 1ms}]",
       "135 offered | 135/s | 0: 50, 1: 75, 3: 10", all({offered, offered_rate, by_quarter}), {}},
      // Two in flight, four milliseconds to a confirm: 500 in the second of the window.
      {"publishers.unthrottled", "true", "500 published", published, {.set = {"publishers.maxInFlight=2"}}},
      {"publishers.maxInFlight", "5",
       "5 basic.publish exchange= routing_key=q mandatory=1 delivery_mode=2 headers={} body=64", kPublished,
       kNoAnswer},
      {"publishers.maxMessages", "50", "50 published | 500.0ms", all({published, window})},
      {"publishers.connections", "1", "3", kConnections, kThreeThreads},
      {"publishers.channels", "2", "50 + 50", by_channel},
      {"publishers.arrivals", "poisson", poisson_dues(42), first_dues, {.set = {"seed=42"}}},
  };
}

const std::string kLine = "100 basic.publish exchange= routing_key=q mandatory=1 delivery_mode=2";

Row property(const char* key, const char* value, const char* on_the_wire) {
  return {std::string("publishers.properties.") + key, value, kLine + " " + on_the_wire + " headers={} body=64",
          kPublished};
}

std::vector<Row> property_rows() {
  return {
      property("contentType", "application/json", "content_type=application/json"),
      property("contentEncoding", "gzip", "content_encoding=gzip"),
      {"publishers.properties.deliveryMode", "1",
       "100 basic.publish exchange= routing_key=q mandatory=1 delivery_mode=1 headers={} body=64", kPublished},
      property("priority", "7", "priority=7"),
      property("correlationId", "c-1", "correlation_id=c-1"),
      {"publishers.properties.correlationId", "${choice:one|two} ${variant}", "100",
       [](const SimResult& run) {
         std::size_t lines = 0;
         for (const auto& [line, n] : run.tapped.lines) lines += line.find(" correlation_id=") != std::string::npos;
         return std::to_string(lines);
       }},
      property("replyTo", "ex.replies", "reply_to=ex.replies"),
      property("expiration", "1m30s", "expiration=90000"),
      property("messageId", "m-1", "message_id=m-1"),
      property("timestamp", "1796040000", "timestamp=1796040000"),
      property("timestamp", "2026-11-30T12:00:00Z", "timestamp=1796040000"),
      {"publishers.properties.timestamp", "now", "at its own second",
       [](const SimResult& run) {
         const Nanos began = run.record.started_at / kSecond;
         for (const auto& [line, n] : run.tapped.lines) {
           const std::size_t at = line.find(" timestamp=");
           if (line.starts_with("basic.publish") && at == std::string::npos) return std::string("none");
           if (at == std::string::npos) continue;
           const Nanos second = std::stoll(line.substr(at + 11));
           if (second < began || second > began + 2) return "at " + std::to_string(second);
         }
         return std::string("at its own second");
       }},
      property("type", "order.created", "type=order.created"),
      property("userId", "guest", "user_id=guest"),
      property("appId", "shop", "app_id=shop"),
      property("clusterId", "east", "cluster_id=east"),
      {"publishers.headers", "{b: true, i: 7, t: \"7\", n: null, l: [1, a], m: {k: {z: -1}}, v: \"${choice:x|x}\"}",
       kLine + " headers={b: true, i: 7, t: 7, n: null, l: [1, a], m: {k: {z: -1}}, v: x} body=64", kPublished},
  };
}

// Bodies of other sizes contradict a messageSize.
const Given kUnsized{.set = {"seed=1"}, .sized = false};

std::vector<Row> payload_rows() {
  return {
      {"publishers.sizes", "{100: 70%, 200: 30%}", "70 of 100, 30 of 200", by_size, kUnsized},
      {"publishers.sizes", "uniform 100..355", "100 sizes from 100 to 353", different_sizes, kUnsized},
      {"publishers.payload", "random", "0 of zeros, 16 different", rests},
      {"publishers.payload", "{text: \"n ${seq}\"}", "n 000000000000 / n 000000000001 / n 000000000002 | 100 in headers",
       all({texts, stamps_in_headers}), kUnsized},
      {"publishers.payload", "{json: {id: \"${uuid}\"}}", "100 different | 100 of 46", all({different_texts, by_size}), kUnsized},
      {"publishers.payload", "{json: '{\"id\": ${seq}}'}",
       "{\"id\":            0} / {\"id\":            1} / {\"id\":            2}", texts, kUnsized},
      {"publishers.payload", "{files: [" SOURCE_DIR "/tests/sim/files/one.txt, " SOURCE_DIR "/tests/sim/files/two.txt]}",
       "one\n / two\n / one\n", texts, kUnsized},
      {"publishers.routingKeys", "[a, b]",
       "50 basic.publish exchange=ex routing_key=a mandatory=1 delivery_mode=2 headers={} body=64; "
       "50 basic.publish exchange=ex routing_key=b mandatory=1 delivery_mode=2 headers={} body=64 | "
       "1 queue.bind queue=q exchange=ex routing_key=a; 1 queue.bind queue=q exchange=ex routing_key=b",
       all({kPublished, wire("queue.bind")}), {.set = {"topology.exchange=ex"}}},
  };
}

std::vector<Row> message_rows() {
  return {
      {"publishers.messageSize", "200",
       "100 basic.publish exchange= routing_key=q mandatory=1 delivery_mode=2 headers={} body=200",
       kPublished},
      {"publishers.randomPayload", "true", "0 of zeros, 16 different", rests},
      {"publishers.confirms", "false",
       "nothing | 100 basic.publish exchange= routing_key=q mandatory=0 delivery_mode=2 headers={} body=64",
       all({wire("confirm.select"), kPublished})},
      {"publishers.persistent", "false",
       "100 basic.publish exchange= routing_key=q mandatory=1 delivery_mode=1 headers={} body=64",
       kPublished},
      {"publishers.mandatory", "false",
       "100 basic.publish exchange= routing_key=q mandatory=0 delivery_mode=2 headers={} body=64",
       kPublished},
      {"publishers.stamp", "header",
       "100 basic.publish exchange= routing_key=q mandatory=1 delivery_mode=2 headers={x-amqpace: 40 bytes} "
       "body=64 | "
       "100 in headers",
       all({kPublished, stamps_in_headers})},
  };
}
}  // namespace

std::vector<Row> publisher_rows() {
  auto rows = schedule_rows();
  for (auto& of_kind : {message_rows(), property_rows(), payload_rows()}) rows.insert(rows.end(), of_kind.begin(), of_kind.end());
  return rows;
}

}  // namespace amqpace::testing
