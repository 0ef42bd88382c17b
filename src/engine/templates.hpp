// SPDX-License-Identifier: Apache-2.0
// The messages a publisher sends, rendered once per channel, routing key and member of the pool of bodies, so that the
// publish path stays a copy.
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

// Which member of the pool goes out in which slot: in turn, each with its exact share. Where the turns of the routing
// keys would meet the same members over and over, they move on by one after each common round, so that no key gets one
// member only. A pure function of the slot.
class Turns {
 public:
  Turns() = default;
  // `steady`: after so many slots the keys come in the same order again.
  Turns(std::vector<std::uint32_t> order, std::uint64_t steady);
  std::uint32_t at(std::uint64_t slot) const {
    if (order_.size() == 1) return order_[0];
    return order_[static_cast<std::size_t>((slot + slot / round_) % order_.size())];
  }

 private:
  std::vector<std::uint32_t> order_{0};
  std::uint64_t round_ = 1;
};

class TemplateSet {
 public:
  // `only_size`: generated bodies of this size instead of the spec's; 0: the spec's. `seed`: of everything random in them.
  TemplateSet(client::Publisher& channel, const model::ProducerSpec& spec, std::int64_t only_size, std::uint64_t seed);

  client::TemplateId pick(std::size_t key, std::uint64_t sequence) const {
    return ids_[key * members_ + turns_.at(sequence)];
  }
  const StampShape& shape() const { return shape_; }

 private:
  StampShape shape_;
  std::size_t members_ = 1;
  Turns turns_;
  std::vector<client::TemplateId> ids_;
};

}  // namespace amqpace::engine
