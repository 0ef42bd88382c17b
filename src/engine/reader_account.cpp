// SPDX-License-Identifier: Apache-2.0
#include "engine/reader_account.hpp"

#include <algorithm>

namespace amqpace::engine {

namespace {

using Kind = StreamOffset::Kind;

bool holds(const std::vector<std::uint64_t>& sorted, std::uint64_t value) {
  return std::binary_search(sorted.begin(), sorted.end(), value);
}

void add(model::QueueLedger& into, const model::QueueLedger& from) {
  using L = model::QueueLedger;
  for (const auto count : {&L::expected, &L::dead_in, &L::extra, &L::delivered, &L::dead_out, &L::queued, &L::dropped, &L::missing,
                           &L::forwarded, &L::deliveries, &L::redelivered, &L::recycled, &L::duplicates, &L::leftovers,
                           &L::foreign, &L::out_of_order})
    into.*count += from.*count;
  into.missing_is_lower_bound = into.missing_is_lower_bound || from.missing_is_lower_bound;
  into.expected_known = into.expected_known && from.expected_known;
}

}  // namespace

bool sees_prefill(const model::QueueSpec& queue) {
  if (!queue.is_stream()) return true;
  return queue.consumers.stream_offset.value_or(StreamOffset{}).kind != Kind::next;
}

Beginning beginning_of(const model::QueueSpec& queue, bool prefill) {
  if (!queue.is_stream()) return Beginning::known;
  const auto offset = queue.consumers.stream_offset.value_or(StreamOffset{});
  if (offset.kind == Kind::number) return offset.value == 0 ? Beginning::known : Beginning::told;
  const bool somewhere = offset.kind == Kind::last || offset.kind == Kind::instant;
  return prefill && somewhere ? Beginning::told : Beginning::known;
}

std::uint64_t before_its_beginning(const QueueAccount& account, const TakenFrom& from) {
  const auto& source = account.source(from.producer);
  const SequenceSet& seen = from.prefill ? account.prefill_delivered_of(from.producer) : account.delivered_of(from.producer);
  std::uint64_t before = 0;
  std::vector<std::uint64_t> unseen(static_cast<std::size_t>(source.publishers), 0);  // since the publisher's first, so far
  std::vector<bool> began(unseen.size(), false);
  for (std::uint64_t s = 0; s < seen.end(); ++s) {
    const auto k = static_cast<std::size_t>(s % source.publishers);
    if (began[k]) continue;
    if (seen.contains(s)) {
      began[k] = true;
      before += unseen[k];
    } else if (account.is_routed_here(from.producer, s) && !holds(from.refused, s) && !holds(from.unknown, s)) {
      ++unseen[k];
    }
  }
  return before;
}

model::QueueRecord of_all_readers(std::vector<model::QueueRecord> readers) {
  model::QueueRecord queue = std::move(readers.front());
  readers.front().consumed = queue.consumed;
  readers.front().ledger = queue.ledger;
  queue.ledger = {};
  queue.consumed = queue.misrouted = queue.leftovers_before_ours = 0;
  for (const auto& reader : readers) {
    queue.readers.push_back({reader.consumed, reader.ledger});
    queue.consumed += reader.consumed;
    queue.misrouted += reader.misrouted;
    queue.leftovers_before_ours += reader.leftovers_before_ours;
    queue.backlog_at_w0 = std::max(queue.backlog_at_w0, reader.backlog_at_w0);
    queue.backlog_at_w1 = std::max(queue.backlog_at_w1, reader.backlog_at_w1);
    add(queue.ledger, reader.ledger);
  }
  queue.consumed = (queue.consumed + readers.size() / 2) / readers.size();
  return queue;
}

}  // namespace amqpace::engine
