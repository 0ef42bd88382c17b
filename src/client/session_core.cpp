// SPDX-License-Identifier: Apache-2.0
#include "client/session_core.hpp"

#include <array>
#include <cassert>
#include <utility>

#include "base/text.hpp"
#include "base/units.hpp"
#include "net/tls_stream.hpp"

namespace amqpace::client {
namespace {

constexpr std::byte kTlsAlert{0x15};
constexpr std::size_t kReadBytes = std::size_t{256} << 10;

// One for all sessions of a thread: what is read is handled before the next read.
std::span<std::byte> read_scratch() {
  thread_local const auto scratch = std::make_unique_for_overwrite<std::byte[]>(kReadBytes);
  return {scratch.get(), kReadBytes};
}

amqp091::Options codec_options(const ConnectOptions& options) {
  amqp091::Options codec;
  codec.heartbeat = static_cast<std::uint16_t>((options.heartbeat + kSecond - 1) / kSecond);
  codec.mechanism = sasl_name(options.uri.sasl.value_or(Sasl::plain));
  codec.user = options.uri.user;
  codec.password = options.uri.password;
  codec.vhost = options.uri.vhost;
  codec.connection_name = options.name;
  codec.limits.max_body = std::size_t{512} << 20;  // RabbitMQ can be configured to so much
  return codec;
}

std::string text_of(const amqp091::TableView& table, std::string_view name) {
  const auto value = table.find(name);
  return value ? printable(value->text().value_or(""), 64) : std::string();
}

}  // namespace

SessionCore::SessionCore(net::Loop& loop, net::Address to, const ConnectOptions& options,
                         SessionEvents& events, std::optional<Error> refusal)
    : loop_(loop),
      to_(std::move(to)),
      options_(options),
      events_(events),
      refusal_(std::move(refusal)),
      connection_(codec_options(options)),
      outbox_(connection_.out(), loop.clock()),
      deadline_(loop, [this] { on_deadline(); }),
      heartbeat_(loop, [this] { on_heartbeat(); }) {}

SessionCore::~SessionCore() {
  assert(entries_ == 0);
}

void SessionCore::detach(std::unique_ptr<SessionCore> core) {
  core->detached_ = true;
  core->drop(Error{ErrorKind::internal, "the session was dropped", {}, {}, {}}, nullptr);
  if (core->entries_ == 0) return;
  net::Loop& loop = core->loop_;
  loop.post([keep = std::shared_ptr<SessionCore>(std::move(core))] {});
}

void SessionCore::open() {
  assert(state_ == State::idle);
  state_ = State::connecting;
  if (refusal_) return deadline_.arm(loop_.now());
  const Nanos deadline = loop_.now() + options_.connect_timeout;
  deadline_.arm(deadline);
  assert(!options_.uri.tls() || options_.tls != nullptr);
  stream_ = options_.uri.tls() ? net::connect_tls(loop_, to_, deadline, *this, options_.tls)
                               : loop_.connect(to_, deadline, *this);
}

void SessionCore::close() {
  switch (state_) {
    case State::idle:
    case State::connecting:
    case State::handshake:
      // Nothing stands that could be closed in order; the answer comes from the loop like every other.
      stream_.reset();
      outbox_.stop();
      close_answered_ = true;
      state_ = State::closing;
      return deadline_.arm(loop_.now());
    case State::open:
      state_ = State::closing;
      deadline_.arm(loop_.now() + options_.connect_timeout);
      connection_.close();
      return write_soon();
    case State::closing:
    case State::over:
      return;
  }
}

void SessionCore::flush(Nanos now) {
  if (!stream_ || state_ == State::connecting || state_ == State::over) return;
  const Entry entry(*this);
  outbox_.write(*stream_, now);
}

void SessionCore::write_soon() {
  if (receiving_) {
    write_wanted_ = true;
  } else {
    flush(loop_.now());
  }
}

void SessionCore::pause_reading(bool on) {
  if (paused_ == on) return;
  paused_ = on;
  if (!on) resumed_at_ = loop_.now();
  if (stream_) stream_->want_readable(!on);
}

std::size_t SessionCore::unsettled() const {
  if (state_ == State::over) return 0;
  std::size_t count = state_ < State::open ? 1 : 0;
  for (const auto& user : users_) count += user->unsettled();
  return count;
}

ChannelUser& SessionCore::add(std::unique_ptr<ChannelUser> user) {
  users_.push_back(std::move(user));
  ChannelUser& added = *users_.back();
  if (is_open()) added.on_connection_open();
  return added;
}

std::uint16_t SessionCore::open_channel(ChannelUser& user) {
  const std::uint16_t channel = connection_.open_channel();
  if (channel == 0) return 0;
  if (by_channel_.size() <= channel) by_channel_.resize(std::size_t{channel} + 1);
  by_channel_[channel] = &user;
  write_soon();
  return channel;
}

// --- the stream

void SessionCore::on_connected() {
  const Entry entry(*this);
  state_ = State::handshake;
  if (paused_) stream_->want_readable(false);
  connection_.start(loop_.now());
  flush(loop_.now());
}

void SessionCore::on_readable() {
  const Entry entry(*this);
  const std::span<std::byte> scratch = read_scratch();
  const net::IoResult result = stream_->read(scratch);
  read_at_ = loop_.now();
  if (result.status == net::IoStatus::closed) {
    if (state_ == State::closing) return end_closed();
    if (!heard_ && state_ == State::handshake) return end(hung_up(options_.uri));
    return end(broken("the broker closed the socket without saying why"));
  }
  if (result.status != net::IoStatus::ok) return;  // a failure is told by on_failed
  // A TLS listener answers what is no TLS with an alert, which no AMQP frame begins like.
  const bool first = !std::exchange(heard_, true);
  if (first && scratch[0] == kTlsAlert && !options_.uri.tls()) return end(tls_port(options_.uri));
  if (first) {
    const std::string_view greeting(reinterpret_cast<const char*>(scratch.data()), result.bytes);
    if (const auto other = not_amqp(options_.uri, greeting)) return end(*other);
  }
  // All of the handshake is ours to answer; afterwards whoever sends says so.
  const bool handshake = state_ == State::handshake;
  receiving_ = true;
  connection_.receive(scratch.first(result.bytes), read_at_, *this);
  receiving_ = false;
  if (detached_) return;
  if (std::exchange(write_wanted_, false) || handshake) flush(loop_.now());
  if (!detached_) finish_if_over();
}

void SessionCore::on_writable() {
  flush(loop_.now());
}

void SessionCore::on_failed(const Error& error) {
  const Entry entry(*this);
  if (state_ == State::closing) return end_closed();
  const std::string& why = error.detail.empty() ? error.what : error.detail;
  // A failed TLS handshake knows best what to do. With TLS 1.3 it may come as late as the first read.
  const bool explained = !error.hint.empty();
  Error found = state_ == State::connecting || (explained && state_ == State::handshake)
                    ? could_not_connect(options_.uri, why)
                    : broken(why);
  if (explained) found.hint = error.hint;
  end(found);
}

// --- the codec, from inside receive()

void SessionCore::on_opened(const amqp091::Tuning&) {
  if (detached_ || state_ != State::handshake) return;
  state_ = State::open;
  deadline_.cancel();
  arm_heartbeat();
  const amqp091::TableView server = connection_.peer_properties();
  server_product_ = text_of(server, "product");
  if (const std::string version = text_of(server, "version"); !version.empty())
    server_product_ += " " + version;
  write_soon();
  for (std::size_t i = 0; i < users_.size() && !detached_; ++i) users_[i]->on_connection_open();
  if (!detached_) events_.on_open();
}

void SessionCore::on_method(std::uint16_t channel, const amqp091::Method& method) {
  if (detached_ || state_ == State::over) return;
  if (channel == 0) return own_method(method);
  ChannelUser* const user = channel < by_channel_.size() ? by_channel_[channel] : nullptr;
  if (user == nullptr) return;
  if (std::holds_alternative<amqp091::ChannelClose>(method)) {
    by_channel_[channel] = nullptr;
    write_soon();  // the codec's close-ok
  }
  user->on_method(method, read_at_);
}

void SessionCore::own_method(const amqp091::Method& method) {
  if (const auto* blocked = std::get_if<amqp091::ConnectionBlocked>(&method)) {
    blocked_ = true;
    events_.on_blocked(blocked->reason);
  } else if (std::holds_alternative<amqp091::ConnectionUnblocked>(method)) {
    blocked_ = false;
    events_.on_unblocked();
  }
}

void SessionCore::on_content(const amqp091::Content& content) {
  if (detached_ || state_ == State::over) return;
  ChannelUser* const user = content.channel < by_channel_.size() ? by_channel_[content.channel] : nullptr;
  if (user != nullptr) user->on_content(content, read_at_);
}

void SessionCore::on_closed(const amqp091::Closed& closed) {
  if (closed.by_peer) {
    closed_by_broker_ = Reply{closed.code, std::string(closed.text)};
  } else {
    close_answered_ = true;
  }
  write_wanted_ = true;
}

void SessionCore::on_protocol_error(const amqp091::ProtocolError& error) {
  const Error found = error.error();
  const std::string why = found.where.empty() ? found.what : found.what + ", at " + found.where;
  if (state_ == State::handshake) {
    protocol_error_ = could_not_connect(options_.uri, why);
    if (found.kind != ErrorKind::malformed) protocol_error_->kind = found.kind;
  } else {
    protocol_error_ = lost_connection(options_.uri, why);
  }
  write_wanted_ = true;
}

// --- time

void SessionCore::on_deadline() {
  const Entry entry(*this);
  if (refusal_) return end(*refusal_);
  if (close_answered_) return end_closed();
  if (state_ == State::closing)
    return end(lost_connection(
        options_.uri, "no answer to connection.close within " + duration_text(options_.connect_timeout)));
  end(no_answer(options_.uri, options_.connect_timeout, awaited()));
}

void SessionCore::arm_heartbeat() {
  const Nanos next = connection_.next_tick();
  if (next != kNever) heartbeat_.arm(next);
}

void SessionCore::on_heartbeat() {
  const Entry entry(*this);
  const Nanos now = loop_.now();
  const Nanos patience = 2 * kSecond * connection_.tuning().heartbeat;
  const bool missed = connection_.tick(now) == amqp091::Tick::heartbeat_missed;
  // What was not read while reading was paused is no sign of the broker's silence.
  if (missed && !paused_ && now - resumed_at_ >= patience)
    return end(lost_connection(options_.uri, "nothing came from the broker for " + duration_text(patience)));
  flush(now);
  if (state_ == State::open || state_ == State::closing) arm_heartbeat();
}

// --- the end

void SessionCore::finish_if_over() {
  if (state_ == State::over) return;
  if (closed_by_broker_) {
    const Reply reply = *closed_by_broker_;
    if (state_ == State::closing) return end_closed();
    return end(state_ == State::handshake ? refused_connection(options_.uri, reply)
                                          : closed_by_broker(options_.uri, reply),
               &reply);
  }
  if (protocol_error_) return end(*protocol_error_);
  if (close_answered_) end_closed();
}

std::string_view SessionCore::awaited() const {
  if (state_ == State::connecting)
    return options_.uri.tls() ? "the connection and its TLS handshake" : "the connection";
  if (connection_.peer_properties().empty()) return "the broker's greeting (connection.start)";
  if (connection_.tuning().channel_max == 0 && connection_.tuning().frame_max == 0)
    return "the answer to the login (connection.tune)";
  return "the virtual host (connection.open-ok)";
}

Error SessionCore::broken(std::string_view why) const {
  if (state_ != State::handshake) return lost_connection(options_.uri, why);
  return could_not_connect(options_.uri, std::string(why) + ", waiting for " + std::string(awaited()));
}

void SessionCore::end(const Error& why, const Reply* reply) {
  drop(why, reply);
  if (!detached_) events_.on_lost(why);
}

void SessionCore::end_closed() {
  drop(lost_connection(options_.uri, "the session was closed"), nullptr);
  if (!detached_) events_.on_closed();
}

void SessionCore::drop(const Error& why, const Reply* reply) {
  if (state_ == State::over) return;
  state_ = State::over;
  end_reason_ = why;
  blocked_ = false;
  deadline_.cancel();
  heartbeat_.cancel();
  const Nanos at = loop_.now();
  for (std::size_t i = 0; i < users_.size() && !detached_; ++i) users_[i]->on_connection_over(why, reply, at);
  outbox_.stop();
  stream_.reset();
}

}  // namespace amqpace::client
