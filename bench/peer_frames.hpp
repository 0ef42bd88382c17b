// SPDX-License-Identifier: Apache-2.0
// Frames of AMQP 0-9-1 as the benchmark's peer writes and reads them, by hand and big-endian: on purpose no
// line of the codec whose cost is measured.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace amqpace::bench {

constexpr std::uint32_t method_id(std::uint16_t class_id, std::uint16_t method) {
  return std::uint32_t{class_id} << 16 | method;
}

constexpr std::size_t kFrameHeader = 7, kFrameOverhead = 8;

template <class T>
void put(std::string& out, T value) {
  for (int shift = static_cast<int>(sizeof(T)) * 8 - 8; shift >= 0; shift -= 8)
    out += static_cast<char>(static_cast<std::uint64_t>(value) >> shift & 0xFF);
}

inline std::uint64_t get(const char* at, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) value = value << 8 | static_cast<unsigned char>(at[i]);
  return value;
}

inline std::string frame(char type, std::uint16_t channel, std::string_view payload) {
  std::string out(1, type);
  put(out, channel);
  put(out, static_cast<std::uint32_t>(payload.size()));
  out += payload;
  return out += '\xCE';
}

inline std::string method(std::uint16_t channel, std::uint32_t id, std::string_view arguments = {}) {
  std::string payload;
  put(payload, id);
  payload += arguments;
  return frame(1, channel, payload);
}

inline std::string short_text(std::string_view text) {
  return std::string(1, static_cast<char>(text.size())) += text;
}

inline std::string long_text(std::string_view text) {
  std::string out;
  put(out, static_cast<std::uint32_t>(text.size()));
  return out += text;
}

}  // namespace amqpace::bench
