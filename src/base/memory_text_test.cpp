// SPDX-License-Identifier: Apache-2.0
#include "base/memory_text.hpp"

#include <gtest/gtest.h>

namespace amqpace {
namespace {

TEST(MemoryText, HasOneDigitAndAUnit) {
  EXPECT_EQ(memory_text(0), "0 bytes");
  EXPECT_EQ(memory_text(1023), "1023 bytes");
  EXPECT_EQ(memory_text(1024), "1.0 KiB");
  EXPECT_EQ(memory_text(1024 * 1024 - 1), "1.0 MiB");
  EXPECT_EQ(memory_text(46'000'000), "43.9 MiB");
  EXPECT_EQ(memory_text(std::uint64_t{5} << 40), "5.0 TiB");
}

}  // namespace
}  // namespace amqpace
