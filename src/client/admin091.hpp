// SPDX-License-Identifier: Apache-2.0
// Control requests, one at a time, on a channel of their own that is opened with the first request and again
// after the broker closed it over a refused one.
#pragma once

#include <deque>
#include <string_view>

#include "client/session_core.hpp"

namespace amqpace::client {

class Admin091 final : public ChannelUser {
 public:
  explicit Admin091(SessionCore& core) : core_(core) {}

  void request(AdminRequest what, AdminCallback done);

  void on_connection_open() override;
  void on_method(const amqp091::Method& method, Nanos read_at) override;
  void on_content(const amqp091::Content&, Nanos) override {}
  void on_connection_over(const Error& why, const Reply* reply, Nanos at) override;
  std::size_t unsettled() const override { return 0; }

 private:
  enum class State : std::uint8_t { none, opening, ready, busy };
  struct Request {
    AdminRequest what;
    AdminCallback done;
  };

  void next();
  void finish(Result<AdminAnswer> answer);

  SessionCore& core_;
  std::deque<Request> requests_;  // the front one is being asked while busy
  std::uint16_t channel_ = 0;
  State state_ = State::none;
};

}  // namespace amqpace::client
