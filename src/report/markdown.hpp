// SPDX-License-Identifier: Apache-2.0
// For a pull-request comment or a job summary: one table to compare by, what was found, and the terminal
// report.
#pragma once

#include <span>
#include <string>

#include "model/record.hpp"

namespace amqpace::report {

std::string markdown_document(std::span<const model::Record> records);

}  // namespace amqpace::report
