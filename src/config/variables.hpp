// SPDX-License-Identifier: Apache-2.0
// ${NAME} and ${NAME:-default}. Before parsing each one becomes an opaque word of as many characters, made of
// private-use code points that do not occur in the file, so columns and structure stay as written; after
// parsing, in values only, the word becomes the variable's value. What stands in a comment never comes out of
// the parser, so it is never looked up. In payload, properties and headers the placeholders of messages
// (model/message_text.hpp), ${seq} or ${random:1..5}, are no variables and stay as they are. The same trick lets `broker: embedded:` be written without quotes,
// which to YAML would be a map in a map.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/fields.hpp"
#include "model/node.hpp"

namespace amqpace::config {

// nullopt: not set.
using Lookup = std::function<std::optional<std::string>(const std::string& name)>;

struct Variable {
  std::string name;
  std::optional<std::string> by_default;
  model::Place place;
  std::size_t default_begin = 0;  // in bytes of its line
  bool secret() const;            // its name says so
};

class Variables {
 public:
  // The text with every variable replaced.
  std::string take_from(std::string_view text);
  // Puts the values in, in the whole tree. An unset or empty variable without a default is a problem.
  void resolve(model::Node& node, const Lookup& lookup, model::Reader& reader) const;
  // A text back as it stood in the file, for messages of the parser.
  std::string restored(std::string_view text) const;

  const std::vector<Variable>& found() const { return found_; }

 private:
  void resolve(model::Node& node, const Lookup& lookup, model::Reader& reader, bool in_message) const;
  void resolve_scalar(model::Node& node, const Lookup& lookup, model::Reader& reader, bool in_message) const;
  std::optional<std::size_t> index_at(std::string_view text, std::size_t at) const;
  std::string word(std::size_t index) const;

  std::string mark_;   // the code point that begins every word
  std::string colon_;  // the one that stands for the colon of "embedded:"
  std::vector<Variable> found_;
  std::vector<std::string> spelled_;  // "${NAME:-default}"
};

}  // namespace amqpace::config
