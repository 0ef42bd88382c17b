// SPDX-License-Identifier: Apache-2.0
// A scenario before anything is asked of a broker: every name it mentions is one of its nodes, and the arithmetic of what
// is offered, bound and taken comes out.
#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "base/units.hpp"
#include "config/checks.hpp"
#include "config/scenario_load.hpp"
#include "model/dropping.hpp"
#include "routing/dead_letters.hpp"

namespace amqpace::config {
namespace {

using model::Node;
using model::Scenario;

class ScenarioChecker {
 public:
  ScenarioChecker(const Scenario& scenario, const Node& root, model::Reader& reader)
      : s_(scenario), root_(root), reader_(reader) {}

  void all() {
    model::Workload run = s_.run;
    run.brokers = addresses();
    if (s_.security) run.tls = model::tls_of(*s_.security);
    check_run(run, root_, reader_);
    if (s_.run.name.empty() && root_.find("name") == nullptr)
      reader_.error(nowhere(), "'name' is missing: every scenario has a name");
    security();
    names();
    for (std::size_t i = 0; i < s_.exchanges.size(); ++i) exchange(i);
    for (std::size_t i = 0; i < s_.queues.size(); ++i) queue(i);
    for (std::size_t i = 0; i < s_.producers.size(); ++i) producer(i);
    if (s_.run.until_drained) until_drained();
    rules();
    const bool sound = std::none_of(reader_.problems.begin(), reader_.problems.end(), [](const auto& p) {
      return p.severity == model::Problem::Severity::error;
    });
    if (sound) arithmetic();
  }

 private:
  // Of the file, and of queues that live elsewhere.
  std::vector<Uri> addresses() const {
    auto all = s_.run.brokers;
    for (const auto& q : s_.queues)
      if (q.enabled) all.insert(all.end(), q.brokers.begin(), q.brokers.end());
    return all;
  }

  static const Node& nowhere() {
    static const Node none{};
    return none;
  }
  const Node& node(const char* list, std::size_t i) const {
    const Node* found = root_.find(list);
    return found != nullptr && i < found->items.size() ? found->items[i] : nowhere();
  }
  static const Node& inside(const Node& node, std::string_view path) {
    const Node* at = &node;
    for (const auto key : split(path, '.')) {
      const Node* next = at->find(key);
      if (next == nullptr) return *at;
      at = next;
    }
    return *at;
  }
  static std::string sentence(const std::string& text) { return text.ends_with('?') ? text : text + "."; }
  static std::string quoted(const std::string& name) { return "'" + printable(name, 64) + "'"; }

  template <class Nodes>
  void unique(const char* list, const Nodes& nodes, const char* kind, auto name_of) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const std::string& name = name_of(nodes[i]);
      const Node& at = inside(node(list, i), "name");
      const std::string path = std::string(list) + "[" + std::to_string(i) + "].name";
      if (trim(name).empty()) {
        reader_.error(at, "'" + path + "' is missing: every " + kind + " has a name");
      } else if (!seen.insert(name).second) {
        reader_.error(at, "'" + path + "': there are two " + kind + "s named " + quoted(name));
      }
    }
  }

  void security() {
    if (!s_.security) return;
    const auto& security = *s_.security;
    const Node& at = inside(root_, "security");
    if (root_.find("tls") != nullptr) reader_.error(at, "'security' and 'tls' say the same; leave one out");
    if (security.truststore_password && !security.truststore)
      reader_.error(inside(root_, "security.truststorePassword"), "'security.truststorePassword' needs the 'truststore' that it opens");
    const auto brokers = addresses();
    const bool encrypted = std::any_of(brokers.begin(), brokers.end(), [](const Uri& uri) { return uri.tls(); });
    if (security.disabled() && encrypted) {
      reader_.error(inside(root_, "security.mode"),
                    "'security.mode' is " + security.mode + ", and an address begins with amqps://; write amqp:// there");
    } else if (!security.disabled() && !encrypted && !brokers.empty()) {
      reader_.warning(at, "'security' is not used: no address begins with amqps://");
    }
  }

  void names() {
    unique("exchanges", s_.exchanges, "exchange", [](const auto& n) -> const std::string& { return n.spec.name; });
    unique("queues", s_.queues, "queue", [](const auto& n) -> const std::string& { return n.name; });
    unique("producers", s_.producers, "producer", [](const auto& n) -> const std::string& { return n.name; });
    const auto enabled = [](const auto& n) { return n.enabled; };
    if (std::none_of(s_.producers.begin(), s_.producers.end(), enabled))
      reader_.error(inside(root_, "producers"), "there is no producer: nothing would be published");
    if (std::none_of(s_.queues.begin(), s_.queues.end(), enabled))
      reader_.error(inside(root_, "queues"), "there is no queue: nothing could be delivered");
  }

  // "" and what is wrong with a name that should be an exchange of the file.
  std::string no_exchange(const std::string& name) const {
    std::vector<std::string_view> known;
    for (const auto& node : s_.exchanges) {
      if (node.spec.name == name) return node.enabled ? "" : quoted(name) + " is not enabled";
      known.push_back(node.spec.name);
    }
    const auto near = nearest(name, known);
    return quoted(name) + " is not an exchange of this file" +
           (near.empty() ? "" : ". Did you mean '" + std::string(near) + "'?");
  }

  void binding(const model::Binding& binding, const Node& at, const std::string& path) {
    if (binding.exchange.empty()) {
      reader_.error(at, "'" + path + ".exchange' " +
                            (at.find("exchange") == nullptr
                                 ? "is missing"
                                 : "is the default exchange: it has every queue already, under the queue's name"));
    } else if (const auto wrong = no_exchange(binding.exchange); !wrong.empty()) {
      reader_.error(inside(at, "exchange"), "'" + path + ".exchange': " + wrong);
    }
  }

  void bindings(const std::vector<model::Binding>& list, const Node& node, const std::string& path) {
    const Node* items = node.find("bindings");
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Node& at = items != nullptr && i < items->items.size() ? items->items[i] : nowhere();
      binding(list[i], at, path + ".bindings[" + std::to_string(i) + "]");
    }
  }

  void until_drained() {
    const Node& at = inside(root_, "runFor");
    if (std::none_of(s_.queues.begin(), s_.queues.end(), [](const auto& q) { return q.enabled && q.consumed(); }))
      reader_.error(at, "'runFor' cannot be until-drained: nothing is consumed");
    for (const auto& p : s_.producers) {
      if (!p.enabled || p.publish.max_messages) continue;
      reader_.error(at, "'runFor' cannot be until-drained while producer " + quoted(p.name) +
                            " goes on for ever: give it maxMessages");
    }
    for (const auto& q : s_.queues) {
      if (!q.enabled || !q.consumed()) continue;
      const auto& c = q.consumers->spec;
      if (c.on_failure == model::OnFailure::requeue && c.failure_rate == 1)
        reader_.error(at, "'runFor' cannot be until-drained: queue " + quoted(q.name) + " requeues every message");
    }
  }

  void exchange(std::size_t i) {
    const auto& spec = s_.exchanges[i].spec;
    const Node& at = node("exchanges", i);
    const std::string path = "exchanges[" + std::to_string(i) + "]";
    if (spec.type.empty())
      reader_.error(at, "'" + path + ".type' is missing: topic, direct, fanout or headers");
    if (!s_.exchanges[i].enabled) return;
    bindings(spec.bindings, at, path);
    const auto* alternate = text_of(spec.arguments, "alternate-exchange");
    if (alternate == nullptr || alternate->empty()) return;
    if (const auto wrong = no_exchange(*alternate); !wrong.empty())
      reader_.error(inside(at, "arguments.alternate-exchange"), "'" + path + ".arguments.alternate-exchange': " + wrong);
  }

  static const std::string* text_of(const model::Arguments& arguments, std::string_view name) {
    for (const auto& [key, value] : arguments)
      if (key == name) return value.as<std::string>();
    return nullptr;
  }

  void queue(std::size_t i) {
    const auto& q = s_.queues[i];
    const Node& at = node("queues", i);
    const std::string path = "queues[" + std::to_string(i) + "]";
    if (!q.enabled) return;
    bindings(q.bindings, at, path);
    shorthands(q, at, path);
    kind(q, at, path);
    model::TopologySpec declared;
    declared.queue_type = q.type;
    declared.declare = s_.declare;
    if (q.consumers && q.consumers->enabled && at.find("consumers") != nullptr) {
      auto consumers = q.consumers->spec;
      consumers.exclusive = consumers.exclusive || (q.exclusive && q.consumed());
      check_consumers(consumers, declared, *at.find("consumers"), path + ".consumers", reader_);
    }
    for (const auto& objective : model::objectives_of(q)) objective_of(q, objective, at, path);
  }

  void kind(const model::QueueNode& q, const Node& at, const std::string& path) {
    const auto refuse = [&](std::string_view key, const std::string& text) {
      reader_.error(inside(at, key), "'" + path + "." + std::string(key) + "' " + text);
    };
    if ((q.type == "quorum" || q.type == "stream") && !q.durable)
      refuse("durable", "cannot be false: a " + q.type + " queue is always durable");
    purges(q);
    if (q.exclusive && !q.consumed())
      refuse("exclusive", "needs consumers: it is the connection of its consumers that declares an exclusive queue");
    if (!q.brokers.empty()) elsewhere(q, at, path);
    if (q.type == "classic-mirrored")
      reader_.warning(inside(at, "type"), "'" + path + ".type': a classic queue is declared; mirroring is a policy on the broker");
    if (text_of(q.arguments, "x-queue-type") != nullptr)
      refuse("arguments.x-queue-type", "is what '" + path + ".type' says; set that instead");
  }

  // A stream is never purged: a broker closes the connection that asks for it.
  void purges(const model::QueueNode& q) {
    if (q.type != "stream") return;
    if (s_.run.before == model::Before::purge)
      reader_.error(inside(root_, "before"), "'before' cannot be purge: " + quoted(q.name) + " is a stream, and a stream is "
                                             "never purged; delete it, or let its readers begin at 'next'");
    if (s_.run.after == model::After::purge)
      reader_.error(inside(root_, "after"), "'after' cannot be purge: " + quoted(q.name) + " is a stream, and a stream is "
                                            "never purged; say delete");
  }

  // Of a queue on another broker nothing is bound, and what is bound there is not known.
  void elsewhere(const model::QueueNode& q, const Node& at, const std::string& path) {
    const auto refuse = [&](std::string_view key, const std::string& text) {
      reader_.error(inside(at, key), "'" + path + "." + std::string(key) + "' " + text);
    };
    for (const Uri& uri : q.brokers)
      if (uri.embedded())
        refuse("broker", "cannot be embedded: nothing would bring messages there; run `amqpace broker` and a link to it, and "
                         "give its address");
    if (q.exclusive || (q.consumers && q.consumers->spec.exclusive))
      refuse("exclusive", "cannot be said of a queue on another broker: no link could bring messages to it");
    if (q.dead_letter_exchange)
      refuse("deadLetterExchange", "cannot be said of a queue on another broker: the exchange would be there, and is not this "
                                   "run's; declare the queue there yourself, with what it needs");
  }

  void shorthands(const model::QueueNode& q, const Node& at, const std::string& path) {
    struct Shorthand {
      const char *key, *argument;
      bool given;
    };
    const Shorthand list[] = {{"deadLetterExchange", "x-dead-letter-exchange", q.dead_letter_exchange.has_value()},
                              {"deadLetterRoutingKey", "x-dead-letter-routing-key", q.dead_letter_routing_key.has_value()},
                              {"messageTtl", "x-message-ttl", q.message_ttl.has_value()},
                              {"maxLength", "x-max-length", q.max_length.has_value()}};
    for (const auto& s : list) {
      const bool twice = s.given && std::any_of(q.arguments.begin(), q.arguments.end(),
                                                [&](const auto& a) { return a.first == s.argument; });
      if (twice) reader_.error(inside(at, s.key), "'" + path + "." + s.key + "' and the argument '" + s.argument + "' say the same; leave one out");
    }
    if (q.message_ttl && *q.message_ttl % kMillisecond != 0)
      reader_.error(inside(at, "messageTtl"), "'" + path + ".messageTtl' must be whole milliseconds, not " + duration_text(*q.message_ttl));
    if (q.dead_letter_exchange && !q.dead_letter_exchange->empty()) {
      if (const auto wrong = no_exchange(*q.dead_letter_exchange); !wrong.empty())
        reader_.error(inside(at, "deadLetterExchange"), "'" + path + ".deadLetterExchange': " + sentence(wrong) + " What it is given is dropped without a word");
    }
    const auto* argument = text_of(q.arguments, "x-dead-letter-exchange");
    if (argument != nullptr && !argument->empty() && !no_exchange(*argument).empty())
      reader_.warning(inside(at, "arguments.x-dead-letter-exchange"), "'" + path + "' dead-letters out of this run's account: " + no_exchange(*argument));
    if ((q.dead_letter_routing_key || text_of(q.arguments, "x-dead-letter-routing-key")) && !q.dead_letter_exchange && argument == nullptr)
      reader_.error(inside(at, "deadLetterRoutingKey"), "'" + path + ".deadLetterRoutingKey' needs a deadLetterExchange");
  }

  void objective_of(const model::QueueNode& q, const model::Objective& o, const Node& at, const std::string& path) {
    const auto refuse = [&](const std::string& text) {
      reader_.error(inside(at, "expect." + o.key), "'" + path + ".expect." + o.key + "' " + text);
    };
    if (o.kind != model::Objective::Kind::no_messages_lost && !q.consumed())
      return refuse("needs consumers, and " + quoted(q.name) + " has none");
    if (o.kind != model::Objective::Kind::no_messages_lost) return;
    const auto plan = model::plan_of(s_);
    for (std::size_t i = 0; i < plan.queues.size(); ++i) {
      const auto& spec = plan.queues[i];
      if (spec.name != q.name || !model::may_drop(plan, spec) || routing::drops_are_seen(plan, i)) continue;
      const std::string argument(model::dropping_argument(spec.arguments));
      std::string why = !argument.empty() ? argument : "autoDelete";
      for (const auto& p : plan.producers)
        if (argument.empty() && !spec.auto_delete && p.publish.properties.expiration)
          why = "expiration' of producer '" + printable(p.name, 64);
      refuse("cannot be judged: '" + why + "' allows the queue to drop messages");
    }
  }

  void producer(std::size_t i) {
    const auto& p = s_.producers[i];
    const Node& at = node("producers", i);
    const std::string path = "producers[" + std::to_string(i) + "]";
    if (!p.enabled) return;
    const auto publish = model::publish_of(p);
    check_publishers(publish, at, path, reader_);
    if (p.exchange.empty()) {
      default_exchange(p, at, path);
    } else if (const auto wrong = no_exchange(p.exchange); !wrong.empty()) {
      reader_.error(inside(at, "exchange"), "'" + path + ".exchange': " + wrong);
    } else if (is_internal(p.exchange)) {
      reader_.error(inside(at, "exchange"), "'" + path + ".exchange': " + quoted(p.exchange) +
                                                " is internal: only other exchanges may publish to it");
    }
    const auto refuse = [&](const char* key, const std::string& text) {
      reader_.error(inside(at, std::string("expect.") + key), "'" + path + ".expect." + key + "' " + text);
    };
    if (p.expect.within_percent_of_offered && !publish.throttled())
      refuse("withinPercentOfOffered", "needs a rate: unthrottled, nothing is offered that it could be short of");
    for (const auto& o : model::objectives_of(p)) {
      if (o.kind == model::Objective::Kind::publish_below && !publish.confirms)
        refuse(o.key.c_str(), "needs confirms, and '" + path + ".confirms' is false");
    }
  }

  bool is_internal(const std::string& name) const {
    return std::any_of(s_.exchanges.begin(), s_.exchanges.end(),
                       [&](const auto& node) { return node.spec.name == name && node.spec.internal; });
  }

  void default_exchange(const model::ProducerNode& p, const Node& at, const std::string& path) {
    if (p.routing_keys.empty()) {
      reader_.error(at, "'" + path + ".routingKeys' is missing: on the default exchange it names the queue");
      return;
    }
    std::vector<std::string_view> known;
    for (const auto& q : s_.queues)
      if (q.enabled) known.push_back(q.name);
    for (const auto& key : p.routing_keys) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      const auto near = nearest(key, known);
      reader_.error(inside(at, "routingKeys"),
                    "'" + path + ".routingKeys': on the default exchange a message goes to the queue its key names, and " +
                        quoted(key) + " is not a queue of this file" +
                        (near.empty() ? "" : ". Did you mean '" + std::string(near) + "'?"));
    }
  }

  void rules() {
    const Node* list = root_.find("rules");
    for (std::size_t i = 0; i < s_.run.rules.size(); ++i) {
      const std::string& metric = s_.run.rules[i].metric;
      const std::size_t open = metric.find('('), close = metric.rfind(").");
      if (open == std::string::npos || close == std::string::npos) continue;
      const std::string name = metric.substr(open + 1, close - open - 1);
      std::vector<std::string_view> known;
      const bool of_queue = metric.starts_with("queue(");
      for (const auto& q : s_.queues)
        if (of_queue && q.enabled) known.push_back(q.name);
      for (const auto& p : s_.producers)
        if (!of_queue && p.enabled) known.push_back(p.name);
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      const auto near = nearest(name, known);
      const Node& rule = list != nullptr && i < list->items.size() ? list->items[i] : nowhere();
      reader_.error(inside(rule, "metric"), "'rules[" + std::to_string(i) + "].metric' names " + quoted(name) + ", which is not a " +
                                                (of_queue ? "queue" : "producer") + " of this file" +
                                                (near.empty() ? "" : ". Did you mean '" + std::string(near) + "'?"));
    }
  }

  // What the bindings deliver against what consumers can take; on a file without errors.
  void arithmetic() {
    const auto plan = model::plan_of(s_);
    for (const auto& warning : load_warnings(plan)) {
      const char* list = warning.of_exchange ? "exchanges" : "queues";
      const Node* nodes = root_.find(list);
      const Node* at = &nowhere();
      for (std::size_t i = 0; nodes != nullptr && i < nodes->items.size(); ++i) {
        const Node* name = nodes->items[i].find("name");
        if (name != nullptr && name->text == warning.node) at = &nodes->items[i];
      }
      reader_.warning(inside(*at, warning.key), warning.text);
    }
  }

  const Scenario& s_;
  const Node& root_;
  model::Reader& reader_;
};

}  // namespace

void check(const Scenario& scenario, const Node& root, model::Reader& reader) {
  ScenarioChecker(scenario, root, reader).all();
}

}  // namespace amqpace::config
