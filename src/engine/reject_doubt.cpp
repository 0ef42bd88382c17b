// SPDX-License-Identifier: Apache-2.0
#include "engine/reject_doubt.hpp"

#include <algorithm>

namespace amqpace::engine {

std::vector<Reject> RecentRejects::take() {
  const auto held = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(count_, slots_.size()));
  count_ = 0;
  return {slots_.begin(), slots_.begin() + held};
}

void RejectDoubts::add(const Reject& reject) {
  by_message_.insert_or_assign(Key{reject.producer, reject.sequence, reject.prefill}, reject);
}

const Reject* RejectDoubts::settle(const Stamp& stamp, bool redelivered, std::uint64_t rejected_here) {
  const auto found = by_message_.find(Key{stamp.producer, stamp.sequence, stamp.prefill});
  if (found == by_message_.end()) return nullptr;
  lost_ = found->second;
  by_message_.erase(found);
  return redelivered && rejected_here <= lost_.rejected_here ? &lost_ : nullptr;
}

}  // namespace amqpace::engine
