// SPDX-License-Identifier: Apache-2.0
// For the tests of this room: a handler that writes down what happens, and a client and a server wired back
// to back.
#pragma once

#include <string>
#include <vector>

#include "amqp091/connection.hpp"

namespace amqpace::amqp091 {

// Events as lines: "opened", "login guest/guest", "vhost /", "1 channel.open", "1 content basic.publish 5
// hello", "closed by peer 320 text", "error 501 at 12".
class Notes : public Handler {
 public:
  std::vector<std::string> lines;
  ProtocolError error;
  Tuning tuning;
  Connection* self = nullptr;
  bool accept = true;

  void on_opened(const Tuning& agreed) override {
    tuning = agreed;
    note("opened");
  }
  void on_login(const Login& login) override {
    note("login " + std::string(login.mechanism) + " " + std::string(login.user) + "/" +
         std::string(login.password));
    if (self == nullptr) return;
    if (accept) {
      self->accept_login();
    } else {
      self->refuse_login("ACCESS_REFUSED - no");
    }
  }
  void on_vhost(std::string_view vhost) override {
    note("vhost " + std::string(vhost));
    if (self != nullptr) self->accept_vhost();
  }
  void on_method(std::uint16_t channel, const Method& method) override {
    note(std::to_string(channel) + " " + std::string(traits(method).name));
  }
  void on_content(const Content& content) override {
    const std::string body(wire::as_text(content.body.first(std::min<std::size_t>(content.body.size(), 16))));
    note(std::to_string(content.channel) + " content " + std::string(traits(content.method).name) + " " +
         std::to_string(content.body.size()) + " " + body);
  }
  void on_closed(const Closed& closed) override {
    note(std::string("closed ") + (closed.by_peer ? "by peer " : "by us ") + std::to_string(closed.code) +
         " " + std::string(closed.text));
  }
  void on_protocol_error(const ProtocolError& found) override {
    error = found;
    note("error " + std::to_string(found.reply_code) + " at " + std::to_string(found.offset));
  }
  // What came since the last call.
  std::vector<std::string> take() { return std::exchange(lines, {}); }

 protected:
  void note(std::string line) { lines.push_back(std::move(line)); }
};

using RawBytes = std::vector<std::byte>;

// A frame of any kind, right or wrong.
inline RawBytes raw_frame(std::uint8_t type, std::uint16_t channel, Bytes payload,
                          std::byte end = kFrameEnd) {
  RawBytes bytes(kFrameOverhead + payload.size());
  wire::Writer out(bytes);
  out.u8(type);
  out.u16(channel);
  out.u32(static_cast<std::uint32_t>(payload.size()));
  out.bytes(payload);
  out.u8(static_cast<std::uint8_t>(end));
  return bytes;
}

template <class M>
RawBytes method_payload(const M& method) {
  RawBytes payload(encoded_size(method));
  wire::Writer out(payload);
  encode(method, out);
  return payload;
}

template <class M>
RawBytes method_frame(std::uint16_t channel, const M& method) {
  return raw_frame(1, channel, method_payload(method));
}

inline Options server_options() {
  Options options;
  options.role = Role::server;
  options.version = "1";
  return options;
}

inline Options client_options() {
  Options options;
  options.user = "guest";
  options.password = "secret";
  options.version = "1";
  options.connection_name = "test";
  return options;
}

struct Pair {
  explicit Pair(Options client_wants = client_options(), Options server_offers = server_options())
      : client(std::move(client_wants)), server(std::move(server_offers)) {
    server_notes.self = &server;
  }
  // Starts both and runs the handshake.
  void open() {
    start();
    run();
    client_notes.take();
    server_notes.take();
  }
  void start() {
    server.start(now);
    client.start(now);
  }
  // Carries bytes both ways, `step` at a time (0: all there are), until nothing moves.
  void run(std::size_t step = 0) {
    while (carry(client, server, server_notes, step) || carry(server, client, client_notes, step)) {
    }
  }
  bool carry(Connection& from, Connection& to, Handler& handler, std::size_t step = 0) const {
    if (from.out().empty()) return false;
    const Bytes all = from.out().view();
    const std::vector<std::byte> bytes(all.begin(), all.end());
    from.out().clear();
    const std::size_t part = step == 0 ? bytes.size() : step;
    for (std::size_t at = 0; at < bytes.size(); at += part)
      to.receive(Bytes(bytes).subspan(at, std::min(part, bytes.size() - at)), now, handler);
    return true;
  }

  Nanos now = 0;
  Connection client, server;
  Notes client_notes, server_notes;
};

}  // namespace amqpace::amqp091
