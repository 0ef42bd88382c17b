// SPDX-License-Identifier: Apache-2.0
// One reading a second: counters from the workers' Status, percentiles of that second from the hand-over histograms, depths asked
// for over the control connection. Runs on the coordinator's thread.
#pragma once

#include <optional>
#include <vector>

#include "engine/control_links.hpp"
#include "model/record.hpp"

namespace amqpace::engine {

// Depth by passive declare, once per `sample` a queue, at most kDepthsPerSecond in turn.
class DepthReader {
 public:
  DepthReader(const model::Plan& plan, ControlLinks& controls, const Clock& clock);
  void poll();                    // asks for what is due; answers come while the driver turns
  void ask_now(std::size_t queue);
  struct Reading {
    std::uint64_t depth = 0;
    Nanos at = 0;  // absolute, when the answer came; 0: never
  };
  const Reading& last(std::size_t queue) const { return readings_[queue]; }
  bool pending(std::size_t queue) const { return pending_[queue]; }
  bool fresh(std::size_t queue, Nanos now) const;  // younger than 3 samples and known

 private:
  const model::Plan& plan_;
  ControlLinks& controls_;
  const Clock& clock_;
  std::vector<Reading> readings_;
  std::vector<char> pending_;
  Nanos next_ = 0, gap_;
  std::size_t turn_ = 0;
};

inline constexpr Nanos kDepthGap = kSecond / 50;

class Sampler {
 public:
  Sampler(const RunSetup& setup, std::vector<std::unique_ptr<Worker>>& workers, const DepthReader& depths,
          const Clock& clock);

  void begin(Nanos t0, Nanos w0);
  // Absent: not yet time for the next one. Call with the current W1.
  std::optional<model::Sample> take(Nanos now, Nanos w1);
  // What the drain's end left of an interval; absent when that was nothing.
  std::optional<model::Sample> take_last(Nanos drain_end, Nanos w1);
  std::vector<model::Sample> all() && { return std::move(samples_); }

 private:
  model::Sample read(Nanos instant, Nanos w1);
  void read_counters(model::Sample& sample) const;
  void read_percentiles(model::Sample& sample);
  void keep(const model::Sample& sample);

  const model::Plan& plan_;
  std::vector<std::unique_ptr<Worker>>& workers_;
  const DepthReader& depths_;
  const Clock& clock_;
  Nanos t0_ = kNever, w0_ = kNever, next_ = kNever, grace_;
  model::Sample last_;
  std::vector<model::Sample> samples_;
  std::vector<Schedule> schedules_;
  std::size_t per_slot_ = 1, in_slot_ = 0;  // how many readings one kept sample stands for
};

// At most this many samples are kept; then neighbours are merged, the worse percentile of two standing for both.
inline constexpr std::size_t kMaxSamples = 3'600;

}  // namespace amqpace::engine
