// SPDX-License-Identifier: Apache-2.0
// The timers of one loop: a binary heap by time, then by order of arming. It holds pointers to the timers and
// keeps its storage, so that arming, moving and cancelling allocate nothing once it has been as large as it
// gets. Used by both loops; everything else sees Timer only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/clock.hpp"
#include "net/loop.hpp"

namespace amqpace::net {

class TimerHeap {
 public:
  // Numbers the armings. Several heaps may share one counter, which then orders equal times across them.
  explicit TimerHeap(std::uint64_t& sequence) : sequence_(sequence) {}
  ~TimerHeap();
  TimerHeap(const TimerHeap&) = delete;
  TimerHeap& operator=(const TimerHeap&) = delete;

  struct Due {
    Nanos at = kNever;
    std::uint64_t sequence = UINT64_MAX;
  };
  // The next one to fire; {kNever, UINT64_MAX} when there is none.
  Due next() const { return entries_.empty() ? Due{} : entries_.front().due; }
  std::size_t size() const { return entries_.size(); }

  // Fires the next one. `now` is the time up to which the loop has come.
  void fire_next(Nanos now);
  // Fires all that are due by `now`, without those armed meanwhile. How many fired.
  std::size_t fire_due(Nanos now);

  void arm(Timer& timer, Nanos at);
  void cancel(Timer& timer);
  void forget(Timer& timer);  // its destructor

 private:
  struct Entry {
    Due due;
    Timer* timer;
  };
  static bool before(const Entry& a, const Entry& b) {
    return a.due.at != b.due.at ? a.due.at < b.due.at : a.due.sequence < b.due.sequence;
  }
  void place(std::size_t index, const Entry& entry);
  void sift_up(std::size_t index, const Entry& entry);
  void sift_down(std::size_t index, const Entry& entry);
  void remove(std::size_t index);

  std::vector<Entry> entries_;
  std::uint64_t& sequence_;
  Nanos reached_ =
      INT64_MIN;  // nothing is armed for earlier than this, so that no arming overtakes what is due
  Timer* firing_ = nullptr;
};

}  // namespace amqpace::net
