// SPDX-License-Identifier: Apache-2.0
// The messages a publisher sends, rendered once per channel and routing key. Random bodies come from a small pool of
// pre-rendered variants, so that the publish path stays a copy.
#pragma once

#include <cstdint>
#include <vector>

#include "client/session.hpp"
#include "model/plan.hpp"

namespace amqpace::engine {

// Where the stamp goes for a body of this size, and how much of it.
struct StampShape {
  bool in_header = false;
  std::size_t size = 0;
};
StampShape stamp_shape(model::StampPlace place, std::int64_t message_size);

class TemplateSet {
 public:
  // `seed`: of random bodies.
  TemplateSet(client::Publisher& channel, const model::ProducerSpec& spec, std::int64_t message_size,
              std::uint64_t seed);

  client::TemplateId pick(std::size_t key, std::uint64_t sequence) const {
    return ids_[key * variants_ + sequence % variants_];
  }
  const StampShape& shape() const { return shape_; }

 private:
  StampShape shape_;
  std::size_t variants_;
  std::vector<client::TemplateId> ids_;
};

}  // namespace amqpace::engine
