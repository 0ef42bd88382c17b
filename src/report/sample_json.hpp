// SPDX-License-Identifier: Apache-2.0
// One reading as one line of JSON, for --emit-samples: stdout is then these lines and nothing else.
#pragma once

#include <string>

#include "model/record.hpp"

namespace amqpace::report {

// Without a line break. What is not known is null; the fields are always the same.
std::string sample_json(const model::Sample& sample);

}  // namespace amqpace::report
