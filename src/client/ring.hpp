// SPDX-License-Identifier: Apache-2.0
// Published and unanswered messages of one confirming channel, indexed by delivery tag (1, 2, 3 … in publish
// order). Single, multiple and out-of-order answers reach each message exactly once; what was answered
// before, never sent or never published is passed over. Allocates at construction, and again only when one
// unanswered message has more than the whole ring published after it. Used by the publisher of AMQP 0-9-1;
// one thread.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "base/clock.hpp"
#include "client/session.hpp"

namespace amqpace::client {

class ConfirmRing {
 public:
  // Twice the window, because answers out of order make the span wider than the number in flight.
  explicit ConfirmRing(std::uint32_t max_in_flight)
      : mask_(2 * std::bit_ceil(std::uint64_t{max_in_flight ? max_in_flight : 1}) - 1),
        slots_(std::make_unique_for_overwrite<Slot[]>(mask_ + 1)) {}

  // The tag of the message just taken.
  std::uint64_t push(std::uint64_t sequence, Nanos due) {
    if (next_ - oldest_ > mask_) grow();
    slots_[next_ & mask_] = Slot{{sequence, due, 0}, false, false};
    ++in_flight_;
    return next_++;
  }

  // Called once per tag, in order, as the writes complete. Null when it was answered (given up) before it was
  // written.
  const InFlight* mark_sent(std::uint64_t tag, Nanos at) {
    assert(tag < next_ && tag >= unsent_);
    unsent_ = tag + 1;
    if (tag < oldest_) return nullptr;
    Slot& slot = slots_[tag & mask_];
    if (slot.answered) return nullptr;
    slot.message.sent = at;
    return &slot.message;
  }

  // basic.return: marks the sent, unanswered message that carries this sequence. Returns come in publish
  // order, so the search goes on where the last one ended. False when there is none.
  bool mark_returned(std::uint64_t sequence) {
    if (return_cursor_ < oldest_) return_cursor_ = oldest_;
    return mark_returned_between(return_cursor_, unsent_, sequence) ||
           mark_returned_between(oldest_, return_cursor_, sequence);
  }

  // basic.ack and basic.nack: visit(message, returned) for each message this answers, oldest first. Tag 0
  // with `multiple` is everything outstanding. The visitor may push.
  template <class Visit>
  void answer(std::uint64_t tag, bool multiple, Visit&& visit) {
    if (multiple) {
      answer_below(tag == 0 || tag >= unsent_ ? unsent_ : tag + 1, visit);
    } else if (tag >= oldest_ && tag < unsent_) {
      if (std::optional<Slot> slot = take(tag)) visit(slot->message, slot->returned);
    }
  }

  // Everything published, written or not, oldest first; the unwritten ones have sent == 0.
  template <class Visit>
  void answer_all(Visit&& visit) {
    answer_below(next_, visit);
  }

  std::uint32_t in_flight() const { return in_flight_; }
  // Null when nothing is unanswered.
  const InFlight* oldest() const { return oldest_ == next_ ? nullptr : &slots_[oldest_ & mask_].message; }

 private:
  struct Slot {
    InFlight message;
    bool answered;
    bool returned;
  };

  std::optional<Slot> take(std::uint64_t tag) {
    Slot& slot = slots_[tag & mask_];
    if (slot.answered) return std::nullopt;
    const Slot copy = slot;  // before the write to it: a read of the whole would wait for that
    slot.answered = true;
    --in_flight_;
    while (oldest_ != next_ && slots_[oldest_ & mask_].answered) ++oldest_;
    return copy;
  }

  template <class Visit>
  void answer_below(std::uint64_t end, Visit&& visit) {
    // `oldest_` stands on an unanswered message or at the end, and take() moves it on.
    while (oldest_ < end) {
      const std::optional<Slot> slot = take(oldest_);
      assert(slot);
      visit(slot->message, slot->returned);
    }
  }

  bool mark_returned_between(std::uint64_t begin, std::uint64_t end, std::uint64_t sequence) {
    for (std::uint64_t tag = begin; tag < end; ++tag) {
      Slot& slot = slots_[tag & mask_];
      if (slot.answered || slot.returned || slot.message.sequence != sequence) continue;
      slot.returned = true;
      return_cursor_ = tag + 1;
      return true;
    }
    return false;
  }

  void grow() {
    const std::uint64_t mask = 2 * mask_ + 1;
    auto slots = std::make_unique_for_overwrite<Slot[]>(mask + 1);
    for (std::uint64_t tag = oldest_; tag < next_; ++tag) slots[tag & mask] = slots_[tag & mask_];
    slots_ = std::move(slots);
    mask_ = mask;
  }

  std::uint64_t mask_;
  std::unique_ptr<Slot[]> slots_;
  std::uint64_t oldest_ = 1;  // the oldest unanswered tag; next_ when all are answered
  std::uint64_t unsent_ = 1;  // every tag below was written
  std::uint64_t next_ = 1;    // the next publish
  std::uint64_t return_cursor_ = 1;
  std::uint32_t in_flight_ = 0;
};

}  // namespace amqpace::client
