// SPDX-License-Identifier: Apache-2.0
#include "report/report_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace amqpace::report {

namespace {

constexpr std::size_t kLongestName = 80;
constexpr int kMostOfOneSecond = 1000;  // runs of one name that may start in one second

std::string file_name(const std::string& name) {
  std::string out;
  for (const char c : name.substr(0, kLongestName)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || (c == '.' && !out.empty());
    out += plain ? c : '-';
  }
  return out.empty() ? "run" : out;
}

tl::unexpected<Error> cannot_write(const std::string& path, const std::string& why) {
  return fail(ErrorKind::bad_input, "could not write the report " + path, why,
              "--report takes a folder that can be written to");
}

// The whole text, through short writes and interruptions.
int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno != EINTR) return errno;
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

}  // namespace

// False when one of the names is taken.
Result<bool> ReportFiles::claim(const std::string& stem, std::span<const Format* const> formats,
                                std::vector<File>& files) {
  for (const Format* format : formats) {
    const auto path = fmt::format("{}.{}", stem, format->ending);
    const int fd = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (fd < 0 && errno == EEXIST) return false;
    if (fd < 0) return cannot_write(path, std::strerror(errno));
    files.push_back({format, path, fd});
  }
  return true;
}

Result<ReportFiles> ReportFiles::open(const ReportRequest& request) {
  std::vector<const Format*> wanted;
  for (const auto& name : request.formats) {
    auto format = find_format(name);
    if (!format) return tl::unexpected(format.error());
    wanted.push_back(*format);
  }
  std::error_code error;
  std::filesystem::create_directories(request.dir, error);
  if (error) {
    return fail(ErrorKind::bad_input, "could not create the report folder " + request.dir, error.message(),
                "--report takes a folder that can be written to");
  }
  const auto stem =
      (std::filesystem::path(request.dir) /
       fmt::format("{}-{}-{}", file_name(request.kind), utc_stamp(request.wall), file_name(request.name)))
          .string();
  for (int attempt = 1; attempt <= kMostOfOneSecond; ++attempt) {
    ReportFiles files({});
    auto claimed = claim(attempt == 1 ? stem : fmt::format("{}-{}", stem, attempt), wanted, files.files_);
    if (!claimed) return tl::unexpected(claimed.error());
    if (*claimed) return files;
  }
  return cannot_write(stem, "every name is taken");
}

ReportFiles::ReportFiles(ReportFiles&& other) noexcept : files_(std::exchange(other.files_, {})) {}

ReportFiles& ReportFiles::operator=(ReportFiles&& other) noexcept {
  if (this != &other) {
    abandon();
    files_ = std::exchange(other.files_, {});
  }
  return *this;
}

ReportFiles::~ReportFiles() {
  abandon();
}

void ReportFiles::abandon() {
  for (const auto& file : files_) {
    ::close(file.fd);
    ::unlink(file.path.c_str());
  }
  files_.clear();
}

Result<std::vector<std::string>> ReportFiles::write(std::span<const model::Record> records) {
  std::vector<std::string> paths;
  while (!files_.empty()) {
    const auto& file = files_.front();
    int error = write_all(file.fd, file.format->render(records));
    if (error != 0) return cannot_write(file.path, std::strerror(error));
    if (::close(file.fd) != 0) error = errno;
    paths.push_back(file.path);
    files_.erase(files_.begin());
    if (error != 0) return cannot_write(paths.back(), std::strerror(error));
  }
  return paths;
}

}  // namespace amqpace::report
