// SPDX-License-Identifier: Apache-2.0
// The simulated twin of the loop: one clock, one queue of events and one seed for any number of loops, all in
// one thread. Whoever calls turn(), on any loop of the net, moves the time of all to the next event of any of
// them and runs its handlers, so that a client and a broker that live on callbacks and timers need only one
// driver. Same seed, same calls: same order of everything. For tests; no socket, no system clock.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/random.hpp"
#include "net/loop.hpp"
#include "net/timer_heap.hpp"

namespace amqpace::net {

struct SimOptions {
  std::uint64_t seed = 1;
  Nanos latency = 50 * kMicrosecond;  // one way
  std::int64_t bytes_per_second = 0;  // of each direction of each connection; 0: no limit
  std::size_t capacity =
      256 * 1024;  // of each direction: bytes written and not yet read; beyond it write() would block
  bool segment_reads = true;  // read() returns a random part of what has come, or would block once in between
};

class SimLink;
class SimListener;
class SimLoop;

// Outlives its loops.
class SimNet {
 public:
  explicit SimNet(const SimOptions& options = {});
  ~SimNet();
  SimNet(const SimNet&) = delete;
  SimNet& operator=(const SimNet&) = delete;

  const SimClock& clock() const { return clock_; }
  // Nothing is on its way, no timer is armed, no work is posted: time alone changes nothing any more.
  bool idle() const;

  // Both ends lose the connection now ("Connection reset by peer"); what was on its way or unread is gone.
  void cut(Stream& stream);
  // A process that is stopped: no handler runs and no byte is read or written until then; bytes still arrive,
  // as far as the capacity goes. Of a loop also its timers and posted work.
  void freeze(Stream& stream, Nanos until);
  void freeze(SimLoop& loop, Nanos until);
  // Connecting there is answered by nobody, not even refused.
  void swallow_connects(const Address& to);

 private:
  friend class SimLink;
  friend class SimListener;
  friend class SimLoop;

  enum class Happening : std::uint8_t { syn, accept, established, refused, arrival, ready, reset };
  struct Event {
    Nanos at;
    std::uint64_t sequence;
    std::uint32_t slot, generation;  // of the link
    Happening what;
    std::uint8_t side;
  };
  struct Slot {
    std::unique_ptr<SimLink> link;
    std::uint32_t generation = 0;
  };
  static bool later(const Event& a, const Event& b) {
    return a.at != b.at ? a.at > b.at : a.sequence > b.sequence;
  }

  void turn(Nanos until);
  Nanos next_time() const;
  bool step(std::uint64_t before);
  void run_posted();
  SimLink& make_link();
  void schedule(const SimLink& link, Happening what, int side, Nanos at);
  void release(const SimLink& link);

  SimOptions options_;
  SimClock clock_;
  Random random_;
  std::uint64_t sequence_ = 0;  // of events and of timer armings: one order for ties
  std::vector<Event> queue_;    // a heap, next on top
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<std::unique_ptr<SimLink>> released_;  // during a turn: a handler may still be under way in it
  std::vector<SimLoop*> loops_;
  std::map<std::string, SimListener*> listeners_;
  std::set<std::string> swallowed_;
  std::uint16_t next_port_ = 49152;
  bool turning_ = false;
  std::atomic<bool> woken_ = false;
};

class SimLoop final : public Loop {
 public:
  explicit SimLoop(SimNet& net);
  ~SimLoop() override;

  SimNet& net() { return net_; }
  bool idle() const { return net_.idle(); }

  const Clock& clock() const override { return net_.clock_; }
  std::unique_ptr<Stream> connect(const Address& to, Nanos deadline, StreamEvents& events) override;
  Result<std::unique_ptr<Listener>> listen(const Address& at, AcceptEvents& events) override;
  // To the next event of the whole net, or to `until` when there is none before it; kNever and nothing to
  // come: returns at once, see idle(). Posted work and wake() keep the time where it is. `spin` has no
  // meaning here.
  void turn(Nanos until, Nanos spin = 0) override;
  void post(std::function<void()> work) override;
  void wake() override;

 private:
  friend class SimNet;
  friend class SimLink;
  TimerHeap& timers() override { return timers_; }
  bool has_posted() const;
  void run_posted();
  bool frozen() const { return frozen_until_ > net_.clock_.now(); }

  SimNet& net_;
  TimerHeap timers_;
  Nanos frozen_until_ = 0;
  std::vector<std::function<void()>> running_;
  mutable std::mutex mutex_;  // guards posted_
  std::vector<std::function<void()>> posted_;
};

}  // namespace amqpace::net
