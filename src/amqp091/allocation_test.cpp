// SPDX-License-Identifier: Apache-2.0
// Counts what is allocated while messages, confirms and acks go through warm connections: nothing.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "amqp091/pair_for_test.hpp"
#include "amqp091/table_value.hpp"

namespace {
std::size_t allocations = 0;
}

// Not inlined: the compiler would see a free() of what new gave, and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  std::abort();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace amqpace::amqp091 {
namespace {

class Counter : public Handler {
 public:
  std::uint64_t messages = 0, bytes = 0, answers = 0, deaths = 0;
  void on_method(std::uint16_t, const Method& method) override {
    if (const auto* ack = std::get_if<BasicAck>(&method)) answers += ack->delivery_tag > 0 ? 1 : 0;
  }
  void on_content(const Content& content) override {
    ++messages;
    bytes += content.body.size();
    if (content.header.properties.headers.find("x-death")) ++deaths;
  }
  void on_closed(const Closed&) override {}
  void on_protocol_error(const ProtocolError&) override { FAIL(); }
};

// One round: a rendered publish with its stamp patched, a large one, deliveries, confirms and acks, in both
// directions, read in pieces of `step` bytes.
struct Traffic {
  explicit Traffic(std::size_t piece) : step(piece) {
    pair.open();
    pair.client.open_channel();
    pair.run();
    const std::string body(512, 'b');
    rendered = *render_content(BasicPublish{.exchange = "ex", .routing_key = "key"},
                               Properties{}.with_delivery_mode(1), wire::as_bytes(body),
                               {.channel = 1, .frame_max = 131072, .patch = {Patch::Where::body, 0, 40, {}}});
    const ByteArray table = encode_table({{"x-death", Array{Table{{"queue", "q"}}}}});
    headers.assign(table.begin(), table.end());
  }
  void round() {
    for (int i = 0; i < 20; ++i) {
      const auto at = pair.client.send_rendered(1, rendered.bytes);
      pair.client.out().patch(*at + rendered.patch_at, wire::as_bytes(stamp));
      pair.client.send(1, BasicAck{.delivery_tag = 1, .multiple = true});
      pair.server.send(1, BasicAck{.delivery_tag = 1, .multiple = true});
      pair.server.send_content(1, BasicDeliver{.consumer_tag = "c", .delivery_tag = 1},
                               Properties{}.with_headers(TableView(headers)), wire::as_bytes(stamp));
    }
    pair.client.send_content(1, BasicPublish{}, Properties{}, large);
    move(pair.client, pair.server, server_side);
    move(pair.server, pair.client, client_side);
    pair.client.tick(pair.now);
    pair.server.tick(pair.now);
    pair.now += kSecond;
  }
  void move(Connection& from, Connection& to, Handler& handler) const {
    while (!from.out().empty()) {
      const Bytes piece = from.out().view().first(std::min(step, from.out().size()));
      to.receive(piece, pair.now, handler);
      from.out().consume(piece.size());
    }
  }

  Pair pair;
  std::size_t step;
  Rendered rendered;
  ByteArray headers;
  std::vector<std::byte> large = std::vector<std::byte>(300'000);
  std::string stamp = std::string(40, 's');
  Counter client_side, server_side;
};

TEST(Allocation, NoneOnTheMessagePathOnceWarm) {
  for (const std::size_t step : {std::size_t{65'536}, std::size_t{1000}, std::size_t{1}}) {
    Traffic traffic(step);
    traffic.round();
    traffic.round();
    const std::size_t before = allocations;
    for (int i = 0; i < 5; ++i) traffic.round();
    EXPECT_EQ(allocations - before, 0u) << "in steps of " << step;
    EXPECT_EQ(traffic.server_side.messages, 7u * 21);
    EXPECT_EQ(traffic.server_side.bytes, 7u * (20 * 512 + 300'000));
    EXPECT_EQ(traffic.client_side.messages, 7u * 20);
    EXPECT_EQ(traffic.client_side.deaths, 7u * 20);
    EXPECT_EQ(traffic.client_side.answers, 7u * 20);
    EXPECT_EQ(traffic.server_side.answers, 7u * 20);
  }
}

}  // namespace
}  // namespace amqpace::amqp091
