// SPDX-License-Identifier: Apache-2.0
// Text of a message with placeholders, as properties, headers and payloads of a file have it:
//   ${uuid}          a random UUID (version 4)
//   ${random:1..100} a whole number, both ends included
//   ${choice:a|b|c}  one of the words
//   ${variant}       the number of the variant, from 0
//   ${seq}           the message's sequence number, in kSequenceDigits characters; in bodies only
// All but ${seq} are drawn from (seed, variant) when messages are rendered: a pool of variants goes out in turn. ${seq} is
// written into each message.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace amqpace::model {

inline constexpr std::size_t kSequenceDigits = 12;

// Whether "uuid", "random:1..5" … in ${…} is a placeholder, well formed or not, and no variable of the environment.
bool is_placeholder(std::string_view inside);

class MessageText {
 public:
  // Where a rendered text has a sequence number, and what stands before its digits.
  struct Sequence {
    std::size_t offset = 0;
    char pad = '0';  // a space where a number of a JSON document stands, which must not begin with a zero
  };

  // `json`: the text is a JSON document. bad_input with what is to follow the setting's name: "has '${random:x}': …".
  static Result<MessageText> parse(std::string_view text, bool json = false);

  bool varies() const;
  bool has_sequence() const;
  std::size_t shortest() const { return length(false); }
  std::size_t longest() const { return length(true); }
  std::string render(std::uint64_t seed, std::uint64_t variant, std::vector<Sequence>* sequences = nullptr) const;

 private:
  enum class Kind { literal, uuid, random, choice, variant, sequence };
  struct Part {
    Kind kind = Kind::literal;
    std::string text;
    std::int64_t low = 0, high = 0;
    std::vector<std::string> choices;
    char pad = '0';
  };
  static Result<Part> placeholder(std::string_view inside);
  std::size_t length(bool most) const;

  std::vector<Part> parts_;
};

}  // namespace amqpace::model
