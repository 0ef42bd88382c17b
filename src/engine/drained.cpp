// SPDX-License-Identifier: Apache-2.0
// When a window ends that ends by itself: maxMessages are sent.
#include <algorithm>

#include "engine/coordinator.hpp"

namespace amqpace::engine {

// A worker without such a publisher has nothing left to send; a plan without one has no quota that could be used.
bool Coordinator::quota_used() const {
  const bool has_quota = std::any_of(plan_.producers.begin(), plan_.producers.end(), [](const auto& producer) {
    return producer.publish.threads > 0 && !producer.publish.throttled() && producer.publish.max_messages;
  });
  return has_quota && all(&Status::quota_used);
}

}  // namespace amqpace::engine
