// SPDX-License-Identifier: Apache-2.0
// VHost: which queues a message reaches, over exchanges bound to each other and alternate ones, and the way
// of a dead letter.
#include <utility>

#include "broker/core.hpp"

namespace amqpace::broker {

Outcome<Exchange*> VHost::target(const Caller& caller, std::string_view exchange) {
  if (exchange.empty()) {
    if (auto ok = allowed(caller, "exchange", "amq.default"); !ok) return pass_on(ok.error());
    return nullptr;
  }
  if (auto ok = allowed(caller, "exchange", exchange); !ok) return pass_on(ok.error());
  Exchange* found = find_exchange(exchange);
  if (!found) return no_such("exchange", exchange, name_);
  if (found->settings().internal)
    return refuse(kAccessRefused, "cannot publish to internal " + resource("exchange", exchange, name_));
  return found;
}

void VHost::route(Exchange* exchange, const Message& message, std::vector<Queue*>& out) {
  const std::uint64_t mark = ++route_mark_;
  if (!exchange) {
    const auto take = [&](std::string_view name) {
      const auto found = queues_.find(name);
      if (found == queues_.end()) return;
      if (std::exchange(found->second->mark_, mark) != mark) out.push_back(found->second.get());
    };
    take(message.routing_key());
    message.more_keys().each(take);
    return;
  }
  exchange->mark_ = mark;
  still_to_ask_.assign(1, exchange);
  for (std::size_t i = 0; i < still_to_ask_.size(); ++i) {
    Exchange& asked = *still_to_ask_[i];
    matched_.clear();
    asked.match(message, matched_);
    if (matched_.empty() && !asked.settings().alternate.empty())
      if (Exchange* alternate = find_exchange(asked.settings().alternate)) matched_.push_back(alternate);
    for (Destination* to : matched_) {
      if (std::exchange(to->mark_, mark) == mark) continue;
      if (Queue* queue = to->as_queue()) out.push_back(queue);
      if (Exchange* next = to->as_exchange()) still_to_ask_.push_back(next);
    }
  }
}

void VHost::take_dead_letter(const DeadLetter& letter) {
  const std::string_view name = letter.message->exchange();
  Exchange* exchange = name.empty() ? nullptr : find_exchange(name);
  auto& queues = core_.routed_;
  queues.clear();
  if (name.empty() || exchange) route(exchange, *letter.message, queues);
  bool taken = false;
  for (Queue* queue : queues) {
    if (in_cycle(*letter.message, letter.reason, queue->settings().name)) continue;
    if (!queue->enqueue(letter.message, 0)) continue;
    ++queue->truth().dead_letters_in;
    taken = true;
  }
  if (!taken) ++letter.from->dead_letters_dropped;
}

}  // namespace amqpace::broker
