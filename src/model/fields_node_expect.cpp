// SPDX-License-Identifier: Apache-2.0
// expect: the objectives of a scenario's queues and producers, in the words of a workload's where they ask the same.
// On the other kind of node a key is unknown, and refused.
#include <algorithm>
#include <array>

#include "model/lifted_fields.hpp"

namespace amqpace::model {
namespace {

using L = LatencyBudgets;
using Q = QueueExpect;
using P = ProducerExpect;

// The same lines as a workload's, for another block.
template <class E, auto Side, auto Percentile>
Field<E> budget(std::string_view key) {
  FieldInfo info = field_of<ExpectSpec>(key);
  return duration<Side, Percentile>(info);
}

template <class E, auto Member>
Field<E> flag(std::string_view key) {
  return boolean<Member>(static_cast<FieldInfo>(field_of<ExpectSpec>(key)));
}

const std::vector<Field<Q>>& queue_fields() {
  static const std::vector<Field<Q>> all{
      budget<Q, &Q::end_to_end, &L::p50>("p50Below"),
      budget<Q, &Q::end_to_end, &L::p90>("p90Below"),
      budget<Q, &Q::end_to_end, &L::p99>("p99Below"),
      budget<Q, &Q::end_to_end, &L::p999>("p999Below"),
      budget<Q, &Q::end_to_end, &L::p9999>("p9999Below"),
      budget<Q, &Q::end_to_end, &L::max>("maxBelow"),
      rate<&Q::consume_rate_at_least>({.key = "consumeRateAtLeast",
                                       .standard = "none",
                                       .example = "200",
                                       .sentence = "messages consumed from it per second of the window are at least this many",
                                       .min = 0,
                                       .max = 100e6,
                                       .above_min = true}),
      boolean<&Q::no_backlog>({.key = "noBacklog",
                               .standard = "false",
                               .example = "true",
                               .sentence = "its backlog did not grow by more than a second's worth of its traffic; not "
                                           "asked of a stream, which keeps what it is given"}),
      flag<Q, &Q::no_messages_lost>("noMessagesLost"),
      flag<Q, &Q::no_duplicates>("noDuplicates"),
      flag<Q, &Q::in_order>("inOrder"),
  };
  return all;
}

const std::vector<Field<P>>& producer_fields() {
  static const std::vector<Field<P>> all{
      rate<&P::achieved_rate_at_least>({.key = "achievedRateAtLeast",
                                        .standard = "none",
                                        .example = "200",
                                        .sentence = "messages it published per second of the window are at least this many",
                                        .min = 0,
                                        .max = 100e6,
                                        .above_min = true}),
      [] {
        FieldInfo info{.key = "withinPercentOfOffered",
                       .standard = "none",
                       .example = "5",
                       .sentence = "what it published is at most this many percent short of what was offered",
                       .min = 0,
                       .max = 100};
        return scalar_field<read_number, show_number, &P::within_percent_of_offered>(info, FieldType::number);
      }(),
      boolean<&P::no_failures>({.key = "noFailures",
                                .standard = "false",
                                .example = "true",
                                .sentence = "none of its messages was nacked, returned, failed or left without an answer"}),
      budget<P, &P::publish, &L::p50>("publishP50Below"),
      budget<P, &P::publish, &L::p90>("publishP90Below"),
      budget<P, &P::publish, &L::p99>("publishP99Below"),
      budget<P, &P::publish, &L::p999>("publishP999Below"),
      budget<P, &P::publish, &L::p9999>("publishP9999Below"),
      budget<P, &P::publish, &L::max>("publishMaxBelow"),
  };
  return all;
}

}  // namespace

template <>
const Table<QueueExpect>& table<QueueExpect>() {
  static const Table<QueueExpect> t{queue_fields(), {}};
  return t;
}

template <>
const Table<ProducerExpect>& table<ProducerExpect>() {
  static const Table<ProducerExpect> t{producer_fields(), {}};
  return t;
}

}  // namespace amqpace::model
