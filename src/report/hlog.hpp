// SPDX-License-Identifier: Apache-2.0
// The latencies of a run as an HdrHistogram log, for the tools that read those: one interval a tag, covering
// the window. Values are nanoseconds.
#pragma once

#include <span>
#include <string>

#include "model/record.hpp"

namespace amqpace::report {

// Tags are the names of the JSON: endToEnd, publish, sendLag, arrival, handled, serviceTime, over all nodes,
// with the JSON's counts: an open sample is in them at its lower bound. Where a quantity has open samples,
// `endToEnd.open` holds those alone. Of several nodes each has a tag of its own behind them
// ("endToEnd:ex.hello"), and of several records each has its name before them ("hello/endToEnd").
std::string hlog_document(std::span<const model::Record> records);

}  // namespace amqpace::report
