// SPDX-License-Identifier: Apache-2.0
// The accounts of a stream's readers: one line when all are the same, else one for each. The account of a single reader is the
// queue's.
#pragma once

#include <string>
#include <vector>

#include "model/record.hpp"

namespace amqpace::report {

// "3 readers: each delivered 2,000 of 2,000 expected", or "reader 2: delivered 1,990 of 2,000 expected, missing 10"; none for a
// queue without several readers.
std::vector<std::string> reader_lines(const model::QueueRecord& queue);

}  // namespace amqpace::report
