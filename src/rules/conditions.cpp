// SPDX-License-Identifier: Apache-2.0
#include "rules/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/pooled.hpp"
#include "rules/words.hpp"

namespace amqpace::rules {

using model::Record;

namespace {

constexpr std::uint64_t kEnoughForATail = 1000;

std::string always(const Record&) {
  return {};
}

std::string throttled(const Record& record) {
  if (!model::is_publishing(record)) return "nothing was to be published";
  if (!model::is_throttled(record)) return "unthrottled: there is no schedule to fall behind";
  return model::pooled_send_lag(record).count() == 0 ? "no slot was due in the window" : "";
}

std::string publishing(const Record& record) {
  return !model::is_publishing(record) ? "nothing was to be published" : "";
}

std::string unthrottled_with_consumers(const Record& record) {
  if (!model::is_publishing(record)) return "nothing was to be published";
  if (model::is_throttled(record)) return "the publishers had a schedule";
  return model::consumer_count(record) == 0 ? "no consumers" : "";
}

std::string consumers_of_a_queue(const Record& record) {
  if (model::consumer_count(record) == 0) return "no consumers";
  const bool any = std::any_of(record.queues.begin(), record.queues.end(),
                               [](const auto& queue) { return queue.consumers > 0 && !queue.retains; });
  return any ? "" : "a stream keeps what it was given: it has no backlog";
}

std::string thousand_samples(const Record& record) {
  if (model::consumer_count(record) == 0) return "no consumers";
  const auto latency = model::pooled_end_to_end(record);
  if (latency.count() < kEnoughForATail)
    return fmt::format("n={}, and a tail needs 1,000 samples", count(latency.count()));
  const auto p50 = latency.quantile(0.5);
  return p50 && p50->open ? "the median is open: how far the tail is from it is not known" : "";
}

std::string bounded_run(const Record& record) {
  return record.plan.until_stopped ? "runFor is until-stopped: a signal is its end" : "";
}

std::string clears_away(const Record& record) {
  return record.plan.after == model::After::keep ? "after is keep: everything stays where it is" : "";
}

std::string management_showed_queues(const Record& record) {
  if (!record.facts.management_asked) return "no management URL: a passive declare proves existence only";
  if (!record.facts.management_read) return "the management API did not answer";
  for (const auto& queue : record.plan.queues) {
    if (record.facts.queues.count(queue.name) + record.facts.queues_after.count(queue.name) > 0) return {};
  }
  return record.plan.queues.size() == 1 ? "the management API did not show this queue"
                                        : "the management API showed none of the file's queues";
}

std::string management_asked(const Record& record) {
  return record.facts.management_asked ? "" : "no management URL";
}

std::string embedded(const Record& record) {
  return record.facts.embedded ? "" : "the broker is a program of its own";
}

std::string routing_known(const Record& record) {
  for (const auto& queue : record.queues) {
    if (!queue.ledger.expected_known)
      return fmt::format("the routing to {} could not be computed", queue.name);
  }
  return {};
}

std::string loss_unjudged(const Record& record) {
  for (const auto& queue : record.plan.queues) {
    const auto judges = [](const model::Objective& o) { return o.kind == model::Objective::Kind::no_messages_lost; };
    if (std::any_of(queue.expect.begin(), queue.expect.end(), judges)) return "noMessagesLost judges it";
  }
  return routing_known(record);
}

}  // namespace

const Condition kAlways{"always", always};
const Condition kThrottled{"a rate is set", throttled};
const Condition kPublishing{"there are publishers", publishing};
const Condition kUnthrottledWithConsumers{"unthrottled, with consumers", unthrottled_with_consumers};
const Condition kConsumersOfAQueue{"a queue other than a stream has consumers", consumers_of_a_queue};
const Condition kThousandSamples{"1,000 end-to-end samples or more", thousand_samples};
const Condition kClearsAway{"after is not keep", clears_away};
const Condition kBoundedRun{"runFor is a duration", bounded_run};
const Condition kManagementShowedQueues{"the management API showed a queue of the file",
                                        management_showed_queues};
const Condition kManagementAsked{"a management URL is given", management_asked};
const Condition kEmbedded{"the broker is the embedded one", embedded};
const Condition kLossUnjudged{"the file's routing can be computed, and has no noMessagesLost there", loss_unjudged};
const Condition kRoutingKnown{"the file's routing can be computed", routing_known};

}  // namespace amqpace::rules
