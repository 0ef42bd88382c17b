// SPDX-License-Identifier: Apache-2.0
#include "amqp091/connection_send.hpp"

#include <algorithm>
#include <cassert>

namespace amqpace::amqp091 {

std::size_t body_frames_size(std::size_t body_size, std::uint32_t frame_max) {
  if (body_size == 0) return 0;
  const std::size_t most = frame_max == 0 ? body_size : frame_max - kFrameOverhead;
  return body_size + (body_size + most - 1) / most * kFrameOverhead;
}

void put_header_frame(wire::Writer& out, std::uint16_t channel, std::uint64_t body_size,
                      Bytes raw_properties) {
  put_header_head(out, channel, body_size, raw_properties.size());
  out.bytes(raw_properties);
  put_frame_end(out);
}

void put_body_frames(wire::Writer& out, std::uint16_t channel, Bytes body, std::uint32_t frame_max) {
  const std::size_t most = frame_max == 0 ? body.size() : frame_max - kFrameOverhead;
  while (!body.empty()) {
    const Bytes part = body.first(std::min(most, body.size()));
    put_frame_head(out, FrameType::body, channel, part.size());
    out.bytes(part);
    put_frame_end(out);
    body = body.subspan(part.size());
  }
}

SendStatus Connection::can_send(std::uint16_t channel, std::size_t method_size) const {
  if (phase_ != Phase::open || (channel != 0 && channels_.at(channel) != ChannelState::open))
    return SendStatus::not_open;
  if (method_size == 0 || (tuning_.frame_max != 0 && kFrameOverhead + method_size > tuning_.frame_max))
    return SendStatus::bad_value;
  return SendStatus::ok;
}

SendStatus Connection::extend_content(std::uint16_t channel, std::size_t method_size,
                                      std::size_t properties_size, std::size_t body_size,
                                      std::span<std::byte>& into) {
  const SendStatus status = channel == 0 ? SendStatus::not_open : can_send(channel, method_size);
  if (status != SendStatus::ok) return status;
  const std::size_t header_size = header_frame_size(properties_size);
  if (properties_size == 0 || (tuning_.frame_max != 0 && header_size > tuning_.frame_max))
    return SendStatus::bad_value;
  into = out_.extend(kFrameOverhead + method_size + header_size +
                     body_frames_size(body_size, tuning_.frame_max));
  return into.empty() ? SendStatus::full : SendStatus::ok;
}

std::uint16_t Connection::open_channel() {
  if (options_.role != Role::client || phase_ != Phase::open) return 0;
  const std::uint16_t channel = channels_.lowest_closed();
  if (channel == 0 || !put_method(channel, ChannelOpen{})) return 0;
  channels_.set(channel, ChannelState::opening);
  return channel;
}

SendStatus Connection::close_channel(std::uint16_t channel, ReplyCode code, std::string_view text,
                                     MethodId cause) {
  const SendStatus status = channel == 0 ? SendStatus::not_open : can_send(channel, 1);
  if (status != SendStatus::ok) return status;
  const ChannelClose method{.reply_code = static_cast<std::uint16_t>(code),
                            .reply_text = text.substr(0, 255),
                            .class_id = cause.class_id,
                            .method_id = cause.method_id};
  if (!put_method(channel, method)) return SendStatus::full;
  channels_.drop_assembly(channel);
  channels_.set(channel, ChannelState::closing);
  return SendStatus::ok;
}

void Connection::close(ReplyCode code, std::string_view text, MethodId cause) {
  if (phase_ < Phase::await_start_ok || phase_ > Phase::open) return;
  close_code_ = static_cast<std::uint16_t>(code);
  close_text_ = text.substr(0, 255);
  phase_ = Phase::closing;
  reply(0, ConnectionClose{.reply_code = close_code_,
                           .reply_text = close_text_,
                           .class_id = cause.class_id,
                           .method_id = cause.method_id});
}

Tick Connection::tick(Nanos now) {
  now_ = std::max(now_, now);
  if (tuning_.heartbeat == 0 || is_over()) return Tick::ok;
  const Nanos interval = tuning_.heartbeat * kSecond;
  // What was appended since the last tick went out at some time after it.
  if (out_.position() != ticked_position_) last_sent_ = last_tick_;
  if (now - last_sent_ >= interval / 2) {
    const std::span<std::byte> into = out_.extend(kFrameOverhead);
    if (!into.empty()) {
      wire::Writer writer(into);
      put_frame_head(writer, FrameType::heartbeat, 0, 0);
      put_frame_end(writer);
    }
    last_sent_ = now;
  }
  ticked_position_ = out_.position();
  last_tick_ = now;
  return now - last_received_ >= 2 * interval ? Tick::heartbeat_missed : Tick::ok;
}

Nanos Connection::next_tick() const {
  if (tuning_.heartbeat == 0 || is_over()) return kNever;
  return last_tick_ + tuning_.heartbeat * kSecond / 4;
}

}  // namespace amqpace::amqp091
