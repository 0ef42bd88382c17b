// SPDX-License-Identifier: Apache-2.0
// A wire tap on a simulated network: listens where the client thinks the broker is, connects on to where it
// is, passes every byte both ways and keeps what the client said (wire_log.hpp). Adds one hop of the net's
// latency each way. One thread; the loop outlives it.
#pragma once

#include <memory>
#include <vector>

#include "net/loop.hpp"
#include "wire_log.hpp"

namespace amqpace::testing {

class WireTap final : public net::AcceptEvents {
 public:
  WireTap(net::Loop& loop, net::Address broker);
  ~WireTap() override;

  Result<void> listen(const net::Address& at);
  const Tapped& tapped() const { return tapped_; }

 private:
  class Relay;
  void on_accept(std::unique_ptr<net::ServerStream> stream) override;

  net::Loop& loop_;
  const net::Address broker_;
  Tapped tapped_;
  std::vector<std::unique_ptr<Relay>> relays_;
  std::unique_ptr<net::Listener> listener_;
};

}  // namespace amqpace::testing
