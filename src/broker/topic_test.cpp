// SPDX-License-Identifier: Apache-2.0
#include "broker/topic.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.hpp"
#include "broker/exchange.hpp"

namespace amqpace::broker {
namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  if (text.empty()) return words;
  for (std::size_t at = 0;;) {
    const std::size_t dot = text.find('.', at);
    words.push_back(text.substr(at, dot - at));
    if (dot == std::string::npos) return words;
    at = dot + 1;
  }
}

bool meets(const std::vector<std::string>& pattern, std::size_t p, const std::vector<std::string>& key,
           std::size_t k) {
  if (p == pattern.size()) return k == key.size();
  if (pattern[p] == "#")
    return meets(pattern, p + 1, key, k) || (k < key.size() && meets(pattern, p, key, k + 1));
  return k < key.size() && (pattern[p] == "*" || pattern[p] == key[k]) && meets(pattern, p + 1, key, k + 1);
}

bool matches(const std::string& pattern, const std::string& key) {
  TopicTrie trie;
  Destination to;
  EXPECT_TRUE(trie.add(pattern, to));
  std::vector<Destination*> found;
  trie.match(key, found);
  return !found.empty();
}

TEST(TopicTrie, MatchesAsTheTableSays) {
  struct Row {
    const char *pattern, *key;
    bool matches;
  };
  for (const Row& row : {
           Row{"a.b.c", "a.b.c", true},
           Row{"a.b.c", "a.b", false},
           Row{"a.b", "a.b.c", false},
           Row{"a.*.c", "a.b.c", true},
           Row{"a.*.c", "a.c", false},
           Row{"a.*", "a", false},
           Row{"*", "", false},
           Row{"*", "a", true},
           Row{"*", "a.b", false},
           Row{"#", "", true},
           Row{"#", "a.b.c", true},
           Row{"a.#", "a", true},
           Row{"a.#", "a.b.c", true},
           Row{"a.#", "b", false},
           Row{"#.c", "c", true},
           Row{"#.c", "a.b.c", true},
           Row{"a.#.c", "a.c", true},
           Row{"a.#.c", "a.x.y.c", true},
           Row{"a.#.c", "a.x.y", false},
           Row{"#.*", "", false},
           Row{"#.*", "a", true},
           Row{"#.#", "", true},
           Row{"*.#.*", "a", false},
           Row{"*.#.*", "a.b", true},
           Row{"", "", true},
           Row{"", "a", false},
           Row{"a..b", "a..b", true},
           Row{"a.*.b", "a..b", true},
           Row{"a", "*", false},
           Row{"#", "#.#", true},
           Row{"a.b", "a.*", false},
           Row{"#.#.#.x", "y.x", true},
           Row{"lazy.#", "lazy", true},
       }) {
    EXPECT_EQ(matches(row.pattern, row.key), row.matches) << row.pattern << " against " << row.key;
  }
}

TEST(TopicTrie, AgreesWithTheDefinitionOnRandomBindings) {
  Random random(7);
  const std::vector<std::string> pattern_words = {"a", "b", "c", "*", "#", ""};
  const std::vector<std::string> key_words = {"a", "b", "c", "d", ""};
  const auto text = [&random](const std::vector<std::string>& from) {
    std::string made;
    for (std::uint64_t n = random.below(6); n > 0; --n)
      made += (made.empty() ? "" : ".") + from[random.below(from.size())];
    return made;
  };
  std::vector<Destination> to(40);
  for (int round = 0; round < 50; ++round) {
    TopicTrie trie;
    std::vector<std::string> patterns(to.size());
    for (std::size_t i = 0; i < to.size(); ++i)
      ASSERT_TRUE(trie.add(patterns[i] = text(pattern_words), to[i]));
    std::vector<bool> gone(to.size());
    for (std::size_t i = 0; i < to.size(); i += 3) gone[i] = trie.remove(patterns[i], to[i]);
    for (int lookup = 0; lookup < 100; ++lookup) {
      const std::string key = text(key_words);
      std::vector<Destination*> found;
      trie.match(key, found);
      for (std::size_t i = 0; i < to.size(); ++i) {
        const bool expected = !gone[i] && meets(words_of(patterns[i]), 0, words_of(key), 0);
        EXPECT_EQ(std::find(found.begin(), found.end(), &to[i]) != found.end(), expected)
            << patterns[i] << " " << key;
      }
    }
  }
}

TEST(TopicTrie, KnowsABindingByItsPatternAsWritten) {
  TopicTrie trie;
  Destination to;
  EXPECT_TRUE(trie.add("a.#", to));
  EXPECT_FALSE(trie.add("a.#", to));
  EXPECT_TRUE(trie.add("a.#.#", to));
  EXPECT_TRUE(trie.remove("a.#", to));
  EXPECT_FALSE(trie.remove("a.#", to));
  std::vector<Destination*> found;
  trie.match("a.b", found);
  EXPECT_EQ(found.size(), 1u);
}

}  // namespace
}  // namespace amqpace::broker
