// SPDX-License-Identifier: Apache-2.0
// publishers.sizes, publishers.payload and publishers.headers: what is in a message.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.hpp"
#include "base/units.hpp"
#include "model/field_makers.hpp"
#include "model/message_sizes.hpp"
#include "model/message_text.hpp"
#include "model/publisher_values.hpp"

namespace amqpace::model {
namespace {

constexpr std::int64_t kLargest = 512LL << 20;
constexpr std::string_view kSizesHelp =
    "is a mix such as {512: 70%, 4KiB: 30%}, or 'lognormal 1KiB sigma 0.5 max 64KiB', or 'uniform 512..4KiB'";

void set_mix(SizeSpec& sizes, const Node& node, const Slot& slot) {
  sizes = {};
  std::int64_t sum = 0;
  for (const auto& [key, value] : node.entries) {
    const auto size = parse_size(key.text);
    const auto share = value.scalar() && value.text == "100%" ? Result<double>(1.0) : parse_share(value.text);
    if (!size || *size < 0 || *size > kLargest || !value.scalar() || !share)
      return slot.complain(size ? value : key, "is a map of sizes to shares, such as {512: 70%, 4KiB: 30%}");
    const double exact = *share * 10'000;
    const auto whole = static_cast<std::int64_t>(std::llround(exact));
    if (std::abs(exact - static_cast<double>(whole)) > 1e-6 || whole < 1)
      return slot.complain(value, "has a share of '" + printable(value.text, 32) + "'; 0.01% is the smallest step");
    sizes.mix.emplace_back(*size, whole);
    sum += whole;
  }
  if (sum != 10'000)
    return slot.complain(node, "has shares that add up to " + number_text(static_cast<double>(sum) / 100) +
                                   "%; they must be 100%");
  sizes.kind = SizeSpec::Kind::mix;
}

bool read_size_words(SizeSpec& sizes, const std::vector<std::string_view>& words) {
  const auto size = [](std::string_view text, std::int64_t& into) {
    const auto parsed = parse_size(text);
    if (parsed) into = *parsed;
    return parsed && into > 0 && into <= kLargest;
  };
  if (words.size() == 2 && words[0] == "uniform") {
    sizes.kind = SizeSpec::Kind::uniform;
    const std::size_t dots = words[1].find("..");
    return dots != std::string_view::npos && size(words[1].substr(0, dots), sizes.low) &&
           size(words[1].substr(dots + 2), sizes.high) && sizes.low <= sizes.high;
  }
  if ((words.size() != 4 && words.size() != 6) || words[0] != "lognormal" || words[2] != "sigma") return false;
  sizes.kind = SizeSpec::Kind::lognormal;
  sizes.high = kLargest;
  if (words.size() == 6 && (words[4] != "max" || !size(words[5], sizes.high))) return false;
  const auto sigma = parse_number(words[3]);
  if (!sigma || *sigma <= 0 || *sigma > 3) return false;
  sizes.sigma = *sigma;
  return size(words[1], sizes.low) && sizes.low <= sizes.high;
}

std::vector<std::string_view> words_of(std::string_view text) {
  auto words = split(text, ' ');
  words.erase(std::remove(words.begin(), words.end(), std::string_view{}), words.end());
  return words;
}

}  // namespace

void set_sizes(PublisherSpec& publishers, const Node& node, const Slot& slot) {
  if (node.map()) return set_mix(publishers.sizes, node, slot);
  SizeSpec sizes;
  if (!node.scalar() || !read_size_words(sizes, words_of(node.text)))
    return slot.complain(node, std::string(kSizesHelp));
  publishers.sizes = sizes;
}

void print_sizes(const PublisherSpec& publishers, const FieldInfo& info, const std::string& path, Settings& out) {
  const std::string text = sizes_text(publishers.sizes);
  print_scalar(text.empty() ? std::string(info.standard) : text, path, out);
}

namespace {

// YAML as JSON: maps, lists and typed scalars; a scalar that is one number-like placeholder stays without quotes.
std::string json_of(const Node& node) {
  if (node.list()) {
    std::string out = "[";
    for (const auto& item : node.items) out += (out.size() > 1 ? ", " : "") + json_of(item);
    return out + "]";
  }
  if (node.map()) {
    std::string out = "{";
    for (const auto& [key, value] : node.entries)
      out += (out.size() > 1 ? ", \"" : "\"") + json_escape(key.text) + "\": " + json_of(value);
    return out + "}";
  }
  if (node.empty_value()) return "null";
  const std::string& text = node.text;
  const bool alone = text.starts_with("${") && text.find('}') == text.size() - 1;
  const bool number = text == "${seq}" || text == "${variant}" || text.starts_with("${random:");
  if (!node.quoted && alone && number) return text;
  return argument_text(scalar_argument(node));
}

void set_text(PayloadSpec& payload, const Node& node, const Slot& slot, PayloadSpec::Kind kind) {
  const bool json = kind == PayloadSpec::Kind::json;
  std::string text = node.text;
  if (json && (!node.scalar() || !node.quoted)) text = json_of(node);
  if (!json && !node.scalar()) return slot.complain(node, "as text is one text");
  const auto parsed = MessageText::parse(text, json);
  if (!parsed) return slot.complain(node, parsed.error().what);
  payload.kind = kind;
  payload.text = std::move(text);
}

void add_files(PayloadSpec& payload, const Node& node, const Slot& slot) {
  if (!node.scalar() || node.empty_value()) return slot.complain(node, "names a file that is not one");
  auto files = slot.reader.read_files(node.text);
  if (!files) return slot.complain(node, files.error().what);
  for (auto& [name, body] : *files) {
    if (static_cast<std::int64_t>(body.size()) > kLargest)
      return slot.complain(node, "is " + size_text(static_cast<std::int64_t>(body.size())) + "; 512MiB is the most");
    payload.names.push_back(std::move(name));
    payload.bodies.push_back(std::move(body));
  }
}

void set_files(PayloadSpec& payload, const Node& node, const Slot& slot, bool many) {
  if (node.list() && many) {
    for (const auto& item : node.items) add_files(payload, item, slot);
  } else {
    add_files(payload, node, slot);
  }
  if (payload.bodies.empty()) return;  // complained already, or by whoever reads the folder
  payload.kind = PayloadSpec::Kind::files;
}

}  // namespace

void set_payload(PublisherSpec& publishers, const Node& node, const Slot& slot) {
  PayloadSpec payload;
  payload.random = node.scalar() && node.text == "random";
  const std::string_view key = node.map() && node.entries.size() == 1 ? std::string_view(node.entries[0].first.text) : "";
  if (key == "text") {
    set_text(payload, node.entries[0].second, slot, PayloadSpec::Kind::text);
  } else if (key == "json") {
    set_text(payload, node.entries[0].second, slot, PayloadSpec::Kind::json);
  } else if (key == "file" || key == "files") {
    set_files(payload, node.entries[0].second, slot, key == "files");
  } else if (!payload.random && !(node.scalar() && node.text == "zeros")) {
    return slot.complain(node, "is random, zeros, {text: …}, {json: …}, {file: …} or {files: [ … ]}");
  }
  publishers.payload = std::move(payload);
}

namespace {
constexpr std::size_t kShown = 500;
std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const auto& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}
}  // namespace

void print_payload(const PublisherSpec& publishers, const FieldInfo& info, const std::string& path, Settings& out) {
  const auto& payload = publishers.payload;
  std::string text = payload.random ? "random" : std::string(info.standard);
  if (payload.kind == PayloadSpec::Kind::text) text = "{text: \"" + json_escape(payload.text) + "\"}";
  if (payload.kind == PayloadSpec::Kind::json) text = "{json: " + payload.text + "}";
  if (payload.kind == PayloadSpec::Kind::files) text = "{files: [" + listed(payload.names) + "]}";
  if (text.size() > kShown) text = text.substr(0, kShown) + "…";
  print_scalar(std::move(text), path, out);
}

namespace {
// Every text of the headers, nested ones too, is one whose placeholders can be filled in.
struct HeaderCheck {
  std::string complaint;
  void operator()(const std::string& text) {
    const auto parsed = MessageText::parse(text);
    if (!parsed) complaint = parsed.error().what;
    if (parsed && parsed->has_sequence()) complaint = "cannot have ${seq}: only a body can";
  }
  void operator()(const ArgumentList& list) {
    for (const auto& element : list) std::visit(*this, element.value);
  }
  void operator()(const Arguments& map) {
    for (const auto& entry : map) std::visit(*this, entry.second.value);
  }
  template <class T>
  void operator()(const T&) {}
};
}  // namespace

void set_headers(PublisherSpec& publishers, const Node& node, const Slot& slot) {
  auto headers = read_arguments(node, slot);
  if (!headers) return;
  HeaderCheck check;
  check(*headers);
  if (!check.complaint.empty()) return slot.complain(node, check.complaint);
  for (const auto& entry : *headers)
    if (entry.first == "x-amqpace") return slot.complain(node, "cannot have 'x-amqpace': that is where the stamp stands");
  publishers.headers = std::move(*headers);
}

void print_headers(const PublisherSpec& publishers, const FieldInfo& info, const std::string& path, Settings& out) {
  print_scalar(publishers.headers.empty() ? std::string(info.standard) : arguments_text(publishers.headers), path, out);
}

}  // namespace amqpace::model
