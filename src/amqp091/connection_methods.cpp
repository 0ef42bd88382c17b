// SPDX-License-Identifier: Apache-2.0
// What methods mean for the state of a connection and of its channels: the handshake on both sides, and
// closing.
#include <algorithm>
#include <string>

#include "amqp091/connection.hpp"
#include "amqp091/login.hpp"

namespace amqpace::amqp091 {

namespace {

// 0 is "no limit" and gives way to the other side's number.
template <class T>
T agree(T ours, T theirs) {
  return ours == 0 || theirs == 0 ? std::max(ours, theirs) : std::min(ours, theirs);
}

std::vector<std::byte> copy(TableView table) {
  return {table.bytes().begin(), table.bytes().end()};
}

}  // namespace

void Connection::fail(ReplyCode code, std::string what, const Place& place, ErrorKind kind) {
  if (is_over()) return;
  const bool tell = phase_ > Phase::await_start_ok && phase_ < Phase::closing && kind != ErrorKind::lost;
  phase_ = Phase::failed;
  channels_.drop_all();
  const auto number = static_cast<std::uint16_t>(code);
  if (tell) {
    const std::string text = std::string(reply_name(number)) + " - " + what;
    put_method(0, ConnectionClose{.reply_code = number,
                                  .reply_text = std::string_view(text).substr(0, 255),
                                  .class_id = place.method.class_id,
                                  .method_id = place.method.method_id});
  }
  error_ = ProtocolError{kind, number, place.offset, place.channel, place.method, std::move(what)};
}

void Connection::on_method(const Place& place, const Method& method, Handler& handler) {
  if (phase_ < Phase::open) {
    on_handshake(place, method, handler);
  } else if (place.method.class_id == ConnectionStart::kId.class_id) {
    on_connection_method(place, method, handler);
  } else if (place.method.class_id == ChannelOpen::kId.class_id) {
    on_channel_method(place, method, handler);
  } else if (channels_.at(place.channel) != ChannelState::open) {
    fail(ReplyCode::channel_error, std::string(traits(method).name) + " on a channel that is not open",
         place.at_channel());
  } else {
    handler.on_method(place.channel, method);
  }
}

void Connection::on_handshake(const Place& place, const Method& method, Handler& handler) {
  if (const auto* close = std::get_if<ConnectionClose>(&method)) return on_close(*close, handler);
  if (const auto* start = std::get_if<ConnectionStart>(&method); start && phase_ == Phase::await_start)
    return on_start(*start, place);
  if (const auto* start_ok = std::get_if<ConnectionStartOk>(&method);
      start_ok && phase_ == Phase::await_start_ok)
    return on_start_ok(*start_ok, place, handler);
  if (const auto* tune = std::get_if<ConnectionTune>(&method); tune && phase_ == Phase::await_tune)
    return on_tune(*tune, place);
  if (const auto* tune_ok = std::get_if<ConnectionTuneOk>(&method); tune_ok && phase_ == Phase::await_tune_ok)
    return on_tune_ok(*tune_ok, place);
  if (const auto* open = std::get_if<ConnectionOpen>(&method); open && phase_ == Phase::await_open) {
    phase_ = Phase::await_vhost;
    return handler.on_vhost(open->virtual_host);
  }
  if (std::holds_alternative<ConnectionOpenOk>(method) && phase_ == Phase::await_open_ok) {
    phase_ = Phase::open;
    return handler.on_opened(tuning_);
  }
  fail(ReplyCode::command_invalid, std::string(traits(method).name) + " does not come next in the handshake",
       place);
}

void Connection::on_connection_method(const Place& place, const Method& method, Handler& handler) {
  if (const auto* close = std::get_if<ConnectionClose>(&method)) return on_close(*close, handler);
  if (std::holds_alternative<ConnectionCloseOk>(method) && phase_ == Phase::closing) {
    phase_ = Phase::closed;
    channels_.drop_all();
    return handler.on_closed({false, close_code_, close_text_, {}});
  }
  const bool shown = std::holds_alternative<ConnectionBlocked>(method) ||
                     std::holds_alternative<ConnectionUnblocked>(method) ||
                     std::holds_alternative<ConnectionUpdateSecret>(method) ||
                     std::holds_alternative<ConnectionUpdateSecretOk>(method);
  if (shown) return handler.on_method(0, method);
  fail(ReplyCode::command_invalid, std::string(traits(method).name) + " on a connection that is open", place);
}

void Connection::on_close(const ConnectionClose& close, Handler& handler) {
  reply(0, ConnectionCloseOk{});
  if (phase_ == Phase::closing || is_over()) return;  // both at once: the answer to ours is still to come
  phase_ = Phase::closed;
  channels_.drop_all();
  handler.on_closed({true, close.reply_code, close.reply_text, {close.class_id, close.method_id}});
}

void Connection::on_channel_method(const Place& place, const Method& method, Handler& handler) {
  const std::uint16_t channel = place.channel;
  const ChannelState state = channels_.at(channel);
  bool fits = state == ChannelState::open;
  if (std::holds_alternative<ChannelOpen>(method)) {
    fits = state == ChannelState::closed && channel <= channels_.highest();
    if (fits) {
      channels_.set(channel, ChannelState::open);
      reply(channel, ChannelOpenOk{});
    }
  } else if (std::holds_alternative<ChannelOpenOk>(method)) {
    fits = state == ChannelState::opening;
    if (fits) channels_.set(channel, ChannelState::open);
  } else if (std::holds_alternative<ChannelClose>(method)) {
    fits = state != ChannelState::closed;
    if (fits) reply(channel, ChannelCloseOk{});
    if (state == ChannelState::closing) return;  // both at once: the answer to ours is still to come
    if (fits && !is_over()) channels_.set(channel, ChannelState::closed);
  } else if (std::holds_alternative<ChannelCloseOk>(method)) {
    fits = state == ChannelState::closing;
    if (fits) channels_.set(channel, ChannelState::closed);
  }
  if (!fits) {
    fail(ReplyCode::channel_error,
         std::string(traits(method).name) + " does not fit the state of channel " + std::to_string(channel),
         place.at_channel());
  } else if (!is_over()) {
    handler.on_method(channel, method);
  }
}

void Connection::on_start(const ConnectionStart& start, const Place& place) {
  if (start.version_major != 0 || start.version_minor != 9) {
    fail(ReplyCode::not_implemented,
         "the server speaks AMQP " + std::to_string(start.version_major) + "-" +
             std::to_string(start.version_minor),
         place, ErrorKind::refused);
    return;
  }
  if (!has_word(start.mechanisms, options_.mechanism)) {
    fail(ReplyCode::not_implemented,
         "the server offers no login of kind " + options_.mechanism +
             " but: " + std::string(start.mechanisms.substr(0, 200)),
         place, ErrorKind::refused);
    return;
  }
  peer_properties_ = copy(start.server_properties);
  phase_ = Phase::await_tune;
  const std::vector<std::byte> properties = own_properties();
  const std::string response = login_response(options_.mechanism, options_.user, options_.password);
  reply(0, ConnectionStartOk{.client_properties = TableView(properties),
                             .mechanism = options_.mechanism,
                             .response = response,
                             .locale = "en_US"});
}

void Connection::on_tune(const ConnectionTune& tune, const Place& place) {
  if (tune.frame_max != 0 && tune.frame_max < kMinFrameMax) {
    fail(ReplyCode::syntax_error, "the server offers frames of less than 4096 bytes", place);
    return;
  }
  if (options_.vhost.size() > 255) {
    fail(ReplyCode::invalid_path, "the name of the virtual host is longer than 255 bytes", place,
         ErrorKind::bad_input);
    return;
  }
  set_tuning({agree(options_.frame_max, tune.frame_max), agree(options_.channel_max, tune.channel_max),
              agree(options_.heartbeat, tune.heartbeat)});
  phase_ = Phase::await_open_ok;
  reply(0, ConnectionTuneOk{tuning_.channel_max, tuning_.frame_max, tuning_.heartbeat});
  reply(0, ConnectionOpen{.virtual_host = options_.vhost});
}

void Connection::set_tuning(const Tuning& tuning) {
  tuning_ = tuning;
  channels_.set_highest(tuning.channel_max == 0 ? UINT16_MAX : tuning.channel_max);
  largest_payload_ = tuning.frame_max == 0 ? std::max<std::size_t>(options_.limits.max_body, kUntunedFrameMax)
                                           : tuning.frame_max - kFrameOverhead;
  last_sent_ = last_tick_ = now_;
  ticked_position_ = out_.position();
}

void Connection::on_start_ok(const ConnectionStartOk& start_ok, const Place& place, Handler& handler) {
  phase_ = Phase::await_accept;
  peer_properties_ = copy(start_ok.client_properties);
  if (!has_word(options_.mechanisms, start_ok.mechanism)) {
    fail(ReplyCode::command_invalid, "unknown kind of login " + std::string(start_ok.mechanism), place);
    return;
  }
  const auto credentials = parse_response(start_ok.mechanism, start_ok.response);
  if (!credentials) {
    fail(ReplyCode::syntax_error, "the response is not one of " + std::string(start_ok.mechanism), place);
    return;
  }
  handler.on_login(
      {start_ok.mechanism, credentials->user, credentials->password, start_ok.client_properties});
}

void Connection::accept_login() {
  if (phase_ != Phase::await_accept) return;
  phase_ = Phase::await_tune_ok;
  reply(0, ConnectionTune{options_.channel_max, options_.frame_max, options_.heartbeat});
}

void Connection::refuse_login(std::string_view text) {
  if (phase_ != Phase::await_accept) return;
  if (peer_capability("authentication_failure_close")) {
    close(ReplyCode::access_refused, text);
  } else {
    phase_ = Phase::closed;
  }
}

// A client may lower what was offered; "no limit" is more than any limit.
void Connection::on_tune_ok(const ConnectionTuneOk& tune_ok, const Place& place) {
  const auto within = [](std::uint32_t offered, std::uint32_t taken) {
    return offered == 0 || (taken != 0 && taken <= offered);
  };
  if (!within(options_.frame_max, tune_ok.frame_max) ||
      (tune_ok.frame_max != 0 && tune_ok.frame_max < kMinFrameMax)) {
    fail(ReplyCode::not_allowed, "frame_max " + std::to_string(tune_ok.frame_max) + " is out of bounds",
         place);
  } else if (!within(options_.channel_max, tune_ok.channel_max)) {
    fail(ReplyCode::not_allowed, "channel_max " + std::to_string(tune_ok.channel_max) + " is out of bounds",
         place);
  } else {
    set_tuning({tune_ok.frame_max, tune_ok.channel_max, tune_ok.heartbeat});
    phase_ = Phase::await_open;
  }
}

void Connection::accept_vhost() {
  if (phase_ != Phase::await_vhost) return;
  phase_ = Phase::open;
  reply(0, ConnectionOpenOk{});
}

}  // namespace amqpace::amqp091
