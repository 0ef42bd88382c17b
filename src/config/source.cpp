// SPDX-License-Identifier: Apache-2.0
#include "config/source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/text.hpp"

namespace amqpace::config {
namespace {

constexpr std::size_t kLargest = 4 * 1024 * 1024;
constexpr std::string_view kMask = "***";

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// Where character number `column` (from 1) begins.
std::size_t byte_of(std::string_view line, int column) {
  std::size_t i = 0;
  for (int c = 1; c < column && i < line.size(); ++c) {
    ++i;
    while (i < line.size() && continues(line[i])) ++i;
  }
  return i;
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

// The length of the word at the start, for the tail of the caret.
std::size_t word_length(std::string_view text) {
  const std::string_view word = text.substr(0, text.find_first_of(" \t:,[]{}#\"'"));
  return characters(word);
}

}  // namespace

Result<Source> read_source(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || (text << in.rdbuf(), in.bad()) || (!text && in.peek() != std::ifstream::traits_type::eof())) {
    return fail(ErrorKind::bad_input, "cannot read " + path, errno != 0 ? std::strerror(errno) : "");
  }
  Source source{path, text.str()};
  if (source.text.size() > kLargest)
    return fail(ErrorKind::bad_input, path + " is larger than 4 MiB: not a workload file");
  return source;
}

Lines::Lines(std::string_view text) {
  ends_with_newline_ = !text.empty() && text.back() == '\n';
  if (ends_with_newline_) text.remove_suffix(1);
  for (const auto line : split(text, '\n')) lines_.emplace_back(line);
  masks_.resize(lines_.size());
}

void Lines::add_mask(std::size_t line, Mask mask) {
  auto& masks = masks_[line];
  for (auto& old : masks) {
    if (mask.begin >= old.begin + old.length || old.begin >= mask.begin + mask.length) continue;
    const std::size_t end = std::max(old.begin + old.length, mask.begin + mask.length);
    old.begin = std::min(old.begin, mask.begin);
    old.length = end - old.begin;
    return;
  }
  masks.push_back(mask);
  std::sort(masks.begin(), masks.end(), [](const Mask& a, const Mask& b) { return a.begin < b.begin; });
}

void Lines::mask(const model::Place& place, std::string_view raw) {
  if (!place.origin.empty() || place.line < 1 || raw.empty()) return;
  const auto number = static_cast<std::size_t>(place.line - 1);
  if (number >= lines_.size()) return;
  const std::string& line = lines_[number];
  const std::size_t from = byte_of(line, place.column);
  const std::size_t at = line.find(raw, from);
  if (at != std::string::npos) return add_mask(number, {at, raw.size()});
  if (line.find("${", from) != std::string::npos || from >= line.size()) return;
  add_mask(number, {from, line.size() - from});
}

void Lines::mask_default(int line, std::size_t begin, std::size_t length) {
  const auto number = static_cast<std::size_t>(line - 1);
  if (number < lines_.size() && length > 0) add_mask(number, {begin, length});
}

std::string Lines::masked_line(std::size_t number) const {
  std::string out;
  std::size_t done = 0;
  for (const auto& mask : masks_[number]) {
    out += lines_[number].substr(done, mask.begin - done);
    out += kMask;
    done = mask.begin + mask.length;
  }
  return out + lines_[number].substr(done);
}

std::string Lines::excerpt(const model::Place& place) const {
  if (!place.origin.empty() || place.line < 1 || static_cast<std::size_t>(place.line) > lines_.size())
    return {};
  const auto number = static_cast<std::size_t>(place.line - 1);
  const std::string& line = lines_[number];
  std::string shown = masked_line(number);
  // The caret moves with what was masked before it.
  const std::size_t byte = byte_of(line, place.column);
  std::size_t column = characters(std::string_view(line).substr(0, byte));
  std::size_t width = std::max<std::size_t>(1, word_length(std::string_view(line).substr(byte)));
  for (const auto& mask : masks_[number]) {
    if (mask.begin + mask.length <= byte) {
      column = column + kMask.size() - characters(std::string_view(line).substr(mask.begin, mask.length));
    } else if (mask.begin < byte + width) {
      width = mask.begin <= byte ? kMask.size() : mask.begin - byte;
    }
  }
  std::replace(shown.begin(), shown.end(), '\t', ' ');
  const std::string number_text = std::to_string(place.line);
  const std::string margin = "  " + std::string(number_text.size(), ' ') + " | ";
  return "  " + number_text + " | " + printable(shown, 240) + "\n" + margin +
         std::string(std::min<std::size_t>(column, 240), ' ') + "^" + std::string(width - 1, '~');
}

std::string Lines::masked() const {
  std::string out;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (i > 0) out += '\n';
    out += masked_line(i);
  }
  return ends_with_newline_ ? out + '\n' : out;
}

}  // namespace amqpace::config
