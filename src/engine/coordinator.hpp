// SPDX-License-Identifier: Apache-2.0
// The phases of a run, on the caller's thread: connect → declare → check → prefill → warm-up → measure → drain → close
// (measurement.md, "Phases"). run() is its only user.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/account.hpp"
#include "engine/instrument.hpp"
#include "engine/reader_account.hpp"
#include "engine/run.hpp"
#include "engine/redeclaring.hpp"
#include "engine/sampler.hpp"
#include "engine/topology.hpp"

namespace amqpace::engine {

class Coordinator {
 public:
  Coordinator(const model::Plan& plan, const std::vector<Target>& targets, Driver& driver, const RunOptions& options,
              std::size_t workers);
  ~Coordinator();

  model::Record run();

 private:
  Result<void> prepare();              // everything before t0
  Result<void> connect();
  Result<void> connect_elsewhere();
  void add_site(const std::vector<Target>& targets);
  Result<void> open_site(std::size_t site);
  Result<void> make_setup();
  void make_workers();
  Result<void> await(std::atomic<bool> Status::*flag, Nanos deadline, const char* what);
  Result<void> prefill();
  Result<void> check_workers() const;  // the first error of a worker, before W0

  void start_schedule();
  Result<void> warm_up();
  void measure();
  void drain();
  void finish();
  void close();

  // One turn with everything that has to be looked at regularly: signals, samples, depths, lost connections.
  void turn(Nanos until);
  Nanos canary_spin() const;
  void heed_signals();
  void heed_losses();
  void end_window(Nanos at);
  bool all(std::atomic<bool> Status::*flag) const;
  bool any(std::atomic<bool> Status::*flag) const;
  // drained.cpp
  bool quota_used() const;
  void limit_schedules();
  void end_when_drained();
  bool waits_for_leftovers(std::size_t queue) const;
  bool queues_finished();
  bool queue_finished(Worker::QueueSide& side);
  Nanos quiet_time(const model::QueueSpec& queue) const;
  bool everything_came(const Worker::QueueSide& side) const;
  std::uint64_t expected_on(std::size_t queue) const;
  void ask_depths_at_end();
  void ask_depths_after();
  bool depth_agrees(std::size_t queue);
  void tell(const char* phase);
  Progress progress() const;
  int signals() const;
  bool waiting_is_over() const;
  void fill_record();
  void fill_losses();
  void note_outage(std::string_view name, const LinkOutage& outage);
  void fill_blocked();

  const model::Plan& plan_;
  const std::vector<Target>& targets_;
  Driver& driver_;
  const RunOptions& options_;
  const Clock& clock_;
  const std::size_t worker_count_;

  Control control_;
  RunSetup setup_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::optional<DepthReader> depths_;  // before the link: answers that come as it goes still find it
  ControlLinks controls_;
  ControlLink& control_link_;  // of these the one to the plan's broker
  Topology topology_;
  Redeclaring redeclaring_;
  std::optional<Sampler> sampler_;
  Canary canary_;
  HostReading host_at_w0_, host_at_w1_;
  Ended ended_;
  const char* phase_ = "connect";
  Nanos t0_ = kNever, w0_ = kNever, w1_ = kNever;
  bool stopped_ = false;     // a signal moved W1
  bool stop_at_once_ = false;
  std::vector<Nanos> quiet_since_;
  model::Record record_;
};

}  // namespace amqpace::engine
