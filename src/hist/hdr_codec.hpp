// SPDX-License-Identifier: Apache-2.0
// A histogram as the bytes that HdrHistogram's libraries exchange: V2, compressed. Used by histogram logs.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"
#include "hist/histogram.hpp"

namespace amqpace::hist {

// Counts are exact. Smallest and largest value, which the format has no room for, become those of their
// counters; what was out of range or negative is not in it.
std::string hdr_encoded(const Histogram& histogram);
// ErrorKind::malformed with a sentence for whatever is not such a histogram, and for one with values above
// one hour. Of another layout than ours, each count goes to the highest value of its counter.
Result<Histogram> hdr_decoded(std::string_view bytes);

}  // namespace amqpace::hist
