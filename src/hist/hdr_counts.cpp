// SPDX-License-Identifier: Apache-2.0
#include "hist/hdr_counts.hpp"

#include <cassert>

namespace amqpace::hist {

namespace {

constexpr int kBitsOfEight = 56;  // what eight bytes of seven bits hold; the rest is the ninth

}  // namespace

void append_zigzag(std::string& out, std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  std::uint64_t left = bits << 1 ^ (value < 0 ? ~std::uint64_t{0} : 0);
  for (int taken = 0; taken < kBitsOfEight; taken += 7) {
    if (left < 0x80) {
      out += static_cast<char>(left);
      return;
    }
    out += static_cast<char>((left & 0x7F) | 0x80);
    left >>= 7;
  }
  out += static_cast<char>(left);
}

Result<std::int64_t> take_zigzag(std::string_view& bytes) {
  std::uint64_t bits = 0;
  for (int shift = 0; shift <= kBitsOfEight; shift += 7) {
    if (bytes.empty()) return fail(ErrorKind::malformed, "the counters end in the middle of a number");
    const auto byte = static_cast<std::uint64_t>(static_cast<unsigned char>(bytes.front()));
    bytes.remove_prefix(1);
    if (shift == kBitsOfEight) {
      bits |= byte << shift;
      break;
    }
    bits |= (byte & 0x7F) << shift;
    if (byte < 0x80) break;
  }
  return static_cast<std::int64_t>(bits >> 1 ^ (0 - (bits & 1)));
}

void CountsWriter::add(std::uint64_t count) {
  assert(count <= INT64_MAX);
  if (count == 0) {
    ++zeros_;
    return;
  }
  // A single zero is a count, since -1 would be no shorter and readers know it less well.
  if (zeros_ > 0) append_zigzag(bytes_, zeros_ == 1 ? 0 : -zeros_);
  zeros_ = 0;
  append_zigzag(bytes_, static_cast<std::int64_t>(count));
}

}  // namespace amqpace::hist
