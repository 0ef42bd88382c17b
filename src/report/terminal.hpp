// SPDX-License-Identifier: Apache-2.0
// The report a person reads in a terminal. The lines and their order are those of the published transcripts;
// the app prints what these functions return.
#pragma once

#include <span>
#include <string>

#include "model/record.hpp"

namespace amqpace::report {

struct TextStyle {
  bool colour = false;  // NO_COLOR and "not a terminal" are the app's to see
};

// "running hello against amqp://guest:***@localhost:5672 ..."
std::string running_line(const model::Plan& plan, const std::string& redacted_broker);
std::string running_line(const model::Plan& plan);  // against the first of its brokers
// The whole block of one run, from "workload:" to "result:", ending with a line break. Of a run that ended
// before its window: what was to run, and the error.
std::string terminal_text(const model::Record& record, TextStyle style = {});
// Under --quiet: the findings of FAILED and INVALID, or nothing.
std::string quiet_text(const model::Record& record, TextStyle style = {});
// The last line of all: "PASSED — 2 workloads", "FAILED — every run was sound and …".
std::string verdict_line(std::span<const model::Record> records);
// "wrote reports/workload-20261130-190000-hello.json"
std::string wrote_line(const std::string& path);

}  // namespace amqpace::report
