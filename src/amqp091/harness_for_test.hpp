// SPDX-License-Identifier: Apache-2.0
// What must hold for any bytes whatever, as functions of those bytes: run by the fuzz targets over what they
// invent and by corpus_test.cpp over what they found. The answer is empty, or the sentence that turned out
// untrue.
//
// Input of a connection: an octet of flags, an octet that says how the second run cuts the bytes into reads,
// the bytes.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "amqp091/login.hpp"
#include "amqp091/pair_for_test.hpp"
#include "amqp091/table_value.hpp"

namespace amqpace::amqp091 {

struct FuzzFlags {
  bool opened = false;         // begin with an open connection that has channels 1 and 2
  bool refuse = false;         // refuse the login
  bool close_channel = false;  // close the channel on which the second event comes
  bool close = false;          // close the connection on the third event
  explicit FuzzFlags(std::byte flags)
      : opened((flags & std::byte{1}) != std::byte{0}),
        refuse((flags & std::byte{2}) != std::byte{0}),
        close_channel((flags & std::byte{4}) != std::byte{0}),
        close((flags & std::byte{8}) != std::byte{0}) {}
};

// Looks at everything it is shown, keeps a digest of it, and does a few things an owner does.
class FuzzOwner : public Handler {
 public:
  FuzzOwner(FuzzFlags wanted, Connection& connection) : flags_(wanted), connection_(connection) {}

  const std::string& untrue() const { return untrue_; }
  std::uint64_t digest() const { return digest_; }
  void mix(Bytes bytes) {
    for (const std::byte b : bytes) digest_ = (digest_ ^ static_cast<std::uint64_t>(b)) * 0x100000001b3u;
    mix(bytes.size());
  }
  void mix(std::uint64_t number) { digest_ = (digest_ ^ number) * 0x100000001b3u; }

  void on_opened(const Tuning& tuning) override { mix(tuning.frame_max); }
  void on_login(const Login& login) override {
    mix(wire::as_bytes(login.user));
    mix(wire::as_bytes(login.password));
    look(login.client_properties, 1);
    if (flags_.refuse) {
      connection_.refuse_login("no");
    } else {
      connection_.accept_login();
    }
  }
  void on_vhost(std::string_view vhost) override {
    mix(wire::as_bytes(vhost));
    connection_.accept_vhost();
  }
  void on_method(std::uint16_t channel, const Method& method) override {
    look(method);
    act(channel);
  }
  void on_content(const Content& content) override {
    look(content.method);
    mix(content.header.raw);
    mix(content.body);
    Properties properties = content.header.properties;
    if (properties.has(Properties::kHeaders)) look(properties.headers, 1);
    RawBytes again(encoded_size(properties));
    wire::Writer out(again);
    encode(properties, out);
    must(wire::as_text(again) == wire::as_text(content.header.raw), "properties are encoded as they came");
    must(content.body.size() == content.header.body_size, "a body has the size that was announced");
    must(traits(content.method).content, "only methods with content have content");
    if (std::holds_alternative<BasicPublish>(content.method))
      connection_.send_content(content.channel, BasicDeliver{.delivery_tag = 1}, content.header.raw,
                               content.body);
    act(content.channel);
  }
  void on_closed(const Closed& closed) override {
    mix(closed.code);
    mix(wire::as_bytes(closed.text));
    must(++ends_ == 1, "a connection ends once");
  }
  void on_protocol_error(const ProtocolError& error) override {
    mix(error.reply_code);
    mix(error.offset);
    mix(wire::as_bytes(error.what));
    must(++ends_ == 1, "a connection ends once");
    must(error.offset <= connection_.received(), "an error lies in what was received");
  }

 private:
  void must(bool holds, const char* sentence) {
    if (!holds && untrue_.empty()) untrue_ = sentence;
  }
  void look(const FieldView& field, int depth) {
    mix(static_cast<std::uint64_t>(field.type));
    mix(field.bytes);
    if (field.type == 'F') look(field.table(), depth + 1);
    if (field.type != 'A') return;
    must(depth < kMaxTableDepth, "tables shown are no deeper than the limit");
    for (const FieldView& element : field.array()) look(element, depth + 1);
  }
  void look(TableView table, int depth) {
    must(depth <= kMaxTableDepth, "tables shown are no deeper than the limit");
    for (const auto& [name, value] : table) {
      mix(wire::as_bytes(name));
      look(value, depth);
    }
  }
  void look_field(const TableView& table) { look(table, 1); }
  template <class T>
  void look_field(const T&) {}
  void look(const Method& shown) {
    mix(shown.index());
    std::visit(
        [this](auto method) {
          method.each_field([&](const auto& field) { look_field(field); });
          const RawBytes bytes = method_payload(method);
          mix(bytes);
          wire::Reader in(Bytes(bytes).subspan(4));
          Method again;
          decode_method(method.kId, in, again);
          must(again == Method(method), "methods are encoded as they came");
        },
        shown);
  }
  void act(std::uint16_t channel) {
    ++events_;
    must(!connection_.is_over(), "nothing is shown after the end");
    if (flags_.close_channel && events_ == 2) connection_.close_channel(channel);
    if (flags_.close && events_ == 3) connection_.close(ReplyCode::internal_error, "stop");
  }

  FuzzFlags flags_;
  Connection& connection_;
  std::string untrue_;
  std::uint64_t digest_ = 0xcbf29ce484222325u;
  int events_ = 0, ends_ = 0;
};

// What brings a fresh connection of that role to FuzzFlags::opened.
inline RawBytes opening(Role role) {
  RawBytes all;
  const auto add = [&](Bytes bytes) { all.insert(all.end(), bytes.begin(), bytes.end()); };
  if (role == Role::client) {
    add(method_frame(0, ConnectionStart{.version_minor = 9, .mechanisms = "PLAIN"}));
    add(method_frame(0, ConnectionTune{.channel_max = 10, .frame_max = 4096}));
    add(method_frame(0, ConnectionOpenOk{}));
    return all;
  }
  add(kProtocolHeader);
  const std::string response = plain_response("u", "p");
  add(method_frame(0, ConnectionStartOk{.mechanism = "PLAIN", .response = response}));
  add(method_frame(0, ConnectionTuneOk{.channel_max = 10, .frame_max = 4096}));
  add(method_frame(0, ConnectionOpen{.virtual_host = "/"}));
  add(method_frame(1, ChannelOpen{}));
  add(method_frame(2, ChannelOpen{}));
  return all;
}

struct FuzzRun {
  std::string untrue;
  std::uint64_t digest = 0;
};

// One life of a connection that reads `stream` in pieces of at most `piece` bytes.
inline FuzzRun run_once(Role role, FuzzFlags flags, Bytes stream, std::size_t piece) {
  Options options = role == Role::client ? client_options() : server_options();
  options.frame_max = 4096;
  options.channel_max = 10;
  options.heartbeat = 0;
  options.limits.max_body = 8192;
  Connection connection(options);
  connection.start(0);
  if (flags.opened) {
    FuzzOwner owner(FuzzFlags(std::byte{0}), connection);
    connection.receive(opening(role), 0, owner);
    if (role == Role::client) {
      RawBytes answers;
      for (const std::uint16_t channel : {connection.open_channel(), connection.open_channel()}) {
        const RawBytes answer = method_frame(channel, ChannelOpenOk{});
        answers.insert(answers.end(), answer.begin(), answer.end());
      }
      connection.receive(answers, 0, owner);
    }
    if (!connection.is_open()) return {"a good handshake opens the connection", 0};
  }
  FuzzOwner owner(flags, connection);
  while (!stream.empty()) {
    const Bytes part = stream.first(std::min(piece, stream.size()));
    // A block of its own and no larger, so that a sanitizer sees each byte read beyond it.
    const auto block = std::make_unique<std::byte[]>(part.size());
    std::copy(part.begin(), part.end(), block.get());
    connection.receive({block.get(), part.size()}, 0, owner);
    stream = stream.subspan(part.size());
  }
  owner.mix(connection.out().view());
  return {owner.untrue(), owner.digest()};
}

inline std::string run_connection(Role role, Bytes input) {
  if (input.size() < 2) return "";
  const FuzzFlags flags(input[0]);
  const std::size_t piece = 1 + static_cast<std::size_t>(input[1]) % 100;
  const Bytes stream = input.subspan(2);
  const FuzzRun whole = run_once(role, flags, stream, stream.size() + 1);
  if (!whole.untrue.empty()) return whole.untrue;
  const FuzzRun cut = run_once(role, flags, stream, piece);
  if (!cut.untrue.empty()) return cut.untrue;
  return whole.digest == cut.digest ? "" : "what is shown and answered does not depend on how the reads fall";
}

inline int depth_of(const FieldValue& value);
inline int depth_of(const Table& table) {
  int deepest = 0;
  for (const Field& field : table) deepest = std::max(deepest, depth_of(field.value));
  return 1 + deepest;
}
inline int depth_of(const FieldValue& value) {
  if (const auto* table = value.as<Table>()) return depth_of(*table);
  const auto* array = value.as<Array>();
  if (array == nullptr) return 0;
  int deepest = 0;
  for (const FieldValue& element : *array) deepest = std::max(deepest, depth_of(element));
  return 1 + deepest;
}

inline std::string run_client(Bytes input) {
  return run_connection(Role::client, input);
}
inline std::string run_server(Bytes input) {
  return run_connection(Role::server, input);
}

// Input: the inside of a field table.
inline std::string run_table(Bytes input) {
  const TableView view(input);
  const auto bad = check_table(view);
  if (bad && *bad > input.size()) return "the place of an error lies in the table";
  const Table copy = copy_table(view);
  if (depth_of(copy) > kMaxTableDepth) return "tables are copied no deeper than the limit";
  for (const Field& field : copy) {
    if (!view.find(field.name)) return "each name that is shown is found";
  }
  const ByteArray once = encode_table(copy);
  if (check_table(TableView(once))) return "what was copied can be sent";
  if (!bad && once.size() != input.size()) return "a good table is copied whole";
  if (encode_table(copy_table(TableView(once))) != once) return "copies of copies are the same";
  return parse_response("AMQPLAIN", wire::as_text(input)) && bad ? "only good tables log in" : "";
}

}  // namespace amqpace::amqp091
