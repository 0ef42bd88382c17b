// SPDX-License-Identifier: Apache-2.0
#include "amqp091/render.hpp"

#include <gtest/gtest.h>

#include "amqp091/pair_for_test.hpp"
#include "amqp091/table_value.hpp"

namespace amqpace::amqp091 {
namespace {

constexpr std::size_t kStamp = 40;

// Keeps the last message as values.
struct Keeper : Notes {
  std::string body, header;
  void on_content(const Content& content) override {
    body = wire::as_text(content.body);
    if (const auto value = content.header.properties.headers.find("x-amqpace"))
      header = wire::as_text(value->bytes);
  }
};

struct Target {
  explicit Target(std::uint32_t frame_max) : pair(options(frame_max)) {
    pair.open();
    pair.client.open_channel();
    pair.run();
  }
  static Options options(std::uint32_t frame_max) {
    Options wanted = client_options();
    wanted.frame_max = frame_max;
    return wanted;
  }
  // Sends it with its stamp replaced, the way a publisher does.
  void send(const Rendered& rendered, std::string_view stamp) {
    const auto at = pair.client.send_rendered(1, rendered.bytes);
    ASSERT_TRUE(at);
    if (rendered.patch_size > 0) pair.client.out().patch(*at + rendered.patch_at, wire::as_bytes(stamp));
    pair.carry(pair.client, pair.server, keeper);
    ASSERT_TRUE(pair.server.is_open());
  }
  Pair pair;
  Keeper keeper;
};

RenderOptions with_body_stamp(std::uint32_t frame_max, std::size_t offset = 0) {
  return {.channel = 1, .frame_max = frame_max, .patch = {Patch::Where::body, offset, kStamp, {}}};
}

TEST(Rendered, IsTheSameAsSendContent) {
  Target target(4096);
  for (const std::size_t size : {0u, 10u, 4088u, 4089u, 20000u}) {
    const std::string body(size, 'b');
    const BasicPublish method{.exchange = "ex", .routing_key = "key", .mandatory = true};
    Properties properties;
    properties.with_delivery_mode(2).with_content_type("text/plain");
    const auto rendered =
        render_content(method, properties, wire::as_bytes(body), {.channel = 1, .frame_max = 4096});
    ASSERT_TRUE(rendered);
    ASSERT_EQ(target.pair.client.send_content(1, method, properties, wire::as_bytes(body)), SendStatus::ok);
    EXPECT_EQ(wire::as_text(target.pair.client.out().view()), wire::as_text(rendered->bytes)) << size;
    target.pair.client.out().clear();
  }
}

TEST(Rendered, TakesAStampAtTheFrontOfABody) {
  Target target(4096);
  for (const std::size_t size : {40u, 100u, 4088u, 9000u}) {
    const std::string body(size, 'b');
    const auto rendered =
        render_content(BasicPublish{}, Properties{}, wire::as_bytes(body), with_body_stamp(4096));
    ASSERT_TRUE(rendered);
    const std::string stamp(kStamp, 'S');
    target.send(*rendered, stamp);
    EXPECT_EQ(target.keeper.body, stamp + body.substr(kStamp)) << size;
  }
}

TEST(Rendered, TakesAStampInALaterFrame) {
  Target target(4096);
  const std::string body(9000, 'b');
  const auto rendered =
      render_content(BasicPublish{}, Properties{}, wire::as_bytes(body), with_body_stamp(4096, 4088 + 5));
  ASSERT_TRUE(rendered);
  target.send(*rendered, std::string(kStamp, 'S'));
  EXPECT_EQ(target.keeper.body.substr(4093, kStamp), std::string(kStamp, 'S'));
  EXPECT_EQ(target.keeper.body.find('S'), 4093u);
}

TEST(Rendered, TakesAStampInAHeader) {
  Target target(131072);
  const ByteArray headers =
      encode_table({{"a", "b"}, {"x-amqpace", ByteArray(kStamp)}, {"c", std::int32_t{1}}});
  Properties properties;
  properties.with_headers(TableView(headers)).with_delivery_mode(1);
  const auto rendered =
      render_content(BasicPublish{.routing_key = "k"}, properties, wire::as_bytes("body"),
                     {.channel = 1, .patch = {Patch::Where::header, 0, kStamp, "x-amqpace"}});
  ASSERT_TRUE(rendered);
  target.send(*rendered, std::string(kStamp, 'H'));
  EXPECT_EQ(target.keeper.header, std::string(kStamp, 'H'));
  EXPECT_EQ(target.keeper.body, "body");
}

TEST(Rendered, RefusesWhatCannotBePatchedOrSent) {
  const auto render = [](const Properties& properties, std::string_view body, const RenderOptions& options) {
    const auto rendered = render_content(BasicPublish{}, properties, wire::as_bytes(body), options);
    return rendered ? "" : rendered.error().what;
  };
  const std::string body(9000, 'b');
  EXPECT_EQ(render({}, "short", with_body_stamp(4096)),
            "the part of the body to be patched lies outside of it");
  EXPECT_EQ(render({}, body, with_body_stamp(4096, 4080)),
            "the part of the body to be patched does not lie in one frame");
  EXPECT_EQ(render({}, body, with_body_stamp(0, 4080)), "");
  EXPECT_EQ(render({}, "", {.patch = {Patch::Where::header, 0, kStamp, "h"}}),
            "no byte array of the size to be patched in the headers: h");
  EXPECT_EQ(render(Properties{}.with_type(std::string(256, 't')), "", {}),
            "a name, key or property is longer than 255 bytes");
  const ByteArray headers = encode_table({{"a", std::string(5000, 'x')}});
  EXPECT_EQ(render(Properties{}.with_headers(TableView(headers)), "", {.frame_max = 4096}),
            "the headers do not fit a frame");
}

TEST(ContentHeader, PassesOnRawProperties) {
  Target target(4096);
  const ByteArray headers = encode_table({{"x-amqpace", ByteArray(3, std::byte{'r'})}});
  const auto rendered =
      render_content(BasicPublish{}, Properties{}.with_headers(TableView(headers)), {}, {.channel = 1});
  ASSERT_TRUE(rendered);
  struct Echo : Notes {
    void on_content(const Content& content) override {
      EXPECT_EQ(self->send_content(1, BasicDeliver{}, content.header.raw, content.body), SendStatus::ok);
    }
  } echo;
  echo.self = &target.pair.server;
  target.pair.client.send_rendered(1, rendered->bytes);
  target.pair.carry(target.pair.client, target.pair.server, echo);
  target.pair.carry(target.pair.server, target.pair.client, target.keeper);
  EXPECT_EQ(target.keeper.header, "rrr");
}

}  // namespace
}  // namespace amqpace::amqp091
