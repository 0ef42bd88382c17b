// SPDX-License-Identifier: Apache-2.0
// One AMQP 0-9-1 connection without I/O, client or server: bytes that were read go into receive(), events
// come out through a Handler, bytes to be written gather in out(). No sockets, no clock, no threads; no
// allocation per message once warm. client/ and broker/ own one per socket; tests and fuzzers drive it
// directly.
//
// What Connection does by itself: the handshake, heartbeats, channel numbers, the answers to close and to
// channel.open, frames and their limits, discarding what crosses a close. Everything else is an event and a
// send() of its owner.
//
//   client: start → on_opened → open_channel → on_method(ChannelOpenOk) → send, send_content … → close →
//   on_closed server: start → on_login: accept_login → on_vhost: accept_vhost → on_method(ChannelOpen) → …
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "amqp091/channels.hpp"
#include "amqp091/content.hpp"
#include "amqp091/events.hpp"
#include "amqp091/frame.hpp"
#include "amqp091/methods.hpp"
#include "amqp091/render.hpp"
#include "base/clock.hpp"
#include "wire/out_buffer.hpp"

namespace amqpace::amqp091 {

enum class Role : std::uint8_t { client, server };

struct Limits {
  std::size_t max_body = std::size_t{128} << 20;        // a larger announced body is a protocol error (501)
  std::size_t max_assembling = std::size_t{512} << 20;  // bodies coming in by parts, over all channels (506)
  std::size_t max_out = std::size_t{256} << 20;         // bytes waiting in out()
};

struct Options {
  Role role = Role::client;
  // What we propose (server) or want (client). The result is the smaller of both sides' numbers; 0 is "no
  // limit" and gives way to the other side's number, as RabbitMQ's clients do it (so heartbeats are off only
  // when both say 0). A frame_max below 4096 is raised to that.
  std::uint32_t frame_max = 131'072;
  std::uint16_t channel_max = 2047;
  std::uint16_t heartbeat = 10;  // seconds
  Limits limits;
  // Client: who logs in and how (PLAIN, AMQPLAIN or EXTERNAL, which sends neither of the two), and where to.
  std::string mechanism = "PLAIN", user, password, vhost = "/", connection_name;
  // Shown to the other side in our properties.
  std::string product = "amqpace", version, platform = "C++20";
  // Server: announced, separated by blanks. Connection reads PLAIN and AMQPLAIN.
  std::string mechanisms = "PLAIN AMQPLAIN";
};

enum class SendStatus : std::uint8_t {
  ok,
  full,       // out() would pass its limit; nothing was taken
  not_open,   // the connection or the channel does not stand (any more)
  bad_value,  // a string longer than 255 bytes, or a method or header that does not fit a frame
};

enum class Tick : std::uint8_t {
  ok,
  heartbeat_missed,  // two intervals without a byte from the peer: drop the socket
};

class Connection {
 public:
  explicit Connection(Options options);

  // Once, first. Client: puts the protocol header into out().
  void start(Nanos now);
  // Room for messages of this size that come in parts, so that the first of them allocates nothing. Set-up only.
  void expect_messages_of(std::size_t body_bytes);
  // Takes all of `bytes`; keeps a copy of at most one incomplete frame. `now`: the clock just after the read.
  void receive(Bytes bytes, Nanos now, Handler& handler);
  // Call at next_tick() or later, as often as liked. Sends a heartbeat when nothing was sent for half an
  // interval.
  Tick tick(Nanos now);
  Nanos next_tick() const;  // kNever without heartbeats

  // Methods without content, but for those that Connection keeps to itself (M::kManaged; does not compile).
  // ConnectionBlocked and its like go to channel 0.
  template <class M>
  SendStatus send(std::uint16_t channel, const M& method);
  // BasicPublish, BasicDeliver, BasicReturn, BasicGetOk. Body frames as frame_max wants them; all frames or
  // none.
  template <class M>
  SendStatus send_content(std::uint16_t channel, const M& method, const Properties& properties, Bytes body);
  // The same, with properties as ContentHeader::raw gave them.
  template <class M>
  SendStatus send_content(std::uint16_t channel, const M& method, Bytes raw_properties, Bytes body);
  // The bytes render_content() made for this channel, as they are. Where they went in out() is the answer,
  // for out().patch(at + rendered.patch_at, stamp); nothing when the channel is not open or out() is full.
  // In line, because once a message the way of an optional over the stack is dearer than all the rest of it.
  std::optional<std::uint64_t> send_rendered(std::uint16_t channel, Bytes rendered) {
    if (phase_ != Phase::open || channels_.at(channel) != ChannelState::open) return std::nullopt;
    const std::uint64_t at = out_.position();
    if (!out_.append(rendered)) return std::nullopt;
    return at;
  }

  // Client. Sends channel.open on the lowest free number; 0 when none is free or the connection does not
  // stand.
  std::uint16_t open_channel();
  // What the peer sends on the channel is discarded from now on until it answers (ChannelCloseOk). When both
  // sides close at once, the peer's close is answered and not shown.
  SendStatus close_channel(std::uint16_t channel, ReplyCode code = ReplyCode::reply_success,
                           std::string_view text = {}, MethodId cause = {});
  bool channel_open(std::uint16_t channel) const { return channels_.at(channel) == ChannelState::open; }

  // Server. Each answers its event, from inside it or later.
  void accept_login();
  // Says so (403) to a client that understands it (authentication_failure_close); others expect the socket to
  // be dropped. Drop it once out() is written, whether or not on_closed comes.
  void refuse_login(std::string_view text);
  void accept_vhost();  // to refuse: close(ReplyCode::not_allowed, …)

  // Sends connection.close; all but the answer is discarded from now on. `text` is cut at 255 bytes, here as
  // in close_channel. Does nothing when already closing, closed or failed, or before the handshake has begun.
  // When both sides close at once, the peer's close is answered and on_closed waits for the answer to ours.
  void close(ReplyCode code = ReplyCode::reply_success, std::string_view text = {}, MethodId cause = {});

  wire::OutBuffer& out() { return out_; }
  const wire::OutBuffer& out() const { return out_; }
  bool is_open() const { return phase_ == Phase::open; }
  bool is_over() const { return phase_ == Phase::closed || phase_ == Phase::failed; }
  const Tuning& tuning() const { return tuning_; }
  // Client: the server's properties; server: the client's. Known from the handshake on, held as long as the
  // connection.
  TableView peer_properties() const { return TableView(peer_properties_); }
  // Whether the peer's properties say {capabilities: {name: true}}.
  bool peer_capability(std::string_view name) const;
  std::uint64_t received() const { return received_; }  // bytes over all

 private:
  enum class Phase : std::uint8_t {
    idle,
    await_protocol,  // server
    await_start,     // client
    await_start_ok,  // server
    await_accept,    // server: its owner looks at the login
    await_tune,      // client
    await_tune_ok,   // server
    await_open,      // server
    await_vhost,     // server: its owner looks at the virtual host
    await_open_ok,   // client
    open,
    closing,  // we sent close
    closed,
    failed,
  };
  // What an error is about.
  struct Place {
    std::uint64_t offset = 0;
    std::uint16_t channel = 0;
    MethodId method;
    // The same method, with its frame's channel number at fault.
    Place at_channel() const { return {offset - kFrameHead + 1, channel, method}; }
  };

  // connection_receive.cpp: from bytes to frames, from frames to messages
  bool awaits_protocol_header(Bytes bytes) const;
  void protocol_header(Bytes bytes, std::uint64_t offset);
  std::size_t wanted(Bytes begun) const;
  Bytes complete_tail(Bytes bytes, Handler& handler);
  std::size_t frames(Bytes bytes, std::uint64_t offset, Handler& handler);
  [[gnu::cold]] bool good_head(const FrameHead& head, std::uint64_t offset);
  std::optional<std::size_t> busy_method(const Frame& frame, Bytes rest, Handler& handler);
  std::size_t method_frame(const Frame& frame, Bytes rest, Handler& handler);
  bool decode_method_frame(const Frame& frame, const Place& place, Method& method);
  std::size_t content_in_place(const Frame& frame, const Method& method, Bytes rest, Handler& handler);
  void header_frame(const Frame& frame, Handler& handler);
  void body_frame(const Frame& frame, Handler& handler);
  Assembly* assembly_for(const Frame& frame, Assembly::Awaits awaits);
  void complete(std::uint16_t channel, Bytes body_in_place, Handler& handler);
  bool discards(std::uint16_t channel) const;

  // connection_methods.cpp: what methods mean for the state
  void on_method(const Place& place, const Method& method, Handler& handler);
  void on_handshake(const Place& place, const Method& method, Handler& handler);
  void on_connection_method(const Place& place, const Method& method, Handler& handler);
  void on_channel_method(const Place& place, const Method& method, Handler& handler);
  void on_close(const ConnectionClose& close, Handler& handler);
  void on_start(const ConnectionStart& start, const Place& place);
  void on_start_ok(const ConnectionStartOk& start_ok, const Place& place, Handler& handler);
  void on_tune(const ConnectionTune& tune, const Place& place);
  void on_tune_ok(const ConnectionTuneOk& tune_ok, const Place& place);
  void set_tuning(const Tuning& tuning);
  [[gnu::cold]] void fail(ReplyCode code, std::string what, const Place& place, ErrorKind kind = ErrorKind::malformed);

  // connection_send.cpp
  SendStatus can_send(std::uint16_t channel, std::size_t method_size) const;
  SendStatus extend_content(std::uint16_t channel, std::size_t method_size, std::size_t properties_size,
                            std::size_t body_size, std::span<std::byte>& into);
  template <class M>
  bool put_method(std::uint16_t channel, const M& method);
  template <class M>
  void reply(std::uint16_t channel, const M& method);
  std::vector<std::byte> own_properties() const;

  Options options_;
  Phase phase_ = Phase::idle;
  Tuning tuning_;
  wire::OutBuffer out_;
  Channels channels_;
  std::size_t largest_payload_;  // of a frame to be received
  std::vector<std::byte> tail_;  // an incomplete frame
  std::vector<std::byte> peer_properties_;
  std::optional<ProtocolError> error_;  // found and not yet told
  std::uint64_t received_ = 0;
  Nanos now_ = 0;  // as last told
  Nanos last_received_ = 0;
  Nanos last_sent_ = 0;  // not after the last byte appended to out_
  Nanos last_tick_ = 0;
  std::uint64_t ticked_position_ = 0;  // of out_ at the last tick
  std::uint16_t close_code_ = 0;
  std::string close_text_;
};

}  // namespace amqpace::amqp091

#include "amqp091/connection_send.hpp"
