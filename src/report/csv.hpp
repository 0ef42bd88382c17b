// SPDX-License-Identifier: Apache-2.0
// The interval series of a run as a table (RFC 4180), for spreadsheets and plotting programs.
#pragma once

#include <span>
#include <string>

#include "model/record.hpp"

namespace amqpace::report {

// A header row, then a row a reading. The columns of --emit-samples under the same names, then those that
// only reports have, then the name of the run. Times are milliseconds where the column ends in Ms, `at` is
// UTC, rates are messages a second; what is not known is empty. Numbers have a decimal point in every locale.
std::string csv_document(std::span<const model::Record> records);

}  // namespace amqpace::report
