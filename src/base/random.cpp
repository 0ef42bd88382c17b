// SPDX-License-Identifier: Apache-2.0
#include "base/random.hpp"

#include <sys/random.h>

#include <random>

namespace amqpace {

std::uint64_t random_seed() {
  std::uint64_t seed = 0;
  if (getrandom(&seed, sizeof seed, 0) == static_cast<ssize_t>(sizeof seed)) return seed;
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

}  // namespace amqpace
