// SPDX-License-Identifier: Apache-2.0
#include "engine/stamp.hpp"

#include <gtest/gtest.h>

namespace amqpace::engine {
namespace {

TEST(Stamp, ReadsBackWhatWasWritten) {
  const Stamp stamp{.prefill = true, .producer = 513, .run_id = 0x0123456789abcdefULL, .sequence = 1ULL << 40,
                    .due = -5, .sent = 77};
  const StampBytes bytes = write_stamp(stamp);
  EXPECT_EQ(read_stamp(bytes), stamp);
  Stamp without = stamp;
  without.sent.reset();
  const StampBytes cut = write_stamp(without);
  EXPECT_EQ(read_stamp(std::span(cut).first(kStampSize)), without);
  EXPECT_EQ(read_stamp(cut), without);
}

TEST(Stamp, HasTheLayoutOfTheContract) {
  const StampBytes b = write_stamp({.prefill = false, .producer = 0x0201, .run_id = 0x0a, .sequence = 0x0b, .due = 0x0c,
                                    .sent = {}});
  const char magic[] = {'a', 'M', 'q', 'P', 1, 0, 1, 2, 10};
  for (std::size_t i = 0; i < sizeof magic; ++i) EXPECT_EQ(static_cast<char>(b[i]), magic[i]) << i;
  EXPECT_EQ(static_cast<int>(b[16]), 0x0b);
  EXPECT_EQ(static_cast<int>(b[24]), 0x0c);
}

TEST(Stamp, IsNotSeenInForeignOrShortBodies) {
  StampBytes bytes = write_stamp({});
  EXPECT_FALSE(read_stamp(std::span(bytes).first(31)));
  bytes[0] = std::byte{'x'};
  EXPECT_FALSE(read_stamp(bytes));
  bytes = write_stamp({});
  bytes[4] = std::byte{9};
  EXPECT_FALSE(read_stamp(bytes));
}

}  // namespace
}  // namespace amqpace::engine
