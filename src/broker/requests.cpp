// SPDX-License-Identifier: Apache-2.0
#include "broker/requests.hpp"

#include <algorithm>

#include "broker/field_text.hpp"
#include "broker/incoming.hpp"
#include "broker/server.hpp"

namespace amqpace::broker {
namespace {

// As RabbitMQ's max_message_size, when nobody configured it.
constexpr std::size_t kMaxMessageBytes = std::size_t{128} << 20;

std::uint32_t count32(std::uint64_t n) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(n, UINT32_MAX));
}

amqp091::Table sorted_table(amqp091::TableView view) {
  amqp091::Table table = amqp091::copy_table(view);
  std::ranges::stable_sort(table, {}, &amqp091::Field::name);
  return table;
}

}  // namespace

Arguments arguments_of(amqp091::TableView table) {
  Arguments arguments;
  for (const auto& [name, value] : table)
    arguments.push_back({std::string(name), std::string(type_name(value.type)), value_text(value)});
  return arguments;
}

Core& Requests::core() const {
  return peer_.server_.core();
}

Outcome<void> Requests::publish(const amqp091::Content& content) {
  const auto& method = std::get<amqp091::BasicPublish>(content.method);
  const amqp091::Properties& properties = content.header.properties;
  if (method.immediate) return refuse(kNotImplemented, "immediate=true");
  if (content.body.size() > kMaxMessageBytes)
    return refuse(kPreconditionFailed, "message size " + std::to_string(content.body.size()) +
                                           " is larger than configured max size " + std::to_string(kMaxMessageBytes));
  if (properties.has(amqp091::Properties::kUserId) && properties.user_id != caller().user->name)
    return refuse(kPreconditionFailed, "user_id property set to '" + std::string(properties.user_id) +
                                           "' but authenticated user was '" + caller().user->name + "'");
  const auto message = message_from(core().pool(), {method.exchange, method.routing_key, content.header.raw},
                                    properties, content.body);
  if (!message) return pass_on(message.error());
  return channel_.core().publish(*message, method.mandatory);
}

Outcome<void> Requests::operator()(const amqp091::ChannelFlow& m) {
  if (!m.active) return refuse(kNotImplemented, "active=false");
  answer(amqp091::ChannelFlowOk{true});
  return {};
}

Outcome<void> Requests::operator()(const amqp091::ExchangeDeclare& m) {
  DeclareExchange what{
      std::string(m.exchange),  std::string(m.type), m.passive, m.durable, m.auto_delete, m.internal,
      arguments_of(m.arguments)};
  return done(vhost().declare_exchange(caller(), what), m.no_wait, amqp091::ExchangeDeclareOk{});
}

Outcome<void> Requests::operator()(const amqp091::ExchangeDelete& m) {
  return done(vhost().delete_exchange(caller(), m.exchange, m.if_unused), m.no_wait,
              amqp091::ExchangeDeleteOk{});
}

Outcome<void> Requests::operator()(const amqp091::ExchangeBind& m) {
  const BindingRequest what{std::string(m.source), std::string(m.destination), std::string(m.routing_key),
                            true, sorted_table(m.arguments)};
  return done(vhost().bind(caller(), what), m.no_wait, amqp091::ExchangeBindOk{});
}

Outcome<void> Requests::operator()(const amqp091::ExchangeUnbind& m) {
  const BindingRequest what{std::string(m.source), std::string(m.destination), std::string(m.routing_key),
                            true, sorted_table(m.arguments)};
  return done(vhost().unbind(caller(), what), m.no_wait, amqp091::ExchangeUnbindOk{});
}

// An empty name is the queue that this channel declared last.
Outcome<std::string> Requests::queue_name(std::string_view asked) const {
  if (!asked.empty()) return std::string(asked);
  if (channel_.last_queue.empty()) return refuse(kNotFound, "no previously declared queue");
  return channel_.last_queue;
}

Outcome<void> Requests::operator()(const amqp091::QueueDeclare& m) {
  const DeclareQueue what{std::string(m.queue), m.passive,     m.durable,
                          m.exclusive,          m.auto_delete, arguments_of(m.arguments)};
  const auto state = vhost().declare_queue(caller(), what);
  if (!state) return tl::unexpected<Refusal>(state.error());
  channel_.last_queue = state->name;
  if (!m.no_wait) answer(amqp091::QueueDeclareOk{state->name, count32(state->messages), state->consumers});
  return {};
}

Outcome<void> Requests::operator()(const amqp091::QueueBind& m) {
  const auto queue = queue_name(m.queue);
  if (!queue) return tl::unexpected<Refusal>(queue.error());
  const std::string_view key =
      m.queue.empty() && m.routing_key.empty() ? std::string_view(*queue) : m.routing_key;
  const BindingRequest what{std::string(m.exchange), *queue, std::string(key), false,
                            sorted_table(m.arguments)};
  return done(vhost().bind(caller(), what), m.no_wait, amqp091::QueueBindOk{});
}

Outcome<void> Requests::operator()(const amqp091::QueueUnbind& m) {
  const auto queue = queue_name(m.queue);
  if (!queue) return tl::unexpected<Refusal>(queue.error());
  const BindingRequest what{std::string(m.exchange), *queue, std::string(m.routing_key), false,
                            sorted_table(m.arguments)};
  return done(vhost().unbind(caller(), what), false, amqp091::QueueUnbindOk{});
}

Outcome<void> Requests::operator()(const amqp091::QueuePurge& m) {
  const auto queue = queue_name(m.queue);
  if (!queue) return tl::unexpected<Refusal>(queue.error());
  const auto purged = vhost().purge_queue(caller(), *queue);
  return done(purged, m.no_wait, amqp091::QueuePurgeOk{count32(purged.value_or(0))});
}

Outcome<void> Requests::operator()(const amqp091::QueueDelete& m) {
  const auto queue = queue_name(m.queue);
  if (!queue) return tl::unexpected<Refusal>(queue.error());
  const auto deleted = vhost().delete_queue(caller(), {*queue, m.if_unused, m.if_empty});
  return done(deleted, m.no_wait, amqp091::QueueDeleteOk{count32(deleted.value_or(0))});
}

Outcome<void> Requests::operator()(const amqp091::BasicQos& m) {
  if (m.prefetch_size != 0)
    return refuse(kNotImplemented, "prefetch_size!=0 (" + std::to_string(m.prefetch_size) + ")");
  channel_.core().set_prefetch(m.prefetch_count, m.global);
  answer(amqp091::BasicQosOk{});
  return {};
}

Outcome<void> Requests::operator()(const amqp091::BasicConsume& m) {
  const auto queue = queue_name(m.queue);
  if (!queue) return tl::unexpected<Refusal>(queue.error());
  const auto tag =
      channel_.core().consume({*queue, m.consumer_tag, m.no_ack, m.exclusive, arguments_of(m.arguments)});
  return done(tag, m.no_wait, amqp091::BasicConsumeOk{tag ? std::string_view(*tag) : std::string_view()});
}

Outcome<void> Requests::operator()(const amqp091::BasicCancel& m) {
  channel_.core().cancel(m.consumer_tag);
  if (!m.no_wait) answer(amqp091::BasicCancelOk{m.consumer_tag});
  return {};
}

Outcome<void> Requests::operator()(const amqp091::BasicGet& m) {
  const auto queue = queue_name(m.queue);
  if (!queue) return tl::unexpected<Refusal>(queue.error());
  const auto got = channel_.core().get(*queue, m.no_ack);
  if (!got) return tl::unexpected<Refusal>(got.error());
  if (!*got) {
    answer(amqp091::BasicGetEmpty{});
    return {};
  }
  const QueueEntry& entry = (*got)->entry;
  const Message& message = *entry.message;
  const amqp091::BasicGetOk method{(*got)->tag, entry.redelivered, message.exchange(), message.routing_key(),
                                   count32((*got)->left)};
  peer_.answered(peer_.connection_.send_content(
      channel_.number(), method, channel_.properties_of(message, (*got)->added), message.body()));
  return {};
}

Outcome<void> Requests::operator()(const amqp091::BasicAck& m) {
  return channel_.core().ack(m.delivery_tag, m.multiple);
}

Outcome<void> Requests::operator()(const amqp091::BasicNack& m) {
  return channel_.core().reject(m.delivery_tag, m.multiple, m.requeue);
}

Outcome<void> Requests::operator()(const amqp091::BasicReject& m) {
  return channel_.core().reject(m.delivery_tag, false, m.requeue);
}

Outcome<void> Requests::operator()(const amqp091::BasicRecover& m) {
  if (!m.requeue) return refuse(kNotImplemented, "requeue=false");
  channel_.core().recover();
  answer(amqp091::BasicRecoverOk{});
  return {};
}

Outcome<void> Requests::operator()(const amqp091::BasicRecoverAsync& m) {
  if (!m.requeue) return refuse(kNotImplemented, "requeue=false");
  channel_.core().recover();
  return {};
}

Outcome<void> Requests::operator()(const amqp091::ConfirmSelect& m) {
  channel_.core().select_confirms();
  if (!m.no_wait) answer(amqp091::ConfirmSelectOk{});
  return {};
}

}  // namespace amqpace::broker
