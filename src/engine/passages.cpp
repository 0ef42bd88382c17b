// SPDX-License-Identifier: Apache-2.0
#include "engine/passages.hpp"

#include <algorithm>

namespace amqpace::engine {

namespace {
constexpr std::uint64_t kDeadLetterBits = 1 << 16;
// A file has a few ways; a broker that makes up names must not cost us memory without end.
constexpr std::size_t kMostPassages = 256;
}  // namespace

void Passages::add_producer(std::uint64_t bits, std::uint64_t prefill) {
  published().seen.emplace_back(bits);
  published().prefill.emplace_back(prefill + 64);
}

Passage& Passages::by(std::uint64_t path, std::int16_t latest, const Trail& trail) {
  const auto found = std::find_if(all_.begin() + 1, all_.end(), [path](const Passage& p) { return p.path == path; });
  if (found != all_.end()) return *found;
  if (all_.size() == kMostPassages) return all_.back();
  const std::size_t producers = published().seen.size();
  all_.push_back({.path = path, .latest = latest, .trail = trail, .seen = {}, .prefill = {}});
  for (std::size_t p = 0; p < producers; ++p) {
    all_.back().seen.emplace_back(kDeadLetterBits);
    all_.back().prefill.emplace_back(64);
  }
  return all_.back();
}

bool Passages::any_holds(const Stamp& stamp) const {
  return std::any_of(all_.begin(), all_.end(), [&stamp](const Passage& passage) {
    return passage.of(stamp.producer, stamp.prefill).contains(stamp.sequence);
  });
}

void TrailCounts::count(const Trail& trail, std::size_t column, bool handled_here_before) {
  auto found = std::find_if(all_.begin(), all_.end(), [&trail](const TrailCount& c) { return c.trail == trail; });
  if (found == all_.end()) {
    if (all_.size() == kMostPassages) return;
    found = all_.insert(all_.end(), {.trail = trail, .by_column = std::vector<std::uint64_t>(columns_)});
  }
  ++found->by_column[column];
  if (handled_here_before) ++found->handled_here_before;
}

}  // namespace amqpace::engine
