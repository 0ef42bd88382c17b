// SPDX-License-Identifier: Apache-2.0
// expect: the objectives of a workload. What is not stated is not checked.
#include <array>

#include "model/field_makers.hpp"

namespace amqpace::model {
namespace {

constexpr std::array<std::string_view, 2> kLater{"abortOn", "grace"};

using E = ExpectSpec;
using L = LatencyBudgets;

template <auto Side, auto Percentile>
Field<E> budget(std::string_view key, std::string_view sentence) {
  return duration<Side, Percentile>({.key = key,
                                     .standard = "none",
                                     .example = "50ms",
                                     .sentence = sentence,
                                     .min = 0,
                                     .max = 3600e9,
                                     .above_min = true});
}

const Field<E> kFields[] = {
    rate<&E::throughput_at_least>(
        {.key = "throughputAtLeast",
         .standard = "none",
         .example = "200",
         .sentence = "messages consumed per second of the window (without consumers confirmed, "
                     "without confirms sent) are at least this many",
         .min = 0,
         .max = 100e6,
         .above_min = true}),
    budget<&E::end_to_end, &L::p50>("p50Below", "the median of the end-to-end latency is below this"),
    budget<&E::end_to_end, &L::p90>("p90Below", "90 % of the end-to-end latencies are below this"),
    budget<&E::end_to_end, &L::p99>("p99Below", "99 % of the end-to-end latencies are below this"),
    budget<&E::end_to_end, &L::p999>("p999Below", "99.9 % of the end-to-end latencies are below this"),
    budget<&E::end_to_end, &L::p9999>("p9999Below", "99.99 % of the end-to-end latencies are below this"),
    budget<&E::end_to_end, &L::max>("maxBelow", "every end-to-end latency is below this"),
    budget<&E::publish, &L::p50>("publishP50Below", "the median time to a confirm is below this"),
    budget<&E::publish, &L::p90>("publishP90Below", "90 % of the times to a confirm are below this"),
    budget<&E::publish, &L::p99>("publishP99Below", "99 % of the times to a confirm are below this"),
    budget<&E::publish, &L::p999>("publishP999Below", "99.9 % of the times to a confirm are below this"),
    budget<&E::publish, &L::p9999>("publishP9999Below", "99.99 % of the times to a confirm are below this"),
    budget<&E::publish, &L::max>("publishMaxBelow", "every time to a confirm is below this"),
    boolean<&E::no_messages_lost>(
        {.key = "noMessagesLost",
         .standard = "false",
         .example = "true",
         .sentence = "every confirmed message was delivered or is still in the queue, over the "
                     "whole run"}),
    boolean<&E::no_duplicates>(
        {.key = "noDuplicates",
         .standard = "false",
         .example = "true",
         .sentence = "no message was delivered twice without being marked as redelivered"}),
    boolean<&E::in_order>(
        {.key = "inOrder",
         .standard = "false",
         .example = "true",
         .sentence = "each consumer got each publisher's messages in the order they were sent"}),
    duration<&E::recovers_within>(
        {.key = "recoversWithin",
         .standard = "none",
         .example = "10s",
         .sentence = "after every lost connection, channel or consumer the load is served in time again within this: "
                     "every message due in the next second is sent within 100ms and confirmed within 1s",
         .min = 0,
         .max = 3600e9,
         .above_min = true}),
};

}  // namespace

template <>
const Table<ExpectSpec>& table<ExpectSpec>() {
  static const Table<ExpectSpec> t{kFields, kLater};
  return t;
}

}  // namespace amqpace::model
