// SPDX-License-Identifier: Apache-2.0
#include "model/message_sizes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace amqpace::model {
namespace {

SizeSpec mix(std::vector<std::pair<std::int64_t, std::int64_t>> shares) {
  SizeSpec sizes;
  sizes.kind = SizeSpec::Kind::mix;
  sizes.mix = std::move(shares);
  return sizes;
}

TEST(MessageSizes, OfAMixHaveExactSharesAndStandInTurn) {
  const SizePool pool = size_pool(mix({{512, 7000}, {4096, 3000}}), 1);
  EXPECT_EQ(pool.sizes, (std::vector<std::int64_t>{512, 4096}));
  EXPECT_EQ(pool.order, (std::vector<std::uint32_t>{0, 1, 0, 0, 0, 1, 0, 0, 1, 0}));
  EXPECT_EQ(size_pool(mix({{1, 5000}, {2, 5000}}), 1).order, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(size_pool(mix({{9, 10'000}}), 1).order, (std::vector<std::uint32_t>{0}));
}

TEST(MessageSizes, OfAMixAreExactToAHundredthOfAPercent) {
  const SizePool pool = size_pool(mix({{100, 9999}, {1'000'000, 1}}), 1);
  EXPECT_EQ(pool.order.size(), 10'000u);
  EXPECT_EQ(std::count(pool.order.begin(), pool.order.end(), 1u), 1);
}

TEST(MessageSizes, OfADistributionAreItsQuantiles) {
  SizeSpec sizes;
  sizes.kind = SizeSpec::Kind::uniform;
  sizes.low = 100;
  sizes.high = 611;
  const SizePool pool = size_pool(sizes, 5);
  EXPECT_EQ(pool.sizes.size(), 256u);
  EXPECT_EQ(pool.sizes.front(), 101);
  EXPECT_EQ(pool.sizes.back(), 611);
  EXPECT_NE(pool.order, size_pool(sizes, 6).order);
  EXPECT_EQ(pool.order, size_pool(sizes, 5).order);
  std::vector<std::uint32_t> sorted = pool.order;
  std::sort(sorted.begin(), sorted.end());
  for (std::uint32_t i = 0; i < sorted.size(); ++i) ASSERT_EQ(sorted[i], i);

  sizes.kind = SizeSpec::Kind::lognormal;
  sizes.low = 1024;
  sizes.sigma = 0.5;
  sizes.high = 4096;
  const auto lognormal = size_pool(sizes, 5).sizes;
  EXPECT_EQ(lognormal[128], 1027);  // half a step above the median
  EXPECT_EQ(lognormal[127], 1021);
  EXPECT_EQ(lognormal.back(), 4096);  // e^(0.5 · 2.89) times the median would be 4,337
  EXPECT_EQ(lognormal[215], 1690);    // one sigma up: p 0.8418, z 1.0019
}

TEST(MessageSizes, AreSaidInOneLine) {
  PublisherSpec publish;
  EXPECT_EQ(payload_text(publish), "1024 bytes");
  publish.payload.random = true;
  publish.sizes = mix({{512, 7000}, {4096, 3000}});
  EXPECT_EQ(payload_text(publish), "512 bytes 70%, 4096 bytes 30%, random");
  EXPECT_EQ(sizes_text(publish.sizes), "{512: 70%, 4096: 30%}");
  EXPECT_EQ(body_size(publish).mean, 1587);
  EXPECT_EQ(body_size(publish).largest, 4096);
  publish.payload = {PayloadSpec::Kind::text, false, "n ${random:1..100}", {}, {}};
  EXPECT_EQ(payload_text(publish), "text, 3..5 bytes");
  publish.payload = {PayloadSpec::Kind::files, false, "", {"a", "b"}, {"xx", "yyyy"}};
  EXPECT_EQ(payload_text(publish), "2 files, 2..4 bytes");
  EXPECT_EQ(body_size(publish).mean, 3);
  EXPECT_EQ(profile_text({{1000, 1000, 30 * kSecond}, {1000, 5000, 60 * kSecond}}),
            "1,000/s for 30s, 1,000..5,000/s for 1m");
}

}  // namespace
}  // namespace amqpace::model
