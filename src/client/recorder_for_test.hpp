// SPDX-License-Identifier: Apache-2.0
// For the tests of this room: writes down everything a session says, as lines, and may act on each.
#pragma once

#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/session.hpp"
#include "wire/cursor.hpp"

namespace amqpace::client {

inline std::string_view name_of(Answer answer) {
  switch (answer) {
    case Answer::confirmed:
      return "confirmed";
    case Answer::returned:
      return "returned";
    case Answer::nacked:
      return "nacked";
    case Answer::failed:
      return "failed";
    case Answer::unknown:
      return "unknown";
  }
  return "?";
}

// Lines: "open", "sent 5 at 100", "5 confirmed", "5 unknown, unsent", "got 1 hello", "cancelled by broker",
// "lost" …
class Recorder final : public SessionEvents, public PublisherEvents, public ConsumerEvents {
 public:
  std::vector<std::string> lines;
  std::vector<Nanos> sent_times, answer_times;
  std::vector<Delivery> deliveries;  // without the views
  Error error;                       // of the last lost or closed
  bool with_send_times = false;
  std::function<void(const std::string&)> then;

  std::vector<std::string> take() { return std::exchange(lines, {}); }

  void on_open() override { note("open"); }
  void on_lost(const Error& why) override {
    error = why;
    note("lost");
  }
  void on_blocked(std::string_view reason) override { note("blocked " + std::string(reason)); }
  void on_unblocked() override { note("unblocked"); }
  void on_closed() override { note("closed"); }

  void on_sent(const InFlight& message) override {
    sent_times.push_back(message.sent);
    note("sent " + std::to_string(message.sequence) +
         (with_send_times ? " at " + std::to_string(message.sent) : std::string()));
  }
  void on_answer(const InFlight& message, Answer answer, Nanos read_at) override {
    answer_times.push_back(read_at);
    note(std::to_string(message.sequence) + " " + std::string(name_of(answer)) +
         (message.sent == 0 ? ", unsent" : ""));
  }
  void on_publisher_closed(const Error& why) override {
    error = why;
    note("publisher closed");
  }

  void on_delivery(const Delivery& delivery, Nanos) override {
    deliveries.push_back(delivery);
    deliveries.back().body = deliveries.back().stamp_header = {};
    const std::string_view body = wire::as_text(delivery.body);
    note("got " + std::to_string(delivery.tag) + " " +
         (body.size() <= 16 ? std::string(body) : std::to_string(body.size()) + " bytes") +
         (delivery.redelivered ? ", redelivered" : "") +
         (delivery.stamp_header.empty() ? ""
                                        : ", stamp " + std::string(wire::as_text(delivery.stamp_header))));
  }
  void on_cancelled(bool by_broker) override { note(by_broker ? "cancelled by broker" : "cancelled"); }
  void on_consumer_closed(const Error& why) override {
    error = why;
    note("consumer closed");
  }

 private:
  void note(const std::string& line) {
    lines.push_back(line);
    if (then) then(line);
  }
};

// A stamp of 32 bytes that carries a sequence where the engine's does.
inline std::string stamp_of(std::uint64_t sequence) {
  std::string stamp(32, 's');
  std::memcpy(stamp.data() + 16, &sequence, sizeof sequence);
  return stamp;
}

inline MessageTemplate stamped_template(std::size_t body_size = 40) {
  MessageTemplate message;
  message.exchange = "ex";
  message.routing_key = "key";
  message.mandatory = true;
  message.body = std::string(body_size, 'b');
  message.stamp_size = 32;
  return message;
}

inline ConsumerOptions consume_from(std::string queue) {
  ConsumerOptions options;
  options.queue = std::move(queue);
  return options;
}

inline bool publish(Publisher& publisher, TemplateId id, std::uint64_t sequence) {
  return publisher.publish(id, sequence, static_cast<Nanos>(sequence), wire::as_bytes(stamp_of(sequence)));
}

}  // namespace amqpace::client
