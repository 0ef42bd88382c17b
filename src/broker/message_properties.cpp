// SPDX-License-Identifier: Apache-2.0
#include "broker/message_properties.hpp"

#include <algorithm>

namespace amqpace::broker {

using amqp091::Field;

amqp091::Properties read_properties(const Message& message) {
  amqp091::Properties properties;
  if (message.properties().empty()) return properties;
  wire::Reader reader(message.properties());
  amqp091::decode(reader, properties);
  return properties;
}

amqp091::ByteArray write_properties(const amqp091::Properties& properties) {
  amqp091::ByteArray bytes(amqp091::encoded_size(properties));
  wire::Writer writer(bytes);
  amqp091::encode(properties, writer);
  return bytes;
}

amqp091::ByteArray with_header(const Message& message, std::string_view name, std::int64_t value) {
  amqp091::Properties properties = read_properties(message);
  amqp091::Table headers = amqp091::copy_table(properties.headers);
  set_field(headers, name, value);
  const amqp091::ByteArray encoded = amqp091::encode_table(headers);
  return write_properties(properties.with_headers(amqp091::TableView(encoded)));
}

void set_field(amqp091::Table& table, std::string_view name, amqp091::FieldValue value) {
  const auto found = std::ranges::find(table, name, &Field::name);
  if (found != table.end()) {
    found->value = std::move(value);
  } else {
    table.push_back({std::string(name), std::move(value)});
  }
  std::ranges::stable_sort(table, {}, &Field::name);
}

const amqp091::FieldValue* find_field(const amqp091::Table& table, std::string_view name) {
  const auto found = std::ranges::find(table, name, &Field::name);
  return found == table.end() ? nullptr : &found->value;
}

}  // namespace amqpace::broker
