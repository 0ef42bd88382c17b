// SPDX-License-Identifier: Apache-2.0
// What the broker has to do later: queues with a message that is not deliverable yet, channels with a delayed
// confirm. Whoever drives the core asks next() when to call run(). Used only while faults delay something.
#pragma once

#include <cstdint>
#include <set>
#include <utility>

#include "base/clock.hpp"

namespace amqpace::broker {

class Agenda;

class Task {
 public:
  explicit Task(Agenda& agenda);
  virtual ~Task();
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  // At the appointed time, or earlier for an appointment that has become pointless: look again at what is
  // due.
  virtual void run(Nanos now) = 0;

 private:
  friend class Agenda;
  Agenda& agenda_;
  std::uint64_t id_;
  Nanos at_ = kNever;
};

class Agenda {
 public:
  // Runs the task at `at`, or earlier if it is already due earlier.
  void wake(Task& task, Nanos at);
  Nanos next() const { return due_.empty() ? kNever : due_.begin()->at; }
  void run(Nanos now);

 private:
  friend class Task;
  struct Entry {
    Nanos at;
    std::uint64_t id;  // ties are broken by age, so that a simulated run repeats exactly
    Task* task;
    bool operator<(const Entry& other) const { return std::pair(at, id) < std::pair(other.at, other.id); }
  };
  void forget(Task& task);

  std::set<Entry> due_;
  std::uint64_t last_id_ = 0;
};

}  // namespace amqpace::broker
