// SPDX-License-Identifier: Apache-2.0
// The only place that writes to stdout and stderr. stdout is the report, stderr the talk; everything is redacted on its way.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

namespace amqpace::app {

void out(const std::string& text);
void err(const std::string& text);
// "amqpace: " + text + newline, on stderr.
void complain(const std::string& text);
// From now on all that is said is also written to this file, which stays open; what is redrawn in place is not.
void keep_log(int fd);
std::ostream& out_stream();
bool out_failed();  // something could not be written to stdout
std::ostream& err_stream();

bool out_is_terminal();
bool err_is_terminal();
bool colour_wanted();        // stdout is a terminal and NO_COLOR is not set
std::size_t terminal_width();  // of stderr; 80 when unknown

// The live line on stderr: rewritten in place on a terminal, one line a call otherwise.
class StatusLine {
 public:
  explicit StatusLine(bool enabled) : enabled_(enabled) {}
  ~StatusLine() { clear(); }
  bool live() const;               // redrawn: the text should be as wide as the terminal
  void show(const std::string& text);
  void clear();                    // before anything else is written

 private:
  bool enabled_;
  bool drawn_ = false;
};

}  // namespace amqpace::app
