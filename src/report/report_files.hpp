// SPDX-License-Identifier: Apache-2.0
// The files of one invocation, claimed before the first connection so that a bad folder or an unknown format
// fails at once, and written after the run. Never overwrites: a taken name gets "-2". A run that never wrote
// leaves no empty file.
#pragma once

#include <string>
#include <vector>

#include "report/formats.hpp"

namespace amqpace::report {

struct ReportRequest {
  std::string dir;                   // created with its parents
  std::vector<std::string> formats;  // names of the table
  std::string kind;                  // "workload"
  std::string name;                  // of the run; what a file name can't hold becomes '-'
  Nanos wall = 0;                    // UTC, for the name
};

class ReportFiles {
 public:
  // ErrorKind::bad_input (exit 3) for all that can go wrong.
  static Result<ReportFiles> open(const ReportRequest& request);
  ReportFiles(ReportFiles&& other) noexcept;
  ReportFiles& operator=(ReportFiles&& other) noexcept;
  ~ReportFiles();  // removes what was claimed and not written

  // Renders and writes every file; the paths, in the order of the request. Once.
  Result<std::vector<std::string>> write(std::span<const model::Record> records);
  Result<std::vector<std::string>> write(const model::Record& record) { return write(std::span(&record, 1)); }

 private:
  struct File {
    const Format* format;
    std::string path;
    int fd;
  };
  explicit ReportFiles(std::vector<File> files) : files_(std::move(files)) {}
  static Result<bool> claim(const std::string& stem, std::span<const Format* const> formats,
                            std::vector<File>& files);
  void abandon();

  std::vector<File> files_;
};

}  // namespace amqpace::report
