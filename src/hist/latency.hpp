// SPDX-License-Identifier: Apache-2.0
// One latency quantity of a run: what was measured, and the open samples (measurement.md, "What never came is
// counted too"): lower bounds of what had not come by the end of the drain. Percentiles are over both.
#pragma once

#include <optional>
#include <string>

#include "hist/histogram.hpp"

namespace amqpace::hist {

struct Quantile {
  Nanos value = 0;
  bool open = false;  // an open sample lies at or below it: the true value is at least this ("≥ 25.1s")
};

class Latency {
 public:
  explicit Latency(int digits = 3) : closed_(digits), open_(digits) {}

  void record(Nanos v) { closed_.record(v); }
  void record_open(Nanos lower_bound, std::uint64_t n = 1) { open_.record(lower_bound, n); }
  void merge(const Latency& other);
  void merge_closed(const Histogram& h) { closed_.merge(h); }

  std::uint64_t count() const { return closed_.count() + open_.count(); }  // n: what was expected
  std::uint64_t open_count() const { return open_.count(); }
  // nullopt when there are fewer samples than the percentile needs, or none at all.
  std::optional<Quantile> quantile(double q) const;
  // The same without the minimum-sample rule; nullopt only when empty.
  std::optional<Quantile> quantile_any(double q) const;
  std::optional<Quantile> max() const;
  double mean() const;  // over both, an open sample counting as its lower bound; 0 when empty
  // 1 / (1-q) rounded: p90 needs 10, p99 100, p99.9 1,000, p99.99 10,000. The median, what is below it, and
  // the maximum need 1.
  static std::uint64_t samples_needed(double q);

  const Histogram& closed() const { return closed_; }
  const Histogram& open() const { return open_; }
  Histogram& closed() { return closed_; }

 private:
  Histogram closed_, open_;
};

}  // namespace amqpace::hist
