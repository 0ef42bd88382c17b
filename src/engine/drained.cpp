// SPDX-License-Identifier: Apache-2.0
// When a window ends that ends by itself: maxMessages are sent, or everything is consumed (runFor: until-drained).
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

// Until drained, maxMessages ends the schedule and not the window. Without publishers there is no schedule at all.
void Coordinator::limit_schedules() {
  for (std::size_t p = 0; p < plan_.producers.size(); ++p) {
    const auto& publish = plan_.producers[p].publish;
    auto& spec = setup_.schedules[p];
    if (publish.threads == 0) spec.limit = 0;
    if (!plan_.until_drained || !publish.throttled() || !publish.max_messages || publish.threads == 0) continue;
    spec.limit = Schedule(spec).slots_before(plan_.warmup) + static_cast<std::uint64_t>(*publish.max_messages);
  }
}

// How many messages an earlier run left is known, not which: that they came is seen when the queue is quiet.
bool Coordinator::waits_for_leftovers(std::size_t queue) const {
  return plan_.until_drained && w1_ == kNever && topology_.found()[queue].depth_before > 0;
}

// W1 is the instant after the last handler ended and the last confirm was read. It lies in the past, which changes no count:
// nothing has happened since.
void Coordinator::end_when_drained() {
  if (!plan_.until_drained || w1_ != kNever) return;
  if (quiet_since_.empty()) quiet_since_.assign(plan_.queues.size(), w0_);
  if (!all(&Status::publishers_done) || !queues_finished()) return;
  Nanos last = w0_;
  for (const auto& worker : workers_) {
    last = std::max(last, worker->status().last_answer.load(std::memory_order_relaxed));
    for (const auto& side : worker->queues()) last = std::max(last, side->last_end.load(std::memory_order_relaxed));
  }
  w1_ = last + 1;
  control_.w1.store(w1_, std::memory_order_release);
}

}  // namespace amqpace::engine
