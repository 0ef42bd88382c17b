// SPDX-License-Identifier: Apache-2.0
#include "broker/turns.hpp"

#include <algorithm>

#include "broker/channel.hpp"

namespace amqpace::broker {

Turns::Rank& Turns::rank(std::int64_t priority) {
  auto at = std::ranges::find_if(ranks_, [priority](const Rank& one) { return one.priority <= priority; });
  if (at == ranks_.end() || at->priority != priority) {
    at = ranks_.insert(at, Rank{});
    at->priority = priority;
  }
  return *at;
}

void Turns::came(Consumer& consumer) {
  if (!active_) active_ = &consumer;
  wake(consumer);
}

void Turns::left(Consumer& consumer, const std::vector<Consumer*>& others) {
  Ring<Consumer*>& waiting = rank(consumer.priority).waiting;
  for (std::size_t rest = waiting.size(); rest > 0; --rest)
    if (Consumer* one = waiting.pop_front(); one != &consumer) waiting.push_back(one);
  consumer.in_turns = false;
  if (active_ != &consumer) return;
  const auto first = std::ranges::max_element(others, {}, &Consumer::priority);
  active_ = first == others.end() ? nullptr : *first;
}

void Turns::wake(Consumer& consumer) {
  if (consumer.in_turns) return;
  consumer.in_turns = true;
  rank(consumer.priority).waiting.push_back(&consumer);
}

Consumer* Turns::next() {
  if (single_active_) return active_ && active_->can_take() ? active_ : nullptr;
  for (Rank& one : ranks_) {
    while (!one.waiting.empty()) {
      Consumer* consumer = one.waiting.pop_front();
      if (consumer->can_take()) {
        one.waiting.push_back(consumer);
        return consumer;
      }
      consumer->in_turns = false;
    }
  }
  return nullptr;
}

}  // namespace amqpace::broker
