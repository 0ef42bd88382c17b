// SPDX-License-Identifier: Apache-2.0
// A virtual host: its exchanges and queues, how they are declared, bound and deleted, and which queues a
// message reaches. Checks, reply codes and sentences are RabbitMQ's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "broker/exchange.hpp"
#include "broker/queue.hpp"
#include "broker/refusal.hpp"

namespace amqpace::broker {

class Core;
struct DeadLetter;
class VHost;

struct User {
  std::string name = "guest", password = "guest";
  // Names that this user may configure, write to and read from begin so; absent: all names.
  std::optional<std::string> only_prefix;
  std::vector<std::string> vhosts = {"/"};
};

// Who asks: set once per connection.
struct Caller {
  VHost* vhost = nullptr;
  const User* user = nullptr;
  std::uint64_t connection = 0;  // not 0
};

struct DeclareQueue {
  std::string name;
  bool passive = false, durable = false, exclusive = false, auto_delete = false;
  Arguments arguments;
};
struct DeclareExchange {
  std::string name, type;
  bool passive = false, durable = false, auto_delete = false, internal = false;
  Arguments arguments;
};
struct BindingRequest {
  std::string source, destination, key;
  bool to_exchange = false;
  amqp091::Table arguments{};  // sorted by name
};
struct QueueState {
  std::string name;
  std::uint64_t messages = 0;
  std::uint32_t consumers = 0;
};

// 540: "basic.get not supported by stream queues queue 's' in vhost '/'"
tl::unexpected<Refusal> not_for_streams(std::string_view what, std::string_view queue, const VHost& vhost);

class VHost {
 public:
  VHost(Core& core, std::string name);
  ~VHost();
  const std::string& name() const { return name_; }

  Outcome<QueueState> declare_queue(const Caller& caller, const DeclareQueue& what);
  Outcome<void> declare_exchange(const Caller& caller, const DeclareExchange& what);
  Outcome<void> bind(const Caller& caller, const BindingRequest& what);
  Outcome<void> unbind(const Caller& caller, const BindingRequest& what);
  Outcome<std::uint64_t> purge_queue(const Caller& caller, std::string_view name);
  // Deleting what is not there succeeds, as in RabbitMQ.
  struct DeleteQueue {
    std::string_view name;
    bool if_unused = false, if_empty = false;
  };
  Outcome<std::uint64_t> delete_queue(const Caller& caller, const DeleteQueue& what);
  Outcome<void> delete_exchange(const Caller& caller, std::string_view name, bool if_unused);

  // A queue that the caller may use: it exists and is not another connection's.
  Outcome<std::shared_ptr<Queue>> usable_queue(const Caller& caller, std::string_view name);
  // The queues that a message reaches, each once; null exchange: the default one.
  void route(Exchange* exchange, const Message& message, std::vector<Queue*>& out);
  // Routes what a queue let go of.
  void take_dead_letter(const DeadLetter& letter);
  // For publishing: exists, is not internal and may be written to. Null: the default exchange.
  Outcome<Exchange*> target(const Caller& caller, std::string_view exchange);
  Outcome<void> allowed(const Caller& caller, std::string_view kind, std::string_view name) const;

  void last_consumer_left(Queue& queue);           // auto-delete
  void queue_expired(Queue& queue);                // x-expires
  void connection_gone(std::uint64_t connection);  // exclusive queues
  // Every queue, in the order of names.
  std::vector<QueueState> queues() const;
  void append_queues(std::vector<std::shared_ptr<Queue>>& all) const;  // the same order

 private:
  Outcome<void> same_queue(const Caller& caller, const Queue& queue, const DeclareQueue& what) const;
  Outcome<QueueArguments> new_queue_allowed(const Caller& caller, const DeclareQueue& what) const;
  Outcome<void> same_exchange(const Exchange& exchange, const DeclareExchange& what, ExchangeType type) const;
  Outcome<void> not_default(std::string_view exchange) const;
  struct Ends {
    Exchange* source;
    Destination* destination;
  };
  Outcome<Ends> ends_of(const Caller& caller, const BindingRequest& what);
  Outcome<void> may_use(const Caller& caller, const Queue& queue) const;
  Exchange* find_exchange(std::string_view name) const;
  void erase_queue(Queue& queue);
  void erase_exchange(Exchange& exchange);
  void drop_unused_sources(std::vector<Exchange*> sources);

  Core& core_;
  std::string name_;
  TextMap<std::unique_ptr<Exchange>> exchanges_;
  TextMap<std::shared_ptr<Queue>> queues_;
  std::uint64_t route_mark_ = 0;
  std::vector<Destination*> matched_;    // scratch of route()
  std::vector<Exchange*> still_to_ask_;  // scratch of route()
};

}  // namespace amqpace::broker
