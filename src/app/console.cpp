// SPDX-License-Identifier: Apache-2.0
#include "app/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "base/secrets.hpp"

namespace amqpace::app {

void out(const std::string& text) { std::cout << redact(text) << std::flush; }
void err(const std::string& text) { std::cerr << redact(text) << std::flush; }
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
  err("\r" + text);
  drawn_ = true;
}

void StatusLine::clear() {
  if (!drawn_) return;
  err("\r\x1b[K");
  drawn_ = false;
}

}  // namespace amqpace::app
