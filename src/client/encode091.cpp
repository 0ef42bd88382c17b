// SPDX-License-Identifier: Apache-2.0
#include "client/encode091.hpp"

#include <type_traits>

#include "client/headers.hpp"

namespace amqpace::client {
namespace {

amqp091::Table to_table(const Arguments& entries);

// Whole numbers as 'l', numbers as 'd', texts as 'S': what every broker understands.
struct ToField {
  amqp091::FieldValue operator()(const ArgumentList& list) const {
    amqp091::Array array;
    for (const ArgumentValue& element : list) array.push_back(std::visit(*this, element.value));
    return array;
  }
  amqp091::FieldValue operator()(const Arguments& map) const { return to_table(map); }
  template <class T>
  amqp091::FieldValue operator()(const T& plain) const {
    return amqp091::FieldValue(plain);
  }
};

amqp091::Table to_table(const Arguments& entries) {
  amqp091::Table table;
  for (const auto& [name, value] : entries) table.push_back({name, std::visit(ToField{}, value.value)});
  return table;
}

// `headers` must outlive what is returned.
amqp091::Properties to_properties(const Properties& from, amqp091::TableView headers) {
  amqp091::Properties to;
  to.with_delivery_mode(from.persistent ? 2 : 1);
  if (!from.content_type.empty()) to.with_content_type(from.content_type);
  if (!from.content_encoding.empty()) to.with_content_encoding(from.content_encoding);
  if (!from.correlation_id.empty()) to.with_correlation_id(from.correlation_id);
  if (!from.reply_to.empty()) to.with_reply_to(from.reply_to);
  if (!from.expiration.empty()) to.with_expiration(from.expiration);
  if (!from.message_id.empty()) to.with_message_id(from.message_id);
  if (!from.type.empty()) to.with_type(from.type);
  if (!from.user_id.empty()) to.with_user_id(from.user_id);
  if (!from.app_id.empty()) to.with_app_id(from.app_id);
  if (!from.cluster_id.empty()) to.with_cluster_id(from.cluster_id);
  if (from.priority) to.with_priority(*from.priority);
  if (from.timestamp || from.timestamp_now) to.with_timestamp(from.timestamp.value_or(0));
  if (!headers.empty()) to.with_headers(headers);
  return to;
}

}  // namespace

EncodedTable::EncodedTable(const Arguments& entries) : EncodedTable(to_table(entries)) {}

Result<amqp091::Rendered> render_template(const MessageTemplate& message, std::uint16_t channel,
                                          std::uint32_t frame_max) {
  amqp091::RenderOptions options{channel, frame_max, {}, {}};
  amqp091::Table headers = to_table(message.properties.headers);
  if (message.stamp_size > 0 && message.stamp_in_header) {
    headers.push_back(
        {std::string(kStampHeader), amqp091::FieldValue(amqp091::ByteArray(message.stamp_size))});
    options.patch = {amqp091::Patch::Where::header, 0, message.stamp_size, kStampHeader};
  } else if (message.stamp_size > 0) {
    options.patch = {amqp091::Patch::Where::body, 0, message.stamp_size, {}};
  }
  for (const SequenceText& text : message.sequence_texts)
    options.more.push_back({amqp091::Patch::Where::body, text.offset, kSequenceDigits, {}});
  if (message.properties.timestamp_now) options.more.push_back({amqp091::Patch::Where::timestamp, 0, 8, {}});
  const EncodedTable table(headers);
  amqp091::BasicPublish publish;
  publish.exchange = message.exchange;
  publish.routing_key = message.routing_key;
  publish.mandatory = message.mandatory;
  return amqp091::render_content(publish, to_properties(message.properties, table.view()),
                                 wire::as_bytes(message.body), options);
}

}  // namespace amqpace::client
