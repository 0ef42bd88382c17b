// SPDX-License-Identifier: Apache-2.0
#include "model/message_text.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

namespace amqpace::model {
namespace {

constexpr std::string_view kRandom = "random:", kChoice = "choice:";
constexpr std::uint64_t kMostVariants = 999'999;  // what length() counts with

std::string uuid_of(std::uint64_t a, std::uint64_t b) {
  a = (a & ~0xf000ULL) | 0x4000;                        // version 4
  b = (b & ~(0x3ULL << 62)) | (0x2ULL << 62);           // the variant of RFC 9562
  static constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  for (const std::uint64_t half : {a, b})
    for (int shift = 60; shift >= 0; shift -= 4) out += kHex[(half >> shift) & 15];
  for (const std::size_t at : {8u, 13u, 18u, 23u}) out.insert(at, 1, '-');
  return out;
}

tl::unexpected<Error> bad(std::string_view inside, std::string_view why) {
  return fail(ErrorKind::bad_input, "has '${" + printable(inside, 64) + "}': " + std::string(why));
}

// Whether what comes next in a JSON document is inside of a string.
class JsonPlace {
 public:
  void pass(std::string_view text) {
    for (const char c : text) {
      if (escaped_) {
        escaped_ = false;
      } else if (in_string_ && c == '\\') {
        escaped_ = true;
      } else if (c == '"') {
        in_string_ = !in_string_;
      }
    }
  }
  bool in_string() const { return in_string_; }

 private:
  bool in_string_ = false, escaped_ = false;
};

}  // namespace

bool is_placeholder(std::string_view inside) {
  return inside == "uuid" || inside == "variant" || inside == "seq" || inside.starts_with(kRandom) ||
         inside.starts_with(kChoice);
}

Result<MessageText::Part> MessageText::placeholder(std::string_view inside) {
  Part part;
  if (inside == "uuid") {
    part.kind = Kind::uuid;
  } else if (inside == "variant") {
    part.kind = Kind::variant;
  } else if (inside == "seq") {
    part.kind = Kind::sequence;
  } else if (inside.starts_with(kRandom)) {
    part.kind = Kind::random;
    const std::string_view range = inside.substr(kRandom.size());
    const std::size_t dots = range.find("..");
    const auto low = parse_integer(range.substr(0, dots));
    const auto high = parse_integer(dots == std::string_view::npos ? "" : range.substr(dots + 2));
    if (!low || !high || *low > *high) return bad(inside, "write two whole numbers, such as ${random:1..100}");
    part.low = *low;
    part.high = *high;
  } else {
    part.kind = Kind::choice;
    for (const auto word : split(inside.substr(kChoice.size()), '|')) part.choices.emplace_back(word);
    if (part.choices.size() < 2) return bad(inside, "write two or more words, such as ${choice:red|blue}");
  }
  return part;
}

Result<MessageText> MessageText::parse(std::string_view text, bool json) {
  MessageText out;
  JsonPlace place;
  while (!text.empty()) {
    std::size_t at = text.find("${"), close = std::string_view::npos;
    for (; at != std::string_view::npos; at = text.find("${", at + 1)) {
      close = text.find('}', at);
      if (close != std::string_view::npos && is_placeholder(text.substr(at + 2, close - at - 2))) break;
    }
    const std::string_view literal = text.substr(0, at);
    if (!literal.empty()) {
      Part part;
      part.text = std::string(literal);
      out.parts_.push_back(std::move(part));
    }
    if (at == std::string_view::npos) break;
    place.pass(literal);
    auto part = placeholder(text.substr(at + 2, close - at - 2));
    if (!part) return tl::unexpected<Error>(part.error());
    part->pad = json && !place.in_string() ? ' ' : '0';
    out.parts_.push_back(std::move(*part));
    text.remove_prefix(close + 1);
  }
  return out;
}

bool MessageText::varies() const {
  return std::any_of(parts_.begin(), parts_.end(),
                     [](const Part& p) { return p.kind != Kind::literal && p.kind != Kind::sequence; });
}

bool MessageText::has_sequence() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const Part& p) { return p.kind == Kind::sequence; });
}

std::size_t MessageText::length(bool most) const {
  std::size_t sum = 0;
  for (const Part& part : parts_) {
    std::size_t a = part.text.size(), b = a;
    if (part.kind == Kind::uuid) a = b = 36;
    if (part.kind == Kind::sequence) a = b = kSequenceDigits;
    if (part.kind == Kind::variant) a = 1, b = std::to_string(kMostVariants).size();
    if (part.kind == Kind::random) {
      b = std::max(std::to_string(part.low).size(), std::to_string(part.high).size());
      a = 1;
    }
    if (part.kind == Kind::choice) {
      const auto shorter = [](const auto& x, const auto& y) { return x.size() < y.size(); };
      const auto [least, longest] = std::minmax_element(part.choices.begin(), part.choices.end(), shorter);
      a = least->size();
      b = longest->size();
    }
    sum += most ? b : a;
  }
  return sum;
}

std::string MessageText::render(std::uint64_t seed, std::uint64_t variant, std::vector<Sequence>* sequences) const {
  Random random(draw(seed, variant));
  std::string out;
  for (const Part& part : parts_) {
    switch (part.kind) {
      case Kind::literal:
        out += part.text;
        break;
      case Kind::uuid: {
        const std::uint64_t a = random.next(), b = random.next();
        out += uuid_of(a, b);
        break;
      }
      case Kind::random: {
        const auto width = static_cast<std::uint64_t>(part.high) - static_cast<std::uint64_t>(part.low);
        const std::uint64_t up = width == UINT64_MAX ? random.next() : random.below(width + 1);
        out += std::to_string(static_cast<std::int64_t>(static_cast<std::uint64_t>(part.low) + up));
        break;
      }
      case Kind::choice:
        out += part.choices[static_cast<std::size_t>(random.below(part.choices.size()))];
        break;
      case Kind::variant:
        out += std::to_string(variant);
        break;
      case Kind::sequence:
        if (sequences != nullptr) sequences->push_back({out.size(), part.pad});
        out.append(kSequenceDigits - 1, part.pad);
        out += '0';
    }
  }
  return out;
}

}  // namespace amqpace::model
