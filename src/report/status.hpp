// SPDX-License-Identifier: Apache-2.0
// The one line that says where a run is. On a terminal the app writes it over itself with "\r", so it is cut
// and padded to a width; elsewhere it is one plain line a second.
#pragma once

#include <string>

#include "model/record.hpp"

namespace amqpace::report {

struct Progress {
  Nanos warmup = 0, window = 0, drain = 0;  // as planned
  bool until_stopped = false;
  bool consumers = true;
  Nanos gone_for = 0;  // how long something has been gone that is not back; 0: everything stands
};

// width 0: plain, no bar, as long as it needs. Otherwise exactly `width` columns.
std::string status_line(const model::Sample& sample, const Progress& progress, std::size_t width);

}  // namespace amqpace::report
