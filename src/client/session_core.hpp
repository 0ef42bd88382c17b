// SPDX-License-Identifier: Apache-2.0
// The life of one AMQP 0-9-1 connection on a loop: connecting with a deadline, reading, writing, heartbeats,
// closing, and which channel belongs to whom. Session091 is the handle the engine holds; publishers,
// consumers and the admin channel are the users of the channels. Everything runs on the loop's thread.
//
// The handle may be dropped inside any callback. Whatever calls out therefore holds an Entry, and the core
// outlives the last one; once detached it calls nobody.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "amqp091/connection.hpp"
#include "client/outbox.hpp"
#include "client/session.hpp"
#include "client/wording.hpp"
#include "net/loop.hpp"

namespace amqpace::client {

// Whoever uses a channel. Registered once, lives as long as the core.
class ChannelUser {
 public:
  virtual ~ChannelUser() = default;
  virtual void
  on_connection_open() = 0;  // time to open the channel; at once when the connection stood before
  virtual void on_method(const amqp091::Method& method, Nanos read_at) = 0;
  virtual void on_content(const amqp091::Content& content, Nanos read_at) = 0;
  // `reply`: the broker's, when it closed the connection.
  virtual void on_connection_over(const Error& why, const Reply* reply, Nanos at) = 0;
  virtual std::size_t unsettled() const = 0;
};

class SessionCore final : private net::StreamEvents, private amqp091::Handler {
 public:
  // `refusal`: open() answers with it, for addresses this version cannot talk to.
  SessionCore(net::Loop& loop, net::Address to, const ConnectOptions& options, SessionEvents& events,
              std::optional<Error> refusal);
  ~SessionCore() override;

  // Keeps the core alive while something calls out.
  class Entry {
   public:
    explicit Entry(SessionCore& core) : core_(core) { ++core_.entries_; }
    ~Entry() { --core_.entries_; }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

   private:
    SessionCore& core_;
  };
  // The handle is gone: no callbacks from here on, the socket is dropped. The core goes with the last Entry.
  static void detach(std::unique_ptr<SessionCore> core);
  bool detached() const { return detached_; }

  void open();
  void close();
  void flush(Nanos now);
  void pause_reading(bool on);
  bool is_open() const { return state_ == State::open; }
  bool is_over() const { return state_ == State::over; }
  bool blocked() const { return blocked_; }
  std::size_t unsettled() const;
  const std::string& server_product() const { return server_product_; }

  // For channel users.
  ChannelUser& add(std::unique_ptr<ChannelUser> user);
  // 0: the connection does not stand, or has no channel number left.
  std::uint16_t open_channel(ChannelUser& user);
  amqp091::Connection& connection() { return connection_; }
  Outbox& outbox() { return outbox_; }
  const Clock& clock() const { return loop_.clock(); }
  net::Loop& loop() { return loop_; }
  // Control frames were put into the send buffer: they go out now, or at the end of what is being handled.
  void write_soon();
  // Why an operation on an ended session fails.
  const Error& end_reason() const { return end_reason_; }

 private:
  enum class State : std::uint8_t { idle, connecting, handshake, open, closing, over };

  // net::StreamEvents
  void on_connected() override;
  void on_readable() override;
  void on_writable() override;
  void on_failed(const Error& error) override;
  // amqp091::Handler
  void on_opened(const amqp091::Tuning& tuning) override;
  void on_method(std::uint16_t channel, const amqp091::Method& method) override;
  void on_content(const amqp091::Content& content) override;
  void on_closed(const amqp091::Closed& closed) override;
  void on_protocol_error(const amqp091::ProtocolError& error) override;

  void on_deadline();
  void on_heartbeat();
  void arm_heartbeat();
  void own_method(const amqp091::Method& method);
  void finish_if_over();
  std::string_view awaited() const;
  Error broken(std::string_view why) const;
  void end(const Error& why, const Reply* reply = nullptr);
  void end_closed();
  void drop(const Error& why, const Reply* reply);

  net::Loop& loop_;
  net::Address to_;
  ConnectOptions options_;
  SessionEvents& events_;
  std::optional<Error> refusal_;
  amqp091::Connection connection_;
  Outbox outbox_;
  std::unique_ptr<net::Stream> stream_;
  net::Timer deadline_, heartbeat_;
  std::vector<std::unique_ptr<ChannelUser>> users_;
  std::vector<ChannelUser*> by_channel_;
  State state_ = State::idle;
  int entries_ = 0;
  bool detached_ = false;
  bool receiving_ = false;
  bool write_wanted_ = false;
  bool blocked_ = false;
  bool paused_ = false;
  bool heard_ = false;  // the broker sent something
  Nanos read_at_ = 0;     // the clock just after the read being handled
  Nanos resumed_at_ = 0;  // when reading was last taken up again
  std::optional<Reply> closed_by_broker_;
  bool close_answered_ = false;
  std::optional<Error> protocol_error_;
  Error end_reason_;
  std::string server_product_;
};

}  // namespace amqpace::client
