// SPDX-License-Identifier: Apache-2.0
// publishers: what is offered, and how.
#include <array>

#include "model/field_makers.hpp"

namespace amqpace::model {
namespace {

constexpr std::array<std::string_view, 2> kArrivals{"uniform", "poisson"};
constexpr std::array<std::string_view, 3> kStamps{"auto", "body", "header"};
constexpr std::array<std::string_view, 5> kLater{"routingKeys", "properties", "headers", "payload", "sizes"};

void set_rate(PublisherSpec& publishers, const Node& node, const Slot& slot) {
  if (node.list())
    return slot.complain(node, "as a profile (a list of rates) is not supported by this version yet");
  if (const auto value = read_number(node, slot)) publishers.rate = *value;
}

void print_rate(const PublisherSpec& publishers, const FieldInfo& info, const std::string& path,
                Settings& out) {
  print_scalar(publishers.rate ? number_text(*publishers.rate) : std::string(info.standard), path, out);
}

void set_mandatory(PublisherSpec& publishers, const Node& node, const Slot& slot) {
  if (const auto value = read_boolean(node, slot)) publishers.mandatory = *value;
}

void print_mandatory(const PublisherSpec& publishers, const FieldInfo&, const std::string& path,
                     Settings& out) {
  print_scalar(show_boolean(publishers.is_mandatory()), path, out);
}

void set_connections(PublisherSpec& publishers, const Node& node, const Slot& slot) {
  if (const auto value = read_integer(node, slot)) publishers.connections = *value;
}

void print_connections(const PublisherSpec& publishers, const FieldInfo& info, const std::string& path,
                       Settings& out) {
  print_scalar(publishers.connections > 0 ? show_integer(publishers.connections) : std::string(info.standard),
               path, out);
}

const Field<PublisherSpec> kFields[] = {
    integer<&PublisherSpec::threads>({.key = "threads",
                                      .standard = "1",
                                      .example = "3",
                                      .sentence = "logical publishers, each with channels, a share of the "
                                                  "schedule and an in-flight window of its own; "
                                                  "0: nothing is published",
                                      .min = 0,
                                      .max = 10'000}),
    other<PublisherSpec>(
        {.key = "rate",
         .type = FieldType::rate,
         .standard = "unthrottled",
         .example = "250",
         .sentence = "messages per second over all publishers, on a schedule that never waits for the "
                     "broker; without it they publish as fast as confirms come back",
         .min = 0,
         .max = 100e6,
         .above_min = true},
        set_rate, print_rate),
    boolean<&PublisherSpec::unthrottled>({.key = "unthrottled",
                                          .standard = "false",
                                          .example = "true",
                                          .sentence = "publish without a schedule even if there is a rate"}),
    size<&PublisherSpec::message_size>({.key = "messageSize",
                                        .standard = "1024",
                                        .example = "2KiB",
                                        .sentence = "bytes of a message's body, its stamp included",
                                        .min = 0,
                                        .max = 512.0 * 1024 * 1024}),
    boolean<&PublisherSpec::random_payload>({.key = "randomPayload",
                                             .standard = "false",
                                             .example = "true",
                                             .sentence = "fill bodies with random bytes instead of zeros"}),
    boolean<&PublisherSpec::confirms>(
        {.key = "confirms",
         .standard = "true",
         .example = "false",
         .sentence = "publisher confirms: the broker answers for every message"}),
    boolean<&PublisherSpec::persistent>(
        {.key = "persistent",
         .standard = "true",
         .example = "false",
         .sentence = "messages outlive a restart of the broker (delivery mode 2)"}),
    other<PublisherSpec>({.key = "mandatory",
                          .type = FieldType::boolean,
                          .standard = "as confirms",
                          .example = "false",
                          .sentence = "the broker returns a message that reaches no queue"},
                         set_mandatory, print_mandatory),
    integer<&PublisherSpec::max_in_flight>(
        {.key = "maxInFlight",
         .standard = "1000",
         .example = "50",
         .sentence = "unanswered messages a publisher may have, with confirms",
         .min = 1,
         .max = 1'000'000}),
    integer<&PublisherSpec::max_messages>(
        {.key = "maxMessages",
         .standard = "none",
         .example = "5000",
         .sentence = "the window ends with this many messages, all publishers together",
         .min = 1,
         .max = 1e15}),
    other<PublisherSpec>(
        {.key = "connections",
         .type = FieldType::integer,
         .standard = "one per thread",
         .example = "1",
         .sentence = "connections the publishers are spread over, at most one per thread; never shared "
                     "with consumers",
         .min = 1,
         .max = 10'000},
        set_connections, print_connections),
    integer<&PublisherSpec::channels>(
        {.key = "channels",
         .standard = "1",
         .example = "2",
         .sentence = "channels of each publisher; its messages take them in turn",
         .min = 1,
         .max = 2047}),
    choice<&PublisherSpec::arrivals>(
        {.key = "arrivals",
         .standard = "uniform",
         .example = "poisson",
         .sentence = "evenly spaced due times, or seeded random ones of the same rate",
         .choices = kArrivals}),
    choice<&PublisherSpec::stamp>({.key = "stamp",
                                   .standard = "auto",
                                   .example = "header",
                                   .sentence =
                                       "where the 32 bytes stand that identify a message: in the body, in a "
                                       "header, or in a header only if the body is too small",
                                   .choices = kStamps}),
};

}  // namespace

template <>
const Table<PublisherSpec>& table<PublisherSpec>() {
  static const Table<PublisherSpec> t{kFields, kLater};
  return t;
}

}  // namespace amqpace::model
