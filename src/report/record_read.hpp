// SPDX-License-Identifier: Apache-2.0
// The way back from `--format json` to records: what `amqpace report` renders again, in any format, byte by byte as at first.
#pragma once

#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "model/record.hpp"

namespace amqpace::report {

// In the order in which they ran. bad_input: no JSON, no record, cut short, of a newer or a much older version, edited into
// something that no run writes; in that case the member is named. `text` is of any origin.
Result<std::vector<model::Record>> read_records(std::string_view text);

}  // namespace amqpace::report
