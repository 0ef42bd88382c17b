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

std::vector<Row> schedule_rows() {
  return {
      {"publishers.threads", "3", "34 + 33 + 33 | 5", all({by_publisher, kConnections})},
      {"publishers.rate", "250", "250 offered | 0us 4.0ms 8.0ms 12.0ms", all({offered, first_dues})},
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
  for (Row& row : message_rows()) rows.push_back(std::move(row));
  return rows;
}

}  // namespace amqpace::testing
