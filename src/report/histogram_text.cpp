// SPDX-License-Identifier: Apache-2.0
#include "report/histogram_text.hpp"

#include <charconv>
#include <cstdint>
#include <vector>

namespace amqpace::report {

using hist::Histogram;

namespace {

constexpr std::size_t kHead = 5;  // digits, negatives, out of range, smallest, largest
constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 53;

std::optional<std::vector<std::uint64_t>> numbers_of(std::string_view text) {
  std::vector<std::uint64_t> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    std::uint64_t n = 0;
    const auto [next, error] = std::from_chars(at, end, n);
    if (error != std::errc{} || n > kMostCounted) return std::nullopt;
    numbers.push_back(n);
    at = next;
    if (at == end) break;
    if (*at++ != ' ') return std::nullopt;
  }
  return numbers;
}

// Where the n values of counter i are taken to be: the smallest and the largest of all as they were.
struct Where {
  Nanos rest = 0;
  std::optional<Nanos> also;  // one of them
};
Where where_of(const Histogram& layout, std::size_t i, Nanos low, Nanos high) {
  const bool has_low = layout.index_of(low) == i, has_high = layout.index_of(high) == i;
  if (has_low && has_high) return {high, low};
  if (has_low) return {low, {}};
  return {has_high ? high : layout.lowest_at_index(i), {}};
}

// Calls `put` with values and how often; false when it is no histogram.
template <class Put>
bool parse(const std::vector<std::uint64_t>& numbers, const Histogram& layout, Put put) {
  const auto low = static_cast<Nanos>(numbers[3]), high = static_cast<Nanos>(numbers[4]);
  if (low > high || high > hist::kHighest) return false;
  if (numbers[1] > 0) put(-1, numbers[1]);
  if (numbers[2] > 0) put(hist::kHighest + 1, numbers[2]);
  std::uint64_t i = 0;
  for (std::size_t at = kHead; at + 1 < numbers.size(); at += 2) {
    i += numbers[at];
    if (i >= layout.bucket_count() || numbers[at + 1] == 0) return false;
    const Where where = where_of(layout, static_cast<std::size_t>(i), low, high);
    if (where.also) put(*where.also, 1);
    if (const std::uint64_t rest = numbers[at + 1] - (where.also ? 1 : 0); rest > 0) put(where.rest, rest);
  }
  return true;
}

bool is_histogram(const std::optional<std::vector<std::uint64_t>>& numbers) {
  return numbers && numbers->size() >= kHead && (numbers->size() - kHead) % 2 == 0 &&
         ((*numbers)[0] == 2 || (*numbers)[0] == 3);
}

}  // namespace

std::string histogram_text(const Histogram& h) {
  std::string text = std::to_string(h.digits()) + ' ' + std::to_string(h.negatives()) + ' ' +
                     std::to_string(h.out_of_range()) + ' ' + std::to_string(h.count() == 0 ? 0 : h.min()) + ' ' +
                     std::to_string(h.max());
  std::size_t last = 0;
  for (std::size_t i = 0; i < h.bucket_count(); ++i) {
    if (h.count_at_index(i) == 0) continue;
    text += ' ' + std::to_string(i - last) + ' ' + std::to_string(h.count_at_index(i));
    last = i;
  }
  return text;
}

std::optional<Histogram> parse_histogram(std::string_view text) {
  const auto numbers = numbers_of(text);
  if (!is_histogram(numbers)) return std::nullopt;
  Histogram result(static_cast<int>((*numbers)[0]));
  const Histogram layout(result.digits());
  if (!parse(*numbers, layout, [&](Nanos value, std::uint64_t n) { result.record(value, n); })) return std::nullopt;
  return result;
}

bool parse_latency(std::string_view closed, std::string_view open, hist::Latency& latency) {
  const auto of_closed = parse_histogram(closed), of_open = parse_histogram(open);
  if (!of_closed || !of_open || of_closed->digits() != of_open->digits()) return false;
  latency = hist::Latency(of_closed->digits());
  latency.merge_closed(*of_closed);
  const auto numbers = numbers_of(open);
  return parse(*numbers, *of_open, [&](Nanos value, std::uint64_t n) { latency.record_open(value, n); });
}

}  // namespace amqpace::report
