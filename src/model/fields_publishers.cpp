// SPDX-License-Identifier: Apache-2.0
// publishers: what is offered, and how.
#include <array>

#include "base/text.hpp"
#include "model/field_makers.hpp"
#include "model/message_sizes.hpp"
#include "model/publisher_values.hpp"

namespace amqpace::model {
namespace {

constexpr std::array<std::string_view, 2> kArrivals{"uniform", "poisson"};
constexpr std::array<std::string_view, 3> kStamps{"auto", "body", "header"};

constexpr std::string_view kProfileShape =
    R"({"type": "array", "minItems": 1, "items": {"type": "object", "additionalProperties": false,
        "required": ["for"], "properties": {"rate": {"type": ["number", "string"]}, "from": {"type": ["number", "string"]},
        "to": {"type": ["number", "string"]}, "for": {"type": "string"}}}})";
constexpr std::string_view kSizesShape =
    R"({"anyOf": [{"type": "object", "minProperties": 1, "additionalProperties": {"type": ["string", "number"]}},
                  {"type": "string", "pattern": "^(uniform|lognormal) "}]})";
constexpr std::string_view kPayloadShape =
    R"({"anyOf": [{"enum": ["zeros", "random"]}, {"type": "object", "minProperties": 1, "maxProperties": 1,
        "additionalProperties": false, "properties": {"text": {"type": "string"}, "json": {}, "file": {"type": "string"},
        "files": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]}}}]})";
constexpr std::string_view kKeysShape = R"({"type": "array", "items": {"type": "string"}, "minItems": 1})";

void set_message_size(PublisherSpec& publishers, const Node& node, const Slot& slot) {
  if (const auto value = read_size(node, slot)) publishers.message_size = *value;
}

void print_message_size(const PublisherSpec& publishers, const FieldInfo&, const std::string& path, Settings& out) {
  print_scalar(publishers.payload.own()                             ? "as the payload"
               : publishers.sizes.kind != SizeSpec::Kind::fixed     ? "as sizes"
                                                                    : show_size(publishers.message_size),
               path, out);
}

void set_routing_keys(PublisherSpec& publishers, const Node& node, const Slot& slot) {
  publishers.routing_keys.clear();
  if (!node.list() || node.items.empty()) return slot.complain(node, "is a list of routing keys");
  for (const auto& item : node.items) {
    const auto key = read_text(item, slot);
    if (!key) continue;
    if (key->size() > 255) slot.complain(item, "has a key of more than 255 bytes, the most that AMQP takes");
    publishers.routing_keys.push_back(*key);
  }
}

void print_routing_keys(const PublisherSpec& publishers, const FieldInfo& info, const std::string& path,
                        Settings& out) {
  std::string text;
  for (const auto& key : publishers.routing_keys) text += (text.empty() ? "[\"" : ", \"") + json_escape(key) + "\"";
  print_scalar(text.empty() ? std::string(info.standard) : text + "]", path, out);
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
                     "broker; without it they publish as fast as confirms come back. Or a profile from the window's "
                     "start on: [{rate: 1000, for: 30s}, {from: 1000, to: 5000, for: 60s}]",
         .min = 0,
         .max = 100e6,
         .above_min = true,
         .shape = kProfileShape,
         .form = "rate or profile",
         .grammar = "messages per second: `5000`, `5k`, `0.5`, or per minute or hour: `300/m`, `10/h`; or a list of "
                    "steps, each `{rate: R, for: D}` or `{from: R, to: R, for: D}`"},
        set_rate, print_rate),
    boolean<&PublisherSpec::unthrottled>({.key = "unthrottled",
                                          .standard = "false",
                                          .example = "true",
                                          .sentence = "publish without a schedule even if there is a rate"}),
    other<PublisherSpec>({.key = "messageSize",
                          .type = FieldType::size,
                          .standard = "1024",
                          .example = "2KiB",
                          .sentence = "bytes of a message's body, its stamp included; RabbitMQ takes 128MiB unless its "
                                      "max_message_size says otherwise",
                          .min = 0,
                          .max = static_cast<double>(kLargestBody)},
                         set_message_size, print_message_size),
    other<PublisherSpec>({.key = "sizes",
                          .type = FieldType::other,
                          .standard = "all the same",
                          .example = "{512: 70%, 4KiB: 30%}",
                          .sentence = "bodies of different sizes instead: shares that are exact and interleaved, or "
                                      "'uniform 512..4KiB', or 'lognormal 1KiB sigma 0.5 max 64KiB' (median, spread, "
                                      "largest)",
                          .shape = kSizesShape,
                          .form = "mix or distribution",
                          .grammar = "sizes with their shares, which make 100%: `{512: 70%, 4KiB: 30%}`; `uniform LOW..HIGH`; "
                                     "or `lognormal MEDIAN sigma S`, with S above 0 up to 3 and `max SIZE` behind it if you like"},
                         set_sizes, print_sizes),
    boolean<&PublisherSpec::random_payload>({.key = "randomPayload",
                                             .standard = "false",
                                             .example = "true",
                                             .sentence = "fill bodies with random bytes instead of zeros"}),
    other<PublisherSpec>({.key = "payload",
                          .type = FieldType::other,
                          .standard = "zeros",
                          .example = "{text: hello}",
                          .sentence = "what is in a body: zeros, random, or your own: {text: …}, {json: …}, {file: …}, "
                                      "{files: [ … ]} or a folder of them, in turn. Your own body goes out byte for "
                                      "byte and the stamp goes into a header. ${seq} in text and json is each "
                                      "message's number; ${uuid}, ${random:1..100}, ${choice:a|b} and ${variant} are "
                                      "drawn once for each of 100 variants, which go out in turn",
                          .shape = kPayloadShape,
                          .form = "zeros, random or your own",
                          .grammar = "`zeros`, `random`, `{text: …}`, `{json: …}` (YAML or JSON, or JSON in quotes), "
                                     "`{file: PATH}`, `{files: [PATH, …]}` or `{files: FOLDER}`"},
                         set_payload, print_payload),
    block<&PublisherSpec::properties>(
        {.key = "properties",
         .sentence = "the properties of AMQP 0-9-1; texts may have ${uuid}, ${random:1..100}, ${choice:a|b} and "
                     "${variant}, drawn once for each of 100 variants of a message, which go out in turn"}),
    other<PublisherSpec>({.key = "headers",
                          .type = FieldType::arguments,
                          .standard = "none",
                          .example = "{region: eu, attempt: 1}",
                          .sentence = "headers of every message; booleans, numbers, texts, lists, maps and null keep "
                                      "their type, and texts may have the placeholders of properties"},
                         set_headers, print_headers),
    other<PublisherSpec>({.key = "routingKeys",
                          .type = FieldType::other,
                          .standard = "the topology's",
                          .example = "[order.created, order.paid]",
                          .sentence = "routing keys that the messages take in turn, each an equal share; without a "
                                      "'topology.routingKey' the queue is bound with all of them",
                          .shape = kKeysShape,
                          .form = "list of texts",
                          .grammar = "`[order.created, order.paid]`"},
                         set_routing_keys, print_routing_keys),
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
  static const Table<PublisherSpec> t{kFields, {}};
  return t;
}

}  // namespace amqpace::model
