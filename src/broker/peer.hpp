// SPDX-License-Identifier: Apache-2.0
// One connection of the server: bytes from the socket to the codec, its events to the core, and what the core
// and the codec have to say back to the socket, written once at the end of the server's turn.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "amqp091/connection.hpp"
#include "amqp091/table_value.hpp"
#include "broker/channel.hpp"
#include "net/loop.hpp"

namespace amqpace::broker {

class Peer;
class Server;

// A channel of a peer: the core's part, and the Outlet that puts into frames what it says.
class PeerChannel final : public Outlet {
 public:
  PeerChannel(Peer& peer, std::uint16_t number);
  std::uint16_t number() const { return number_; }
  Channel& core() { return core_; }

  bool has_room() const override;
  void deliver(const DeliveryView& delivery) override;
  void returned(const Message& message) override;
  void confirm(std::uint64_t tag, bool multiple) override;
  void nack(std::uint64_t tag) override;
  void cancelled(std::string_view consumer_tag) override;
  // Those of a message with the header that this delivery adds. Holds until the next call.
  std::span<const std::byte> properties_of(const Message& message, const AddedHeader& added);

  std::string last_queue;  // the one declared last: what an empty queue name means

 private:
  Peer& peer_;
  std::uint16_t number_;
  amqp091::ByteArray changed_properties_;
  Channel core_;
};

class Peer final : public net::StreamEvents, public amqp091::Handler {
 public:
  Peer(Server& server, std::unique_ptr<net::ServerStream> stream);
  ~Peer() override;

  void write();        // what waits in the codec's out buffer, as far as the socket takes it
  void begin_stall();  // reads and writes nothing until…
  void end_stall();
  // The memory alarm. Only who publishes is told, and not read from while it lasts.
  bool alarm(bool on);  // true: that is news to it
  // Flow control: who publishes is not read from.
  void hold_back(bool on);
  // Faults. A silence is counted from now; false: it is silent already.
  void drop();
  bool silence(Nanos length);
  void close(std::uint16_t code, std::string_view why);
  std::uint64_t number() const { return caller_.connection; }
  std::string client_name() const;     // the connection_name that the client gave, "" without
  bool gone() const { return gone_; }  // to be destroyed
  bool open() const { return connection_.is_open(); }

 private:
  friend class PeerChannel;
  friend class Requests;
  friend class Server;
  friend class Strikes;
  static constexpr std::size_t kRoom = std::size_t{1}
                                       << 20;          // unsent bytes from which on nothing is delivered…
  static constexpr std::size_t kLowWater = kRoom / 2;  // …and below which delivery goes on
  static constexpr int kReadsPerTurn = 4;
  static constexpr Nanos kHandshakeTime = 10 * kSecond;
  static constexpr Nanos kEndingTime = 2 * kSecond;  // for the peer to answer a close, or to close its socket

  void on_readable() override;
  void on_writable() override;
  void on_failed(const Error& error) override;

  void on_login(const amqp091::Login& login) override;
  void on_vhost(std::string_view vhost) override;
  void on_method(std::uint16_t channel, const amqp091::Method& method) override;
  void on_content(const amqp091::Content& content) override;
  void on_closed(const amqp091::Closed& closed) override;
  void on_protocol_error(const amqp091::ProtocolError& error) override;

  bool has_room() const;
  void read_or_not();
  void refuse(std::uint16_t channel, const Refusal& refusal, amqp091::MethodId cause);
  void answered(amqp091::SendStatus status);
  PeerChannel* channel(std::uint16_t number);
  void drop_channels();
  void end_soon();
  void lose();  // the socket is of no use any more
  void on_timer();
  void end_silence();

  Server& server_;
  std::unique_ptr<net::ServerStream> stream_;
  amqp091::Connection connection_;
  net::Timer silence_timer_;
  net::Timer timer_;  // time limit of the handshake and of the ending, heartbeats in between
  Caller caller_;
  std::vector<std::unique_ptr<PeerChannel>> channels_;  // by number
  bool wants_writable_ = false;
  mutable bool was_full_ = false;
  bool publishes_ = false;
  bool blocked_ = false;  // by the alarm
  bool held_back_ = false;
  bool stalled_ = false;
  bool silent_ = false;
  bool in_turn_ = false;  // in the server's list of those who may have something to write
  bool ending_ = false;
  bool broken_ = false;
  bool shut_ = false;
  bool gone_ = false;
};

}  // namespace amqpace::broker
