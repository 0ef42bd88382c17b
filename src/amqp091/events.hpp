// SPDX-License-Identifier: Apache-2.0
// What a Connection tells its owner. Everything a callback is given holds during that callback only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "amqp091/content.hpp"
#include "amqp091/methods.hpp"
#include "base/error.hpp"

namespace amqpace::amqp091 {

// What was agreed. 0: no limit, no heartbeats.
struct Tuning {
  std::uint32_t frame_max = 0;
  std::uint16_t channel_max = 0;
  std::uint16_t heartbeat = 0;  // seconds
};

// Server: someone wants in.
struct Login {
  std::string_view mechanism, user, password;
  TableView client_properties;
};

struct Closed {
  bool by_peer = false;    // false: our close() was answered
  std::uint16_t code = 0;  // the peer's, or ours
  std::string_view text;
  MethodId cause;  // of the peer's close; {0, 0} when none was named
};

// The peer broke the protocol (malformed), speaks another one (refused), or does not read its answers (lost).
// The connection is over: nothing is received or sent any more. Where the state allows it, out() ends with a
// connection.close that says `reply_code`: write that, then drop the socket.
struct ProtocolError {
  ErrorKind kind = ErrorKind::malformed;
  std::uint16_t reply_code = 0;
  std::uint64_t offset =
      0;  // in the stream of all received bytes: of the part of a frame, or of the field, at fault
  std::uint16_t channel = 0;
  MethodId method;  // {0, 0} when not known
  std::string what;

  Error error() const;  // with "offset 123" as the place
};

// Called from inside receive(). A handler may send, open and close; it may not call receive() nor destroy the
// connection.
class Handler {
 public:
  virtual ~Handler() = default;

  // Client: the handshake is done.
  virtual void on_opened(const Tuning& tuning) { static_cast<void>(tuning); }
  // Server: answer with accept_login() or refuse_login().
  virtual void on_login(const Login& login) { static_cast<void>(login); }
  // Server: answer with accept_vhost(), and the connection is open, or with close(ReplyCode::not_allowed, …).
  virtual void on_vhost(std::string_view vhost) { static_cast<void>(vhost); }

  // Every method without content that is no part of the handshake or of closing the connection. Of these,
  // Connection has done its part already:
  //   ChannelOpen     server: the channel stands, open-ok is in out()
  //   ChannelOpenOk   client: the channel stands
  //   ChannelClose    the peer closed it: close-ok is in out(), the number is free again
  //   ChannelCloseOk  our close_channel() was answered: the number is free again
  // ConnectionBlocked, ConnectionUnblocked and ConnectionUpdateSecret come here, with channel 0.
  virtual void on_method(std::uint16_t channel, const Method& method) = 0;
  virtual void on_content(const Content& content) = 0;

  // The last event, exactly one of them, once: write what is in out(), then drop the socket.
  virtual void on_closed(const Closed& closed) = 0;
  virtual void on_protocol_error(const ProtocolError& error) = 0;
};

}  // namespace amqpace::amqp091
