// SPDX-License-Identifier: Apache-2.0
#include "engine/stamp.hpp"

#include <bit>
#include <cstring>

namespace amqpace::engine {

namespace {
static_assert(std::endian::native == std::endian::little, "the stamp is written as the machine has it");

constexpr char kMagic[4] = {'a', 'M', 'q', 'P'};
constexpr std::uint8_t kPrefillFlag = 1;
constexpr std::uint8_t kSentFlag = 2;

template <class T>
void put(StampBytes& bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

template <class T>
T get(std::span<const std::byte> bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}
}  // namespace

StampBytes write_stamp(const Stamp& stamp) {
  StampBytes bytes{};
  std::memcpy(bytes.data(), kMagic, sizeof kMagic);
  const auto flags = static_cast<std::uint8_t>((stamp.prefill ? kPrefillFlag : 0) | (stamp.sent ? kSentFlag : 0));
  put(bytes, 4, kStampVersion);
  put(bytes, 5, flags);
  put(bytes, 6, stamp.producer);
  put(bytes, 8, stamp.run_id);
  put(bytes, 16, stamp.sequence);
  put(bytes, 24, stamp.due);
  put(bytes, 32, stamp.sent.value_or(0));
  return bytes;
}

std::optional<Stamp> read_stamp(std::span<const std::byte> bytes) {
  if (bytes.size() < kStampSize || std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0) return std::nullopt;
  if (get<std::uint8_t>(bytes, 4) != kStampVersion) return std::nullopt;
  const auto flags = get<std::uint8_t>(bytes, 5);
  // Filled where it is returned: a copy of what was just written piece by piece would wait for all the pieces.
  std::optional<Stamp> stamp(std::in_place);
  stamp->prefill = (flags & kPrefillFlag) != 0;
  stamp->producer = get<std::uint16_t>(bytes, 6);
  stamp->run_id = get<std::uint64_t>(bytes, 8);
  stamp->sequence = get<std::uint64_t>(bytes, 16);
  stamp->due = get<Nanos>(bytes, 24);
  if ((flags & kSentFlag) != 0 && bytes.size() >= kLongStampSize) stamp->sent = get<Nanos>(bytes, 32);
  return stamp;
}

}  // namespace amqpace::engine
