// SPDX-License-Identifier: Apache-2.0
#include "wire_log.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "amqp091/login.hpp"
#include "amqp091/methods.hpp"
#include "client/headers.hpp"

namespace amqpace::testing {

namespace {
using namespace amqp091;

std::string table_text(TableView table);

std::string value_text(const FieldView& value) {
  if (const auto text = value.text()) return std::string(*text);
  if (const auto yes = value.boolean()) return *yes ? "true" : "false";
  if (const auto bytes = value.byte_array()) return std::to_string(bytes->size()) + " bytes";
  if (value.type == 'T') return "timestamp " + std::to_string(value.integer().value_or(0));
  if (const auto number = value.integer()) return std::to_string(*number);
  if (const auto number = value.number()) return std::to_string(*number);
  if (value.type == 'V') return "null";
  if (value.type == 'F') return table_text(value.table());
  if (value.type != 'A') return std::string("a value of type ") + value.type;
  std::string out;
  for (const FieldView& element : value.array()) out += (out.empty() ? "" : ", ") + value_text(element);
  return "[" + out + "]";
}

std::string table_text(TableView table) {
  std::string out;
  for (const auto& [name, value] : table)
    out += (out.empty() ? "" : ", ") + std::string(name) + ": " + value_text(value);
  return "{" + out + "}";
}

std::string entry(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=" + std::string(value);
}
std::string entry(std::string_view name, std::uint64_t value) {
  return entry(name, std::string_view(std::to_string(value)));
}
std::string entry(std::string_view name, bool value) {
  return entry(name, std::string_view(value ? "1" : "0"));
}

// Those of a message that are there, delivery mode and headers apart.
std::string property_texts(const Properties& p) {
  const std::pair<std::uint16_t, std::string> all[] = {
      {Properties::kContentType, entry("content_type", p.content_type)},
      {Properties::kContentEncoding, entry("content_encoding", p.content_encoding)},
      {Properties::kPriority, entry("priority", std::uint64_t{p.priority})},
      {Properties::kCorrelationId, entry("correlation_id", p.correlation_id)},
      {Properties::kReplyTo, entry("reply_to", p.reply_to)},
      {Properties::kExpiration, entry("expiration", p.expiration)},
      {Properties::kMessageId, entry("message_id", p.message_id)},
      {Properties::kTimestamp, entry("timestamp", p.timestamp)},
      {Properties::kType, entry("type", p.type)},
      {Properties::kUserId, entry("user_id", p.user_id)},
      {Properties::kAppId, entry("app_id", p.app_id)},
      {Properties::kClusterId, entry("cluster_id", p.cluster_id)}};
  std::string out;
  for (const auto& [bit, text] : all) out += p.has(bit) ? text : "";
  return out;
}

// What follows the method's name; nothing for those that say nothing about a setting.
template <class M>
std::string fields(const M&) {
  return {};
}
std::string fields(const ConnectionStartOk& m) {
  const auto login = parse_response(m.mechanism, m.response);
  const auto name = m.client_properties.find("connection_name");
  return entry("mechanism", m.mechanism) + entry("user", login ? login->user : "?") +
         entry("name", name ? value_text(*name) : "?");
}
std::string fields(const ConnectionTuneOk& m) {
  return entry("channel_max", std::uint64_t{m.channel_max}) + entry("frame_max", std::uint64_t{m.frame_max}) +
         entry("heartbeat", std::uint64_t{m.heartbeat});
}
std::string fields(const ConnectionOpen& m) {
  return entry("virtual_host", m.virtual_host);
}
std::string fields(const ExchangeDeclare& m) {
  return entry("passive", m.passive) + entry("exchange", m.exchange) + entry("type", m.type) +
         entry("durable", m.durable) + entry("arguments", table_text(m.arguments)) +
         (m.auto_delete ? entry("auto_delete", true) : "") + (m.internal ? entry("internal", true) : "");
}
std::string fields(const ExchangeBind& m) {
  return entry("destination", m.destination) + entry("source", m.source) + entry("routing_key", m.routing_key) +
         (m.arguments.empty() ? "" : entry("arguments", table_text(m.arguments)));
}
std::string fields(const ExchangeDelete& m) {
  return entry("exchange", m.exchange);
}
std::string fields(const QueueDeclare& m) {
  return entry("passive", m.passive) + entry("queue", m.queue) + entry("durable", m.durable) +
         (m.exclusive ? " exclusive" : "") +
         entry("arguments", table_text(m.arguments)) + (m.auto_delete ? entry("auto_delete", true) : "");
}
std::string fields(const QueueBind& m) {
  return entry("queue", m.queue) + entry("exchange", m.exchange) + entry("routing_key", m.routing_key) +
         (m.arguments.empty() ? "" : entry("arguments", table_text(m.arguments)));
}
std::string fields(const QueuePurge& m) {
  return entry("queue", m.queue);
}
std::string fields(const QueueDelete& m) {
  return entry("queue", m.queue);
}
std::string fields(const BasicQos& m) {
  return entry("prefetch_count", std::uint64_t{m.prefetch_count});
}
std::string fields(const BasicConsume& m) {
  return entry("queue", m.queue) + entry("no_ack", m.no_ack) + (m.exclusive ? " exclusive" : "") +
         (m.arguments.empty() ? "" : entry("arguments", table_text(m.arguments)));
}
std::string fields(const BasicGet& m) {
  return entry("queue", m.queue) + entry("no_ack", m.no_ack);
}
std::string fields(const BasicPublish& m) {
  return entry("exchange", m.exchange) + entry("routing_key", m.routing_key) +
         entry("mandatory", m.mandatory);
}
std::string fields(const BasicAck& m) {
  return entry("multiple", m.multiple);
}
std::string fields(const BasicReject& m) {
  return entry("requeue", m.requeue);
}
std::string fields(const BasicNack& m) {
  return entry("multiple", m.multiple) + entry("requeue", m.requeue);
}

std::string line_of(const Method& method) {
  return std::visit([](const auto& m) { return std::string(m.kName) + fields(m); }, method);
}
}  // namespace

std::size_t Tapped::count(std::string_view beginning) const {
  std::size_t n = 0;
  for (const auto& [line, times] : lines) n += line.starts_with(beginning) ? times : 0;
  return n;
}

std::string Tapped::matching(std::string_view beginning) const {
  std::string out;
  for (const auto& [line, times] : lines) {
    if (!line.starts_with(beginning)) continue;
    out += (out.empty() ? "" : "; ") + std::to_string(times) + " " + line;
  }
  return out.empty() ? "nothing" : out;
}

void WireLog::take(Bytes bytes) {
  unread_.insert(unread_.end(), bytes.begin(), bytes.end());
  std::size_t at = 0;
  if (!greeted_ && unread_.size() >= kProtocolHeader.size()) {
    greeted_ = true;
    at = kProtocolHeader.size();
  }
  while (greeted_ && unread_.size() - at >= kFrameHead) {
    const FrameHead head = load_frame_head(unread_.data() + at);
    const std::size_t size = kFrameOverhead + head.size;
    if (unread_.size() - at < size) break;
    EXPECT_EQ(unread_[at + size - 1], kFrameEnd) << "a frame of the client's does not end as frames do";
    frame(head, Bytes(unread_).subspan(at + kFrameHead, head.size));
    at += size;
  }
  unread_.erase(unread_.begin(), unread_.begin() + static_cast<std::ptrdiff_t>(at));
}

void WireLog::frame(const FrameHead& head, Bytes payload) {
  const auto coming = coming_.find(head.channel);
  switch (static_cast<FrameType>(head.type)) {
    case FrameType::method:
      return method(head.channel, payload);
    case FrameType::header:
      ASSERT_NE(coming, coming_.end()) << "a content header without its method";
      return header(coming->second, payload);
    case FrameType::body:
      ASSERT_NE(coming, coming_.end()) << "a body without its method";
      return body(coming->second, payload);
    case FrameType::heartbeat:
      ++into_.lines["heartbeat"];
  }
}

void WireLog::method(std::uint16_t channel, Bytes payload) {
  wire::Reader in(payload);
  MethodId id;
  id.class_id = in.u16();
  id.method_id = in.u16();
  Method method;
  ASSERT_TRUE(decode_method(id, in, method) && in.ok() && in.at_end()) << "a method that cannot be read";
  if (traits(method).content) {
    Coming& coming = coming_[channel];
    coming = {line_of(method), {}, 0};
    coming.message.connection = connection_;
    coming.message.channel = channel;
  } else {
    ++into_.lines[line_of(method)];
  }
}

void WireLog::header(Coming& coming, Bytes payload) {
  ContentHeader header;
  ASSERT_FALSE(decode_header(payload, header)) << "a content header that cannot be read";
  const Properties& p = header.properties;
  coming.line += entry("delivery_mode", std::uint64_t{p.delivery_mode}) + property_texts(p) +
                 entry("headers", table_text(p.headers)) + entry("body", header.body_size);
  coming.message.size = coming.missing = header.body_size;
  if (const auto stamp = p.headers.find(client::kStampHeader)) {
    coming.message.stamp = engine::read_stamp(stamp->byte_array().value_or(Bytes{}));
    coming.message.stamp_in_header = true;
  }
  if (coming.missing == 0) finish(coming);
}

void WireLog::body(Coming& coming, Bytes payload) {
  std::string& text = coming.message.text;
  const std::size_t room = TappedMessage::kTextBytes - text.size();
  text += wire::as_text(payload.first(std::min(room, payload.size())));
  coming.missing -= payload.size();
  if (coming.missing == 0) finish(coming);
}

void WireLog::finish(Coming& coming) {
  TappedMessage& message = coming.message;
  if (!message.stamp_in_header) message.stamp = engine::read_stamp(wire::as_bytes(message.text));
  ++into_.lines[coming.line];
  into_.messages.push_back(std::move(message));
  coming = {};
}

}  // namespace amqpace::testing
