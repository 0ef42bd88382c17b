// SPDX-License-Identifier: Apache-2.0
#include "broker/dead_letter.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "broker/message_properties.hpp"

namespace amqpace::broker {
namespace {

using amqp091::Array;
using amqp091::Field;
using amqp091::FieldValue;
using amqp091::Properties;
using amqp091::Table;

bool says(const Table& death, std::string_view name, std::string_view value) {
  const FieldValue* found = find_field(death, name);
  const auto* text = found ? found->as<std::string>() : nullptr;
  return text && *text == value;
}

std::int64_t count_of(const Table& death) {
  const FieldValue* found = find_field(death, "count");
  if (!found) return 0;
  if (const auto* count = found->as<std::int64_t>()) return *count;
  if (const auto* count = found->as<std::int32_t>()) return *count;
  return 0;
}

Table first_event(const Message& message, const Properties& properties, const Table& headers,
                  const Burial& burial) {
  Array keys{std::string(message.routing_key())};
  if (const FieldValue* cc = find_field(headers, "CC"))
    if (const auto* more = cc->as<Array>()) keys.insert(keys.end(), more->begin(), more->end());
  Table event{{"count", std::int64_t{1}},
              {"reason", std::string(death_name(burial.reason))},
              {"queue", std::string(burial.queue)},
              {"time", amqp091::Timestamp{static_cast<std::uint64_t>(burial.wall / kSecond)}},
              {"exchange", std::string(message.exchange())},
              {"routing-keys", std::move(keys)}};
  if (properties.has(Properties::kExpiration))
    event.push_back({"original-expiration", std::string(properties.expiration)});
  return event;
}

// One event for each queue and reason, the latest in front. Its count goes up, its time stays the first.
void add_event(Array& deaths, Table event, const Burial& burial) {
  const auto same = [&burial](const FieldValue& one) {
    const auto* death = one.as<Table>();
    return death && says(*death, "queue", burial.queue) && says(*death, "reason", death_name(burial.reason));
  };
  if (const auto found = std::ranges::find_if(deaths, same); found != deaths.end()) {
    event = *found->as<Table>();
    set_field(event, "count", count_of(event) + 1);
    deaths.erase(found);
  }
  std::ranges::stable_sort(event, {}, &Field::name);
  deaths.insert(deaths.begin(), FieldValue(std::move(event)));
}

void add_death(Table& headers, Table event, const Message& message, const Burial& burial) {
  FieldValue* known = nullptr;
  for (Field& field : headers)
    if (field.name == "x-death") known = &field.value;
  if (known) {
    if (auto* deaths = std::get_if<Array>(&known->get())) return add_event(*deaths, std::move(event), burial);
    *known = Array{FieldValue(std::move(event))};  // somebody else's header of that name
    return;
  }
  set_field(headers, "x-first-death-reason", std::string(death_name(burial.reason)));
  set_field(headers, "x-first-death-queue", std::string(burial.queue));
  set_field(headers, "x-first-death-exchange", std::string(message.exchange()));
  set_field(headers, "x-death", Array{FieldValue(std::move(event))});
}

}  // namespace

std::string_view death_name(Death reason) {
  switch (reason) {
    case Death::rejected:
      return "rejected";
    case Death::expired:
      return "expired";
    case Death::maxlen:
      return "maxlen";
    case Death::delivery_limit:
      return "delivery_limit";
  }
  return "";
}

MessageRef bury(MessagePool& pool, const Message& message, const Burial& burial) {
  Properties properties = read_properties(message);
  Table headers = amqp091::copy_table(properties.headers);
  add_death(headers, first_event(message, properties, headers, burial), message, burial);
  if (burial.key) std::erase_if(headers, [](const Field& field) { return field.name == "CC"; });
  const amqp091::ByteArray encoded = amqp091::encode_table(headers);
  properties.with_headers(amqp091::TableView(encoded));
  properties.present &= static_cast<std::uint16_t>(~Properties::kExpiration);
  const amqp091::ByteArray written = write_properties(properties);
  Envelope envelope{burial.exchange, burial.key ? std::string_view(*burial.key) : message.routing_key(),
                    written};
  if (!burial.key) envelope.more_keys = message.more_keys().packed();
  envelope.priority = message.priority();
  MessageRef made = pool.make(envelope, message.body().size());
  if (!message.body().empty())
    std::memcpy(made->body_room().data(), message.body().data(), message.body().size());
  return made;
}

bool in_cycle(const Message& dead_letter, Death reason, std::string_view queue) {
  if (reason == Death::rejected) return false;
  const auto deaths = read_properties(dead_letter).headers.find("x-death");
  if (!deaths) return false;
  for (const amqp091::FieldView& one : deaths->array()) {
    const amqp091::TableView death = one.table();
    const auto why = death.find("reason"), where = death.find("queue");
    if (why && why->text() == death_name(Death::rejected)) return false;
    if (where && where->text() == queue) return true;
  }
  return false;
}

}  // namespace amqpace::broker
