// SPDX-License-Identifier: Apache-2.0
// A histogram as a line of numbers, exact, as `exact` in the JSON has it: digits, what was negative, what was out of range,
// smallest, largest, then for each counter that is not 0 how many counters further it is than the one before, and its count.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hist/latency.hpp"

namespace amqpace::report {

std::string histogram_text(const hist::Histogram& histogram);
// Nothing for a text that no histogram has.
std::optional<hist::Histogram> parse_histogram(std::string_view text);
// Both of one latency; false when one of them is no histogram, or they are of different digits.
bool parse_latency(std::string_view closed, std::string_view open, hist::Latency& latency);

}  // namespace amqpace::report
