// SPDX-License-Identifier: Apache-2.0
#include "broker/topic.hpp"

#include <algorithm>

namespace amqpace::broker {

TopicTrie::Words TopicTrie::split(std::string_view text, std::array<std::string_view, kMostWords>& into) {
  std::size_t count = 0;
  if (text.empty()) return {};
  while (true) {
    const std::size_t dot = text.find('.');
    const std::string_view word = text.substr(0, dot);
    // "#.#" matches what "#" matches; as one node it cannot make the walk try every split twice.
    const bool again = word == "#" && count > 0 && into[count - 1] == "#";
    if (!again && count < kMostWords) into[count++] = word;
    if (dot == std::string_view::npos) return {into.data(), count};
    text.remove_prefix(dot + 1);
  }
}

bool TopicTrie::add(std::string_view pattern, Destination& to) {
  std::array<std::string_view, kMostWords> room;
  Node* node = &root_;
  for (std::string_view word : split(pattern, room)) {
    auto& next = node->words.try_emplace(std::string(word)).first->second;
    if (!next) next = std::make_unique<Node>();
    if (word == "*") node->star = next.get();
    if (word == "#") node->hash = next.get();
    node = next.get();
  }
  for (const auto& [written, destination] : node->ends)
    if (destination == &to && written == pattern) return false;
  node->ends.emplace_back(pattern, &to);
  return true;
}

bool TopicTrie::remove(std::string_view pattern, Destination& to) {
  std::array<std::string_view, kMostWords> room;
  bool removed = false;
  prune(root_, split(pattern, room), {pattern, &to}, removed);
  return removed;
}

// True: the node is empty now and can go.
bool TopicTrie::prune(Node& node, Words rest, std::pair<std::string_view, Destination*> end, bool& removed) {
  if (rest.empty()) {
    removed = std::erase_if(node.ends, [&end](const auto& one) {
                return one.second == end.second && one.first == end.first;
              }) > 0;
  } else if (const auto next = node.words.find(rest.front()); next != node.words.end()) {
    if (prune(*next->second, rest.subspan(1), end, removed)) {
      if (rest.front() == "*") node.star = nullptr;
      if (rest.front() == "#") node.hash = nullptr;
      node.words.erase(next);
    }
  }
  return node.ends.empty() && node.words.empty();
}

void TopicTrie::match(std::string_view key, std::vector<Destination*>& out) const {
  // A key may hold any text, so its words are not folded as those of a pattern are.
  key_words_.clear();
  for (std::string_view rest = key; !key.empty();) {
    const std::size_t dot = rest.find('.');
    key_words_.push_back(rest.substr(0, dot));
    if (dot == std::string_view::npos) break;
    rest.remove_prefix(dot + 1);
  }
  walk(root_, key_words_, out);
}

void TopicTrie::walk(const Node& node, Words rest, std::vector<Destination*>& out) {
  if (node.hash) {
    for (std::size_t skipped = 0; skipped <= rest.size(); ++skipped)
      walk(*node.hash, rest.subspan(skipped), out);
  }
  if (rest.empty()) {
    collect(node, out);
    return;
  }
  if (node.star) walk(*node.star, rest.subspan(1), out);
  const auto next = node.words.find(rest.front());
  const bool wildcard = rest.front() == "*" || rest.front() == "#";
  if (next != node.words.end() && !wildcard) walk(*next->second, rest.subspan(1), out);
}

void TopicTrie::collect(const Node& node, std::vector<Destination*>& out) {
  for (const auto& end : node.ends) out.push_back(end.second);
}

}  // namespace amqpace::broker
