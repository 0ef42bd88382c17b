// SPDX-License-Identifier: Apache-2.0
// How large messages are: the sizes that a pool of bodies has, in which order they go out, and what that is on average.
// Pure functions of the settings (and the seed), so that checks, reports and the engine agree.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/plan.hpp"

namespace amqpace::model {

// A larger body cannot be sent: a message waits as a whole for its socket, with all its frames, in 256 MiB.
inline constexpr std::int64_t kLargestBody = 255LL << 20;
// RabbitMQ's max_message_size, when nobody configured it.
inline constexpr std::int64_t kUsualLargestBody = 128LL << 20;

struct SizePool {
  std::vector<std::int64_t> sizes;   // different bodies
  std::vector<std::uint32_t> order;  // indices of sizes, in turn: each has its exact share in every round
};

// A mix is interleaved: {512: 70%, 4KiB: 30%} sends 512, 4096, 512 … and seven of the one and three of the other in ten
// messages. A distribution is its quantiles in the middle of equal shares, in a seeded order.
SizePool size_pool(const SizeSpec& sizes, std::uint64_t seed);

// Of one message's body; of a distribution what its quantiles have. `mean` is rounded.
struct BodySize {
  std::int64_t smallest = 0, largest = 0, mean = 0;
};
BodySize body_size(const PublisherSpec& publish);

// "1024 bytes, random", "512 bytes 70%, 4096 bytes 30%", "lognormal 1KiB sigma 0.5 max 64KiB", "3 files, 12..345 bytes".
std::string payload_text(const PublisherSpec& publish);
// As the file would say them: "{512: 70%, 4096: 30%}", "uniform 512..4KiB"; "" of fixed ones.
std::string sizes_text(const SizeSpec& sizes);
// "1,000/s for 30s, 1,000..5,000/s for 1m".
std::string profile_text(const std::vector<RateStep>& profile);

}  // namespace amqpace::model
