// SPDX-License-Identifier: Apache-2.0
// Bytes that are not the protocol: each kind is answered with its reply code and its place, however the reads
// fall, and ends the connection.
#include <gtest/gtest.h>

#include "amqp091/pair_for_test.hpp"
#include "amqp091/table_value.hpp"

namespace amqpace::amqp091 {
namespace {

using namespace std::string_literals;

RawBytes raw(std::string_view text) {
  const Bytes bytes = wire::as_bytes(text);
  return {bytes.begin(), bytes.end()};
}

template <class... Part>
RawBytes joined(const Part&... parts) {
  RawBytes all;
  (all.insert(all.end(), parts.begin(), parts.end()), ...);
  return all;
}

RawBytes header_payload(std::uint64_t body_size, std::string_view properties = "\0\0"s,
                        std::uint16_t class_id = 60) {
  RawBytes bytes(12 + properties.size());
  wire::Writer out(bytes);
  out.u16(class_id);
  out.u16(0);
  out.u64(body_size);
  out.bytes(wire::as_bytes(properties));
  return bytes;
}

RawBytes header_frame(std::uint16_t channel, std::uint64_t body_size) {
  return raw_frame(2, channel, header_payload(body_size));
}
RawBytes body_frame(std::uint16_t channel, std::size_t size) {
  return raw_frame(3, channel, RawBytes(size));
}
const RawBytes kPublish = method_frame(1, BasicPublish{.routing_key = "k"});

struct Expected {
  int code;
  std::uint64_t offset;  // from the first of the bytes given
  const char* what;
};

// An open server or client, with channel 1 open, is given `bytes`: whole, byte by byte, and in threes.
void expect_error(Role role, const RawBytes& bytes, const Expected& expected, Limits limits = {}) {
  for (const std::size_t step : {std::size_t{1'000'000}, std::size_t{1}, std::size_t{3}}) {
    Options offers = server_options();
    offers.limits = limits;
    Pair pair(client_options(), offers);
    pair.open();
    pair.client.open_channel();
    pair.run();
    Connection& target = role == Role::server ? pair.server : pair.client;
    Notes notes;
    const std::uint64_t start = target.received();
    for (std::size_t at = 0; at < bytes.size(); at += step)
      target.receive(Bytes(bytes).subspan(at, std::min(step, bytes.size() - at)), 0, notes);

    ASSERT_FALSE(notes.lines.empty()) << expected.what;
    EXPECT_EQ(notes.lines.back(),
              "error " + std::to_string(expected.code) + " at " + std::to_string(start + expected.offset))
        << expected.what << " in steps of " << step;
    EXPECT_EQ(notes.error.what, expected.what);
    EXPECT_EQ(notes.error.kind, ErrorKind::malformed);
    EXPECT_TRUE(target.is_over());
    // What is left for the peer is the close that says why, and nothing more is taken or sent.
    Connection& peer = role == Role::server ? pair.client : pair.server;
    Notes peer_notes;
    pair.carry(target, peer, peer_notes);
    ASSERT_FALSE(peer_notes.lines.empty());
    EXPECT_EQ(peer_notes.lines.back(),
              "closed by peer " + std::to_string(expected.code) + " " +
                  std::string(reply_name(static_cast<std::uint16_t>(expected.code))) + " - " + expected.what);
    const std::size_t lines = notes.lines.size();
    target.receive(kPublish, 0, notes);
    EXPECT_EQ(notes.lines.size(), lines);
    EXPECT_EQ(target.send(1, BasicAck{}), SendStatus::not_open);
  }
}

void expect_server_error(const RawBytes& bytes, const Expected& expected) {
  expect_error(Role::server, bytes, expected);
}

TEST(Malformed, Frames) {
  expect_server_error(raw_frame(4, 1, raw("xxxx")), {501, 0, "unknown frame type 4"});
  expect_server_error(raw_frame(0, 1, raw("xxxx")), {501, 0, "unknown frame type 0"});
  expect_server_error(raw("GET / HTTP/1.1"), {501, 0, "unknown frame type 71"});
  expect_server_error(raw_frame(1, 1, method_payload(BasicAck{}), std::byte{0xCD}),
                      {501, 7 + 13, "a frame does not end with its end mark"});
  expect_server_error(joined(method_frame(1, BasicAck{}), raw_frame(1, 1, RawBytes(131065))),
                      {501, 21 + 3, "a frame of 131065 bytes is larger than agreed"});
  expect_server_error(raw("\1\0\1\xff\xff\xff\xff"s),
                      {501, 3, "a frame of 4294967295 bytes is larger than agreed"});
  expect_server_error(raw_frame(8, 1, {}), {501, 1, "a heartbeat on a channel"});
  expect_server_error(raw_frame(8, 0, raw("x")), {501, 3, "a frame of 1 bytes is larger than agreed"});
}

TEST(Malformed, Methods) {
  expect_server_error(raw_frame(1, 1, raw("\0\74"s)), {502, 7 + 2, "a method frame too short for a method"});
  expect_server_error(raw_frame(1, 1, raw("\0\74\0\175"s)), {540, 7, "no such method"});
  expect_server_error(raw_frame(1, 1, raw("\0\132\0\12"s)), {540, 7, "no such method"});  // tx.select
  RawBytes cut = method_payload(BasicAck{});
  cut.pop_back();
  expect_server_error(raw_frame(1, 1, cut), {502, 7 + 4 + 8, "a bad field in basic.ack"});
  expect_server_error(raw_frame(1, 1, joined(method_payload(BasicAck{}), raw("x"))),
                      {502, 7 + 4 + 9, "bytes behind the last field of basic.ack"});
  // A short string that says it is longer than the frame: its length is at fault.
  expect_server_error(raw_frame(1, 1, raw("\0\62\0\12\0\0\377abc"s)),
                      {502, 7 + 6, "a bad field in queue.declare"});
}

TEST(Malformed, Tables) {
  const auto declare = [](const ByteArray& arguments) {
    return method_frame(1, QueueDeclare{.queue = "q", .arguments = TableView(arguments)});
  };
  const std::size_t inside_at = 7 + 4 + 2 + 2 + 1 + 4;
  expect_server_error(declare(raw("\1aZ")), {502, inside_at + 2, "a bad field in queue.declare"});
  expect_server_error(declare(raw("\1al\0\0\0"s)), {502, inside_at + 3, "a bad field in queue.declare"});
  Table table{{"leaf", true}};
  for (int level = 0; level < kMaxTableDepth; ++level) table = Table{{"t", std::move(table)}};
  expect_server_error(declare(encode_table(table)),
                      {502, inside_at + std::size_t{7} * kMaxTableDepth, "a bad field in queue.declare"});
}

TEST(Malformed, MethodsInTheWrongPlace) {
  expect_server_error(method_frame(0, QueueDeclare{}), {503, 1, "queue.declare on channel 0"});
  expect_server_error(method_frame(0, BasicPublish{}), {503, 1, "basic.publish on channel 0"});
  expect_server_error(method_frame(1, ConnectionClose{}), {503, 1, "connection.close on channel 1"});
  expect_server_error(method_frame(2, QueueDeclare{}),
                      {504, 1, "queue.declare on a channel that is not open"});
  expect_server_error(method_frame(2, BasicPublish{}),
                      {504, 1, "basic.publish on a channel that is not open"});
  expect_server_error(method_frame(1, ChannelOpen{}),
                      {504, 1, "channel.open does not fit the state of channel 1"});
  expect_server_error(method_frame(2048, ChannelOpen{}),
                      {504, 1, "channel.open does not fit the state of channel 2048"});
  expect_server_error(method_frame(2, ChannelClose{}),
                      {504, 1, "channel.close does not fit the state of channel 2"});
  expect_server_error(method_frame(1, ChannelCloseOk{}),
                      {504, 1, "channel.close-ok does not fit the state of channel 1"});
  expect_server_error(method_frame(2, ChannelFlow{}),
                      {504, 1, "channel.flow does not fit the state of channel 2"});
  expect_server_error(method_frame(0, ConnectionCloseOk{}),
                      {503, 7, "connection.close-ok on a connection that is open"});
  expect_server_error(method_frame(0, ConnectionOpen{}),
                      {503, 7, "connection.open on a connection that is open"});
}

TEST(Malformed, MethodsOfTheWrongSide) {
  expect_server_error(method_frame(1, QueueDeclareOk{}),
                      {503, 7, "queue.declare-ok is not the peer's to send"});
  expect_server_error(method_frame(1, BasicDeliver{}), {503, 7, "basic.deliver is not the peer's to send"});
  expect_error(Role::client, method_frame(1, QueueDeclare{}),
               {503, 7, "queue.declare is not the peer's to send"});
  expect_error(Role::client, kPublish, {503, 7, "basic.publish is not the peer's to send"});
  expect_error(Role::client, method_frame(2, ChannelOpenOk{}),
               {504, 1, "channel.open-ok does not fit the state of channel 2"});
}

TEST(Malformed, Contents) {
  const std::size_t p = kPublish.size();
  expect_server_error(header_frame(1, 5), {505, 0, "a content header that no method announced"});
  expect_server_error(body_frame(1, 5), {505, 0, "a body that no header announced"});
  expect_server_error(header_frame(0, 5), {505, 0, "a content header that no method announced"});
  expect_server_error(body_frame(7, 5), {504, 0, "a body that no header announced"});
  expect_server_error(joined(kPublish, body_frame(1, 5)), {505, p, "a body that no header announced"});
  expect_server_error(joined(kPublish, kPublish), {505, p, "a method where the rest of a message should be"});
  expect_server_error(joined(kPublish, method_frame(1, ChannelClose{})),
                      {505, p, "a method where the rest of a message should be"});
  expect_server_error(joined(kPublish, header_frame(1, 5), header_frame(1, 5)),
                      {505, p + 22, "a content header that no method announced"});
  expect_server_error(joined(kPublish, header_frame(1, 5), body_frame(1, 6)),
                      {501, p + 22 + 3, "more body than its header announced"});
  expect_server_error(joined(kPublish, header_frame(1, 5), body_frame(1, 3), body_frame(1, 3)),
                      {501, p + 22 + 11 + 3, "more body than its header announced"});
  expect_server_error(joined(kPublish, header_frame(1, 0), body_frame(1, 0)),
                      {505, p + 22, "a body that no header announced"});
}

TEST(Malformed, ContentHeaders) {
  const std::size_t at = kPublish.size() + 7;
  const auto with = [](const RawBytes& payload) { return joined(kPublish, raw_frame(2, 1, payload)); };
  expect_server_error(with(header_payload(5, "\0\0"s, 50)), {502, at, "a bad content header"});
  expect_server_error(with(raw("\0\74\0\0\0\0"s)), {502, at + 4, "a bad content header"});
  expect_server_error(with(header_payload(5, "")), {502, at + 12, "a bad content header"});
  expect_server_error(with(header_payload(5, "\0\1"s)), {502, at + 12, "a bad content header"});
  expect_server_error(with(header_payload(5, "\x80\0\3ab"s)), {502, at + 14, "a bad content header"});
  expect_server_error(with(header_payload(5, "\0\0x"s)), {502, at + 14, "a bad content header"});
  expect_server_error(with(header_payload(5, "\x20\0\0\0\0\3\1aZ"s)),
                      {502, at + 14 + 4 + 2, "a bad content header"});
}

TEST(Malformed, BodiesLargerThanAllowed) {
  Limits limits;
  limits.max_body = 1000;
  const std::size_t p = kPublish.size();
  expect_error(Role::server, joined(kPublish, header_frame(1, 1001)),
               {501, p + 7 + 4, "a body of 1001 bytes is larger than allowed"}, limits);
  expect_error(Role::server, joined(kPublish, header_frame(1, UINT64_MAX)),
               {501, p + 7 + 4, "a body of 18446744073709551615 bytes is larger than allowed"}, limits);
  limits.max_assembling = 500;
  // 14 bytes of header are kept too.
  expect_error(Role::server, joined(kPublish, header_frame(1, 1000), body_frame(1, 486), body_frame(1, 1)),
               {506, p + 22 + 494, "too many unfinished messages"}, limits);
  limits.max_assembling = 13;
  expect_error(Role::server, joined(kPublish, header_frame(1, 1000)),
               {506, p, "too many unfinished messages"}, limits);
}

TEST(Malformed, FromAServerIsNamedToTheClient) {
  expect_error(Role::client, joined(method_frame(1, BasicDeliver{}), header_frame(1, 5), body_frame(1, 6)),
               {501, method_frame(1, BasicDeliver{}).size() + 22 + 3, "more body than its header announced"});
}

TEST(Malformed, APeerThatDoesNotReadItsAnswersIsGivenUp) {
  Options offers = server_options();
  offers.limits.max_out = 1000;
  Pair pair(client_options(), offers);
  pair.open();
  Notes notes;
  for (std::uint16_t channel = 1; channel < 100 && !pair.server.is_over(); ++channel)
    pair.server.receive(method_frame(channel, ChannelOpen{}), 0, notes);
  EXPECT_EQ(notes.error.kind, ErrorKind::lost);
  EXPECT_EQ(notes.lines.size(), 62u + 1);  // 62 answers of 16 bytes fit
  EXPECT_EQ(notes.error.error().where, "offset " + std::to_string(notes.error.offset));
}

}  // namespace
}  // namespace amqpace::amqp091
