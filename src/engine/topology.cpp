// SPDX-License-Identifier: Apache-2.0
#include "engine/topology.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace amqpace::engine {

namespace {
client::Arguments to_arguments(const model::Arguments& from) { return {from.begin(), from.end()}; }

client::DeclareQueue declaration_of(const model::QueueSpec& queue, bool passive) {
  client::DeclareQueue d;
  d.name = queue.name;
  d.durable = queue.durable;
  d.passive = passive;
  if (passive) return d;
  d.auto_delete = queue.auto_delete;
  d.exclusive = queue.consumers.exclusive;
  d.arguments = to_arguments(queue.arguments);
  // None is sent when the file does not say one: the broker's default is its own business.
  if (!queue.type.empty()) d.arguments.emplace_back("x-queue-type", queue.type);
  return d;
}

client::DeclareExchange declaration_of(const model::ExchangeSpec& exchange, bool passive) {
  return {.name = exchange.name, .type = exchange.type, .durable = exchange.durable,
          .auto_delete = exchange.auto_delete, .internal = exchange.internal, .passive = passive,
          .arguments = to_arguments(exchange.arguments)};
}

client::BindExchange binding_of(const model::ExchangeSpec& exchange, const model::Binding& binding) {
  return {.destination = exchange.name, .source = binding.exchange, .routing_key = binding.routing_key,
          .arguments = to_arguments(binding.arguments)};
}

client::BindQueue binding_of(const model::QueueSpec& queue, const model::Binding& binding) {
  return {.queue = queue.name, .exchange = binding.exchange, .routing_key = binding.routing_key,
          .arguments = to_arguments(binding.arguments)};
}

tl::unexpected<Error> could_not(std::string what, Error error) {
  error.what = "could not " + std::move(what) + (error.kind == ErrorKind::refused ? "" : ": " + error.what);
  return tl::unexpected<Error>(std::move(error));
}

// Of a declaration that was refused. What an argument should not be, the broker's own answer says best.
void advise(Error& error, const std::string& kind) {
  const bool other_settings = error.detail.find("inequivalent arg") != std::string::npos;
  const bool not_allowed = error.detail.starts_with("ACCESS_REFUSED");
  if (other_settings) {
    error.hint = kind + " of this name exists with other settings: delete it, name another, or say declare: false";
  } else if (not_allowed) {
    error.hint = "this user may not declare it: give the user that right, name another, or say declare: false";
  }
}
}  // namespace

bool not_found(const Error& error) {
  return error.kind == ErrorKind::refused && error.detail.find("NOT_FOUND") != std::string::npos;
}

std::string unbound_text(const std::vector<model::Route>& routes) {
  constexpr std::size_t kMost = 12;
  std::string names;
  for (std::size_t i = 0; i < std::min(routes.size(), kMost); ++i) {
    names += fmt::format("{}{} from {} [{}]", i == 0 ? "" : ", ", routes[i].queue, routes[i].exchange,
                         routes[i].routing_key);
  }
  if (routes.size() > kMost) names += fmt::format(" and {} more", routes.size() - kMost);
  return "unbound first, so that no queue of another entry takes this one's messages: " + names;
}

std::vector<client::AdminRequest> declarations_of(const model::QueueSpec& queue) {
  std::vector<client::AdminRequest> requests{declaration_of(queue, false)};
  for (const auto& binding : queue.bindings)
    if (!binding.exchange.empty()) requests.emplace_back(binding_of(queue, binding));
  return requests;
}

std::vector<client::AdminRequest> Topology::declarations() const {
  std::vector<client::AdminRequest> requests;
  if (!plan_.declare) return requests;
  for (const auto& exchange : plan_.exchanges) requests.emplace_back(declaration_of(exchange, false));
  for (const auto& exchange : plan_.exchanges)
    for (const auto& binding : exchange.bindings) requests.emplace_back(binding_of(exchange, binding));
  for (const auto& queue : plan_.queues) {
    if (queue.consumers.exclusive || queue.elsewhere()) continue;
    for (auto& request : declarations_of(queue)) requests.push_back(std::move(request));
  }
  return requests;
}

Result<void> Topology::declare() {
  exchange_created_.assign(plan_.exchanges.size(), false);
  found_.assign(plan_.queues.size(), {});
  if (auto done = declare_exchanges(); !done) return done;
  if (plan_.declare)
    if (auto done = bind_exchanges(); !done) return done;
  for (std::size_t i = 0; i < plan_.queues.size(); ++i) {
    if (plan_.queues[i].consumers.exclusive) continue;  // no other connection may even look at it
    if (auto done = declare_queue(i, found_[i]); !done) return done;
    // What the bindings of a queue elsewhere say is for the link to do.
    if (!plan_.declare || plan_.queues[i].elsewhere()) continue;
    if (auto done = bind(plan_.queues[i]); !done) return done;
  }
  return {};
}

Result<void> Topology::declare_exchanges() {
  for (std::size_t i = 0; i < plan_.exchanges.size(); ++i) {
    const auto& exchange = plan_.exchanges[i];
    auto there = control_.ask(declaration_of(exchange, true));
    if (!there && !not_found(there.error()))
      return could_not("look for exchange " + exchange.name, there.error());
    if (!there && !plan_.declare) {
      auto error = there.error();
      error.hint = "create it, or let this run declare it (declare: true)";
      return could_not("find exchange " + exchange.name, std::move(error));
    }
    exchange_created_[i] = !there;
    if (!plan_.declare) continue;
    if (auto done = control_.ask(declaration_of(exchange, false)); !done) {
      auto error = done.error();
      advise(error, "an exchange");
      return could_not("declare exchange " + exchange.name, std::move(error));
    }
  }
  return {};
}

Result<void> Topology::bind_exchanges() {
  for (const auto& exchange : plan_.exchanges) {
    for (const auto& binding : exchange.bindings) {
      if (auto done = control_.ask(binding_of(exchange, binding)); !done)
        return could_not("bind exchange " + exchange.name + " to exchange " + binding.exchange, done.error());
    }
  }
  return {};
}

Result<void> Topology::declare_queue(std::size_t index, QueueFound& found) {
  const auto& queue = plan_.queues[index];
  ControlLink& control = controls_.of(index);
  auto there = control.ask(declaration_of(queue, true));
  if (!there && !not_found(there.error()))
    return could_not("look at queue " + queue.name, there.error());
  found.created = !there;
  if (there) found.depth_before = there->messages;
  if (!plan_.declare) {
    if (there) return {};
    auto error = there.error();
    error.hint = "create it, or let this run declare it (declare: true)";
    return could_not("find queue " + queue.name, std::move(error));
  }
  if (there && queue.elsewhere()) return {};  // set up by whoever set up the link
  if (auto done = control.ask(declaration_of(queue, false)); !done) {
    auto error = done.error();
    advise(error, "a queue");
    return could_not("declare queue " + queue.name, std::move(error));
  }
  return {};
}

Result<void> Topology::bind(const model::QueueSpec& queue) {
  for (const auto& binding : queue.bindings) {
    if (binding.exchange.empty()) continue;  // every queue is on the default exchange already
    if (auto done = control_.ask(binding_of(queue, binding)); !done)
      return could_not("bind queue " + queue.name + " to exchange " + binding.exchange, done.error());
  }
  return {};
}

// Whether the binding stands cannot be asked over AMQP; unbinding what is not bound is no error.
Result<void> Topology::unbind_others() {
  for (const auto& route : plan_.entry.unbind) {
    client::DeclareQueue look;
    look.name = route.queue;
    look.passive = true;
    const auto there = control_.ask(look);
    if (!there && not_found(there.error())) continue;
    if (!there) return could_not("look at queue " + route.queue + ", of another entry of this suite", there.error());
    if (!plan_.declare) {
      return fail(ErrorKind::bad_input,
                  fmt::format("queue {}, of another entry of this suite, gets what is published to {} with the key "
                              "'{}': it would take this entry's messages too, and the file says declare: false, so it "
                              "cannot be unbound",
                              route.queue, route.exchange, route.routing_key),
                  {}, "give each entry a routing key of its own, or let the entry declare (declare: true)");
    }
    const auto done = control_.ask(client::UnbindQueue{route.queue, route.exchange, route.routing_key,
                                                       to_arguments(route.arguments)});
    if (!done && not_found(done.error())) continue;
    if (!done) return could_not("unbind queue " + route.queue + " from exchange " + route.exchange, done.error());
    unbound_.push_back(route);
  }
  return {};
}

Result<void> Topology::before() {
  for (std::size_t i = 0; i < plan_.queues.size(); ++i) {
    QueueFound& found = found_[i];
    if (plan_.before == model::Before::report || found.created || plan_.queues[i].consumers.exclusive) continue;
    if (plan_.before == model::Before::refuse) {
      if (found.depth_before == 0) continue;
      return fail(ErrorKind::bad_input,
                  fmt::format("queue {} holds {} messages, and the file says before: refuse", plan_.queues[i].name,
                              found.depth_before),
                  {}, "drain or purge it, or say before: purge (deletes them) or before: report (names them)");
    }
    auto purged = controls_.of(i).ask(client::PurgeQueue{plan_.queues[i].name});
    if (!purged) return could_not("purge queue " + plan_.queues[i].name, purged.error());
    found.purged = purged->messages;
    found.depth_before = 0;
  }
  return {};
}

std::vector<std::string> Topology::after() {
  std::vector<std::string> left;
  if (plan_.after == model::After::keep) return left;
  const auto clear = [&left](ControlLink& control, const std::string& what, client::AdminRequest request) {
    const auto answer = control.ask(std::move(request));
    // What is gone needs no clearing.
    if (answer || not_found(answer.error())) return;
    const Error& why = answer.error();
    const bool signal = why.kind == ErrorKind::internal;  // see stopped_early()
    left.push_back(what + " (" + (signal ? "a signal ended the waiting" : why.detail.empty() ? why.what : why.detail) + ")");
  };
  // A run that ended before it declared found nothing and created nothing.
  for (std::size_t i = 0; i < found_.size(); ++i) {
    if (!found_[i].created) continue;
    const std::string& name = plan_.queues[i].name;
    if (plan_.after == model::After::purge) {
      clear(controls_.of(i), "queue " + name, client::PurgeQueue{name});
    } else {
      clear(controls_.of(i), "queue " + name, client::DeleteQueue{name});
    }
  }
  if (plan_.after != model::After::remove) return left;
  for (std::size_t i = 0; i < exchange_created_.size(); ++i)
    if (exchange_created_[i])
      clear(control_, "exchange " + plan_.exchanges[i].name, client::DeleteExchange{plan_.exchanges[i].name});
  return left;
}

}  // namespace amqpace::engine
