// SPDX-License-Identifier: Apache-2.0
#include "model/values.hpp"

#include <algorithm>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

namespace amqpace::model {
namespace {

std::string_view article(FieldType type) {
  return type == FieldType::integer || type == FieldType::address ? "an " : "a ";
}

// Complains about anything that is not a scalar with a value. Where quotes make a value text, that is said,
// too.
bool is_value(const Node& node, const Slot& slot, FieldType type, bool quotes_allowed) {
  const std::string a(article(type));
  const std::string name(type_name(type));
  if (!node.scalar()) {
    slot.complain(node, "is " + a + name + ", not a " + (node.list() ? "list" : "block of settings"));
    return false;
  }
  if (node.empty_value()) {
    slot.complain(node,
                  "has no value; leave it out for the default (" + std::string(slot.info.standard) + ")");
    return false;
  }
  if (node.quoted && !quotes_allowed) {
    slot.complain(node, "is " + a + name + "; the quotes make \"" + printable(node.text, 64) + "\" a text");
    return false;
  }
  return true;
}

template <class T>
std::optional<T> parsed(Result<T> result, const Node& node, const Slot& slot) {
  if (result) return *result;
  const Error& e = result.error();
  slot.reader.error(node, "'" + slot.path + "': " + e.what + (e.hint.empty() ? "" : "; " + e.hint));
  return std::nullopt;
}

bool in_bounds(double value, const Node& node, const Slot& slot, FieldType type) {
  const auto& info = slot.info;
  if (info.min == 0 && info.max == 0) return true;
  const bool low = info.above_min ? value <= info.min : value < info.min;
  if (!low && (info.max <= info.min || value <= info.max)) return true;
  slot.complain(node, "must be " + bounds_text(info) + ", not " + limit_text(type, value));
  return false;
}

template <class T>
std::optional<T> bounded(std::optional<T> value, const Node& node, const Slot& slot, FieldType type) {
  if (value && !in_bounds(static_cast<double>(*value), node, slot, type)) return std::nullopt;
  return value;
}

Result<double> parse_any_number(FieldType type, const std::string& text, double max) {
  if (type == FieldType::rate) return parse_rate(text);
  if (type == FieldType::share) {
    const auto number = parse_number(text);
    if (number && *number == 1 && max == 1)
      return 1.0;  // "all of them" is not ambiguous where 1 is the bound
    return parse_share(text);
  }
  return parse_number(text);
}

}  // namespace

std::optional<std::string> read_text(const Node& node, const Slot& slot) {
  if (!node.scalar() || (node.empty_value() && node.text.empty())) {
    if (!is_value(node, slot, FieldType::text, true)) return std::nullopt;
  }
  return node.text;
}

std::optional<bool> read_boolean(const Node& node, const Slot& slot) {
  if (!is_value(node, slot, FieldType::boolean, false)) return std::nullopt;
  return parsed(parse_boolean(node.text), node, slot);
}

std::optional<std::int64_t> read_integer(const Node& node, const Slot& slot) {
  if (!is_value(node, slot, FieldType::integer, false)) return std::nullopt;
  return bounded(parsed(parse_integer(node.text), node, slot), node, slot, FieldType::integer);
}

std::optional<double> read_number(const Node& node, const Slot& slot) {
  const FieldType type = slot.info.type;
  if (!is_value(node, slot, type, type != FieldType::number)) return std::nullopt;
  return bounded(parsed(parse_any_number(type, node.text, slot.info.max), node, slot), node, slot, type);
}

std::optional<std::int64_t> read_size(const Node& node, const Slot& slot) {
  if (!is_value(node, slot, FieldType::size, true)) return std::nullopt;
  return bounded(parsed(parse_size(node.text), node, slot), node, slot, FieldType::size);
}

std::optional<Nanos> read_duration(const Node& node, const Slot& slot) {
  if (!is_value(node, slot, FieldType::duration, true)) return std::nullopt;
  return bounded(parsed(parse_duration(node.text), node, slot), node, slot, FieldType::duration);
}

std::optional<std::size_t> read_choice(const Node& node, const Slot& slot) {
  if (!is_value(node, slot, FieldType::choice, true)) return std::nullopt;
  const auto choices = slot.info.choices;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i] == node.text) return i;
  }
  const auto near = nearest(node.text, choices);
  slot.complain(node, "must be " + bounds_text(slot.info) + ", not '" + printable(node.text, 64) + "'" +
                          (near.empty() ? "" : ". Did you mean '" + std::string(near) + "'?"));
  return std::nullopt;
}

namespace {

// As deep as the codec reads tables, the one around them not counted.
constexpr int kMaxDepth = 16;

}  // namespace

// The core schema of YAML, as far as arguments need it.
ArgumentValue scalar_argument(const Node& node) {
  if (node.quoted) return node.text;
  const std::string& text = node.text;
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  if (const auto integer = parse_integer(text)) return *integer;
  if (const auto number = parse_number(text)) return *number;
  return text;
}

namespace {

bool good_name(const Node& key, const std::string& path, Reader& reader) {
  if (key.text.size() <= 255) return true;
  reader.error(key, "'" + printable(path, 64) + "' is a name of " + std::to_string(key.text.size()) +
                        " bytes, and AMQP takes 255");
  return false;
}

// nullopt: complained.
std::optional<ArgumentValue> argument_of(const Node& node, const std::string& path, Reader& reader, int depth) {
  if (depth > kMaxDepth) {
    reader.error(node, "'" + path + "' is nested deeper than " + std::to_string(kMaxDepth) + " levels");
    return std::nullopt;
  }
  if (node.scalar()) {
    if (!node.empty_value()) return scalar_argument(node);
    if (!node.text.empty()) return ArgumentValue{};  // null, said in so many words
    reader.error(node, "'" + path + "' has no value");
    return std::nullopt;
  }
  bool good = true;
  if (node.list()) {
    ArgumentList list;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      auto value = argument_of(node.items[i], path + "[" + std::to_string(i) + "]", reader, depth + 1);
      good = good && value;
      if (good) list.push_back(std::move(*value));
    }
    return good ? std::optional<ArgumentValue>(std::move(list)) : std::nullopt;
  }
  Arguments map;
  for (const auto& [key, entry] : node.entries) {
    const std::string full = path + "." + key.text;
    auto value = argument_of(entry, full, reader, depth + 1);
    good = good_name(key, full, reader) && good && value;
    if (good) map.emplace_back(key.text, std::move(*value));
  }
  return good ? std::optional<ArgumentValue>(std::move(map)) : std::nullopt;
}

}  // namespace

namespace {
struct EncodedBytes {
  std::size_t operator()(NoValue) const { return 0; }
  std::size_t operator()(bool) const { return 1; }
  std::size_t operator()(std::int64_t) const { return 8; }
  std::size_t operator()(double) const { return 8; }
  std::size_t operator()(const std::string& text) const { return 4 + text.size(); }
  std::size_t operator()(const Arguments& map) const { return encoded_bytes(map); }
  std::size_t operator()(const ArgumentList& list) const {
    std::size_t sum = 4;
    for (const auto& element : list) sum += 1 + std::visit(*this, element.value);
    return sum;
  }
};
}  // namespace

std::size_t encoded_bytes(const Arguments& arguments) {
  std::size_t sum = 4;
  for (const auto& [name, value] : arguments) sum += 2 + name.size() + std::visit(EncodedBytes{}, value.value);
  return sum;
}

std::string too_many_bytes(std::size_t bytes) {
  return "takes " + count_text(static_cast<std::int64_t>(bytes)) + " bytes; it must fit one frame, and " +
         size_text(static_cast<std::int64_t>(kMostArgumentBytes)) + " is the most that does";
}

std::optional<Arguments> read_arguments(const Node& node, const Slot& slot) {
  if (node.empty_value()) return Arguments{};
  if (!node.map()) {
    slot.complain(node, "is a map, such as {x-max-length: 1000}");
    return std::nullopt;
  }
  const auto value = argument_of(node, slot.path, slot.reader, 0);
  if (!value) return std::nullopt;
  const Arguments& arguments = *value->as<Arguments>();
  if (const std::size_t bytes = encoded_bytes(arguments); bytes > kMostArgumentBytes) {
    slot.complain(node, too_many_bytes(bytes));
    return std::nullopt;
  }
  return arguments;
}

namespace {

std::string percent_encoded(std::string_view text) {
  static constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.' || c == '~';
    if (plain) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += {'%', kHex[byte >> 4], kHex[byte & 15]};
  }
  return out;
}

// The parts that variables filled in are percent-encoded where an address needs it: user, password and
// virtual host. A variable in the scheme, the host or the port stands as it is, and so does one that is the
// whole address.
std::string address_text(const Node& node) {
  std::string skeleton = node.text;  // the values of variables blanked, so that their characters mean nothing
  for (const auto& insert : node.inserts) {
    for (std::size_t i = insert.begin; i < insert.end; ++i) skeleton[i] = 'x';
  }
  const std::size_t scheme = skeleton.find("://");
  if (scheme == std::string::npos) return node.text;
  const std::size_t at = skeleton.rfind('@');
  const std::size_t host = at == std::string::npos ? scheme + 3 : at + 1;
  const std::size_t slash = std::min(skeleton.find('/', host), skeleton.size());
  const std::size_t query = std::min(skeleton.find('?', slash), skeleton.size());
  std::string out;
  std::size_t done = 0;
  for (const auto& insert : node.inserts) {
    out += node.text.substr(done, insert.begin - done);
    const std::string value = node.text.substr(insert.begin, insert.end - insert.begin);
    const bool in_user_part = at != std::string::npos && insert.begin > scheme && insert.begin < at;
    const bool in_vhost = insert.begin > slash && insert.begin < query;
    out += in_user_part || in_vhost ? percent_encoded(value) : value;
    done = insert.end;
  }
  return out + node.text.substr(done);
}

}  // namespace

std::optional<Uri> read_address(const Node& node, const Slot& slot) {
  if (!is_value(node, slot, FieldType::address, true)) return std::nullopt;
  auto uri = parse_uri(address_text(node));
  if (uri) return *uri;
  // Whatever stands before the last '@' may be a password, also in an address that is none.
  slot.reader.secret_part(node);
  const Error& e = uri.error();
  slot.reader.error(node,
                    "'" + slot.path + "': " + redact(e.what) + (e.hint.empty() ? "" : "; " + redact(e.hint)));
  return std::nullopt;
}

namespace {
struct ArgumentText {
  std::string operator()(NoValue) const { return "null"; }
  std::string operator()(bool b) const { return b ? "true" : "false"; }
  std::string operator()(std::int64_t n) const { return std::to_string(n); }
  std::string operator()(double d) const { return number_text(d); }
  std::string operator()(const std::string& text) const { return "\"" + json_escape(text) + "\""; }
  std::string operator()(const Arguments& map) const { return arguments_text(map); }
  std::string operator()(const ArgumentList& list) const {
    std::string out = "[";
    for (const auto& element : list) out += (out.size() > 1 ? ", " : "") + argument_text(element);
    return out + "]";
  }
};
}  // namespace

std::string argument_text(const ArgumentValue& value) { return std::visit(ArgumentText{}, value.value); }

std::string arguments_text(const Arguments& arguments) {
  std::string out = "{";
  for (const auto& [key, value] : arguments) {
    if (out.size() > 1) out += ", ";
    out += key + ": " + argument_text(value);
  }
  return out + "}";
}

}  // namespace amqpace::model
