// SPDX-License-Identifier: Apache-2.0
#include "engine/templates.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/bodies.hpp"
#include "engine/schedule.hpp"

namespace amqpace::engine {
namespace {

TEST(Turns, GiveEveryMemberItsExactShareAtEveryKey) {
  // Two members in turn and two keys in turn: without moving on, each key would get one member only.
  for (const std::uint64_t publishers : {1u, 2u, 3u}) {
    const Turns turns({0, 1}, 2 * publishers);
    std::map<std::pair<std::size_t, std::uint32_t>, int> seen;
    for (std::uint64_t slot = 0; slot < 24; ++slot) ++seen[{key_of_slot(slot, publishers, 2), turns.at(slot)}];
    EXPECT_EQ(seen, (std::map<std::pair<std::size_t, std::uint32_t>, int>{
                        {{0, 0}, 6}, {{0, 1}, 6}, {{1, 0}, 6}, {{1, 1}, 6}}))
        << publishers;
  }
}

TEST(Turns, AreExactInEveryRound) {
  const Turns turns({0, 1, 0, 0, 1, 0, 0, 1, 0, 0}, 1);
  for (std::uint64_t round = 0; round < 30; ++round) {
    int ones = 0;
    for (std::uint64_t slot = round * 10; slot < round * 10 + 10; ++slot) ones += turns.at(slot) == 1 ? 1 : 0;
    EXPECT_EQ(ones, 3);
  }
}

TEST(Bodies, OfRandomBytesDiffer) {
  model::PublisherSpec publish;
  publish.message_size = 100;
  publish.payload.random = true;
  const auto pool = make_bodies(publish, 0, 1);
  std::set<std::string> different;
  for (const auto& body : pool.bodies) different.insert(body.bytes);
  EXPECT_EQ(different.size(), 16u);
  EXPECT_EQ(pool.smallest, 100);
}

TEST(Bodies, OfAMixComeInEverySizeAndVariant) {
  model::PublisherSpec publish;
  publish.sizes.kind = model::SizeSpec::Kind::mix;
  publish.sizes.mix = {{10, 5000}, {20, 5000}};
  EXPECT_EQ(make_bodies(publish, 0, 1).bodies.size(), 2u);
  publish.random_payload = true;
  const auto pool = make_bodies(publish, 0, 1);
  EXPECT_EQ(pool.bodies.size(), 16u);
  EXPECT_EQ(pool.order.size(), 16u);
  for (std::size_t p = 0; p < pool.order.size(); ++p)
    EXPECT_EQ(pool.bodies[pool.order[p]].bytes.size(), p % 2 == 0 ? 10u : 20u);
  EXPECT_EQ(make_bodies(publish, 7, 1).smallest, 7);
}

TEST(Bodies, OfTextsAreDrawnAHundredTimes) {
  model::PublisherSpec publish;
  publish.payload.kind = model::PayloadSpec::Kind::text;
  publish.payload.text = "always the same";
  EXPECT_EQ(make_bodies(publish, 0, 1).bodies.size(), 1u);
  publish.payload.text = "${variant} of ${seq}";
  const auto pool = make_bodies(publish, 0, 1);
  EXPECT_EQ(pool.bodies.size(), 100u);
  EXPECT_EQ(pool.bodies[42].bytes, "42 of 000000000000");
  ASSERT_EQ(pool.bodies[42].sequences.size(), 1u);
  EXPECT_EQ(pool.bodies[42].sequences[0].offset, 6u);
}

TEST(Bodies, OfFilesAreTheFiles) {
  model::PublisherSpec publish;
  publish.payload.kind = model::PayloadSpec::Kind::files;
  publish.payload.bodies = {"${uuid}", "b"};
  auto pool = make_bodies(publish, 0, 1);
  EXPECT_EQ(pool.order, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(pool.bodies[0].bytes, "${uuid}");
  publish.properties.message_id = "${uuid}";
  pool = make_bodies(publish, 0, 1);  // fifty variants of each
  EXPECT_EQ(pool.bodies.size(), 100u);
  EXPECT_EQ(pool.order[99], 99u);
  EXPECT_EQ(pool.bodies[99].bytes, "b");
}

}  // namespace
}  // namespace amqpace::engine
