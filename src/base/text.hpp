// SPDX-License-Identifier: Apache-2.0
// Small helpers on text that more than one room needs.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace amqpace {

// Levenshtein distance, for "did you mean".
std::size_t edit_distance(std::string_view a, std::string_view b);
// The nearest of `known` if it is near enough to be a slip (distance <= 1 + length/4), else "".
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);
std::string join(std::span<const std::string_view> parts, std::string_view separator);
std::vector<std::string_view> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);
// Control characters, quote, backslash; valid UTF-8 passes, invalid bytes become U+FFFD. Without the quotes.
std::string json_escape(std::string_view text);
// Printable form of anything a broker or a file may say: control characters, invalid UTF-8 and U+FFFD replaced by
// '?', cut at `limit` bytes with "…".
std::string printable(std::string_view text, std::size_t limit = 512);

}  // namespace amqpace
