// SPDX-License-Identifier: Apache-2.0
// What `--github` does beside the annotations: the Markdown report, appended to the file that GITHUB_STEP_SUMMARY names. Opened
// before anything runs, so that a bad path fails at once.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "model/record.hpp"

namespace amqpace::app {

class StepSummary {
 public:
  // Absent: the variable is not set, there is nothing to write to. bad_input: it cannot be written.
  static Result<std::optional<StepSummary>> open();
  StepSummary(StepSummary&& other) noexcept : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}
  StepSummary& operator=(StepSummary&&) = delete;
  ~StepSummary();

  Result<void> append(std::span<const model::Record> records);

 private:
  StepSummary(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  std::string path_;
  int fd_;
};

}  // namespace amqpace::app
