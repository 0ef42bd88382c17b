// SPDX-License-Identifier: Apache-2.0
#include "engine/sequence_set.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "base/random.hpp"

namespace amqpace::engine {
namespace {

TEST(SequenceSet, SaysTrueOnlyTheFirstTime) {
  SequenceSet s;
  EXPECT_TRUE(s.insert(5));
  EXPECT_FALSE(s.insert(5));
  EXPECT_TRUE(s.contains(5));
  EXPECT_FALSE(s.contains(4));
  EXPECT_EQ(s.size(), 1u);
}

TEST(SequenceSet, NeedsNoRoomForWhatCameInOrder) {
  SequenceSet s(64);
  for (std::uint64_t i = 0; i < 1'000'000; ++i) ASSERT_TRUE(s.insert(i));
  EXPECT_LE(s.span_bits(), 64u);
  EXPECT_FALSE(s.insert(17));
}

TEST(SequenceSet, ListsWhatIsMissing) {
  SequenceSet s(64);
  for (std::uint64_t i = 0; i < 10'000; ++i)
    if (i != 64 && i != 127 && i != 9'999) s.insert(i);
  std::vector<std::uint64_t> missing;
  s.for_each_missing(0, 10'001, [&](std::uint64_t i) { missing.push_back(i); });
  EXPECT_EQ(missing, (std::vector<std::uint64_t>{64, 127, 9'999, 10'000}));
  missing.clear();
  s.for_each_missing(65, 128, [&](std::uint64_t i) { missing.push_back(i); });
  EXPECT_EQ(missing, (std::vector<std::uint64_t>{127}));
}

TEST(SequenceSet, AgreesWithASetUnderRandomInserts) {
  SequenceSet s(64);
  std::set<std::uint64_t> model;
  Random random(1);
  for (int i = 0; i < 50'000; ++i) {
    const std::uint64_t x = random.below(20'000) + static_cast<std::uint64_t>(i) / 4;
    ASSERT_EQ(s.insert(x), model.insert(x).second) << x;
  }
  EXPECT_EQ(s.size(), model.size());
  for (std::uint64_t x = 0; x < 40'000; ++x) ASSERT_EQ(s.contains(x), model.contains(x)) << x;
}

}  // namespace
}  // namespace amqpace::engine
