// SPDX-License-Identifier: Apache-2.0
#include "app/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "app/write_text.hpp"
#include "base/secrets.hpp"

namespace amqpace::app {

namespace {
int log_fd = -1;

void say(std::ostream& stream, const std::string& text) {
  const auto clean = redact(text);
  stream << clean << std::flush;
  if (log_fd >= 0) write_text(log_fd, clean);
}
}  // namespace

void keep_log(int fd) { log_fd = fd; }
void out(const std::string& text) { say(std::cout, text); }
void err(const std::string& text) { say(std::cerr, text); }
void complain(const std::string& text) { err("amqpace: " + text + "\n"); }
std::ostream& out_stream() { return std::cout; }
bool out_failed() { return !std::cout.flush().good(); }
std::ostream& err_stream() { return std::cerr; }

bool out_is_terminal() { return isatty(STDOUT_FILENO) == 1; }
bool err_is_terminal() { return isatty(STDERR_FILENO) == 1; }

bool colour_wanted() {
  const char* no_colour = std::getenv("NO_COLOR");
  return out_is_terminal() && (no_colour == nullptr || *no_colour == '\0');
}

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

bool StatusLine::live() const { return enabled_ && err_is_terminal(); }

void StatusLine::show(const std::string& text) {
  if (!enabled_) return;
  if (!err_is_terminal()) return err(text + "\n");
  std::cerr << "\r" << redact(text) << std::flush;
  drawn_ = true;
}

void StatusLine::clear() {
  if (!drawn_) return;
  std::cerr << "\r\x1b[K" << std::flush;
  drawn_ = false;
}

}  // namespace amqpace::app
