// SPDX-License-Identifier: Apache-2.0
// VHost: exchanges, how they are declared and deleted, and their bindings.
#include <algorithm>
#include <utility>

#include "broker/core.hpp"

namespace amqpace::broker {
namespace {

Outcome<ExchangeType> parse_exchange_type(std::string_view name) {
  for (ExchangeType type : kExchangeTypes)
    if (exchange_type_name(type) == name) return type;
  return refuse(kCommandInvalid, "unknown exchange type '" + std::string(name) + "'");
}

}  // namespace

Outcome<void> VHost::not_default(std::string_view exchange) const {
  if (!exchange.empty()) return {};
  return refuse(kAccessRefused, "operation not permitted on the default exchange");
}

Exchange* VHost::find_exchange(std::string_view name) const {
  const auto found = exchanges_.find(name);
  return found == exchanges_.end() ? nullptr : found->second.get();
}

Outcome<void> VHost::declare_exchange(const Caller& caller, const DeclareExchange& what) {
  if (auto ok = not_default(what.name); !ok) return ok;
  const Exchange* existing = find_exchange(what.name);
  if (what.passive) {
    if (!existing) return no_such("exchange", what.name, name_);
    return {};
  }
  const auto type = parse_exchange_type(what.type);
  if (!type) return pass_on(type.error());
  if (auto ok = allowed(caller, "exchange", what.name); !ok) return ok;
  if (existing) return same_exchange(*existing, what, *type);
  if (auto ok = not_reserved("exchange", what.name); !ok) return ok;
  ExchangeSettings settings{what.name,      *type, what.durable, what.auto_delete, what.internal,
                            what.arguments, {}};
  if (const Argument* alternate = find_argument(what.arguments, "alternate-exchange")) {
    if (alternate->type != "longstr")
      return refuse(kPreconditionFailed, "invalid type '" + alternate->type +
                                             "' for arg 'alternate-exchange' in " +
                                             resource("exchange", what.name, name_));
    if (auto ok = allowed(caller, "exchange", alternate->value); !ok) return ok;
    settings.alternate = alternate->value;
  }
  exchanges_.emplace(what.name, std::make_unique<Exchange>(std::move(settings)));
  return {};
}

Outcome<void> VHost::same_exchange(const Exchange& exchange, const DeclareExchange& what,
                                   ExchangeType type) const {
  const ExchangeSettings& current = exchange.settings();
  const std::string text = resource("exchange", current.name, name_);
  if (type != current.type) {
    const std::string received = "'" + what.type + "'";
    return inequivalent({"type", received, "'" + std::string(exchange_type_name(current.type)) + "'"}, text);
  }
  if (auto ok = same_flag("durable", current.durable, what.durable, text); !ok) return ok;
  if (auto ok = same_flag("auto_delete", current.auto_delete, what.auto_delete, text); !ok) return ok;
  if (auto ok = same_flag("internal", current.internal, what.internal, text); !ok) return ok;
  return same_argument(current.arguments, what.arguments, "alternate-exchange", text);
}

Outcome<VHost::Ends> VHost::ends_of(const Caller& caller, const BindingRequest& what) {
  if (auto ok = not_default(what.source); !ok) return pass_on(ok.error());
  const std::string_view kind = what.to_exchange ? "exchange" : "queue";
  if (what.to_exchange)
    if (auto ok = not_default(what.destination); !ok) return pass_on(ok.error());
  if (auto ok = allowed(caller, kind, what.destination); !ok) return pass_on(ok.error());
  if (auto ok = allowed(caller, "exchange", what.source); !ok) return pass_on(ok.error());
  Ends ends{find_exchange(what.source), nullptr};
  if (!ends.source) return no_such("exchange", what.source, name_);
  if (what.to_exchange) {
    ends.destination = find_exchange(what.destination);
  } else if (const auto queue = queues_.find(what.destination); queue != queues_.end()) {
    if (auto ok = may_use(caller, *queue->second); !ok) return pass_on(ok.error());
    ends.destination = queue->second.get();
  }
  if (!ends.destination) return no_such(kind, what.destination, name_);
  return ends;
}

Outcome<void> VHost::bind(const Caller& caller, const BindingRequest& what) {
  const auto ends = ends_of(caller, what);
  if (!ends) return pass_on(ends.error());
  return ends->source->bind(*ends->destination, {what.key, what.arguments});
}

Outcome<void> VHost::unbind(const Caller& caller, const BindingRequest& what) {
  const auto ends = ends_of(caller, what);
  if (!ends && ends.error().code == kNotFound) return {};  // nothing to take away, as in RabbitMQ
  if (!ends) return pass_on(ends.error());
  if (ends->source->unbind(*ends->destination, {what.key, what.arguments}))
    drop_unused_sources({ends->source});
  return {};
}

Outcome<void> VHost::delete_exchange(const Caller& caller, std::string_view name, bool if_unused) {
  if (auto ok = not_default(name); !ok) return ok;
  const std::string text = resource("exchange", name, name_);
  if (!not_reserved("exchange", name))
    return refuse(kAccessRefused, "deletion of system " + text + " not allowed");
  if (auto ok = allowed(caller, "exchange", name); !ok) return ok;
  Exchange* exchange = find_exchange(name);
  if (!exchange) return {};
  if (if_unused && exchange->bindings() > 0) return refuse(kPreconditionFailed, text + " in use");
  erase_exchange(*exchange);
  return {};
}

void VHost::erase_exchange(Exchange& exchange) {
  std::vector<Exchange*> sources;
  Exchange::unbind_all(exchange, sources);
  std::erase(sources, &exchange);
  exchanges_.erase(exchanges_.find(exchange.settings().name));
  drop_unused_sources(std::move(sources));
}

void VHost::drop_unused_sources(std::vector<Exchange*> sources) {
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  // By name: dropping one may drop another of them.
  std::vector<std::string> names;
  for (const Exchange* source : sources)
    if (source->settings().auto_delete && source->bindings() == 0) names.push_back(source->settings().name);
  for (const std::string& name : names)
    if (Exchange* exchange = find_exchange(name)) erase_exchange(*exchange);
}

}  // namespace amqpace::broker
