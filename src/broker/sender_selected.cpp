// SPDX-License-Identifier: Apache-2.0
#include "broker/sender_selected.hpp"

#include "broker/field_text.hpp"
#include "broker/message_properties.hpp"

namespace amqpace::broker {
namespace {

constexpr std::size_t kLongestKey = 255;

Outcome<void> add_keys(std::string_view name, const amqp091::FieldView& header, amqp091::ByteArray& keys) {
  if (header.type != 'A')
    return refuse(kPreconditionFailed, "invalid message: {unacceptable_type_in_header,\"" +
                                           std::string(name) + "\"," + std::string(type_name(header.type)) +
                                           "}");
  for (const amqp091::FieldView& one : header.array()) {
    const auto key = one.text();
    if (!key || key->size() > kLongestKey) continue;
    keys.push_back(static_cast<std::byte>(key->size()));
    const auto bytes = wire::as_bytes(*key);
    keys.insert(keys.end(), bytes.begin(), bytes.end());
  }
  return {};
}

}  // namespace

Outcome<std::optional<SenderSelected>> sender_selected(const amqp091::Properties& properties) {
  if (!properties.has(amqp091::Properties::kHeaders)) return std::nullopt;
  const auto cc = properties.headers.find("CC"), bcc = properties.headers.find("BCC");
  if (!cc && !bcc) return std::nullopt;
  SenderSelected found;
  if (cc)
    if (auto ok = add_keys("CC", *cc, found.keys); !ok) return tl::unexpected<Refusal>(ok.error());
  if (!bcc) return found;
  if (auto ok = add_keys("BCC", *bcc, found.keys); !ok) return tl::unexpected<Refusal>(ok.error());
  amqp091::Table headers = amqp091::copy_table(properties.headers);
  std::erase_if(headers, [](const amqp091::Field& field) { return field.name == "BCC"; });
  const amqp091::ByteArray encoded = amqp091::encode_table(headers);
  amqp091::Properties shown = properties;
  found.properties = write_properties(shown.with_headers(amqp091::TableView(encoded)));
  return found;
}

}  // namespace amqpace::broker
