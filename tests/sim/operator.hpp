// SPDX-License-Identifier: Apache-2.0
// Somebody with rights of his own on the broker of a simulated run.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "client/session.hpp"
#include "net/sim.hpp"

namespace amqpace::testing {

// Does one thing, `when` after the run began.
class Operator final : public client::SessionEvents {
 public:
  Operator(net::SimLoop& loop, const net::Address& at, const client::AdminRequest& what, Nanos when) {
    client::ConnectOptions options;
    options.uri = *parse_uri("amqp://guest:guest@broker");
    session_ = client::make_session(loop, at, options, *this);
    session_->open();
    act_ = std::make_unique<net::Timer>(loop, [this, &loop, what] {
      session_->request(what, [](const Result<client::AdminAnswer>& answer) { EXPECT_TRUE(answer); });
      session_->flush(loop.now());
    });
    act_->arm(loop.now() + when);
  }
  void on_open() override {}
  void on_lost(const Error&) override {}
  void on_blocked(std::string_view) override {}
  void on_unblocked() override {}
  void on_closed() override {}

 private:
  std::unique_ptr<net::Timer> act_;
  std::unique_ptr<client::Session> session_;
};

}  // namespace amqpace::testing
