// SPDX-License-Identifier: Apache-2.0
// consumers: who takes the messages, and how long each one takes.
#include <array>

#include "base/text.hpp"
#include "model/field_makers.hpp"

namespace amqpace::model {
namespace {

constexpr std::array<std::string_view, 2> kModes{"push", "get"};
constexpr std::array<std::string_view, 3> kOffsetWords{"first", "last", "next"};
constexpr std::array<std::string_view, 2> kOnFailure{"reject", "requeue"};
constexpr std::array<std::string_view, 2> kAckWords{"each", "auto"};

void complain_about(const Error& error, const Node& node, const Slot& slot) {
  slot.reader.error(node, "'" + slot.path + "': " + error.what + (error.hint.empty() ? "" : "; " + error.hint));
}

void set_handler_time(ConsumerSpec& consumers, const Node& node, const Slot& slot) {
  // "normal 2ms": a word means a distribution, and it is the word that is wrong.
  const bool word = node.scalar() && !node.empty_value() && (node.text[0] | 0x20) >= 'a' && (node.text[0] | 0x20) <= 'z';
  if (word && !names_distribution(node.text)) {
    return slot.complain(node, "is a duration such as 5ms, exponential 2ms (its mean), or uniform 1ms..5ms, not '" +
                                   printable(node.text, 64) + "'");
  }
  if (!node.scalar() || !names_distribution(node.text)) {
    if (const auto value = read_duration(node, slot)) consumers.handler_time = *value;
    return;
  }
  const auto drawn = parse_distribution(node.text);
  if (drawn) {
    consumers.handler_time = *drawn;
  } else {
    complain_about(drawn.error(), node, slot);
  }
}

void print_handler_time(const ConsumerSpec& consumers, const FieldInfo&, const std::string& path,
                        Settings& out) {
  print_scalar(handler_time_text(consumers.handler_time), path, out);
}

void set_ack(ConsumerSpec& consumers, const Node& node, const Slot& slot) {
  if (node.map()) {
    Ack ack;
    ack.mode = Ack::Mode::every;
    read_block(ack, node, slot.reader, slot.path);
    if (node.find("every") == nullptr) slot.complain(node, "needs its number: {every: 50}");
    consumers.ack = ack;
    return;
  }
  if (node.scalar() && node.text == "every") return slot.complain(node, "needs its number: {every: 50}");
  if (const auto index = read_choice(node, slot)) {
    consumers.ack = {*index == 0 ? Ack::Mode::each : Ack::Mode::automatic, 1};
  }
}

void print_ack(const ConsumerSpec& consumers, const FieldInfo&, const std::string& path, Settings& out) {
  const Ack& ack = consumers.ack;
  const std::string every = "{every: " + std::to_string(ack.every) + "}";
  print_scalar(ack.mode == Ack::Mode::every  ? every
               : ack.mode == Ack::Mode::each ? "each"
                                             : "auto",
               path, out);
}

void set_priority(ConsumerSpec& consumers, const Node& node, const Slot& slot) {
  if (const auto value = read_integer(node, slot)) consumers.priority = *value;
}

void print_priority(const ConsumerSpec& consumers, const FieldInfo& info, const std::string& path, Settings& out) {
  print_scalar(consumers.priority ? std::to_string(*consumers.priority) : std::string(info.standard), path, out);
}

void set_stream_offset(ConsumerSpec& consumers, const Node& node, const Slot& slot) {
  const auto text = read_text(node, slot);
  if (!text) return;
  const auto offset = parse_stream_offset(*text);
  if (offset) {
    consumers.stream_offset = *offset;
  } else {
    complain_about(offset.error(), node, slot);
  }
}

void print_stream_offset(const ConsumerSpec& consumers, const FieldInfo& info, const std::string& path,
                         Settings& out) {
  const auto& offset = consumers.stream_offset;
  print_scalar(offset ? stream_offset_text(*offset) : std::string(info.standard), path, out);
}

const Field<ConsumerSpec> kFields[] = {
    integer<&ConsumerSpec::concurrency>(
        {.key = "concurrency",
         .standard = "1",
         .example = "4",
         .sentence =
             "logical consumers, each handling one message at a time on a channel of its own; 0: nothing is "
             "consumed",
         .min = 0,
         .max = 10'000}),
    integer<&ConsumerSpec::prefetch>({.key = "prefetch",
                                      .standard = "100",
                                      .example = "7",
                                      .sentence = "unacknowledged messages a consumer may have; 0: unlimited",
                                      .min = 0,
                                      .max = 65'535}),
    other<ConsumerSpec>({.key = "handlerTime",
                         .type = FieldType::duration,
                         .standard = "0s",
                         .example = "5ms",
                         .sentence = "how long a consumer is busy with each message, without burning CPU; drawn for "
                                     "each delivery when it is a distribution: exponential 2ms (its mean), or "
                                     "uniform 1ms..5ms",
                         .min = 0,
                         .max = static_cast<double>(kLongestHandlerTime),
                         .pattern = "^(exponential +[0-9.]+ *[a-z]+|uniform +[0-9.]+ *[a-z]+ *\\.\\. *[0-9.]+ *[a-z]+)$",
                         .form = "duration or distribution",
                         .grammar = "`250us`, `1.5ms`, `2s`; `exponential 2ms` (its mean); `uniform 1ms..5ms`"},
                        set_handler_time, print_handler_time),
    share<&ConsumerSpec::failure_rate>({.key = "failureRate",
                                        .standard = "0",
                                        .example = "5%",
                                        .sentence = "share of deliveries that fail at their handler's end",
                                        .min = 0,
                                        .max = 1}),
    choice<&ConsumerSpec::on_failure>(
        {.key = "onFailure",
         .standard = "reject",
         .example = "requeue",
         .sentence = "what becomes of a delivery that failed: rejected without requeue (dropped, or dead-lettered "
                     "where the queue says so), or put back to be delivered again",
         .choices = kOnFailure}),
    integer<&ConsumerSpec::connections>({.key = "connections",
                                         .standard = "1",
                                         .example = "2",
                                         .sentence =
                                             "connections the consumers are spread over; never shared with "
                                             "publishers",
                                         .min = 1,
                                         .max = 10'000}),
    boolean<&ConsumerSpec::exclusive>(
        {.key = "exclusive",
         .standard = "false",
         .example = "true",
         .sentence = "the queue is exclusive: declared on the consumers' connection, for it alone, and gone with it"}),
    other<ConsumerSpec>(
        {.key = "ack",
         .type = FieldType::choice,
         .standard = "each",
         .example = "auto",
         .sentence = "acknowledge each message when its handler ends, every so many ({every: 50}), or not "
                     "at all (auto)",
         .choices = kAckWords,
         .children = infos_of<Ack>},
        set_ack, print_ack),
    choice<&ConsumerSpec::mode>({.key = "mode",
                                 .standard = "push",
                                 .example = "get",
                                 .sentence = "push: the broker sends as far as the prefetch allows (basic.consume); "
                                             "get: each consumer asks for one message at a time, when it is done with "
                                             "the one before (basic.get)",
                                 .choices = kModes}),
    duration<&ConsumerSpec::poll_interval>(
        {.key = "pollInterval",
         .standard = "10ms",
         .example = "50ms",
         .sentence = "with mode: get, how long a consumer that found the queue empty waits before it asks again; "
                     "0s: it asks at once",
         .min = 0,
         .max = 3600e9}),
    other<ConsumerSpec>({.key = "priority",
                         .type = FieldType::integer,
                         .standard = "the broker's, 0",
                         .example = "5",
                         .sentence = "the consumers' x-priority: those with a higher one are served first",
                         .min = -2'147'483'648.0,
                         .max = 2'147'483'647.0},
                        set_priority, print_priority),
    other<ConsumerSpec>({.key = "streamOffset",
                         .type = FieldType::other,
                         .standard = "the broker's, next",
                         .example = "first",
                         .sentence = "where in a stream reading begins: first, last, next, an offset (1500), or an "
                                     "instant in UTC (2026-11-30T12:00:00Z)",
                         .words = kOffsetWords,
                         .base = FieldType::integer,
                         .pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"},
                        set_stream_offset, print_stream_offset),
    arguments<&ConsumerSpec::arguments>(
        {.key = "arguments",
         .standard = "{}",
         .example = "{x-cancel-on-ha-failover: true}",
         .sentence = "arguments of basic.consume; each keeps the type it has in the file"}),
};

const Field<Ack> kAckFields[] = {
    integer<&Ack::every>(
        {.key = "every",
         .standard = "1",
         .example = "50",
         .sentence = "one acknowledgement for so many messages; the rest is acknowledged at the end",
         .min = 1,
         .max = 65'535}),
};

}  // namespace

template <>
const Table<ConsumerSpec>& table<ConsumerSpec>() {
  static const Table<ConsumerSpec> t{kFields, {}};
  return t;
}

template <>
const Table<Ack>& table<Ack>() {
  static const Table<Ack> t{kAckFields, {}};
  return t;
}

}  // namespace amqpace::model
