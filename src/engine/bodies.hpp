// SPDX-License-Identifier: Apache-2.0
// The bodies a producer's messages have, made once: a pool and the order in which its members go out. For TemplateSet.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/session.hpp"
#include "model/plan.hpp"

namespace amqpace::engine {

struct Body {
  std::string bytes;
  std::vector<client::SequenceText> sequences = {};
};

// Member `order[p]` is sent in place p of a round. `variants`: how often the pool has each different body; texts of
// properties and headers with placeholders are drawn for the number of the member.
struct BodyPool {
  std::vector<Body> bodies;
  std::vector<std::uint32_t> order;
  std::int64_t smallest = 0;
};

// `only_size`: generated bodies of this one size (small messages that fill the queues beforehand); 0: as the file says.
BodyPool make_bodies(const model::PublisherSpec& publish, std::int64_t only_size, std::uint64_t seed);

}  // namespace amqpace::engine
