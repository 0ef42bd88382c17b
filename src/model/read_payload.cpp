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

constexpr std::string_view kSizesHelp =
    "is a mix such as {512: 70%, 4KiB: 30%}, or 'lognormal 1KiB sigma 0.5 max 64KiB', or 'uniform 512..4KiB'";

void set_mix(SizeSpec& sizes, const Node& node, const Slot& slot) {
  sizes = {};
  std::int64_t sum = 0;
  for (const auto& [key, value] : node.entries) {
    const auto size = parse_size(key.text);
    const auto share = value.scalar() && value.text == "100%" ? Result<double>(1.0) : parse_share(value.text);
    if (!size || *size < 0 || *size > kLargestBody || !value.scalar() || !share)
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

// Each returns what is wrong, "" when nothing is.
std::string size_word(std::string_view text, std::int64_t& into) {
  const auto size = parse_size(text);
  if (!size) return "has '" + printable(text, 32) + "' where a size stands, such as 512 or 4KiB";
  into = *size;
  if (into > 0 && into <= kLargestBody) return {};
  return "has a size of " + printable(text, 32) + "; it must be more than 0 and at most " + size_text(kLargestBody);
}

std::string read_uniform(SizeSpec& sizes, std::string_view range) {
  sizes.kind = SizeSpec::Kind::uniform;
  const std::size_t dots = range.find("..");
  if (dots == std::string_view::npos) return "as uniform needs its two ends: uniform 512..4KiB";
  auto wrong = size_word(range.substr(0, dots), sizes.low);
  if (wrong.empty()) wrong = size_word(range.substr(dots + 2), sizes.high);
  if (wrong.empty() && sizes.low > sizes.high) wrong = "goes from the larger size to the smaller; the smaller one comes first";
  return wrong;
}

std::string read_lognormal(SizeSpec& sizes, const std::vector<std::string_view>& words) {
  sizes.kind = SizeSpec::Kind::lognormal;
  sizes.high = kLargestBody;
  auto wrong = size_word(words[1], sizes.low);
  if (wrong.empty() && words.size() == 6) wrong = size_word(words[5], sizes.high);
  if (!wrong.empty()) return wrong;
  const auto sigma = parse_number(words[3]);
  if (!sigma || *sigma <= 0 || *sigma > 3)
    return "has a sigma of '" + printable(words[3], 32) + "'; it must be more than 0 and at most 3";
  sizes.sigma = *sigma;
  if (sizes.low <= sizes.high) return {};
  return "has a max of " + size_text(sizes.high) + ", less than its median of " + size_text(sizes.low);
}

std::string read_size_words(SizeSpec& sizes, const std::vector<std::string_view>& words) {
  if (words.size() >= 2 && words[0] == "uniform") {
    std::string range;  // "uniform 1 .. 5" is the same
    for (std::size_t i = 1; i < words.size(); ++i) range += words[i];
    return read_uniform(sizes, range);
  }
  const bool lognormal = (words.size() == 4 || words.size() == 6) && words[0] == "lognormal" && words[2] == "sigma" &&
                         (words.size() == 4 || words[4] == "max");
  return lognormal ? read_lognormal(sizes, words) : std::string(kSizesHelp);
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
  const std::string wrong = node.scalar() ? read_size_words(sizes, words_of(node.text)) : std::string(kSizesHelp);
  if (!wrong.empty()) return slot.complain(node, wrong);
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

void add_files(PayloadSpec& payload, const Node& node, const Slot& slot, bool many) {
  if (!node.scalar() || node.empty_value()) return slot.complain(node, "names a file that is not one");
  auto files = slot.reader.read_files(node.text);
  if (!files) return slot.complain(node, files.error().what);
  if (!many && (files->size() != 1 || files->front().first != node.text))
    return slot.complain(node, "names a folder as its one file; {files: FOLDER} sends all files of it in turn");
  for (auto& [name, body] : *files) {
    payload.names.push_back(std::move(name));
    payload.bodies.push_back(std::move(body));
  }
}

void set_files(PayloadSpec& payload, const Node& node, const Slot& slot, bool many) {
  if (node.list() && many) {
    for (const auto& item : node.items) add_files(payload, item, slot, many);
    if (node.items.empty()) slot.complain(node, "has an empty list of files");
  } else {
    add_files(payload, node, slot, many);
  }
  if (payload.bodies.empty()) return;  // complained already
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
  std::size_t added = 0;  // bytes that placeholders add at most, when they are filled in
  void operator()(const std::string& text) {
    const auto parsed = MessageText::parse(text);
    if (!parsed) complaint = parsed.error().what;
    if (parsed && parsed->longest() > text.size()) added += parsed->longest() - text.size();
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
  if (const std::size_t bytes = encoded_bytes(*headers) + check.added; bytes > kMostArgumentBytes)
    return slot.complain(node, too_many_bytes(bytes));
  for (const auto& entry : *headers)
    if (entry.first == "x-amqpace") return slot.complain(node, "cannot have 'x-amqpace': that is where the stamp stands");
  publishers.headers = std::move(*headers);
}

void print_headers(const PublisherSpec& publishers, const FieldInfo& info, const std::string& path, Settings& out) {
  print_scalar(publishers.headers.empty() ? std::string(info.standard) : arguments_text(publishers.headers), path, out);
}

}  // namespace amqpace::model
