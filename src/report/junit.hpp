// SPDX-License-Identifier: Apache-2.0
// Records as JUnit XML, for whatever shows test results: a test suite a run, a test case a rule. An INVALID finding is an error,
// a FAILED one a failure; warnings pass and say so in the case's output; a rule that does not apply is skipped.
#pragma once

#include <span>
#include <string>

#include "model/record.hpp"

namespace amqpace::report {

std::string junit_document(std::span<const model::Record> records);

}  // namespace amqpace::report
