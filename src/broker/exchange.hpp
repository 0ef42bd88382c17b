// SPDX-License-Identifier: Apache-2.0
// Exchanges: direct, fanout, topic and headers, and what can be bound to them. A binding leads to a queue or
// to another exchange. Owned by a VHost, which also knows the default exchange (it has no bindings, a queue's
// name is its key).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "broker/arguments.hpp"
#include "broker/headers_match.hpp"
#include "broker/topic.hpp"

namespace amqpace::broker {

class Exchange;
class Message;
class Queue;

// A binding of one source is another one when its key or its arguments differ.
struct BindingKey {
  std::string key;
  amqp091::Table arguments;  // sorted by name
  bool operator==(const BindingKey&) const = default;
};

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
    BindingKey key;
  };
  std::vector<Bound> bound_;  // the bindings that lead here
  std::uint64_t mark_ = 0;    // of the last routing that came by: a message enters a queue once
};

enum class ExchangeType : std::uint8_t { direct, fanout, topic, headers };
inline constexpr std::array kExchangeTypes = {ExchangeType::direct, ExchangeType::fanout, ExchangeType::topic,
                                              ExchangeType::headers};

struct ExchangeSettings {
  std::string name;
  ExchangeType type = ExchangeType::direct;
  bool durable = true, auto_delete = false, internal = false;
  Arguments arguments;
  std::string alternate;  // where a message goes that no binding of this exchange wants; "": nowhere
};

std::string_view exchange_type_name(ExchangeType type);

class Exchange final : public Destination {
 public:
  explicit Exchange(ExchangeSettings settings) : settings_(std::move(settings)) {}
  ~Exchange() override;
  Exchange* as_exchange() override { return this; }

  const ExchangeSettings& settings() const { return settings_; }
  std::size_t bindings() const { return bindings_.size(); }
  // Nothing happens when it stands already. Refused (406) when a headers exchange cannot read the arguments.
  Outcome<void> bind(Destination& to, const BindingKey& key);
  bool unbind(Destination& to, const BindingKey& key);  // false: there is none
  // Takes away every binding that leads to `to`; its sources that lost one are appended to `sources`.
  static void unbind_all(Destination& to, std::vector<Exchange*>& sources);
  // Appends the destinations of a message, by its routing key and those of CC and BCC, or by its headers; one
  // may come several times.
  void match(const Message& message, std::vector<Destination*>& out) const;

 private:
  struct Leading {
    Destination* to;
    BindingKey key;
    HeadersPattern pattern;  // of a headers exchange
  };
  bool take(Destination& to, const BindingKey& key);
  void match_key(std::string_view key, std::vector<Destination*>& out) const;
  void match_headers(const Message& message, std::vector<Destination*>& out) const;

  ExchangeSettings settings_;
  std::vector<Leading> bindings_;
  TextMap<std::vector<Destination*>> direct_;
  TopicTrie topic_;
};

}  // namespace amqpace::broker
