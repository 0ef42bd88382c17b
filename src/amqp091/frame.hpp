// SPDX-License-Identifier: Apache-2.0
// The frame: type, channel, size, payload, end mark; and the eight bytes that come before the first one.
#pragma once

#include <array>
#include <cstdint>

#include "wire/cursor.hpp"

namespace amqpace::amqp091 {

using wire::Bytes;

enum class FrameType : std::uint8_t { method = 1, header = 2, body = 3, heartbeat = 8 };

inline constexpr std::size_t kFrameHead = 7;
inline constexpr std::size_t kFrameOverhead = kFrameHead + 1;
inline constexpr std::uint32_t kMinFrameMax = 4096;  // what every peer must take, overhead included
inline constexpr std::uint32_t kUntunedFrameMax =
    131'072;  // what we take before that is agreed: RabbitMQ's choice
inline constexpr std::byte kFrameEnd{0xCE};
inline constexpr std::array<std::byte, 8> kProtocolHeader{std::byte{'A'}, std::byte{'M'}, std::byte{'Q'},
                                                          std::byte{'P'}, std::byte{0},   std::byte{0},
                                                          std::byte{9},   std::byte{1}};

struct FrameHead {
  std::uint8_t type = 0;
  std::uint16_t channel = 0;
  std::uint32_t size = 0;  // of the payload
};

// `at` holds kFrameHead bytes at least.
inline FrameHead load_frame_head(const std::byte* at) {
  return {static_cast<std::uint8_t>(at[0]), wire::load_big<std::uint16_t>(at + 1),
          wire::load_big<std::uint32_t>(at + 3)};
}

inline void put_frame_head(wire::Writer& out, FrameType type, std::uint16_t channel, std::size_t payload) {
  out.u8(static_cast<std::uint8_t>(type));
  out.u16(channel);
  out.u32(static_cast<std::uint32_t>(payload));
}

inline void put_frame_end(wire::Writer& out) {
  out.u8(static_cast<std::uint8_t>(kFrameEnd));
}

// A whole frame; `offset`: of its first byte in the stream.
struct Frame {
  FrameType type = FrameType::method;
  std::uint16_t channel = 0;
  std::uint64_t offset = 0;
  Bytes payload;
};

}  // namespace amqpace::amqp091
