// SPDX-License-Identifier: Apache-2.0
#include "broker/message_properties.hpp"

#include <algorithm>
#include <span>

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

namespace {

// Where the table of headers stands in property bytes, or would stand: behind content type and encoding.
std::size_t headers_at(const amqp091::Properties& properties) {
  std::size_t at = 2;
  if (properties.has(amqp091::Properties::kContentType)) at += 1 + properties.content_type.size();
  if (properties.has(amqp091::Properties::kContentEncoding)) at += 1 + properties.content_encoding.size();
  return at;
}

}  // namespace

void with_header(const Message& message, std::string_view name, std::int64_t value,
                 amqp091::ByteArray& into) {
  amqp091::Properties properties = read_properties(message);
  if (properties.headers.find(name)) {
    amqp091::Table headers = amqp091::copy_table(properties.headers);
    set_field(headers, name, value);
    const amqp091::ByteArray encoded = amqp091::encode_table(headers);
    into = write_properties(properties.with_headers(amqp091::TableView(encoded)));
    return;
  }
  constexpr std::size_t kLength = 4;
  const std::span<const std::byte> old = message.properties();
  const std::size_t field = 1 + name.size() + 1 + sizeof value;
  const std::size_t inside = properties.headers.bytes().size();
  const bool had_some = properties.has(amqp091::Properties::kHeaders);
  const std::size_t begin = headers_at(properties), end = begin + (had_some ? kLength + inside : 0);
  into.resize(std::max<std::size_t>(old.size(), 2) + field + (had_some ? 0 : kLength));
  wire::Writer writer(into);
  writer.u16(properties.present | amqp091::Properties::kHeaders);
  if (!old.empty()) writer.bytes(old.subspan(2, begin - 2));
  writer.u32(static_cast<std::uint32_t>(inside + field));
  writer.bytes(properties.headers.bytes());
  writer.short_string(name);
  writer.u8('l');
  writer.u64(static_cast<std::uint64_t>(value));
  if (!old.empty()) writer.bytes(old.subspan(end));
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
