// SPDX-License-Identifier: Apache-2.0
#include "app/step_summary.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "app/write_text.hpp"
#include "base/secrets.hpp"
#include "report/markdown.hpp"

namespace amqpace::app {

namespace {
tl::unexpected<Error> cannot_write(const std::string& path, int why) {
  return fail(ErrorKind::bad_input, "could not write the step summary " + path, std::strerror(why),
              "GITHUB_STEP_SUMMARY must name a file that can be written to, or not be set");
}
}  // namespace

Result<std::optional<StepSummary>> StepSummary::open() {
  const char* path = std::getenv("GITHUB_STEP_SUMMARY");
  if (path == nullptr || *path == '\0') return std::optional<StepSummary>();
  const int fd = ::open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) return cannot_write(path, errno);
  return std::optional<StepSummary>(StepSummary(path, fd));
}

StepSummary::~StepSummary() {
  if (fd_ >= 0) ::close(fd_);
}

Result<void> StepSummary::append(std::span<const model::Record> records) {
  if (const int why = write_text(fd_, redact(report::markdown_document(records)) + "\n"); why != 0) return cannot_write(path_, why);
  return {};
}

}  // namespace amqpace::app
