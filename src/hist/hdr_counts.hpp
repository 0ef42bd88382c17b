// SPDX-License-Identifier: Apache-2.0
// The counters of an HdrHistogram as its V2 encoding writes them, from counter 0 on: ZigZag LEB128 in at most
// nine bytes, of which the ninth holds eight bits; a negative number -k stands for k counters of zero.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace amqpace::hist {

void append_zigzag(std::string& out, std::int64_t value);
// Takes a number from the front of `bytes`; malformed when they end within it.
Result<std::int64_t> take_zigzag(std::string_view& bytes);

// Gathers the zeros between two counts.
class CountsWriter {
 public:
  void add(std::uint64_t count);  // of the next counter
  // Zeros at the end are left out: a reader takes what is not written for zero.
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
  std::int64_t zeros_ = 0;
};

// Calls each(index, count) for every counter that is not zero. Malformed: more counters than `counters`, a
// count below zero, bytes that end in the middle of a number.
template <class Each>
Result<void> read_counts(std::string_view bytes, std::size_t counters, Each each) {
  std::size_t index = 0;
  while (!bytes.empty()) {
    const auto number = take_zigzag(bytes);
    if (!number) return tl::unexpected(number.error());
    const std::uint64_t steps = *number < 0 ? 0 - static_cast<std::uint64_t>(*number) : 1;
    if (steps > counters - index) {
      return fail(ErrorKind::malformed,
                  "more counters than the range of the histogram has (" + std::to_string(counters) + ")");
    }
    if (*number > 0) {
      if (Result<void> good = each(index, static_cast<std::uint64_t>(*number)); !good) return good;
    }
    index += static_cast<std::size_t>(steps);
  }
  return {};
}

}  // namespace amqpace::hist
