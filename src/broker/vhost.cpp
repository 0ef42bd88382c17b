// SPDX-License-Identifier: Apache-2.0
#include "broker/vhost.hpp"

#include <algorithm>
#include <utility>

#include "broker/core.hpp"

namespace amqpace::broker {
namespace {

tl::unexpected<Refusal> locked(const std::string& resource_text) {
  return refuse(
      kResourceLocked,
      "cannot obtain exclusive access to locked " + resource_text +
          ". It could be originally declared on another connection or the exclusive property value does not "
          "match that of the original declaration.");
}

QueueState state_of(const Queue& queue) {
  const bool counts = queue.does().type != QueueType::stream;  // RabbitMQ does not count the readers of one
  return {queue.settings().name, queue.depth(), counts ? static_cast<std::uint32_t>(queue.consumers()) : 0};
}

}  // namespace

tl::unexpected<Refusal> not_for_streams(std::string_view what, std::string_view queue, const VHost& vhost) {
  return refuse(kNotImplemented, std::string(what) + " not supported by stream queues " +
                                     resource("queue", queue, vhost.name()));
}

VHost::VHost(Core& core, std::string name) : core_(core), name_(std::move(name)) {
  const auto make = [this](std::string_view short_name, ExchangeType type) {
    ExchangeSettings settings;
    settings.name = "amq." + std::string(short_name);
    settings.type = type;
    exchanges_.emplace(settings.name, std::make_unique<Exchange>(settings));
  };
  for (ExchangeType type : kExchangeTypes) make(exchange_type_name(type), type);
  make("match", ExchangeType::headers);
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
    found->second->used();
    return state_of(*found->second);
  }
  QueueSettings settings;
  settings.name = what.name.empty() ? core_.make_name("amq.gen-") : what.name;
  if (!what.name.empty())
    if (auto ok = not_reserved("queue", what.name); !ok) return pass_on(ok.error());
  if (auto ok = allowed(caller, "queue", settings.name); !ok) return pass_on(ok.error());
  if (found != queues_.end()) {
    if (auto ok = same_queue(caller, *found->second, what); !ok) return pass_on(ok.error());
    found->second->used();
    return state_of(*found->second);
  }
  const auto does = new_queue_allowed(caller, what);
  if (!does) return pass_on(does.error());
  settings.does = *does;
  settings.durable = what.durable && !what.exclusive;
  settings.auto_delete = what.auto_delete;
  settings.owner = what.exclusive ? caller.connection : 0;
  settings.arguments = what.arguments;
  const std::string name = settings.name;
  return state_of(*queues_.emplace(name, Queue::make(*this, core_, std::move(settings))).first->second);
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
  if ((type ? std::string_view(type->value) : "classic") != queue_type_name(current.does.type))
    return same_argument(current.arguments, what.arguments, "x-queue-type", text);
  for (const std::string_view key : compared_arguments(current.does.type))
    if (auto ok = same_argument(current.arguments, what.arguments, key, text); !ok) return ok;
  return {};
}

Outcome<QueueArguments> VHost::new_queue_allowed(const Caller& caller, const DeclareQueue& what) const {
  const std::string text = resource("queue", what.name, name_);
  auto does = read_queue_arguments(what.arguments, text);
  if (!does) return does;
  if (does->dead_letter_exchange)
    if (auto ok = allowed(caller, "exchange", *does->dead_letter_exchange); !ok) return pass_on(ok.error());
  if (does->type == QueueType::classic) return does;
  const auto invalid = [&text](std::string_view property) {
    return refuse(kPreconditionFailed, "invalid property '" + std::string(property) + "' for " + text);
  };
  if (what.auto_delete) return invalid("auto-delete");
  if (what.exclusive) return invalid("exclusive-owner");
  if (!what.durable) return invalid("non-durable");
  return does;
}

Outcome<std::uint64_t> VHost::purge_queue(const Caller& caller, std::string_view name) {
  auto queue = usable_queue(caller, name);
  if (!queue) return pass_on(queue.error());
  if ((*queue)->does().type == QueueType::stream) return not_for_streams("queue.purge", name, *this);
  core_.settle();
  return (*queue)->purge();
}

Outcome<std::uint64_t> VHost::delete_queue(const Caller& caller, const DeleteQueue& what) {
  auto queue = usable_queue(caller, what.name);
  if (!queue && queue.error().code == kNotFound) return 0;
  if (!queue) return pass_on(queue.error());
  core_.settle();
  const std::string text = resource("queue", what.name, name_);
  if ((what.if_unused || what.if_empty) && (*queue)->does().type == QueueType::quorum)
    return refuse(kNotImplemented, "cannot delete " + text + ". queue.delete operations with " +
                                       (what.if_unused ? "if-unused" : "if-empty") +
                                       " flag set are not supported by quorum queues");
  if ((*queue)->does().type == QueueType::stream) {
    erase_queue(**queue);  // whatever was asked for, and without a count
    return 0;
  }
  if (what.if_unused && (*queue)->consumers() > 0) return refuse(kPreconditionFailed, text + " in use");
  if (what.if_empty && (*queue)->depth() > 0) return refuse(kPreconditionFailed, text + " not empty");
  const std::uint64_t messages = (*queue)->depth();
  erase_queue(**queue);
  return messages;
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

void VHost::last_consumer_left(Queue& queue) {
  if (queue.settings().auto_delete && !queue.deleted() && queue.consumers() == 0) erase_queue(queue);
}

void VHost::queue_expired(Queue& queue) {
  erase_queue(queue);
}

void VHost::connection_gone(std::uint64_t connection) {
  std::vector<std::shared_ptr<Queue>> gone;
  for (const auto& [name, queue] : queues_)
    if (queue->settings().owner == connection) gone.push_back(queue);
  for (const auto& queue : gone) erase_queue(*queue);
}

void VHost::append_queues(std::vector<std::shared_ptr<Queue>>& all) const {
  const auto before = static_cast<std::ptrdiff_t>(all.size());
  for (const auto& [name, queue] : queues_) all.push_back(queue);
  std::sort(all.begin() + before, all.end(),
            [](const auto& a, const auto& b) { return a->settings().name < b->settings().name; });
}

std::vector<QueueState> VHost::queues() const {
  std::vector<QueueState> states;
  for (const auto& [name, queue] : queues_) states.push_back(state_of(*queue));
  std::sort(states.begin(), states.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return states;
}

}  // namespace amqpace::broker
