// SPDX-License-Identifier: Apache-2.0
#include "base/memory_text.hpp"

#include <fmt/format.h>

#include <array>

namespace amqpace {

std::string memory_text(std::uint64_t bytes) {
  static constexpr std::array<const char*, 4> names{"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  // Half of the last digit below 1024: "1.0 MiB", never "1024.0 KiB".
  while (value >= 1023.95 && unit + 1 < names.size()) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, names[unit]);
}

}  // namespace amqpace
