// SPDX-License-Identifier: Apache-2.0
// What a file says before anybody asks what it means: a light tree of scalars, lists and maps with their
// places. config builds it from YAML, JSON or a flag; the field tables (fields.hpp) read it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace amqpace::model {

// Line and column count from 1, columns in characters; line 0: no place (a missing setting).
struct Place {
  int line = 0, column = 0;
  std::string origin;  // of a flag: "--set publishers.rate=5k"; empty: the file
};

struct Node {
  enum class Kind { scalar, list, map };
  // A part of `text` that came from a variable: [begin, end), in bytes.
  struct Insert {
    std::size_t begin = 0, end = 0;
  };

  Kind kind = Kind::scalar;
  std::string text;     // of a scalar
  bool quoted = false;  // in quotes or as a block: text, whatever it looks like
  Place place;
  std::vector<Insert> inserts;
  struct Entry;                // a key and its value
  std::vector<Node> items;     // of a list
  std::vector<Entry> entries;  // of a map, in file order, keys unique

  bool scalar() const { return kind == Kind::scalar; }
  bool list() const { return kind == Kind::list; }
  bool map() const { return kind == Kind::map; }
  // An empty plain scalar, "~" or "null": a key without a value.
  bool empty_value() const;
  const Node* find(std::string_view key) const;
};

struct Node::Entry {
  Node first, second;
};

}  // namespace amqpace::model
