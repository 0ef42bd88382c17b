// SPDX-License-Identifier: Apache-2.0
// One worker: a loop and everything on it. advance() does what is due and says when it wants to be called again; its driver
// turns the loop in between. It follows Control's stages and reports in Status; it shares nothing else while the run lasts.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/consumer.hpp"
#include "engine/control.hpp"
#include "engine/publisher.hpp"
#include "routing/dead_letters.hpp"

namespace amqpace::engine {

// Which part of a Plan a worker gets.
struct WorkerPlan {
  struct Publishing {
    std::size_t producer;
    std::vector<std::uint64_t> publishers;  // numbers k
    std::size_t connections;                // publisher k of the producer uses connection k mod this one
  };
  std::vector<Publishing> publishing;
  std::vector<std::size_t> queues;  // whose consumers live here
};

// What all workers of a run are made from. Outlives them.
struct RunSetup {
  const model::Plan* plan = nullptr;
  // [0]: the plan's brokers; then those where other queues live. `first`: the one that answered first.
  struct Site {
    std::vector<Broker> brokers = {};
    std::size_t first = 0;
    const Uri& at_first() const { return brokers[first].connect.uri; }
  };
  std::vector<Site> sites;
  std::vector<std::size_t> site_of;  // by queue
  std::uint64_t run_id = 0, seed = 0;
  std::vector<ScheduleSpec> schedules;               // by producer
  std::vector<std::uint64_t> prefill;                // by producer
  std::vector<std::vector<std::vector<bool>>> routes;  // [queue][producer][key]; empty: not computable
  std::vector<std::vector<routing::DeadLetters>> dead_letters;  // [producer][key]
  std::vector<std::vector<std::size_t>> feeders;       // [queue]: those whose dead letters may come to it
  std::vector<std::vector<std::size_t>> linked_from;   // [queue on another broker]: those a link may take its messages from
  std::function<std::uint64_t()> thread_allocations; // tests: allocations of the calling thread so far
};

class Worker {
 public:
  Worker(net::Loop& loop, const RunSetup& setup, const WorkerPlan& plan, Control& control);
  ~Worker();

  // One step. Returns when it wants the next one, absolute; an event of the loop may come earlier.
  Nanos advance();
  bool ended() const { return ended_; }
  Nanos spin() const { return spin_; }  // how long before a deadline the driver should poll instead of sleep

  net::Loop& loop() { return loop_; }
  Status& status() { return status_; }

  // The first thing that went wrong; any thread.
  std::optional<Error> first_error() const;

  // What it counted, in the order of WorkerPlan::publishing. Safe to read once the worker has ended; expected_by_key also once
  // Status::publishers_done is set.
  std::vector<std::unique_ptr<ProducerShare>>& shares() { return shares_; }
  struct QueueSide {
    std::size_t queue;
    QueueLatencies latencies = {};
    std::vector<std::unique_ptr<QueueAccount>> accounts = {};  // of a stream one a reader, else one
    std::vector<std::unique_ptr<LogicalConsumer>> consumers = {};
    // For the coordinator, written once a turn.
    std::atomic<std::uint64_t> delivered{0};  // of a stream: to the reader who had the fewest
    std::atomic<Nanos> last_delivery{0}, last_end{0};  // last_end: of the last handler on a line
    std::atomic<bool> idle{true};
  };
  std::vector<std::unique_ptr<QueueSide>>& queues() { return queues_; }
  std::vector<std::unique_ptr<Link>>& links() { return links_; }
  std::vector<Link*>& publisher_links() { return publisher_links_; }
  const std::vector<std::unique_ptr<LogicalPublisher>>& publishers() const { return publishers_; }
  Nanos cpu_in_window() const { return cpu_at_w1_ - cpu_at_w0_; }
  std::uint64_t allocations_in_window() const { return allocations_at_w1_ - allocations_at_w0_; }

 private:
  void build();
  void build_publishers(const WorkerPlan::Publishing& part);
  void build_queue(std::size_t queue);
  std::vector<QueueAccount::Source> sources_of(std::size_t queue) const;
  void build_consumers(QueueSide& side);
  Link& new_link(const std::string& name, std::size_t site);
  void refresh_view();
  void open_channels();
  bool standing() const;
  void connect_turn();
  void prefill_turn(Nanos now);
  void ready_turn();
  void run_turn(Nanos now);
  void heal(Nanos now);
  void advance_consumers(Nanos now);
  void cross_instants(Nanos now);
  void hand_over_intervals(Nanos now);
  void hand_over();
  void count_into(Counters& counters) const;
  void finish_turn(Nanos now);
  void close_turn();
  void flush_all();
  void publish_status();
  void note_errors();
  void set_error(const Error& error);
  Nanos next_deadline(Nanos now) const;

  net::Loop& loop_;
  const RunSetup& setup_;
  const WorkerPlan plan_;
  Control& control_;
  Status status_;
  View view_;
  Nanos spin_ = 0, min_sleep_ = 0;
  bool ended_ = false, connecting_ = false, opened_ = false, subscribed_ = false, cancelled_ = false, publishers_finished_ = false,
       closing_ = false;
  bool past_w0_ = false, past_w1_ = false;
  Nanos next_interval_ = kNever;
  Nanos cpu_at_w0_ = 0, cpu_at_w1_ = 0;
  std::uint64_t allocations_at_w0_ = 0, allocations_at_w1_ = 0;

  std::vector<std::unique_ptr<Link>> links_;
  std::vector<Link*> publisher_links_;
  std::vector<std::unique_ptr<ProducerShare>> shares_;
  std::vector<std::unique_ptr<LogicalPublisher>> publishers_;
  std::vector<std::unique_ptr<QueueSide>> queues_;
  mutable std::mutex error_mutex_;
  std::optional<Error> error_;
};

}  // namespace amqpace::engine
