// SPDX-License-Identifier: Apache-2.0
#include "engine/trail.hpp"

#include <algorithm>

namespace amqpace::engine {

namespace {

bool feeds(const Feeders& feeders, std::int16_t from, std::size_t to) {
  return from >= 0 && to < feeders.size() &&
         std::find(feeders[to].begin(), feeders[to].end(), static_cast<std::size_t>(from)) != feeders[to].end();
}

// A reject was counted where it was done, and whatever happened before it was seen there.
Trail as_listed(std::span<const Fate> fates) {
  Trail trail;
  for (std::size_t i = 0; i < fates.size(); ++i) {
    if (fates[i].rejected || fates[i].queue < 0 || i == trail.queues.size()) {
      trail.from_publish = false;
      return trail;
    }
    trail.queues[i] = fates[i].queue;
  }
  return trail;
}

bool is_a_way(const Trail& trail, std::span<const Fate> fates, const Feeders& feeders, std::size_t here) {
  std::size_t to = here;
  const std::size_t size = trail.size();
  for (std::size_t i = 0; i < size; ++i) {
    if (!feeds(feeders, trail.queues[i], to)) return false;
    to = static_cast<std::size_t>(trail.queues[i]);
  }
  return trail.from_publish || feeds(feeders, fates[size].queue, to);
}

// Goes back from the latest death, trying each entry in turn: at most six of them.
class Search {
 public:
  Search(std::span<const Fate> fates, const Feeders& feeders) : fates_(fates), feeders_(feeders) {
    rejected_ = std::any_of(fates.begin(), fates.end(), [](const Fate& f) { return f.rejected; });
    way_.from_publish = !rejected_;
  }

  // The longest way that ends at a reject; without one the way that all entries lie on.
  const Trail& longest_to(std::size_t here) {
    step(here, 0);
    return best_;
  }

 private:
  bool complete(std::size_t to, std::size_t length) const {
    if (!rejected_) return length == fates_.size();
    return std::any_of(fates_.begin(), fates_.end(),
                       [&](const Fate& f) { return f.rejected && feeds(feeders_, f.queue, to); });
  }

  void step(std::size_t to, std::size_t length) {
    if (length > best_.size() && complete(to, length)) best_ = way_;
    if (length == way_.queues.size()) return;
    for (std::size_t i = 0; i < fates_.size(); ++i) {
      const Fate& next = fates_[i];
      const bool latest_first = length > 0 || i == 0;
      if (!latest_first || next.rejected || way_.names(static_cast<std::size_t>(next.queue)) || !feeds(feeders_, next.queue, to))
        continue;
      way_.queues[length] = next.queue;
      step(static_cast<std::size_t>(next.queue), length + 1);
      way_.queues[length] = -1;
    }
  }

  std::span<const Fate> fates_;
  const Feeders& feeders_;
  bool rejected_;
  Trail way_, best_;
};

}  // namespace

std::size_t Trail::size() const {
  return static_cast<std::size_t>(std::find(queues.begin(), queues.end(), -1) - queues.begin());
}

bool Trail::names(std::size_t queue) const {
  return std::find(queues.begin(), queues.end(), static_cast<std::int16_t>(queue)) != queues.end();
}

Trail trail_of(std::span<const Fate> fates, const Feeders& feeders, std::size_t here) {
  const Trail listed = as_listed(fates);
  if (listed.empty() || is_a_way(listed, fates, feeders, here)) return listed;
  const Trail found = Search(fates, feeders).longest_to(here);
  return found.empty() ? listed : found;
}

}  // namespace amqpace::engine
