// SPDX-License-Identifier: Apache-2.0
// Exchanges: direct, fanout and topic, and what can be bound to them. A binding leads to a queue or to
// another exchange. Owned by a VHost, which also knows the default exchange (it has no bindings, a queue's
// name is its key).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "broker/arguments.hpp"
#include "broker/topic.hpp"

namespace amqpace::broker {

class Exchange;
class Queue;

class Destination {
 public:
  virtual ~Destination() = default;
  virtual Queue* as_queue() { return nullptr; }
  virtual Exchange* as_exchange() { return nullptr; }

 private:
  friend class Exchange;
  friend class VHost;
  struct Bound {
    Exchange* source;
    std::string key;
  };
  std::vector<Bound> bound_;  // the bindings that lead here
  std::uint64_t mark_ = 0;    // of the last routing that came by: a message enters a queue once
};

enum class ExchangeType : std::uint8_t { direct, fanout, topic };

struct ExchangeSettings {
  std::string name;
  ExchangeType type = ExchangeType::direct;
  bool durable = true, auto_delete = false, internal = false;
  Arguments arguments;
};

std::string_view exchange_type_name(ExchangeType type);

class Exchange final : public Destination {
 public:
  explicit Exchange(ExchangeSettings settings) : settings_(std::move(settings)) {}
  ~Exchange() override;
  Exchange* as_exchange() override { return this; }

  const ExchangeSettings& settings() const { return settings_; }
  std::size_t bindings() const { return bindings_.size(); }
  bool bind(Destination& to, std::string_view key);    // false: it stands already
  bool unbind(Destination& to, std::string_view key);  // false: there is none
  // Takes away every binding that leads to `to`; its sources that lost one are appended to `sources`.
  static void unbind_all(Destination& to, std::vector<Exchange*>& sources);
  // Appends the destinations of a key; one may come several times.
  void match(std::string_view key, std::vector<Destination*>& out) const;

 private:
  struct Leading {
    Destination* to;
    std::string key;
    bool operator==(const Leading&) const = default;
  };
  bool take(Destination& to, std::string_view key);

  ExchangeSettings settings_;
  std::vector<Leading> bindings_;
  TextMap<std::vector<Destination*>> direct_;
  TopicTrie topic_;
};

}  // namespace amqpace::broker
