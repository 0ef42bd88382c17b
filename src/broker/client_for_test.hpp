// SPDX-License-Identifier: Apache-2.0
// For the tests of the core: a channel with an outlet that writes down what it is told, on one Core with a
// hand-set clock.
#pragma once

#include <charconv>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "broker/core.hpp"
#include "broker/incoming.hpp"
#include "broker/message_properties.hpp"

namespace amqpace::broker {

inline std::span<const std::byte> as_bytes(std::string_view text) {
  return std::as_bytes(std::span(text));
}
inline std::string as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline int number_in(std::string_view text) {
  int number = -1;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

class TestClient final : public Outlet {
 public:
  struct Seen {
    std::string consumer, body;
    std::uint64_t tag;
    bool redelivered;
    Nanos at;
    std::string exchange, key;
    amqp091::Table headers;
    AddedHeader added;
  };

  explicit TestClient(Core& core) : TestClient(core, core.login("guest", "guest")) {}
  TestClient(Core& core, const User* user)
      : core_(core),
        caller_{*core.open_vhost(*user, "/"), user, core.new_connection()},
        channel_(core, caller_, *this) {}

  bool has_room() const override { return room; }
  void deliver(const DeliveryView& delivery) override {
    const Message& message = delivery.message;
    seen.push_back({std::string(delivery.consumer_tag), as_text(message.body()), delivery.tag,
                    delivery.redelivered, core_.now(), std::string(message.exchange()),
                    std::string(message.routing_key()), amqp091::copy_table(read_properties(message).headers),
                    delivery.added});
  }
  void returned(const Message& message) override { told.push_back("return " + as_text(message.body())); }
  void confirm(std::uint64_t tag, bool multiple) override {
    told.push_back("ack " + std::to_string(tag) + (multiple ? " and before" : ""));
  }
  void nack(std::uint64_t tag) override { told.push_back("nack " + std::to_string(tag)); }
  void cancelled(std::string_view tag) override { told.push_back("cancelled " + std::string(tag)); }

  Outcome<void> publish(std::string_view exchange, std::string_view key, std::string_view body,
                        bool mandatory = false) {
    return channel_.publish(*message_from(core_.pool(), {exchange, key, {}}, {}, as_bytes(body)), mandatory);
  }
  Outcome<void> publish(std::string_view exchange, std::string_view key, std::string_view body,
                        const amqp091::Properties& properties) {
    const amqp091::ByteArray raw = write_properties(properties);
    const auto message = message_from(core_.pool(), {exchange, key, raw}, properties, as_bytes(body));
    if (!message) return pass_on(message.error());
    return channel_.publish(*message, false);
  }
  Outcome<QueueState> queue(const std::string& name, const Arguments& arguments = {}) {
    DeclareQueue what;
    what.name = name;
    what.arguments = arguments;
    what.durable = find_argument(arguments, "x-queue-type") != nullptr;
    return vhost().declare_queue(caller_, what);
  }
  std::uint64_t depth(const std::string& name) {
    DeclareQueue what;
    what.name = name;
    what.passive = true;
    return vhost().declare_queue(caller_, what)->messages;
  }
  Outcome<void> exchange(const std::string& name, const std::string& type, const Arguments& arguments = {}) {
    DeclareExchange what;
    what.arguments = arguments;
    what.name = name;
    what.type = type;
    return vhost().declare_exchange(caller_, what);
  }
  Outcome<void> bind(const std::string& source, const std::string& queue_name, const std::string& key) {
    return vhost().bind(caller_, {source, queue_name, key, false, {}});
  }
  void consume(std::string_view queue_name, std::string_view tag, std::uint32_t prefetch = 0,
               bool no_ack = false) {
    channel_.set_prefetch(prefetch, false);
    channel_.consume({queue_name, tag, no_ack, false}).value();
  }
  std::string bodies() const {
    std::string all;
    for (const Seen& one : seen) all += (all.empty() ? "" : " ") + one.body + (one.redelivered ? "!" : "");
    return all;
  }

  Channel& channel() { return channel_; }
  VHost& vhost() { return *caller_.vhost; }
  const Caller& caller() const { return caller_; }

  std::vector<Seen> seen;
  std::vector<std::string> told;
  bool room = true;

 private:
  Core& core_;
  Caller caller_;
  Channel channel_;
};

// Works off everything that is due up to `until`, at the times it is due.
inline void run_until(Core& core, Nanos until) {
  core.finish_turn();
  while (core.next_due() <= until) {
    core.set_now(core.next_due());
    core.run_due();
    core.finish_turn();
  }
  core.set_now(until);
}

}  // namespace amqpace::broker
