// SPDX-License-Identifier: Apache-2.0
// The two lines that say whether the numbers above them can be believed: the accounts, and the instrument.
#pragma once

#include <string>

#include "model/record.hpp"

namespace amqpace::report {

// "missing 0, duplicates 0, redelivered 0, recycled 0, out of order 0, leftovers 0", then what else is not
// zero.
std::string ledger_text(const model::Record& record);
// "late 0ms, cpu 0.2 of 2 cores, not calibrated"; late time by cause when there was any.
std::string instrument_text(const model::Record& record);
// "window 29.4s, generator 150.0ms"; "" when nothing was late.
std::string late_causes(const model::LateTime& late);

}  // namespace amqpace::report
