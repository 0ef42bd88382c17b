// SPDX-License-Identifier: Apache-2.0
// Which bindings of a topic exchange a routing key meets: words separated by dots, * is one word, # is any
// number of words, none included. A trie over the words of the patterns. Used by Exchange.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace amqpace::broker {

class Destination;

// Lets maps with text keys be asked with a view, without building a string.
struct TextHash {
  using is_transparent = void;  // NOLINT(readability-identifier-naming): the standard's name
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};
template <class V>
using TextMap = std::unordered_map<std::string, V, TextHash, std::equal_to<>>;

class TopicTrie {
 public:
  // False: this very binding stands already (does not stand).
  bool add(std::string_view pattern, Destination& to);
  bool remove(std::string_view pattern, Destination& to);
  // Appends; a destination that several patterns lead to may come several times.
  void match(std::string_view key, std::vector<Destination*>& out) const;

 private:
  static constexpr std::size_t kMostWords = 256;  // of a key of at most 255 bytes
  using Words = std::span<const std::string_view>;
  struct Node {
    TextMap<std::unique_ptr<Node>> words;                    // "*" and "#" among them
    std::vector<std::pair<std::string, Destination*>> ends;  // with the pattern as written: "#.#" is not "#"
    const Node* star = nullptr;
    const Node* hash = nullptr;
  };
  static Words split(std::string_view text, std::array<std::string_view, kMostWords>& into);
  static void walk(const Node& node, Words rest, std::vector<Destination*>& out);
  static void collect(const Node& node, std::vector<Destination*>& out);
  static bool prune(Node& node, Words rest, std::pair<std::string_view, Destination*> end, bool& removed);

  Node root_;
  mutable std::vector<std::string_view> key_words_;  // scratch of match()
};

}  // namespace amqpace::broker
