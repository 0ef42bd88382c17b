// SPDX-License-Identifier: Apache-2.0
#include "config/variables.hpp"

#include <algorithm>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "model/message_text.hpp"

namespace amqpace::config {
namespace {

constexpr std::uint32_t kFirstPrivate = 0xE000, kLastPrivate = 0xF8FF;
constexpr std::uint32_t kBase = 4096;  // of the two digits after the mark
constexpr std::uint32_t kAfterDigits = kFirstPrivate + kBase;
constexpr std::string_view kEmbedded = "embedded:";
constexpr std::size_t kBytes = 3;  // of each private-use code point in UTF-8

std::string utf8(std::uint32_t c) {
  return {static_cast<char>(0xE0 | (c >> 12)), static_cast<char>(0x80 | ((c >> 6) & 0x3F)),
          static_cast<char>(0x80 | (c & 0x3F))};
}

std::uint32_t code_point(std::string_view three) {
  const auto byte = [three](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(three[i]));
  };
  return ((byte(0) & 0x0F) << 12) | ((byte(1) & 0x3F) << 6) | (byte(2) & 0x3F);
}

std::string hex4(std::uint32_t c) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  return {kDigits[c >> 12], kDigits[(c >> 8) & 15], kDigits[(c >> 4) & 15], kDigits[c & 15]};
}

// A code point the text has neither as itself nor as an escape.
std::string unused_mark(std::string_view text, std::uint32_t first) {
  std::string upper(text);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'f') c = static_cast<char>(c - 'a' + 'A');
  }
  for (std::uint32_t c = first; c < kLastPrivate; ++c) {
    std::string candidate = utf8(c);
    if (text.find(candidate) == std::string_view::npos && upper.find(hex4(c)) == std::string::npos)
      return candidate;
  }
  return {};  // thousands of different private code points in one file
}

bool is_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && letter(name[0]) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// What stands at "${": its length, 0 if it is no variable; "$}" and a line end are not in one.
std::size_t variable_at(std::string_view text, Variable& out) {
  const std::size_t close = text.find_first_of("}\n\r");
  if (close == std::string_view::npos || text[close] != '}') return 0;
  const std::string_view inside = text.substr(2, close - 2);
  const std::size_t minus = inside.find(":-");
  const std::string_view name = inside.substr(0, minus);
  if (!is_name(name) && !model::is_placeholder(inside)) return 0;
  out.name = std::string(is_name(name) ? name : inside);
  if (minus != std::string_view::npos) out.by_default = std::string(inside.substr(minus + 2));
  return close + 1;
}

// "embedded:" as a value: something stands before it in its line that is no key's indentation, and nothing
// after it.
bool embedded_at(std::string_view text, std::size_t line_begin, std::size_t at) {
  if (!text.substr(at).starts_with(kEmbedded)) return false;
  const std::string_view before = trim(text.substr(line_begin, at - line_begin));
  if (before.empty() ||
      (before.back() != ':' && before.back() != '[' && before.back() != ',' && before.back() != '-')) {
    return false;
  }
  const std::string_view after = text.substr(at + kEmbedded.size());
  return after.empty() || std::string_view(" \t\r\n,]}").find(after[0]) != std::string_view::npos;
}

}  // namespace

bool Variable::secret() const {
  std::string upper = name;
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  for (const std::string_view word : {"PASS", "SECRET", "TOKEN", "KEY"}) {
    if (upper.find(word) != std::string::npos) return true;
  }
  return false;
}

std::string Variables::word(std::size_t index) const {
  // At least "${A}", four characters: the mark, two digits and the rest in marks' neighbours.
  std::string out = mark_ + utf8(kFirstPrivate + static_cast<std::uint32_t>(index / kBase)) +
                    utf8(kFirstPrivate + static_cast<std::uint32_t>(index % kBase));
  const std::size_t length = characters(spelled_[index]);
  for (std::size_t i = 3; i < length; ++i) out += utf8(kLastPrivate);
  return out;
}

std::string Variables::take_from(std::string_view text) {
  mark_ = unused_mark(text, kFirstPrivate);
  colon_ = unused_mark(text, kAfterDigits);
  if (mark_.empty() || colon_.empty()) {
    mark_.clear();
    return std::string(text);
  }
  std::string out;
  int line = 1;
  std::size_t line_begin = 0;
  for (std::size_t i = 0; i < text.size();) {
    Variable variable;
    const std::size_t length = text.substr(i, 2) == "${" ? variable_at(text.substr(i), variable) : 0;
    if (length == 0 && embedded_at(text, line_begin, i)) {
      out += text.substr(i, kEmbedded.size() - 1);
      out += colon_;
      i += kEmbedded.size();
      continue;
    }
    if (length == 0) {
      if (text[i] == '\n') {
        ++line;
        line_begin = i + 1;
      }
      out += text[i++];
      continue;
    }
    const std::string_view before = text.substr(line_begin, i - line_begin);
    variable.place = {line, static_cast<int>(characters(before)) + 1, {}};
    variable.default_begin = before.size() + variable.name.size() + 4;  // "${" and ":-"
    found_.push_back(std::move(variable));
    spelled_.emplace_back(text.substr(i, length));
    out += word(found_.size() - 1);
    i += length;
  }
  return out;
}

std::optional<std::size_t> Variables::index_at(std::string_view text, std::size_t at) const {
  if (text.size() < at + 3 * kBytes) return std::nullopt;
  const std::size_t index = (code_point(text.substr(at + kBytes)) - kFirstPrivate) * kBase +
                            code_point(text.substr(at + 2 * kBytes)) - kFirstPrivate;
  if (index >= found_.size()) return std::nullopt;
  return index;
}

namespace {

void complain_of(std::string_view text, const model::Node& node, model::Reader& reader) {
  reader.error(node, "'" + printable(text, 64) + "' is not a variable; one is written ${NAME} or ${NAME:-default}");
}

// "${" that take_from() left alone, or that came with a flag.
void complain_of_strangers(const model::Node& node, model::Reader& reader, bool in_message) {
  const std::string_view text = node.text;
  for (std::size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${", at + 2)) {
    const std::string_view rest = text.substr(at);
    const std::size_t end = std::min(rest.find_first_of("}\n"), rest.size() - 1);
    if (in_message && rest[end] == '}' && model::is_placeholder(rest.substr(2, end - 2))) continue;
    return complain_of(rest.substr(0, end + 1), node, reader);
  }
}

}  // namespace

void Variables::resolve_scalar(model::Node& node, const Lookup& lookup, model::Reader& reader,
                               bool in_message) const {
  if (const std::size_t at = node.text.find(colon_); at != std::string::npos)
    node.text.replace(at, colon_.size(), ":");
  complain_of_strangers(node, reader, in_message);
  std::string out;
  std::size_t done = 0;
  bool changed = false;
  while (true) {
    const std::size_t at = node.text.find(mark_, done);
    const auto index = at == std::string::npos ? std::nullopt : index_at(node.text, at);
    if (!index) break;
    const Variable& variable = found_[*index];
    const bool placeholder = model::is_placeholder(variable.name) && !variable.by_default;
    if (placeholder && in_message) {
      out += node.text.substr(done, at - done) + spelled_[*index];
      done = at + word(*index).size();
      changed = true;
      continue;
    }
    if (!is_name(variable.name)) {
      complain_of(spelled_[*index], node, reader);
      done = at + word(*index).size();
      continue;
    }
    auto value = lookup(variable.name);
    if (!value || value->empty()) {
      if (!variable.by_default) {
        model::Node place;
        place.place = variable.place;
        reader.error(place, "the variable " + variable.name + " is " + (value ? "empty" : "not set") +
                                ", and ${" + variable.name + "} has no default; ${" + variable.name +
                                ":-value} gives it one");
      }
      value = variable.by_default.value_or("");
    }
    if (variable.secret()) register_secret(*value);
    out += node.text.substr(done, at - done);
    node.inserts.push_back({out.size(), out.size() + value->size()});
    out += *value;
    done = at + word(*index).size();
  }
  if (changed || !node.inserts.empty()) node.text = out + node.text.substr(std::min(done, node.text.size()));
}

void Variables::resolve(model::Node& node, const Lookup& lookup, model::Reader& reader) const {
  if (!mark_.empty()) resolve(node, lookup, reader, false);
}

void Variables::resolve(model::Node& node, const Lookup& lookup, model::Reader& reader, bool in_message) const {
  if (node.scalar()) return resolve_scalar(node, lookup, reader, in_message);
  for (auto& item : node.items) resolve(item, lookup, reader, in_message);
  for (auto& [key, value] : node.entries) {
    resolve(key, lookup, reader, in_message);
    const bool message = key.text == "payload" || key.text == "properties" || key.text == "headers";
    resolve(value, lookup, reader, in_message || message);
  }
}

std::string Variables::restored(std::string_view text) const {
  std::string out(text);
  const auto replace = [&out](const std::string& from, const std::string& to) {
    for (std::size_t at = out.find(from); at != std::string::npos; at = out.find(from, at))
      out.replace(at, from.size(), to);
  };
  if (mark_.empty()) return out;
  for (std::size_t i = 0; i < found_.size(); ++i) replace(word(i), spelled_[i]);
  replace(colon_, ":");
  return out;
}

}  // namespace amqpace::config
