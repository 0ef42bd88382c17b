// SPDX-License-Identifier: Apache-2.0
// The seam between the engine and a protocol. The engine names nothing below it; a protocol is one implementation of
// Session and one line in make_session(). One loop and one thread own a session and all that hangs on it.
//
// The shape of a run: make_session → open → add_publisher / add_consumer (answers come as events; `unsettled()` is 0 when
// all stand) → publish … flush … deliveries … acks → cancel → close.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/arguments.hpp"
#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/stream_offset.hpp"
#include "base/uri.hpp"
#include "net/loop.hpp"
#include "net/tls_context.hpp"

namespace amqpace::client {

using amqpace::Arguments;

struct ConnectOptions {
  Uri uri;
  std::shared_ptr<const net::TlsContext> tls;  // of amqps://; the run's, shared by all connections
  Nanos connect_timeout = 5 * kSecond;  // until the connection is open, handshake included
  Nanos heartbeat = 10 * kSecond;
  std::string name;  // client property connection_name
};

// What became of a published message. Each gets exactly one answer.
enum class Answer : std::uint8_t {
  confirmed,
  returned,  // unroutable: basic.return, then the ack; counted as returned only
  nacked,
  failed,    // outstanding on a channel that the broker closed with an error
  unknown,   // the connection was lost, or the session was closed, before the answer
};

struct InFlight {
  std::uint64_t sequence = 0;
  Nanos due = 0;   // absolute
  Nanos sent = 0;  // absolute: the clock just before the write that carried its last byte; 0 while unsent
};

class Publisher;
class PublisherEvents {
 public:
  virtual ~PublisherEvents() = default;
  // Once per message, in order, from inside flush() or on_writable handling.
  virtual void on_sent(const InFlight& message) = 0;
  // Once per message after on_sent. `read_at`: the clock just after the read that brought the answer.
  // sent == 0: publish() took it, but it was never written whole (channel closed, connection lost, given up); there was
  // no on_sent, and it counts as never sent, whatever the answer says.
  // Without confirms only for those, and for returned messages, of which only the sequence is known (due 0, sent = read_at).
  virtual void on_answer(const InFlight& message, Answer answer, Nanos read_at) = 0;
  // The broker closed the channel; everything outstanding was answered `failed` before. No further publish succeeds.
  virtual void on_publisher_closed(const Error& why) = 0;
};

struct Properties {
  std::string content_type, content_encoding, correlation_id, reply_to, expiration, message_id, type, user_id, app_id,
      cluster_id;
  std::optional<std::uint8_t> priority;
  std::optional<std::uint64_t> timestamp;  // seconds
  bool timestamp_now = false;              // …or the wall clock when the message is published
  Arguments headers;
  bool persistent = false;  // delivery-mode 2, else 1
};

// Where the body has the message's sequence number as text: kSequenceDigits characters, written into each message.
inline constexpr std::size_t kSequenceDigits = 12;
struct SequenceText {
  std::size_t offset = 0;
  char pad = '0';  // before the digits
};

struct MessageTemplate {
  std::string exchange, routing_key;
  bool mandatory = false;
  Properties properties;
  std::string body;          // whole body; its first stamp_size bytes are overwritten by each message's stamp…
  std::size_t stamp_size = 0;
  std::size_t sequence_offset_in_stamp = 16;  // 8 bytes, little-endian: how a returned message is known again
  std::vector<SequenceText> sequence_texts = {};
  bool stamp_in_header = false;  // …or the stamp is the value (byte array) of the header x-amqpace and the body stays as it is
};
using TemplateId = std::uint32_t;

struct PublisherOptions {
  bool confirms = true;
  std::uint32_t max_in_flight = 1000;  // size of the confirm ring; publish() beyond it is an error of the caller's
};

// One channel that publishes.
class Publisher {
 public:
  virtual ~Publisher() = default;
  // Rendered once; set-up only.
  virtual TemplateId add_template(const MessageTemplate& message) = 0;
  // Copies the template into the connection's send buffer and patches the stamp in. Nothing is written before flush().
  // False: the channel is closed or the send buffer is full (flush first); nothing was taken.
  // Without confirms nothing is kept beyond on_sent.
  virtual bool publish(TemplateId id, std::uint64_t sequence, Nanos due, std::span<const std::byte> stamp) = 0;
  virtual std::uint32_t in_flight() const = 0;                  // published and unanswered (confirms on)
  virtual Nanos oldest_unanswered_sent() const = 0;             // its send time; kNever when none
  virtual bool open() const = 0;
  // Everything unanswered gets `unknown` now (end of the drain).
  virtual void give_up(Nanos now) = 0;
};

// One entry of x-death: a queue where the message died, and what of.
struct Death {
  std::string_view queue;
  bool rejected = false;    // by a consumer; else expired, over the queue's length, or delivered too often
  std::uint64_t count = 0;  // how often there and so
};

// A view: valid during the callback only.
struct Delivery {
  std::uint64_t tag = 0;
  bool redelivered = false;
  std::span<const std::byte> body;
  std::span<const std::byte> stamp_header;      // value of header x-amqpace; empty when there is none
  std::uint32_t deaths_here = 0;                // x-death entries that name the queue consumed from
  std::uint64_t rejects_here = 0;               // how often x-death says it was rejected there
  std::uint32_t deaths = 0;                     // x-death entries at all
  std::uint64_t died_on = 0;                    // a hash of where and of what it died, in any order; 0: it did not
  static constexpr std::size_t kLatest = 6;
  std::array<Death, kLatest> latest{};          // the first min(deaths, kLatest) of them: the most recent ones, newest first
  std::int64_t stream_offset = -1;              // x-stream-offset: where in a stream it stands; -1: nowhere
};

class ConsumerEvents {
 public:
  virtual ~ConsumerEvents() = default;
  virtual void on_delivery(const Delivery& delivery, Nanos arrival) = 0;
  // cancel() was answered, or the broker cancelled (`by_broker`): no further deliveries until subscribed again.
  virtual void on_cancelled(bool by_broker) = 0;
  virtual void on_consumer_closed(const Error& why) = 0;  // the broker closed the channel
};

struct ConsumerOptions {
  std::string queue;
  std::uint16_t prefetch = 100;  // 0: unlimited
  bool auto_ack = false;
  bool exclusive = false;
  Arguments arguments;
  std::optional<std::int64_t> priority;
  std::optional<StreamOffset> stream_offset;
  bool get = false;  // messages are asked for one at a time; prefetch, exclusive and arguments say nothing then
  Nanos poll_interval = 10 * kMillisecond;  // get: the pause after the answer that there is none; 0: asked again at once
  std::size_t message_bytes = 4096;  // bodies of about this size are expected: room for them is made at set-up
  bool start_now = true;  // false: the channel stands, subscribe() starts it (held while prefilling)
};

// One channel with one consumer.
class Consumer {
 public:
  virtual ~Consumer() = default;
  virtual void subscribe() = 0;
  // Of a stream: where the next subscribe() begins.
  virtual void begin_at(const StreamOffset&) {}
  // What was delivered is done with. `get`: asks for the next message; pushed: says nothing.
  virtual void next() {}
  virtual void ack(std::uint64_t tag, bool multiple) = 0;  // written at the next flush()
  virtual void reject(std::uint64_t tag, bool requeue) = 0;
  virtual void cancel() = 0;
  // Gives back everything unacknowledged up to now that was not acked: nack multiple, requeue.
  virtual void requeue_all() = 0;
  virtual bool subscribed() const = 0;
};

// Control requests, one at a time in the order given, on a channel of their own. An AMQP refusal (404, 406 …) is an Error
// of kind `refused` whose detail is the broker's sentence; the channel is opened again for the next one.
struct DeclareExchange { std::string name, type; bool durable = true, auto_delete = false, internal = false, passive = false; Arguments arguments; };
struct DeclareQueue { std::string name; bool durable = true, exclusive = false, auto_delete = false, passive = false; Arguments arguments; };
struct BindQueue { std::string queue, exchange, routing_key; Arguments arguments; };
struct BindExchange { std::string destination, source, routing_key; Arguments arguments; };
struct UnbindQueue { std::string queue, exchange, routing_key; Arguments arguments; };
struct PurgeQueue { std::string queue; };
struct DeleteQueue { std::string queue; };
struct DeleteExchange { std::string exchange; };
using AdminRequest = std::variant<DeclareExchange, DeclareQueue, BindQueue, BindExchange, UnbindQueue, PurgeQueue, DeleteQueue, DeleteExchange>;
struct AdminAnswer {
  std::uint64_t messages = 0;   // declare, purge, delete of a queue
  std::uint32_t consumers = 0;  // declare of a queue
};
using AdminCallback = std::function<void(Result<AdminAnswer>)>;

class SessionEvents {
 public:
  virtual ~SessionEvents() = default;
  virtual void on_open() = 0;
  // Could not be opened (unreachable, refused), or was lost afterwards (lost). Outstanding publishes were answered
  // `unknown` before, admin requests failed. Once; the session is closed then.
  virtual void on_lost(const Error& why) = 0;
  virtual void on_blocked(std::string_view reason) = 0;  // connection.blocked
  virtual void on_unblocked() = 0;
  virtual void on_closed() = 0;  // close() was answered
};

class Session {
 public:
  virtual ~Session() = default;
  virtual void open() = 0;
  virtual Publisher& add_publisher(const PublisherOptions& options, PublisherEvents& events) = 0;
  virtual Consumer& add_consumer(const ConsumerOptions& options, ConsumerEvents& events) = 0;
  virtual void request(AdminRequest what, AdminCallback done) = 0;
  // Writes what is buffered. `now`: the caller's fresh clock reading, which becomes the send time of what this write completes.
  virtual void flush(Nanos now) = 0;
  virtual std::size_t unsent_bytes() const = 0;  // > 0 after flush(): the socket is full
  virtual bool is_open() const = 0;
  virtual bool blocked() const = 0;
  virtual std::size_t unsettled() const = 0;  // set-up steps not yet answered (open, channels, confirm.select, qos, consume)
  virtual void pause_reading(bool on) = 0;
  virtual void close() = 0;  // connection.close, answered by on_closed (or on_lost)
  virtual const std::string& server_product() const = 0;  // "RabbitMQ 3.10.8"
};

std::unique_ptr<Session> make_session(net::Loop& loop, const net::Address& to, const ConnectOptions& options,
                                      SessionEvents& events);

}  // namespace amqpace::client
