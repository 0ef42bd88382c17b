// SPDX-License-Identifier: Apache-2.0
#include "app/run_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "app/console.hpp"
#include "app/write_text.hpp"
#include "base/text.hpp"

namespace amqpace::app {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLog = "run.log";  // what tells such a folder from others
constexpr std::size_t kLongest = 128;

bool is_name(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  };
  return !name.empty() && name.size() <= kLongest && name.front() != '.' && std::all_of(name.begin(), name.end(), plain);
}

tl::unexpected<Error> cannot(const std::string& what, const std::string& why) {
  return fail(ErrorKind::bad_input, what, why, "--report takes a folder that can be written to");
}

Result<void> make_room(const fs::path& folder, bool replace) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder, error))) return {};
  if (!replace) {
    return fail(ErrorKind::bad_input, folder.string() + " is there already", "",
                "choose another --run-name, or --replace to take that run away");
  }
  if (!fs::is_directory(fs::symlink_status(folder, error)) || !fs::exists(folder / kLog, error)) {
    return fail(ErrorKind::bad_input, folder.string() + " is no folder of a run", std::string("there is no ") + kLog + " in it",
                "choose another --run-name");
  }
  fs::remove_all(folder, error);
  if (error) return cannot("could not take away " + folder.string(), error.message());
  return {};
}

Result<int> create(const fs::path& path) {
  const int fd = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
  if (fd < 0) return cannot("could not write " + path.string(), std::strerror(errno));
  return fd;
}

// "a.yaml", and "a-2.yaml" when another file is called so too.
fs::path free_name(const fs::path& folder, const fs::path& given) {
  auto path = folder / given.filename();
  for (int n = 2; fs::exists(path); ++n)
    path = folder / (given.stem().string() + "-" + std::to_string(n) + given.extension().string());
  return path;
}

}  // namespace

Result<std::string> make_run_folder(const RunFolderRequest& request) {
  if (request.dir.empty())
    return fail(ErrorKind::bad_input, "--run-name needs --report", "", "say where the folder is to be: --report reports");
  if (!is_name(request.name)) {
    return fail(ErrorKind::bad_input, "--run-name cannot be '" + printable(request.name, kLongest) + "'", "",
                "it names a folder: letters, digits, '-', '_' and '.', up to 128, and no '.' in front");
  }
  const auto folder = fs::path(request.dir) / request.name;
  if (auto free = make_room(folder, request.replace); !free) return tl::unexpected<Error>(free.error());
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return cannot("could not create the folder " + folder.string(), error.message());
  const auto log = create(folder / kLog);
  if (!log) return tl::unexpected<Error>(log.error());
  keep_log(*log);
  for (const auto& [name, text] : request.files) {
    const auto path = free_name(folder, name);
    const auto fd = create(path);
    if (!fd) return tl::unexpected<Error>(fd.error());
    const int why = write_text(*fd, text);
    ::close(*fd);
    if (why != 0) return cannot("could not write " + path.string(), std::strerror(why));
  }
  return folder.string();
}

}  // namespace amqpace::app
