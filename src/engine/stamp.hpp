// SPDX-License-Identifier: Apache-2.0
// What each message carries (measurement.md, "Stamp"): 32 bytes, little-endian, and where there is room the send time
// behind them (ADR 0004), so that the consumer can show what measuring from the send would have hidden.
//   0 magic "aMqP" · 4 version · 5 flags · 6 producer (2) · 8 run id (8) · 16 sequence (8) · 24 due, ns since t0 (8) · 32 sent (8)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/clock.hpp"

namespace amqpace::engine {

inline constexpr std::size_t kStampSize = 32;
inline constexpr std::size_t kLongStampSize = 40;
inline constexpr std::uint8_t kStampVersion = 1;

struct Stamp {
  bool prefill = false;
  std::uint16_t producer = 0;
  std::uint64_t run_id = 0;
  std::uint64_t sequence = 0;
  Nanos due = 0;              // since t0
  std::optional<Nanos> sent;  // since t0: the clock when the message was put into the write

  bool operator==(const Stamp&) const = default;
};

using StampBytes = std::array<std::byte, kLongStampSize>;

// Always fills 40 bytes; the first 32 are the whole stamp when `sent` is absent.
StampBytes write_stamp(const Stamp& stamp);
// Absent: not a message of this program (too short, no magic, another version).
std::optional<Stamp> read_stamp(std::span<const std::byte> bytes);

}  // namespace amqpace::engine
