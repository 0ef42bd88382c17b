// SPDX-License-Identifier: Apache-2.0
// How many messages died on each queue of the trails they were seen to come by. At each death all queues that the dead letter is
// routed to get a copy, so the one that accounts for most of them says how many there were; a copy is accounted for where it was
// handled, or by its own death further on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace amqpace::engine {

// Deliveries of one queue that came by one trail.
struct TrailSeen {
  std::vector<std::size_t> queues;  // oldest first
  std::size_t at = 0;               // the queue that delivered them
  std::uint64_t count = 0;
};

class TrailFlow {
 public:
  // The queues that get what dies on `queue`; absent: unknown, any may.
  using Targets = std::function<const std::optional<std::vector<std::size_t>>&(std::size_t queue)>;

  TrailFlow(std::vector<TrailSeen> seen, std::size_t queues, Targets targets);

  // Calls f(from, to, deaths) for the deaths on the last queue of each beginning of a trail, once for each queue they must have
  // led to (where that is unknown: which accounts for any of them, with how many); and died(from, deaths) once.
  template <class Died, class Led>
  void walk(Died&& died, Led&& led) const {
    for (const auto& beginning : beginnings()) {
      const std::size_t from = beginning.back();
      const std::uint64_t deaths = deaths_at_end_of(beginning);
      died(from, deaths);
      const auto& targets = targets_(from);
      for (std::size_t to = 0; !targets && to < queues_; ++to)
        if (const std::uint64_t n = accounted_at(beginning, to); n > 0) led(from, to, n);
      if (targets)
        for (const std::size_t to : *targets) led(from, to, deaths);
    }
  }

 private:
  std::vector<std::vector<std::size_t>> beginnings() const;
  std::uint64_t deaths_at_end_of(const std::vector<std::size_t>& beginning) const;
  // Of what died at the beginning's end: what `queue` handled, and what died there again.
  std::uint64_t accounted_at(const std::vector<std::size_t>& beginning, std::size_t queue) const;

  std::vector<TrailSeen> seen_;
  std::size_t queues_;
  Targets targets_;
};

}  // namespace amqpace::engine
