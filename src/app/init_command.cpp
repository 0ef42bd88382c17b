// SPDX-License-Identifier: Apache-2.0
// `init`: a commented file to start from.
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <ostream>
#include <unistd.h>

#include "app/command.hpp"
#include "app/console.hpp"
#include "app/write_text.hpp"
#include "config/starter.hpp"
#include "report/error_text.hpp"

namespace amqpace::app {

namespace {

struct Init {
  std::string kind = "workload", path;
  bool force = false;
};

Result<void> write(const Init& init, const std::string& text) {
  const int fd = ::open(init.path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC | (init.force ? O_TRUNC : O_EXCL), 0644);
  if (fd < 0 && errno == EEXIST)
    return fail(ErrorKind::bad_input, init.path + " is there already", "", "choose another name, or --force to replace it");
  const int why = fd < 0 ? errno : write_text(fd, text);
  if (fd >= 0) ::close(fd);
  if (why != 0) return fail(ErrorKind::bad_input, "could not write " + init.path, std::strerror(why));
  return {};
}

int act(const Init& init) {
  const auto text = config::starter_text(init.kind);
  if (!text) {
    err(report::error_text(text.error()));
    return 3;
  }
  if (init.path.empty()) {
    out_stream() << *text << std::flush;  // as the file would be: out() would take the addresses in its comments for real ones
    return 0;
  }
  if (const auto written = write(init, *text); !written) {
    err(report::error_text(written.error()));
    return 3;
  }
  out("wrote " + init.path + "; next: amqpace run " + init.path + "\n");
  return 0;
}

}  // namespace

std::function<int()> define_init(CLI::App& app) {
  auto init = std::make_shared<Init>();
  std::string kinds;
  for (const auto& starter : config::starters())
    kinds += (kinds.empty() ? "" : "; ") + std::string(starter.kind) + ": " + std::string(starter.sentence);
  app.add_option("KIND", init->kind, kinds)->capture_default_str();
  app.add_option("-o,--output", init->path, "file to write; without it the text goes to stdout")->type_name("FILE");
  app.add_flag("--force", init->force, "replace the file if it is there already");
  return [init] { return act(*init); };
}

}  // namespace amqpace::app
