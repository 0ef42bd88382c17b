// SPDX-License-Identifier: Apache-2.0
#include "config/files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.hpp"
#include "base/units.hpp"
#include "model/message_sizes.hpp"

namespace amqpace::config {
namespace {

namespace fs = std::filesystem;
using Files = model::Reader::Files;

tl::unexpected<Error> unreadable(const std::string& path, const std::string& why) {
  return fail(ErrorKind::bad_input, "names '" + printable(path, 200) + "', which cannot be read: " + why);
}

// What has no end, or waits for somebody to write, is never opened.
Result<std::uintmax_t> length_of(const fs::path& path, const std::string& shown) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error) return unreadable(shown, error.message());
  if (!fs::is_regular_file(status)) return unreadable(shown, "it is not a regular file");
  const std::uintmax_t length = fs::file_size(path, error);
  if (error) return unreadable(shown, error.message());
  return length;
}

Result<std::string> content_of(const fs::path& path, const std::string& shown) {
  const auto length = length_of(path, shown);
  if (!length) return tl::unexpected<Error>(length.error());
  if (*length > static_cast<std::uintmax_t>(model::kLargestBody)) {
    return fail(ErrorKind::bad_input, "names '" + printable(shown, 200) + "', which has " +
                                          count_text(static_cast<std::int64_t>(*length)) +
                                          " bytes; a body has at most " + size_text(model::kLargestBody));
  }
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream content;
  if (!in) return unreadable(shown, errno != 0 ? std::strerror(errno) : "it cannot be opened");
  if (in.peek() != std::ifstream::traits_type::eof()) content << in.rdbuf();
  if (in.bad()) return unreadable(shown, "reading it failed");
  return content.str();
}

Result<Files> read(const fs::path& path, const std::string& shown) {
  std::error_code error;
  const bool folder = fs::is_directory(path, error);
  Files out;
  std::vector<fs::path> paths;
  if (folder) {
    for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      if (!name.starts_with('.') && entry->is_regular_file(error)) paths.push_back(entry->path());
    }
    if (error) return unreadable(shown, error.message());
    if (paths.empty()) return unreadable(shown, "the folder has no files");
    std::sort(paths.begin(), paths.end());
  } else {
    paths.push_back(path);
  }
  for (const auto& file : paths) {
    auto content = content_of(file, folder ? (fs::path(shown) / file.filename()).string() : shown);
    if (!content) return tl::unexpected<Error>(content.error());
    out.emplace_back(folder ? (fs::path(shown) / file.filename()).string() : shown, std::move(*content));
  }
  return out;
}

}  // namespace

std::function<Result<Files>(const std::string& path)> files_beside(const std::string& workload_file) {
  const fs::path folder = fs::path(workload_file).parent_path();
  return [folder](const std::string& path) { return read(folder / path, path); };
}

}  // namespace amqpace::config
