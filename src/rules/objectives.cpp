// SPDX-License-Identifier: Apache-2.0
#include "rules/objectives.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.hpp"
#include "model/pooled.hpp"
#include "rules/backlog.hpp"
#include "rules/words.hpp"

namespace amqpace::rules {

using model::Objective;
using model::QueueRecord;
using model::Record;
using Kind = Objective::Kind;

namespace {

Outcome met(std::string observed, std::string means = "the objective was met", std::string detail = {}) {
  return {false, std::move(observed), std::move(means), std::move(detail)};
}

Outcome cannot_tell(std::string observed, std::string means, std::string detail = {}) {
  return fired_as(model::Severity::invalid, std::move(observed), std::move(means), std::move(detail));
}

// ---- throughput
// ----------------------------------------------------------------------------------------------

Outcome throughput(const Record& record, double required) {
  std::uint64_t done = 0;
  std::string how = "end-to-end";
  if (model::consumer_count(record) > 0) {
    done = model::totals(record).consumed;
  } else {
    bool confirms = true;
    for (const auto& p : record.producers) confirms = confirms && !p.ledger.confirms_off;
    how = confirms ? "confirmed" : "sent";
    for (const auto& p : record.producers) done += confirms ? p.confirmed_in_window : p.sent_in_window;
  }
  const double rate = record.window > 0 ? static_cast<double>(done) / seconds(record.window) : 0;
  auto observed = fmt::format("sustained {} msg/s {}", rate_text(rate), how);
  if (rate >= required) return met(observed + " over " + window_text(record.window));
  observed += ", against an objective of " + rate_text(required);
  if (rate_text(rate) == rate_text(required))
    observed += fmt::format(" ({:.4f} against {:.4f})", rate, required);
  return fired(std::move(observed), fmt::format("this configuration delivers {} of the required rate",
                                                share_text(required > 0 ? rate / required : 0)));
}

// A rate of one node against what is asked of it.
Outcome rate_of_node(std::uint64_t messages_in_window, Nanos window, double required, std::string_view verb) {
  const double rate = window > 0 ? static_cast<double>(messages_in_window) / seconds(window) : 0;
  auto observed = fmt::format("{} {} msg/s", verb, rate_text(rate));
  if (rate >= required) return met(observed + " over " + window_text(window));
  observed += ", against an objective of " + rate_text(required);
  if (rate_text(rate) == rate_text(required)) observed += fmt::format(" ({:.4f} against {:.4f})", rate, required);
  return fired(std::move(observed), fmt::format("that is {} of the required rate", share_text(required > 0 ? rate / required : 0)));
}

Outcome within_percent(const model::ProducerRecord& p, Nanos window, double percent) {
  const double offered = static_cast<double>(p.offered), published = static_cast<double>(p.published);
  const double least = offered * (100 - percent) / 100;
  auto observed = fmt::format("published {} of the {} messages that were due in {}", count(p.published), count(p.offered),
                              window_text(window));
  if (published >= least) return met(std::move(observed), fmt::format("within {}% of what was offered", number_text(percent)));
  return fired(std::move(observed), fmt::format("that is {} short, and {}% were allowed",
                                                share_text((offered - published) / std::max(1.0, offered)), number_text(percent)));
}

Outcome no_failures(const model::ProducerRecord& p) {
  const auto failures = p.members_refused() + p.members_unknown;
  auto observed = fmt::format("{} of {} published messages failed", count(failures), count(p.published));
  if (failures == 0) return met(std::move(observed));
  observed += fmt::format(": {} nacked, {} returned, {} failed, {} without an answer", count(p.members_nacked),
                          count(p.members_returned), count(p.members_failed), count(p.members_unknown));
  return fired(std::move(observed), "the broker did not take every message of this producer, or did not say so");
}

// ---- latency
// -------------------------------------------------------------------------------------------------

std::string who_was_slower(double quantile) {
  if (quantile >= 1) return "at least one message took longer than the budget allows";
  return fmt::format("one message in {:.0f} took longer than the budget allows", 1 / (1 - quantile));
}

std::string against(const std::string& name, Nanos value, Nanos budget) {
  auto text = fmt::format("{} was {}, against a budget of {}", name, time_text(value), time_text(budget));
  // Rounded to the same text they would look equal, which is only right when they are.
  if (time_text(value) == time_text(budget)) text += fmt::format(" ({} ns against {} ns)", value, budget);
  return text;
}

Outcome too_few(const hist::Latency& latency, const Objective& objective, const std::string& name) {
  const auto max = latency.max().value_or(hist::Quantile{});
  const auto budget = time_text(objective.budget);
  auto observed = fmt::format("{} is not known from {} samples; the slowest took {}", name,
                              count(latency.count()), time_or_bound(max));
  if (!max.open && max.value < objective.budget)
    return met(std::move(observed), fmt::format("within the {} budget", budget));
  return cannot_tell(std::move(observed),
                     fmt::format("not enough samples: {} needs {}, and the slowest of these is not "
                                 "within the {} budget",
                                 name, count(hist::Latency::samples_needed(objective.quantile)), budget));
}

Outcome below(const hist::Latency& latency, const Objective& objective) {
  const auto name = quantile_name(objective.quantile);
  const bool is_max = objective.quantile >= 1;
  const auto value = is_max ? latency.max() : latency.quantile(objective.quantile);
  if (!value) return too_few(latency, objective, name);
  const auto budget = time_text(objective.budget);
  if (value->open) {
    auto observed =
        fmt::format("{} was at least {}, against a budget of {}", name, time_text(value->value), budget);
    auto detail = fmt::format("{} of {} had not come when the drain ended", count(latency.open_count()),
                              messages(latency.count()));
    if (value->value >= objective.budget)
      return fired(std::move(observed), who_was_slower(objective.quantile), std::move(detail));
    return cannot_tell(std::move(observed),
                       "the percentile falls on messages that had not come, so only a lower bound of "
                       "it is known, and that is within the budget",
                       std::move(detail));
  }
  if (value->value < objective.budget) {
    return met(fmt::format("{} was {}", name, time_text(value->value)),
               fmt::format("within the {} budget", budget));
  }
  return fired(against(name, value->value, objective.budget), who_was_slower(objective.quantile),
               latency_summary(latency));
}

Outcome end_to_end(const Record& record, const Objective& objective, const QueueRecord* queue) {
  const auto latency = queue ? queue->end_to_end : model::pooled_end_to_end(record);
  if (latency.count() > 0) return below(latency, objective);
  if ((queue ? queue->consumers : model::consumer_count(record)) == 0) {
    return cannot_tell("there were no consumers",
                       "nothing was measured end to end, so there is no latency to judge");
  }
  return fired(
      fmt::format("{} received nothing, and nothing was expected there", queue ? queue->name : "the queue"),
      "a latency of no message is not below anything: the publishers' routing keys and this queue's bindings "
      "do "
      "not meet");
}

// Of one producer in a scenario, of all of them in a workload.
hist::Latency publish_latency(const Record& record, const std::string& producer) {
  for (const auto& p : record.producers)
    if (p.name == producer) return p.publish;
  return model::pooled_publish(record);
}

Outcome publish(const Record& record, const Objective& objective) {
  const auto latency = publish_latency(record, objective.node);
  if (latency.count() > 0) return below(latency, objective);
  for (const auto& p : record.producers) {
    if (p.ledger.confirms_off)
      return cannot_tell("confirms were off", "without confirms there is no publish latency to judge");
  }
  return cannot_tell("nothing was published in the window", "there is no publish latency to judge");
}

// ---- the ledger
// ----------------------------------------------------------------------------------------------

model::QueueLedger ledger_of(const Record& record, const QueueRecord* queue) {
  if (queue) return queue->ledger;
  model::QueueLedger sum;
  for (const auto& q : record.queues) {
    sum.expected += q.ledger.expected;
    sum.dead_in += q.ledger.dead_in;
    sum.dead_out += q.ledger.dead_out;
    sum.delivered += q.ledger.delivered;
    sum.queued += q.ledger.queued;
    sum.missing += q.ledger.missing;
    sum.duplicates += q.ledger.duplicates;
    sum.out_of_order += q.ledger.out_of_order;
    sum.missing_is_lower_bound = sum.missing_is_lower_bound || q.ledger.missing_is_lower_bound;
    sum.expected_known = sum.expected_known && q.ledger.expected_known;
  }
  return sum;
}

// Is there a queue of these that nobody could be asked about after the run?
bool depth_unknown(const Record& record, const QueueRecord* queue) {
  const auto unasked = [](const QueueRecord& q) { return !q.depth_after_drain && q.ledger.queued > 0; };
  return queue ? unasked(*queue) : std::any_of(record.queues.begin(), record.queues.end(), unasked);
}

// Where only dead letters arrive, none is a result.
bool takes_dead_letters(const Record& record, const QueueRecord* queue) {
  if (queue == nullptr) return false;
  const auto of_name = [queue](const model::QueueSpec& spec) { return spec.name == queue->name; };
  const auto& specs = record.plan.queues;
  const auto self = std::find_if(specs.begin(), specs.end(), of_name);
  for (const auto& other : specs) {
    for (const auto& [key, value] : other.arguments) {
      const auto* exchange = key == "x-dead-letter-exchange" ? value.as<std::string>() : nullptr;
      if (exchange == nullptr || self == specs.end()) continue;
      const auto bound = [exchange](const model::Binding& b) { return b.exchange == *exchange; };
      if (exchange->empty() || std::any_of(self->bindings.begin(), self->bindings.end(), bound)) return true;
    }
  }
  return false;
}

Outcome no_messages_lost(const model::QueueLedger& l, bool depth_unknown, bool may_be_empty) {
  if (!l.expected_known) {
    return cannot_tell("where the messages should have gone could not be computed from the file",
                       "without knowing what should have arrived, nothing can be said about what did not");
  }
  if (!may_be_empty && l.expected + l.dead_in + l.extra + l.delivered == 0) {
    return cannot_tell("nothing was expected there and nothing came",
                       "of no message nothing can be said: the publishers' routing keys and the bindings do not meet, or "
                       "nothing was published");
  }
  if (depth_unknown) {
    return cannot_tell(fmt::format("{} were expected and {} delivered; the broker could not be asked, after the run, "
                                   "whether it still holds the others",
                                   messages(l.expected), count(l.delivered)),
                       "a message that was not delivered is still queued or lost, and this run cannot say which");
  }
  // Dead letters that came and went are expected here, and no longer.
  auto observed = fmt::format("{} were expected, {} delivered and {} still queued, leaving {}{} missing",
                              messages(l.expected + l.dead_in - l.dead_out), count(l.delivered), count(l.queued),
                              l.missing_is_lower_bound ? "at least " : "", count(l.missing));
  std::string detail;
  if (l.missing_is_lower_bound)
    detail = "messages that are not this run's stand in the queue, so what is missing is a lower bound";
  if (l.missing == 0) return met(std::move(observed), "the objective was met", std::move(detail));
  return fired(std::move(observed),
               "the broker confirmed messages which it neither delivered nor still holds", std::move(detail));
}

Outcome no_duplicates(const model::QueueLedger& l) {
  auto observed = fmt::format("{} of {} came again without being flagged as redelivered", count(l.duplicates),
                              messages(l.delivered));
  if (l.duplicates == 0) return met(std::move(observed));
  return fired(std::move(observed),
               "a consumer that relies on the redelivered flag would have handled these twice");
}

Outcome recovers_within(const Record& record, Nanos budget) {
  if (record.outages.empty()) return met("nothing was lost, so there was nothing to recover from");
  constexpr const char* kRecovered =
      "recovered is the first instant after which every message due in the next second is sent within 100ms and confirmed "
      "within 1s";
  Nanos longest = 0;
  const model::Outage* undecided = nullptr;
  for (const auto& outage : record.outages) {
    if (outage.recovered_after) {
      longest = std::max(longest, *outage.recovered_after);
      continue;
    }
    const Nanos seen = record.warmup + record.window - outage.from;
    // It takes the second behind it to tell an instant at which the load was served again.
    if (seen < budget + kSecond) {
      undecided = &outage;
      continue;
    }
    return fired(fmt::format("the loss of {} was not recovered from in the {} until the window ended, against a budget of {}",
                             outage.connection, time_text(seen), time_text(budget)),
                 kRecovered, outage.why);
  }
  if (undecided != nullptr && longest < budget) {
    const Nanos seen = std::max<Nanos>(0, record.warmup + record.window - undecided->from);
    return cannot_tell(fmt::format("cannot be judged: the window ended {} after the loss of {}, before its budget of {} and a "
                                   "second were over",
                                   time_text(seen), undecided->connection, time_text(budget)),
                       kRecovered, undecided->why);
  }
  auto observed = fmt::format("recovered {} after the loss", time_text(longest));
  if (record.outages.size() > 1)
    observed = fmt::format("the slowest of {} losses was recovered from after {}", record.outages.size(), time_text(longest));
  if (longest < budget) return met(std::move(observed), fmt::format("within the {} budget", time_text(budget)));
  return fired(observed + ", against a budget of " + time_text(budget),
               "until then messages were sent more than 100ms late, or not confirmed within a second");
}

Outcome in_order(const model::QueueLedger& l) {
  auto observed = fmt::format("{} of {} came after a later one of the same publisher", count(l.out_of_order),
                              messages(l.delivered));
  if (l.out_of_order == 0) return met(std::move(observed));
  return fired(std::move(observed),
               "a consumer saw messages of one publisher in another order than they were sent");
}

}  // namespace

namespace {

Outcome judge_queue(const Record& record, const Objective& objective, const QueueRecord* queue) {
  if (queue == nullptr) return cannot_tell("there is no such queue", "nothing was judged");
  if (objective.kind == Kind::consume_rate_at_least)
    return rate_of_node(queue->consumed, record.window, objective.rate, "consumed");
  return no_backlog(record, *queue);
}

Outcome judge_producer(const Record& record, const Objective& objective) {
  for (const auto& p : record.producers) {
    if (p.name != objective.node) continue;
    if (objective.kind == Kind::achieved_rate_at_least)
      return rate_of_node(p.published, record.window, objective.rate, "published");
    if (objective.kind == Kind::within_percent_of_offered) return within_percent(p, record.window, objective.rate);
    return no_failures(p);
  }
  return cannot_tell("there is no such producer", "nothing was judged");
}

}  // namespace

Outcome judge_objective(const Record& record, const Objective& objective, const QueueRecord* queue) {
  switch (objective.kind) {
    case Kind::consume_rate_at_least:
    case Kind::no_backlog:
      return judge_queue(record, objective, queue);
    case Kind::achieved_rate_at_least:
    case Kind::within_percent_of_offered:
    case Kind::no_failures:
      return judge_producer(record, objective);
    case Kind::throughput_at_least:
      return throughput(record, objective.rate);
    case Kind::end_to_end_below:
      return end_to_end(record, objective, queue);
    case Kind::publish_below:
      return publish(record, objective);
    case Kind::no_messages_lost:
      return no_messages_lost(ledger_of(record, queue), depth_unknown(record, queue), takes_dead_letters(record, queue));
    case Kind::no_duplicates:
      return no_duplicates(ledger_of(record, queue));
    case Kind::in_order:
      return in_order(ledger_of(record, queue));
    case Kind::recovers_within:
      return recovers_within(record, objective.budget);
  }
  return cannot_tell("unknown objective", "nothing was judged");
}

std::string objective_sentence(const Objective& objective) {
  const auto name = quantile_name(objective.quantile);
  const auto budget = time_text(objective.budget);
  switch (objective.kind) {
    case Kind::throughput_at_least:
      return fmt::format("at least {} messages a second arrive", rate_text(objective.rate));
    case Kind::end_to_end_below:
      return fmt::format("the end-to-end {} is below {}", name, budget);
    case Kind::publish_below:
      return fmt::format("the publish {} is below {}", name, budget);
    case Kind::no_messages_lost:
      return "no confirmed message is missing";
    case Kind::no_duplicates:
      return "no message is delivered twice";
    case Kind::in_order:
      return "messages of a publisher arrive in order";
    case Kind::recovers_within:
      return fmt::format("after a loss the load is served in time again within {}", budget);
    case Kind::consume_rate_at_least:
      return fmt::format("at least {} messages a second are consumed from {}", rate_text(objective.rate), objective.node);
    case Kind::no_backlog:
      return fmt::format("the backlog of {} does not grow by more than a second's worth", objective.node);
    case Kind::achieved_rate_at_least:
      return fmt::format("{} publishes at least {} messages a second", objective.node, rate_text(objective.rate));
    case Kind::within_percent_of_offered:
      return fmt::format("{} publishes within {}% of what it offers", objective.node, number_text(objective.rate));
    case Kind::no_failures:
      return fmt::format("none of {}'s messages fails", objective.node);
  }
  return {};
}

}  // namespace amqpace::rules
