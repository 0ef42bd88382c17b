// SPDX-License-Identifier: Apache-2.0
// The boundary every piece of text crosses on its way out: secrets become "***", what a broker or a file may
// have said cannot move a terminal's cursor. Numbers and words of ours don't need it.
#pragma once

#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "hist/latency.hpp"
#include "model/record.hpp"

namespace amqpace::report {

std::string shown(std::string_view text);        // one line
std::string shown_lines(std::string_view text);  // keeps line breaks: a place with its caret

// A percentile as every report prints it: "847us", "≥ 25.1s" when it falls on an open sample, "n/a (n=42)"
// without enough samples. q of 1 is the maximum.
std::string quantile_text(const hist::Latency& latency, double q);
std::string quantile_text(const std::optional<hist::Quantile>& value, std::uint64_t n);

// "30s", "2m", "12.3s": a length that need not be a whole setting.
std::string length_text(Nanos t);
std::string count_text(std::uint64_t n);
// "5,000/s, offered 5,000/s" and the like: the offered rate, or "unthrottled".
std::string offered_text(const model::Totals& totals);
// "0", "113,324", "127,376 retained", "unknown".
std::string depth_text(const model::Record& record);
// Code points, for columns.
std::size_t width_of(std::string_view text);
std::string padded(std::string text, std::size_t width);

}  // namespace amqpace::report
