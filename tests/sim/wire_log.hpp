// SPDX-License-Identifier: Apache-2.0
// What a client said on the wire, decoded with the program's own decoder into lines of text that are counted:
//   3 basic.qos prefetch_count=7
// Tests ask it whether a setting has come to the broker. Numbers that differ from message to message (tags)
// are left out, so that equal requests make equal lines; messages are kept one by one as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "amqp091/content.hpp"
#include "amqp091/frame.hpp"
#include "engine/stamp.hpp"

namespace amqpace::testing {

struct TappedMessage {
  std::size_t connection = 0;
  std::uint16_t channel = 0;
  std::uint64_t size = 0;  // of the body
  std::optional<engine::Stamp> stamp;
  bool stamp_in_header = false;
  std::string text;  // of the body's first kTextBytes
  static constexpr std::size_t kTextBytes = 256;
};

struct Tapped {
  std::map<std::string, std::size_t> lines;
  std::vector<TappedMessage> messages;  // prefill included
  std::size_t connections = 0;

  std::size_t count(std::string_view beginning) const;
  // "3 basic.qos prefetch_count=7; 1 basic.qos …" of all lines that begin so; "nothing" without one.
  std::string matching(std::string_view beginning) const;
};

// One connection's client side.
class WireLog {
 public:
  explicit WireLog(Tapped& into) : into_(into), connection_(into.connections++) {}
  void take(amqp091::Bytes bytes);

 private:
  // A message of which header or body have not come yet.
  struct Coming {
    std::string line;
    TappedMessage message;
    std::uint64_t missing = 0;  // of the body
  };

  void frame(const amqp091::FrameHead& head, amqp091::Bytes payload);
  void method(std::uint16_t channel, amqp091::Bytes payload);
  void header(Coming& coming, amqp091::Bytes payload);
  void body(Coming& coming, amqp091::Bytes payload);
  void finish(Coming& coming);

  Tapped& into_;
  std::size_t connection_;
  bool greeted_ = false;  // the protocol header is through
  std::vector<std::byte> unread_;
  std::map<std::uint16_t, Coming> coming_;  // by channel
};

}  // namespace amqpace::testing
