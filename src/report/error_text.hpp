// SPDX-License-Identifier: Apache-2.0
// An Error as a person reads it, on stderr: the sentence, the other side's own words, what to do. Ends with a
// line break.
#pragma once

#include <string>

#include "base/error.hpp"

namespace amqpace::report {

// "amqpace: the run failed: could not declare exchange ex.bench" and below it the broker's sentence and the
// hint. What is wrong with a file or a flag did not fail a run, so its place comes instead: "amqpace:
// hello.yaml:3:8: …".
std::string error_text(const Error& error);

}  // namespace amqpace::report
