// SPDX-License-Identifier: Apache-2.0
// Rules about what was published and what the broker answered.
#include <fmt/format.h>

#include "model/pooled.hpp"
#include "rules/checks.hpp"
#include "rules/words.hpp"

namespace amqpace::rules {

Outcome something_was_measured(const model::Record& record) {
  const auto totals = model::totals(record);
  std::uint64_t delivered = 0, open = 0;
  for (const auto& queue : record.queues) {
    if (queue.consumers == 0) continue;
    delivered += queue.ledger.delivered + queue.consumed;
    open += queue.end_to_end.open_count();
  }
  const bool consumers = model::consumer_count(record) > 0;
  auto observed = fmt::format("{} published in the window", messages(totals.sent_in_window));
  if (consumers) observed += fmt::format(", {} consumed", count(totals.consumed));
  if (model::is_publishing(record) && totals.sent_in_window == 0) {
    return fired(std::move(observed), "nothing was sent in the window, so there is nothing here to read");
  }
  if (consumers && delivered == 0 && open == 0) {
    return fired(
        std::move(observed),
        "consumers stood ready and nothing reached them, nor was anything expected to: the publishers' "
        "messages go elsewhere, and this run has no end-to-end latency");
  }
  return passed(std::move(observed));
}

Outcome publishes_succeeded(const model::Record& record) {
  std::uint64_t nacked = 0, returned = 0, failed = 0;
  for (const auto& p : record.producers) {
    nacked += p.members_nacked;
    returned += p.members_returned;
    failed += p.members_failed;
  }
  const auto published = model::totals(record).published;
  const auto refused = nacked + returned + failed;
  auto observed = fmt::format("{} of {} published messages refused ({})", count(refused), count(published),
                              share_of(refused, published));
  if (refused == 0) return passed(std::move(observed));
  observed +=
      fmt::format(": {} nacked, {} returned, {} failed", count(nacked), count(returned), count(failed));
  std::string means = "the broker did not accept everything it was sent.";
  if (nacked > 0) means += " A nacked message was not stored.";
  if (returned > 0) means += " A returned one had no queue to go to.";
  if (failed > 0) means += " A failed one was outstanding on a channel that the broker closed.";
  means += " None of them was sent again";
  return fired(std::move(observed), std::move(means));
}

Outcome confirms_were_on(const model::Record& record) {
  std::uint64_t unconfirmed = 0;
  for (const auto& p : record.producers) {
    if (p.ledger.confirms_off) unconfirmed += p.published;
  }
  bool off = false;
  for (const auto& spec : record.plan.producers)
    off = off || (!spec.publish.confirms && spec.publish.threads > 0);
  if (!off) return passed("every publisher waited for confirms");
  return fired(
      fmt::format("{} were published without confirms", messages(unconfirmed)),
      "nobody said that the broker took them: the published rate is what was written to a socket, an upper "
      "bound of what was accepted, and there is no publish latency");
}

}  // namespace amqpace::rules
