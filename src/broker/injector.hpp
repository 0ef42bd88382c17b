// SPDX-License-Identifier: Apache-2.0
// The faults at work, and how often each one struck.
//
// lose, duplicate, reorder and nack count the published messages that reach at least one queue, over all
// connections together, starting at 1. At every N-th the fault strikes; a message that another fault has
// struck already is passed over and the next one is taken, in the order nack, lose, duplicate, reorder. The
// counts are those of what was done.
//   nack          the message is refused with basic.nack and enters no queue; counts and strikes only on
//   channels with
//                 confirms
//   lose          the message is confirmed and enters no queue
//   duplicate     the message enters each of its queues twice, neither copy flagged as redelivered
//   reorder       the message waits until the next one of the same channel has entered the same queue, and
//   enters it
//                 right behind that one; both go to the same consumer. If there is none within 100 ms, or the
//                 queue looks at each message as it comes (limits of length or age, priorities), it enters as
//                 if nothing had been, and is not counted
//   confirmDelay  every confirm is sent this long after its message was read
//   deliverDelay  a message can be delivered from this long after it entered its queue. Redelivery is not
//   delayed again serviceRate   from each queue messages leave evenly, 1/rate apart or more: the i-th at
//                 max(deliverable, i-1st + 1/rate)
//   stall         from START after the first message was read, for LENGTH, the broker reads and writes
//   nothing block         for that time who publishes is told so (connection.blocked) and not read from
//
// These strike all there are at an instant after the first message, or whoever published every N-th message,
// that message having entered its queues and not being confirmed any more:
//   drop             the socket is closed without a word
//   silence          nothing more is read from it or written to it, heartbeats included; the broker gives it
//   up when
//                    it misses heartbeats itself
//   closeConnection  connection.close with that reply code
//   closeChannel     channel.close with that reply code
//   cancel           basic.cancel to the consumers, of all queues or of those the N-th message entered
// Copies are counted as well: a message lost on its way to two queues is one message and two copies.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "broker/faults.hpp"
#include "broker/truth.hpp"

namespace amqpace::broker {

enum class Fate : std::uint8_t { normal, nack, lose, duplicate, reorder };

// How often one fault struck. `copies`: the same, counted at the doors of the queues.
struct Struck {
  std::uint64_t messages = 0;
  std::uint64_t copies = 0;
};

struct FaultCounts {
  Struck lost, duplicated, nacked;
  std::uint64_t reordered = 0;  // swaps: each makes one delivery come after a later one of its channel
  std::uint64_t confirms_delayed = 0;
  std::uint64_t deliveries_delayed = 0;
  std::uint64_t deliveries_paced = 0;  // through serviceRate, whether they had to wait or not
  std::uint64_t connections_blocked = 0, connections_dropped = 0, connections_silenced = 0,
                connections_closed = 0;
  std::uint64_t channels_closed = 0, consumers_cancelled = 0;
};

// One connection, channel or consumer struck.
struct Incident {
  Nanos at = 0;
  Blow what = Blow::drop;
  std::uint64_t connection = 0;  // as Caller numbers them; 0: none (cancel)
  std::string name;              // the one the client gave its connection; cancel: the queue
  std::uint16_t channel = 0;     // closeChannel
  std::uint16_t code = 0;
};

class Injector {
 public:
  explicit Injector(const Faults& faults);
  const Faults& faults() const { return faults_; }
  FaultCounts& counts() { return counts_; }
  const FaultCounts& counts() const { return counts_; }

  // What happened in this queue so far, under whatever connection it was declared; deleted ones too.
  QueueTruth& queue(std::string_view vhost, std::string_view name);
  using QueueTruths = std::map<std::pair<std::string, std::string>, QueueTruth>;  // by virtual host and name
  const QueueTruths& queues() const { return queues_; }

  // To be asked once per published message that reaches `copies` queues.
  Fate next(bool confirms, std::uint64_t copies);
  void published(Nanos now);  // sets the stall's clock, the first time

  bool stalled(Nanos now) const { return now >= stall_begin() && now < stall_end(); }
  Nanos stall_begin() const;  // kNever: none, or not known yet
  Nanos stall_end() const;
  bool blocked(Nanos now) const;
  // The next instant after `now` at which a block or a strike begins or a block ends; kNever: none that is
  // known.
  Nanos next_event(Nanos now) const;
  // Strikes whose instant has come, and those that the message asked about last set off; each once.
  std::vector<Strike> take_due(Nanos now);
  bool set_off() const { return set_off_; }
  std::vector<Strike> take_set_off();
  void struck(Incident incident);
  const std::vector<Incident>& incidents() const { return incidents_; }

  // Keeps, for the report, when the stall began and ended.
  void stall_began() { stalls_begun_ = true; }

  // The fault as it was asked for and what came of it: {"lose=1/1000", "150 messages lost"}.
  std::vector<std::pair<std::string, std::string>> report() const;

 private:
  void report_strikes(std::vector<std::pair<std::string, std::string>>& lines) const;
  static bool due(std::uint64_t every, std::uint64_t& done, std::uint64_t index);

  struct Planned {
    Strike strike;
    std::uint64_t turns = 0;
    bool done = false, waiting = false;  // at an instant: struck; every N: set off and not taken yet
  };
  Faults faults_;
  std::vector<Planned> planned_;
  bool set_off_ = false;
  std::vector<Incident> incidents_;
  FaultCounts counts_;
  QueueTruths queues_;
  Nanos first_published_ = kNever;
  bool stalls_begun_ = false;
  std::uint64_t index_ = 0;  // of the message asked about last
  std::uint64_t confirmed_index_ =
      0;  // the same, among those of channels with confirms: nack counts only these
  std::uint64_t nack_turns_ = 0, lose_turns_ = 0, duplicate_turns_ = 0, reorder_turns_ = 0;
};

}  // namespace amqpace::broker
