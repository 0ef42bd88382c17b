// SPDX-License-Identifier: Apache-2.0
// HdrHistogram's histogram log, format 1.3: header lines, then a line an interval with its tag, start,
// length, maximum and histogram. Written by the hlog report, read back by its tests and by whatever compares
// runs.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "hist/histogram.hpp"

namespace amqpace::hist {

struct LogInterval {
  std::string tag;  // "": none
  Nanos start = 0;  // wall clock
  Nanos length = 0;
  Histogram histogram;
};

// A tag may not contain spaces, commas or line breaks, or be empty: those, control characters and '%' become
// %20 and the like.
std::string log_tag(std::string_view text);

// Starts a log: the version, `comments` (a line each), then the wall clock all starts count from. To the
// millisecond, as every time in a log.
std::string log_header(Nanos start, std::span<const std::string> comments);
// One line. `log_start` is that of the header; the tag as log_tag gives it.
std::string log_line(const LogInterval& interval, Nanos log_start);

// Every interval in the order of the file. Comments, the legend and empty lines are skipped. Malformed: the
// line (Error::where, "line 7") and what is wrong with it (detail).
Result<std::vector<LogInterval>> read_log(std::string_view text);

}  // namespace amqpace::hist
