// SPDX-License-Identifier: Apache-2.0
#include "net/timer_heap.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace amqpace::net {

Timer::Timer(Loop& loop, std::function<void()> fire) : loop_(loop), fire_(std::move(fire)) {
  assert(fire_);
}

Timer::~Timer() {
  // While a timer fires its function is with the heap: an empty one here says that the heap must be told.
  if (armed() || !fire_) loop_.timers().forget(*this);
}

void Timer::arm(Nanos at) {
  loop_.timers().arm(*this, at);
}

void Timer::cancel() {
  if (armed()) loop_.timers().cancel(*this);
}

TimerHeap::~TimerHeap() {
  assert(entries_.empty() && "a timer outlives its loop");
}

void TimerHeap::arm(Timer& timer, Nanos at) {
  timer.at_ = at;
  const Entry entry{{std::max(at, reached_), sequence_++}, &timer};
  std::size_t index = timer.heap_index_;
  if (index == Timer::kNone) {
    index = entries_.size();
    entries_.push_back(entry);
    sift_up(index, entry);
  } else if (before(entry, entries_[index])) {
    sift_up(index, entry);
  } else {
    sift_down(index, entry);
  }
}

void TimerHeap::cancel(Timer& timer) {
  remove(timer.heap_index_);
}

void TimerHeap::forget(Timer& timer) {
  if (firing_ == &timer) firing_ = nullptr;
  if (timer.armed()) remove(timer.heap_index_);
}

void TimerHeap::fire_next(Nanos now) {
  assert(!entries_.empty() && firing_ == nullptr);
  reached_ = std::max(reached_, now);
  Timer& timer = *entries_.front().timer;
  remove(0);
  // The function is held here while it runs, because it may destroy its timer.
  std::function<void()> fire = std::exchange(timer.fire_, nullptr);
  firing_ = &timer;
  fire();
  if (firing_ == nullptr) return;
  firing_->fire_ = std::move(fire);
  firing_ = nullptr;
}

std::size_t TimerHeap::fire_due(Nanos now) {
  reached_ = std::max(reached_, now);
  const std::uint64_t armed_before = sequence_;
  std::size_t fired = 0;
  while (next().at <= now && next().sequence < armed_before) {
    fire_next(now);
    ++fired;
  }
  return fired;
}

void TimerHeap::place(std::size_t index, const Entry& entry) {
  entries_[index] = entry;
  entry.timer->heap_index_ = index;
}

void TimerHeap::sift_up(std::size_t index, const Entry& entry) {
  while (index > 0) {
    const std::size_t parent = (index - 1) / 2;
    if (!before(entry, entries_[parent])) break;
    place(index, entries_[parent]);
    index = parent;
  }
  place(index, entry);
}

void TimerHeap::sift_down(std::size_t index, const Entry& entry) {
  for (;;) {
    std::size_t child = 2 * index + 1;
    if (child >= entries_.size()) break;
    if (child + 1 < entries_.size() && before(entries_[child + 1], entries_[child])) ++child;
    if (!before(entries_[child], entry)) break;
    place(index, entries_[child]);
    index = child;
  }
  place(index, entry);
}

void TimerHeap::remove(std::size_t index) {
  entries_[index].timer->heap_index_ = Timer::kNone;
  const Entry last = entries_.back();
  entries_.pop_back();
  if (index == entries_.size()) return;
  if (index > 0 && before(last, entries_[(index - 1) / 2])) {
    sift_up(index, last);
  } else {
    sift_down(index, last);
  }
}

}  // namespace amqpace::net
