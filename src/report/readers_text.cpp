// SPDX-License-Identifier: Apache-2.0
#include "report/readers_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.hpp"

namespace amqpace::report {

namespace {

// A terminal's worth; the JSON has all of them.
constexpr std::size_t kMostLines = 16;

std::string account_text(const model::QueueLedger& l) {
  auto text = fmt::format("delivered {} of {} expected", count_text(l.delivered),
                          l.expected_known ? count_text(l.expected + l.dead_in) : "an unknown number");
  const auto append = [&text](const char* word, std::uint64_t n) {
    if (n > 0) text += fmt::format(", {} {}", word, count_text(n));
  };
  append("missing", l.missing);
  append("unread", l.queued);
  append("dropped", l.dropped);
  append("duplicates", l.duplicates);
  append("out of order", l.out_of_order);
  append("leftovers", l.leftovers);
  append("foreign", l.foreign);
  return text;
}

}  // namespace

std::vector<std::string> reader_lines(const model::QueueRecord& queue) {
  if (queue.readers.size() < 2) return {};
  std::vector<std::string> accounts;
  for (const auto& reader : queue.readers) accounts.push_back(account_text(reader.ledger));
  const auto same = [&](const auto& account) { return account == accounts.front(); };
  if (std::all_of(accounts.begin(), accounts.end(), same))
    return {fmt::format("{} readers: each {}", count_text(static_cast<std::int64_t>(accounts.size())), accounts.front())};
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(accounts.size(), kMostLines); ++i)
    lines.push_back(fmt::format("reader {}: {}", i + 1, accounts[i]));
  if (accounts.size() > kMostLines)
    lines.push_back(fmt::format("and {} more readers", count_text(static_cast<std::int64_t>(accounts.size() - kMostLines))));
  return lines;
}

}  // namespace amqpace::report
