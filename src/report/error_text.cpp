// SPDX-License-Identifier: Apache-2.0
#include "report/error_text.hpp"

#include "report/shown.hpp"

namespace amqpace::report {

std::string error_text(const Error& error) {
  const bool bad_input = error.kind == ErrorKind::bad_input;
  std::string text = "amqpace: ";
  if (!bad_input) text += "the run failed: ";
  if (bad_input && !error.where.empty()) text += shown(error.where) + ": ";
  text += shown_lines(error.what);
  if (!bad_input && !error.where.empty()) text += " (" + shown(error.where) + ")";
  text += "\n";
  if (!error.detail.empty()) text += shown_lines(error.detail) + "\n";
  if (!error.hint.empty()) text += shown_lines(error.hint) + "\n";
  return text;
}

}  // namespace amqpace::report
