// SPDX-License-Identifier: Apache-2.0
// The record as JSON: the public format (docs/reference/record.schema.json, schemaVersion 1). Written for
// every verdict, also of a run that ended before its window.
#pragma once

#include <span>
#include <string>

#include "model/record.hpp"

namespace amqpace::report {

inline constexpr int kSchemaVersion = 1;

std::string json_document(std::span<const model::Record> records);

// 1 if the worst of several runs is 1, and so on: the highest of 0–4 wins, a signal's code when there is
// nothing worse.
int exit_code_of(std::span<const model::Record> records);
model::Verdict verdict_of(std::span<const model::Record> records);

}  // namespace amqpace::report
