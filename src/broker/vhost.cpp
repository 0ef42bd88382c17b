// SPDX-License-Identifier: Apache-2.0
#include "broker/vhost.hpp"

#include <algorithm>
#include <utility>

#include "broker/core.hpp"

namespace amqpace::broker {
namespace {

constexpr std::string_view kReserved = "amq.";

Outcome<void> not_reserved(std::string_view kind, std::string_view name) {
  if (name.substr(0, kReserved.size()) != kReserved) return {};
  return refuse(kAccessRefused,
                std::string(kind) + " name '" + std::string(name) + "' contains reserved prefix 'amq.*'");
}

std::string_view quoted(bool value) {
  return value ? "'true'" : "'false'";
}

Outcome<void> same_flag(std::string_view argument, bool current, bool received,
                        const std::string& resource_text) {
  if (current == received) return {};
  return inequivalent({argument, quoted(received), quoted(current)}, resource_text);
}

Outcome<ExchangeType> parse_exchange_type(std::string_view name) {
  for (ExchangeType type : {ExchangeType::direct, ExchangeType::fanout, ExchangeType::topic})
    if (exchange_type_name(type) == name) return type;
  if (name == "headers") return refuse(kNotImplemented, "the embedded broker has no headers exchanges");
  return refuse(kCommandInvalid, "unknown exchange type '" + std::string(name) + "'");
}

tl::unexpected<Refusal> locked(const std::string& resource_text) {
  return refuse(
      kResourceLocked,
      "cannot obtain exclusive access to locked " + resource_text +
          ". It could be originally declared on another connection or the exclusive property value does not "
          "match that of the original declaration.");
}

tl::unexpected<Refusal> pass_on(Refusal refusal) {
  return tl::unexpected<Refusal>(std::move(refusal));
}

QueueState state_of(const Queue& queue) {
  return {queue.settings().name, queue.depth(), static_cast<std::uint32_t>(queue.consumers())};
}

}  // namespace

VHost::VHost(Core& core, std::string name) : core_(core), name_(std::move(name)) {
  for (ExchangeType type : {ExchangeType::direct, ExchangeType::fanout, ExchangeType::topic}) {
    ExchangeSettings settings;
    settings.name = "amq." + std::string(exchange_type_name(type));
    settings.type = type;
    exchanges_.emplace(settings.name, std::make_unique<Exchange>(settings));
  }
}

VHost::~VHost() {
  // Bindings point both ways, so the exchanges let go of each other before any of them dies, and of the
  // queues before those.
  std::vector<Exchange*> sources;
  for (const auto& [key, exchange] : exchanges_) Exchange::unbind_all(*exchange, sources);
  exchanges_.clear();
}

Outcome<void> VHost::allowed(const Caller& caller, std::string_view kind, std::string_view name) const {
  const auto& prefix = caller.user->only_prefix;
  if (!prefix || name.substr(0, prefix->size()) == *prefix) return {};
  return refuse(kAccessRefused,
                "access to " + resource(kind, name, name_) + " refused for user '" + caller.user->name + "'");
}

Outcome<void> VHost::may_use(const Caller& caller, const Queue& queue) const {
  if (queue.settings().owner == 0 || queue.settings().owner == caller.connection) return {};
  return locked(resource("queue", queue.settings().name, name_));
}

Outcome<std::shared_ptr<Queue>> VHost::usable_queue(const Caller& caller, std::string_view name) {
  if (auto ok = allowed(caller, "queue", name); !ok) return pass_on(ok.error());
  const auto found = queues_.find(name);
  if (found == queues_.end()) return no_such("queue", name, name_);
  if (auto ok = may_use(caller, *found->second); !ok) return pass_on(ok.error());
  return found->second;
}

Outcome<QueueState> VHost::declare_queue(const Caller& caller, const DeclareQueue& what) {
  core_.settle();
  const auto found = queues_.find(what.name);
  if (what.passive) {
    if (found == queues_.end()) return no_such("queue", what.name, name_);
    if (auto ok = may_use(caller, *found->second); !ok) return pass_on(ok.error());
    return state_of(*found->second);
  }
  QueueSettings settings;
  settings.name = what.name.empty() ? core_.make_name("amq.gen-") : what.name;
  if (!what.name.empty())
    if (auto ok = not_reserved("queue", what.name); !ok) return pass_on(ok.error());
  if (auto ok = allowed(caller, "queue", settings.name); !ok) return pass_on(ok.error());
  if (found != queues_.end()) {
    if (auto ok = same_queue(caller, *found->second, what); !ok) return pass_on(ok.error());
    return state_of(*found->second);
  }
  if (auto ok = new_queue_allowed(what); !ok) return pass_on(ok.error());
  if (const Argument* type = find_argument(what.arguments, "x-queue-type")) settings.type = type->value;
  settings.durable = what.durable && !what.exclusive;
  settings.auto_delete = what.auto_delete;
  settings.owner = what.exclusive ? caller.connection : 0;
  settings.arguments = what.arguments;
  const std::string name = settings.name;
  auto queue = std::make_shared<Queue>(core_, std::move(settings));
  return state_of(*queues_.emplace(name, std::move(queue)).first->second);
}

Outcome<void> VHost::same_queue(const Caller& caller, const Queue& queue, const DeclareQueue& what) const {
  const QueueSettings& current = queue.settings();
  const std::string text = resource("queue", current.name, name_);
  // Declared for itself, and somebody else's now or nobody's then: both are the wrong lock.
  if (what.exclusive != (current.owner != 0)) return locked(text);
  if (auto ok = may_use(caller, queue); !ok) return ok;
  if (auto ok = same_flag("durable", current.durable, what.durable && !what.exclusive, text); !ok) return ok;
  if (auto ok = same_flag("auto_delete", current.auto_delete, what.auto_delete, text); !ok) return ok;
  // Not to name a type is to name the classic one.
  const Argument* type = find_argument(what.arguments, "x-queue-type");
  if ((type ? type->value : "classic") == current.type) return {};
  return same_argument(current.arguments, what.arguments, "x-queue-type", text);
}

Outcome<void> VHost::new_queue_allowed(const DeclareQueue& what) const {
  const std::string text = resource("queue", what.name, name_);
  const Argument* type = find_argument(what.arguments, "x-queue-type");
  if (type && type->value == "stream")
    return refuse(kNotImplemented, "the embedded broker has no streams: " + text);
  if (type && type->value != "classic" && type->value != "quorum")
    return refuse(kPreconditionFailed, "invalid arg 'x-queue-type' for " + text +
                                           ": \"unsupported queue type '" + type->value + "'\"");
  if (type && type->value == "quorum") {
    const auto invalid = [&text](std::string_view property) {
      return refuse(kPreconditionFailed, "invalid property '" + std::string(property) + "' for " + text);
    };
    if (what.auto_delete) return invalid("auto-delete");
    if (what.exclusive) return invalid("exclusive-owner");
    if (!what.durable) return invalid("non-durable");
  }
  return only_supported(what.arguments, text);
}

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
  if (auto ok = only_supported(what.arguments, resource("exchange", what.name, name_)); !ok) return ok;
  ExchangeSettings settings{what.name, *type, what.durable, what.auto_delete, what.internal, what.arguments};
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
  ends->source->bind(*ends->destination, what.key);
  return {};
}

Outcome<void> VHost::unbind(const Caller& caller, const BindingRequest& what) {
  const auto ends = ends_of(caller, what);
  if (!ends && ends.error().code == kNotFound) return {};  // nothing to take away, as in RabbitMQ
  if (!ends) return pass_on(ends.error());
  if (ends->source->unbind(*ends->destination, what.key)) drop_unused_sources({ends->source});
  return {};
}

Outcome<std::uint64_t> VHost::purge_queue(const Caller& caller, std::string_view name) {
  auto queue = usable_queue(caller, name);
  if (!queue) return pass_on(queue.error());
  core_.settle();
  return (*queue)->purge();
}

Outcome<std::uint64_t> VHost::delete_queue(const Caller& caller, const DeleteQueue& what) {
  auto queue = usable_queue(caller, what.name);
  if (!queue && queue.error().code == kNotFound) return 0;
  if (!queue) return pass_on(queue.error());
  core_.settle();
  const std::string text = resource("queue", what.name, name_);
  if (what.if_unused && (*queue)->consumers() > 0) return refuse(kPreconditionFailed, text + " in use");
  if (what.if_empty && (*queue)->depth() > 0) return refuse(kPreconditionFailed, text + " not empty");
  const std::uint64_t messages = (*queue)->depth();
  erase_queue(**queue);
  return messages;
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

void VHost::erase_queue(Queue& queue) {
  const auto found = queues_.find(queue.settings().name);
  if (found == queues_.end() || found->second.get() != &queue) return;
  const std::shared_ptr<Queue> kept = std::move(found->second);
  queues_.erase(found);
  std::vector<Exchange*> sources;
  Exchange::unbind_all(queue, sources);
  drop_unused_sources(std::move(sources));
  queue.remove();
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

void VHost::last_consumer_left(Queue& queue) {
  if (queue.settings().auto_delete && !queue.deleted() && queue.consumers() == 0) erase_queue(queue);
}

void VHost::connection_gone(std::uint64_t connection) {
  std::vector<std::shared_ptr<Queue>> gone;
  for (const auto& [name, queue] : queues_)
    if (queue->settings().owner == connection) gone.push_back(queue);
  for (const auto& queue : gone) erase_queue(*queue);
}

Outcome<Exchange*> VHost::target(const Caller& caller, std::string_view exchange) {
  if (exchange.empty()) {
    if (auto ok = allowed(caller, "exchange", "amq.default"); !ok) return pass_on(ok.error());
    return nullptr;
  }
  if (auto ok = allowed(caller, "exchange", exchange); !ok) return pass_on(ok.error());
  Exchange* found = find_exchange(exchange);
  if (!found) return no_such("exchange", exchange, name_);
  if (found->settings().internal)
    return refuse(kAccessRefused, "cannot publish to internal " + resource("exchange", exchange, name_));
  return found;
}

void VHost::route(Exchange* exchange, std::string_view key, std::vector<Queue*>& out) {
  if (!exchange) {
    if (const auto found = queues_.find(key); found != queues_.end()) out.push_back(found->second.get());
    return;
  }
  const std::uint64_t mark = ++route_mark_;
  exchange->mark_ = mark;
  still_to_ask_.assign(1, exchange);
  for (std::size_t i = 0; i < still_to_ask_.size(); ++i) {
    matched_.clear();
    still_to_ask_[i]->match(key, matched_);
    for (Destination* to : matched_) {
      if (std::exchange(to->mark_, mark) == mark) continue;
      if (Queue* queue = to->as_queue()) out.push_back(queue);
      if (Exchange* next = to->as_exchange()) still_to_ask_.push_back(next);
    }
  }
}

std::vector<QueueState> VHost::queues() const {
  std::vector<QueueState> states;
  for (const auto& [name, queue] : queues_) states.push_back(state_of(*queue));
  std::sort(states.begin(), states.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return states;
}

}  // namespace amqpace::broker
