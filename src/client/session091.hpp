// SPDX-License-Identifier: Apache-2.0
// The Session of AMQP 0-9-1: the handle that the engine holds. All work is in SessionCore and the users of
// its channels, so that this one may be destroyed at any time, in any callback.
#pragma once

#include <memory>
#include <optional>

#include "client/admin091.hpp"
#include "client/session_core.hpp"

namespace amqpace::client {

class Session091 final : public Session {
 public:
  // `refusal`: what open() answers, when the address is not for this protocol.
  Session091(net::Loop& loop, const net::Address& to, const ConnectOptions& options, SessionEvents& events,
             std::optional<Error> refusal = std::nullopt);
  ~Session091() override { SessionCore::detach(std::move(core_)); }

  void open() override { core_->open(); }
  Publisher& add_publisher(const PublisherOptions& options, PublisherEvents& events) override;
  Consumer& add_consumer(const ConsumerOptions& options, ConsumerEvents& events) override;
  void request(AdminRequest what, AdminCallback done) override;
  void flush(Nanos now) override { core_->flush(now); }
  std::size_t unsent_bytes() const override { return core_->connection().out().size(); }
  bool is_open() const override { return core_->is_open(); }
  bool blocked() const override { return core_->blocked(); }
  std::size_t unsettled() const override { return core_->unsettled(); }
  void pause_reading(bool on) override { core_->pause_reading(on); }
  void close() override { core_->close(); }
  const std::string& server_product() const override { return core_->server_product(); }

 private:
  std::unique_ptr<SessionCore> core_;
  Admin091& admin_;
};

}  // namespace amqpace::client
