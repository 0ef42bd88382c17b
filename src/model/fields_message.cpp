// SPDX-License-Identifier: Apache-2.0
// publishers.properties: the properties of AMQP 0-9-1's class basic.
#include <array>

#include "base/rfc3339.hpp"
#include "model/field_makers.hpp"
#include "model/message_text.hpp"

namespace amqpace::model {
namespace {

using P = MessageProperties;

constexpr std::array<std::string_view, 1> kNow{"now"};

// A short string of the protocol; its placeholders are checked here, and filled in when messages are rendered.
template <std::optional<std::string> P::*Member>
Field<P> short_text(FieldInfo info) {
  info.type = FieldType::text;
  return other<P>(
      info,
      [](P& properties, const Node& node, const Slot& slot) {
        const auto text = read_text(node, slot);
        if (!text) return;
        const auto parsed = MessageText::parse(*text);
        if (!parsed) return slot.complain(node, parsed.error().what);
        if (parsed->has_sequence()) return slot.complain(node, "cannot have ${seq}: only a body can");
        if (parsed->longest() > 255)
          return slot.complain(node, "is " + std::to_string(parsed->longest()) + " bytes long, and AMQP takes 255");
        properties.*Member = *text;
      },
      [](const P& properties, const FieldInfo& i, const std::string& path, Settings& out) {
        print_scalar((properties.*Member).value_or(std::string(i.standard)), path, out);
      });
}

void set_expiration(P& properties, const Node& node, const Slot& slot) {
  const auto value = read_duration(node, slot);
  if (!value) return;
  if (*value % kMillisecond != 0)
    return slot.complain(node, "must be whole milliseconds, not " + duration_text(*value));
  properties.expiration = *value;
}

void print_expiration(const P& properties, const FieldInfo& info, const std::string& path, Settings& out) {
  print_scalar(properties.expiration ? duration_text(*properties.expiration) : std::string(info.standard), path, out);
}

void set_timestamp(P& properties, const Node& node, const Slot& slot) {
  properties.timestamp.reset();
  properties.timestamp_now = node.scalar() && node.text == "now";
  if (properties.timestamp_now) return;
  if (const auto at = node.scalar() ? seconds_of_rfc3339(node.text) : std::nullopt) {
    properties.timestamp = *at;
  } else if (const auto seconds = read_integer(node, slot)) {
    properties.timestamp = static_cast<std::uint64_t>(*seconds);
  }
}

void print_timestamp(const P& properties, const FieldInfo& info, const std::string& path, Settings& out) {
  print_scalar(properties.timestamp_now ? "now"
               : properties.timestamp   ? std::to_string(*properties.timestamp)
                                        : std::string(info.standard),
               path, out);
}

const Field<P> kFields[] = {
    short_text<&P::content_type>({.key = "contentType",
                                  .standard = "none",
                                  .example = "application/json",
                                  .sentence = "the MIME type of the body"}),
    short_text<&P::content_encoding>({.key = "contentEncoding",
                                      .standard = "none",
                                      .example = "gzip",
                                      .sentence = "the MIME encoding of the body; nothing is encoded here"}),
    integer<&P::delivery_mode>({.key = "deliveryMode",
                                .standard = "as persistent",
                                .example = "1",
                                .sentence = "1: gone with a restart of the broker, 2: persistent; another word for "
                                            "'persistent'",
                                .min = 1,
                                .max = 2}),
    integer<&P::priority>({.key = "priority",
                           .standard = "none",
                           .example = "7",
                           .sentence = "for queues with x-max-priority",
                           .min = 0,
                           .max = 255}),
    short_text<&P::correlation_id>({.key = "correlationId",
                                    .standard = "none",
                                    .example = "order-${uuid}",
                                    .sentence = "which request a message answers"}),
    short_text<&P::reply_to>({.key = "replyTo",
                              .standard = "none",
                              .example = "ex.replies",
                              .sentence = "the queue for the answer"}),
    other<P>({.key = "expiration",
              .type = FieldType::duration,
              .standard = "none",
              .example = "30s",
              .sentence = "how long a message may wait in a queue until the broker drops it",
              .min = 0,
              .max = 4'294'967'295e6},
             set_expiration, print_expiration),
    short_text<&P::message_id>(
        {.key = "messageId", .standard = "none", .example = "${uuid}", .sentence = "a name of the message"}),
    other<P>({.key = "timestamp",
              .type = FieldType::other,
              .standard = "none",
              .example = "now",
              .sentence = "seconds since 1970, a time such as 2026-11-30T12:00:00Z, or now: the clock when each "
                          "message is published",
              .min = 0,
              .max = 9.2e18,
              .words = kNow,
              .base = FieldType::integer},
             set_timestamp, print_timestamp),
    short_text<&P::type>(
        {.key = "type", .standard = "none", .example = "order.created", .sentence = "what kind of message it is"}),
    short_text<&P::user_id>({.key = "userId",
                             .standard = "none",
                             .example = "guest",
                             .sentence = "the user who publishes; RabbitMQ refuses any but that of the connection"}),
    short_text<&P::app_id>(
        {.key = "appId", .standard = "none", .example = "shop", .sentence = "the program that publishes"}),
    short_text<&P::cluster_id>({.key = "clusterId",
                                .standard = "none",
                                .example = "east",
                                .sentence = "deprecated by AMQP 0-9-1, and sent as it is"}),
};

}  // namespace

template <>
const Table<MessageProperties>& table<MessageProperties>() {
  static const Table<MessageProperties> t{kFields, {}};
  return t;
}

}  // namespace amqpace::model
