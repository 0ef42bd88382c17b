// SPDX-License-Identifier: Apache-2.0
// One connection of a worker and what the run must know of it: whether it stands, why it does not, when it was blocked.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client/session.hpp"

namespace amqpace::engine {

class Link final : public client::SessionEvents {
 public:
  Link(net::Loop& loop, const net::Address& to, const client::ConnectOptions& options)
      : loop_(loop), session_(client::make_session(loop, to, options, *this)) {
    blocked_.reserve(64);
  }

  client::Session& session() { return *session_; }
  bool lost() const { return lost_.has_value(); }
  const std::optional<Error>& why() const { return lost_; }
  Nanos lost_at() const { return lost_at_; }  // absolute; kNever while it stands
  bool closed() const { return closed_ || lost(); }
  bool usable() const { return !lost() && session_->is_open() && !session_->blocked(); }
  const std::string& blocked_reason() const { return blocked_reason_; }
  // Absolute; the last one may still be open (second == kNever).
  const std::vector<std::pair<Nanos, Nanos>>& blocked() const { return blocked_; }

  void on_open() override {}
  void on_lost(const Error& why) override {
    lost_ = why;
    lost_at_ = loop_.now();
    on_unblocked();
  }
  void on_blocked(std::string_view reason) override {
    blocked_reason_ = reason;
    blocked_.emplace_back(loop_.now(), kNever);
  }
  void on_unblocked() override {
    if (!blocked_.empty() && blocked_.back().second == kNever) blocked_.back().second = loop_.now();
  }
  void on_closed() override { closed_ = true; }

 private:
  net::Loop& loop_;
  std::optional<Error> lost_;
  Nanos lost_at_ = kNever;
  bool closed_ = false;
  std::string blocked_reason_;
  std::vector<std::pair<Nanos, Nanos>> blocked_;
  std::unique_ptr<client::Session> session_;  // last: it may call back while it goes
};

}  // namespace amqpace::engine
