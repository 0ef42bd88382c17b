// SPDX-License-Identifier: Apache-2.0
// A secret is looked for byte by byte, each byte as itself or in any spelling an output may give it:
// percent-encoded, JSON-escaped, HTML-escaped. So one registered value covers "p@ss", "p%40ss" and a URI in
// which only some bytes are encoded, whichever room wrote the text.
#include "base/secrets.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <shared_mutex>
#include <vector>

namespace amqpace {

namespace {

constexpr std::string_view kMask = "***";

struct Registry {
  std::shared_mutex mutex;
  std::vector<std::string> values;  // longest first, so that a secret within a secret leaves nothing over
};

// Never destroyed: a thread may still print while the program ends.
Registry& registry() {
  static Registry* const instance = new Registry;
  return *instance;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The spellings of one byte that are a fixed word, in JSON, HTML, YAML and forms.
struct Spelling {
  char byte;
  std::string_view word;
};
constexpr std::array<Spelling, 16> kSpellings{{{'"', "\\\""},
                                               {'\\', "\\\\"},
                                               {'/', "\\/"},
                                               {'\n', "\\n"},
                                               {'\r', "\\r"},
                                               {'\t', "\\t"},
                                               {'&', "&amp;"},
                                               {'<', "&lt;"},
                                               {'>', "&gt;"},
                                               {'"', "&quot;"},
                                               {'"', "&#34;"},
                                               {'\'', "&#39;"},
                                               {'\'', "&apos;"},
                                               {'\'', "\\'"},
                                               {'\'', "''"},
                                               {' ', "+"}}};

bool is_byte(char high, char low, char byte) {
  const int h = hex_value(high), l = hex_value(low);
  return h >= 0 && l >= 0 && h * 16 + l == static_cast<unsigned char>(byte);
}

// Calls found(length) for each spelling of `byte` that stands at the start of `text`.
template <class Found>
void spellings_at(std::string_view text, char byte, Found found) {
  if (text.empty()) return;
  if (text[0] == byte) found(1);
  if (text[0] == '%' && text.size() >= 3 && is_byte(text[1], text[2], byte)) found(3);
  if (text.size() >= 6 && text.substr(0, 4) == "\\u00" && is_byte(text[4], text[5], byte)) found(6);
  for (const Spelling& s : kSpellings)
    if (s.byte == byte && text.substr(0, s.word.size()) == s.word) found(s.word.size());
}

// Finds one secret at the start of a text. "%25" may be a percent sign or the three bytes it is made of, so
// all readings are followed at once; there are never more of them than places in the text.
class Matcher {
 public:
  // The longest reach of `secret` at the start of `text`; 0: it is not there.
  std::size_t reach(std::string_view text, std::string_view secret) {
    ends_.assign(1, 0);
    for (const char byte : secret) {
      next_.clear();
      for (const std::size_t end : ends_)
        spellings_at(text.substr(end), byte, [&](std::size_t length) { next_.push_back(end + length); });
      std::sort(next_.begin(), next_.end());
      next_.erase(std::unique(next_.begin(), next_.end()), next_.end());
      std::swap(ends_, next_);
      if (ends_.empty()) return 0;
    }
    return ends_.back();
  }

 private:
  std::vector<std::size_t> ends_, next_;  // kept from call to call for their memory
};

std::string without_registered(std::string text) {
  Registry& known = registry();
  const std::shared_lock lock(known.mutex);
  if (known.values.empty()) return text;
  std::array<bool, 256> may_start{};
  for (const char c : {'%', '\\', '&', '+', '\''}) may_start[static_cast<unsigned char>(c)] = true;
  for (const std::string& value : known.values) may_start[static_cast<unsigned char>(value[0])] = true;
  Matcher matcher;
  std::string out;
  out.reserve(text.size());
  const std::string_view all = text;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t length = 0;
    if (may_start[static_cast<unsigned char>(all[i])]) {
      for (const std::string& value : known.values) {
        length = matcher.reach(all.substr(i), value);
        if (length > 0) break;
      }
    }
    if (length > 0) {
      out += kMask;
      i += length;
    } else {
      out += all[i++];
    }
  }
  return out;
}

bool is_scheme_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '-' ||
         c == '.';
}

// From `begin` (after "://") to where a URI in running text ends: white space, a quote, or the next URI of a
// list.
std::size_t uri_end(std::string_view text, std::size_t begin) {
  std::size_t end = std::min(text.find_first_of(" \t\r\n\"'<>`", begin), text.size());
  const std::size_t next = text.find("://", begin);
  if (next < end) {
    end = next;
    while (end > begin && is_scheme_character(text[end - 1])) --end;
  }
  return end;
}

// Where the password begins: after the first ':' that is not inside a variable's ${NAME:-default}.
std::size_t password_begin(std::string_view user_part) {
  for (std::size_t i = 0; i < user_part.size(); ++i) {
    if (user_part.substr(i, 2) == "${") i = std::min(user_part.find('}', i), user_part.size());
    if (i < user_part.size() && user_part[i] == ':') return i + 1;
  }
  return std::string_view::npos;
}

// "${NAME}" is no password but the name of one, and a file kept in a report must run again. A default is one,
// unless it is guest or masked already.
bool is_variable(std::string_view password) {
  if (!password.starts_with("${") || password.find('}') != password.size() - 1) return false;
  const std::size_t colon = password.find(':');
  if (colon == std::string_view::npos) return true;
  const std::string_view rest = password.substr(colon);
  return rest == ":-guest}" || rest == ":-***}" || rest == ":-}";
}

std::string without_uri_passwords(std::string_view all) {
  std::string out;
  std::size_t done = 0;
  while (true) {
    const std::size_t mark = all.find("://", done);
    if (mark == std::string_view::npos) break;
    const std::size_t begin = mark + 3, end = uri_end(all, begin);
    const std::string_view uri = all.substr(begin, end - begin);
    const std::size_t at = uri.rfind('@');
    const std::size_t password = at == std::string_view::npos ? at : password_begin(uri.substr(0, at));
    if (password != std::string_view::npos) {
      out += all.substr(done, begin + password - done);
      const std::string_view hidden = uri.substr(password, at - password);
      out += is_variable(hidden) ? hidden : kMask;
      done = begin + at;
    } else {
      out += all.substr(done, begin - done);
      done = begin;
    }
  }
  return out.append(all.substr(done));
}

}  // namespace

void register_secret(std::string_view value) {
  if (value.size() < 3 || value == "guest") return;
  Registry& known = registry();
  const std::unique_lock lock(known.mutex);
  if (std::find(known.values.begin(), known.values.end(), value) != known.values.end()) return;
  const auto shorter = [&](const std::string& other) { return other.size() < value.size(); };
  known.values.emplace(std::find_if(known.values.begin(), known.values.end(), shorter), value);
}

std::string redact(std::string text) {
  return without_uri_passwords(without_registered(std::move(text)));
}

}  // namespace amqpace
