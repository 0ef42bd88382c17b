// SPDX-License-Identifier: Apache-2.0
// Findings as commands of a GitHub workflow, one a line: what is printed so becomes an annotation of the job.
#pragma once

#include <span>
#include <string>

#include "model/record.hpp"

namespace amqpace::report {

// FAILED and INVALID are errors, a WARNING is one, an INFO a notice; a run that never began is an error. Worst first.
std::string github_annotations(std::span<const model::Record> records);

}  // namespace amqpace::report
