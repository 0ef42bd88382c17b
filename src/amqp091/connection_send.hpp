// SPDX-License-Identifier: Apache-2.0
// The sending templates of Connection; included by connection.hpp only.
#pragma once

#include "amqp091/connection.hpp"

namespace amqpace::amqp091 {

// Write the header frame and the body frames behind a method frame; `out` holds exactly their size.
void put_header_frame(wire::Writer& out, std::uint16_t channel, std::uint64_t body_size,
                      Bytes raw_properties);
void put_body_frames(wire::Writer& out, std::uint16_t channel, Bytes body, std::uint32_t frame_max);
// Their sizes, overhead included.
inline std::size_t header_frame_size(std::size_t properties_size) {
  return kFrameOverhead + 12 + properties_size;
}
std::size_t body_frames_size(std::size_t body_size, std::uint32_t frame_max);

inline void put_header_head(wire::Writer& out, std::uint16_t channel, std::uint64_t body_size,
                            std::size_t properties_size) {
  put_frame_head(out, FrameType::header, channel, 12 + properties_size);
  out.u16(BasicPublish::kId.class_id);
  out.u16(0);  // weight, unused
  out.u64(body_size);
}

inline void put_properties_frame(wire::Writer& out, std::uint16_t channel, std::uint64_t body_size,
                                 const Properties& properties, std::size_t properties_size) {
  put_header_head(out, channel, body_size, properties_size);
  encode(properties, out);
  put_frame_end(out);
}

template <class M>
void put_method_frame(wire::Writer& out, std::uint16_t channel, const M& method, std::size_t size) {
  put_frame_head(out, FrameType::method, channel, size);
  encode(method, out);
  put_frame_end(out);
}

template <class M>
bool Connection::put_method(std::uint16_t channel, const M& method) {
  const std::size_t size = encoded_size(method);
  const std::span<std::byte> into = out_.extend(kFrameOverhead + size);
  if (into.empty()) return false;
  wire::Writer out(into);
  put_method_frame(out, channel, method, size);
  return true;
}

// For what we owe the peer: without room for that, the connection is over.
template <class M>
void Connection::reply(std::uint16_t channel, const M& method) {
  if (put_method(channel, method)) return;
  fail(ReplyCode::resource_error, "the peer does not read what it asks for: the output buffer is full",
       {received_, channel, M::kId}, ErrorKind::lost);
}

template <class M>
SendStatus Connection::send(std::uint16_t channel, const M& method) {
  static_assert(!M::kContent, "use send_content()");
  static_assert(!M::kManaged, "Connection sends this one itself: open_channel(), close() and the like");
  const SendStatus status = can_send(channel, encoded_size(method));
  if (status != SendStatus::ok) return status;
  return put_method(channel, method) ? SendStatus::ok : SendStatus::full;
}

template <class M>
SendStatus Connection::send_content(std::uint16_t channel, const M& method, const Properties& properties,
                                    Bytes body) {
  static_assert(M::kContent, "use send()");
  const std::size_t method_size = encoded_size(method);
  const std::size_t properties_size = encoded_size(properties);
  std::span<std::byte> into;
  const SendStatus status = extend_content(channel, method_size, properties_size, body.size(), into);
  if (status != SendStatus::ok) return status;
  wire::Writer out(into);
  put_method_frame(out, channel, method, method_size);
  put_properties_frame(out, channel, body.size(), properties, properties_size);
  put_body_frames(out, channel, body, tuning_.frame_max);
  return status;
}

template <class M>
SendStatus Connection::send_content(std::uint16_t channel, const M& method, Bytes raw_properties,
                                    Bytes body) {
  static_assert(M::kContent, "use send()");
  const std::size_t method_size = encoded_size(method);
  std::span<std::byte> into;
  const SendStatus status = extend_content(channel, method_size, raw_properties.size(), body.size(), into);
  if (status != SendStatus::ok) return status;
  wire::Writer out(into);
  put_method_frame(out, channel, method, method_size);
  put_header_frame(out, channel, body.size(), raw_properties);
  put_body_frames(out, channel, body, tuning_.frame_max);
  return status;
}

}  // namespace amqpace::amqp091
