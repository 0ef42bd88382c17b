// SPDX-License-Identifier: Apache-2.0
// Phrases that several rules share, so that one number reads the same in every finding.
#pragma once

#include <cstdint>
#include <string>

#include "hist/latency.hpp"
#include "model/record.hpp"

namespace amqpace::rules {

std::string count(std::uint64_t n);                        // "150,000"
std::string messages(std::uint64_t n);                     // "1 message", "2 messages"
std::string share_of(std::uint64_t n, std::uint64_t all);  // "81%"; "0%" of nothing
std::string time_or_bound(const hist::Quantile& q);        // "2.6ms", "at least 25.1s"
// "p50=693us p99=2.6ms max=30.2ms"; percentiles without enough samples are left out.
std::string latency_summary(const hist::Latency& latency);
// "p99" of 0.99, "p99.9" of 0.999, "max" of 1.
std::string quantile_name(double quantile);
// "29.5s late: window 29.4s (99%), generator 150.0ms (1%)"; "no late time" when there was none.
std::string late_split(const model::LateTime& late);
// A window as people say it: "30s", "2m", "12.3s".
std::string window_text(Nanos window);
double seconds(Nanos t);

}  // namespace amqpace::rules
