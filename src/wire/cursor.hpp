// SPDX-License-Identifier: Apache-2.0
// Reading and writing big-endian values in memory: what both protocols' codecs are made of.
// Reader checks every bound and remembers the first failure; Writer fills memory whose size was worked out
// before, so it checks nothing in release builds. Neither owns what it looks at.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace amqpace::wire {

using Bytes = std::span<const std::byte>;

inline Bytes as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}
inline std::string_view as_text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class T>
T load_big(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  if constexpr (sizeof(T) == 2) value = static_cast<T>(__builtin_bswap16(value));
  if constexpr (sizeof(T) == 4) value = static_cast<T>(__builtin_bswap32(value));
  if constexpr (sizeof(T) == 8) value = static_cast<T>(__builtin_bswap64(value));
  return value;
}

template <class T>
void store_big(std::byte* at, T value) {
  const T swapped = load_big<T>(reinterpret_cast<const std::byte*>(&value));
  std::memcpy(at, &swapped, sizeof swapped);
}
static_assert(std::endian::native == std::endian::little, "load_big and store_big swap always");

// A value that does not fit what is left fails: it and all later ones read as 0 or empty, ok() is false, and
// position() stays at the first byte of the value that failed.
class Reader {
 public:
  explicit Reader(Bytes bytes) : begin_(bytes.data()), at_(begin_), end_(begin_ + bytes.size()) {}

  bool ok() const { return ok_; }
  std::size_t position() const { return static_cast<std::size_t>(at_ - begin_); }
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }
  bool at_end() const { return at_ == end_; }

  std::uint8_t u8() { return fixed<std::uint8_t>(); }
  std::uint16_t u16() { return fixed<std::uint16_t>(); }
  std::uint32_t u32() { return fixed<std::uint32_t>(); }
  std::uint64_t u64() { return fixed<std::uint64_t>(); }

  Bytes bytes(std::size_t size) {
    if (remaining() < size) [[unlikely]] {
      fail();
      return {};
    }
    const Bytes found{at_, size};
    at_ += size;
    return found;
  }
  // One octet of length, then that many bytes.
  std::string_view short_string() {
    const std::byte* const start = at_;
    const std::size_t size = u8();
#if defined(AMQPACE_PLANT_BUG) && AMQPACE_PLANT_BUG == 1
    at_ = start + (ok_ ? 1 + size : 0);  // planted for tools/fuzz_planted.sh: trusts the length
    return ok_ ? std::string_view{reinterpret_cast<const char*>(start + 1), size} : std::string_view{};
#else
    return as_text(sized(start, size));
#endif
  }
  // Four octets of length, then that many bytes.
  Bytes long_bytes() {
    const std::byte* const start = at_;
    const std::size_t size = u32();
    return sized(start, size);
  }
  void fail() {
    ok_ = false;
    end_ = at_;
  }
  // Fails for a reason found by the caller, at a place before position(). The first failure stands.
  void fail_at(std::size_t position) {
    if (ok_) at_ = begin_ + position;
    fail();
  }

 private:
  template <class T>
  T fixed() {
    if (remaining() < sizeof(T)) [[unlikely]] {
      fail();
      return 0;
    }
    const T value = load_big<T>(at_);
    at_ += sizeof(T);
    return value;
  }
  Bytes sized(const std::byte* start, std::size_t size) {
    if (!ok_ || remaining() < size) [[unlikely]] {
      at_ = start;
      fail();
      return {};
    }
    return bytes(size);
  }

  const std::byte* begin_;
  const std::byte* at_;
  const std::byte* end_;
  bool ok_ = true;
};

class Writer {
 public:
  // `into` must hold all that will be written.
  explicit Writer(std::span<std::byte> into) : at_(into.data()), end_(at_ + into.size()) {}

  void u8(std::uint8_t value) { fixed(value); }
  void u16(std::uint16_t value) { fixed(value); }
  void u32(std::uint32_t value) { fixed(value); }
  void u64(std::uint64_t value) { fixed(value); }
  void bytes(Bytes value) {
    assert(value.size() <= static_cast<std::size_t>(end_ - at_));
    if (!value.empty()) std::memcpy(at_, value.data(), value.size());
    at_ += value.size();
  }
  // At most 255 bytes: the caller has checked.
  void short_string(std::string_view value) {
    assert(value.size() <= 255);
    u8(static_cast<std::uint8_t>(value.size()));
    bytes(as_bytes(value));
  }
  void long_bytes(Bytes value) {
    u32(static_cast<std::uint32_t>(value.size()));
    bytes(value);
  }
  bool at_end() const { return at_ == end_; }

 private:
  template <class T>
  void fixed(T value) {
    assert(sizeof(T) <= static_cast<std::size_t>(end_ - at_));
    store_big(at_, value);
    at_ += sizeof(T);
  }

  std::byte* at_;
  [[maybe_unused]] std::byte* end_;
};

}  // namespace amqpace::wire
