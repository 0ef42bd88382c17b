// SPDX-License-Identifier: Apache-2.0
// The coordinator's own connection: declares, checks, asks for depths. Requests are answered while the driver turns; ask() waits
// for one, post() does not.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "engine/driver.hpp"
#include "engine/link.hpp"

namespace amqpace::engine {

class ControlLink {
 public:
  // `stopped` is asked in every turn of a wait: a user who wants out waits for no broker.
  ControlLink(Driver& driver, std::function<bool()> stopped) : driver_(driver), stopped_(std::move(stopped)) {}

  // Opens, within options.connect_timeout. The Session says why not.
  Result<void> open(const net::Address& to, const client::ConnectOptions& options);
  Result<client::AdminAnswer> ask(client::AdminRequest request);  // bounded by kAnswerTime
  void post(client::AdminRequest request, client::AdminCallback done);
  bool usable() const { return link_ && !link_->lost(); }
  void flush();
  void close();
  std::string server_product() const { return link_ ? link_->session().server_product() : std::string(); }

 private:
  Driver& driver_;
  std::function<bool()> stopped_;
  std::unique_ptr<Link> link_;
};

// What a run says that a signal ended before W0.
tl::unexpected<Error> stopped_early();

inline constexpr Nanos kAnswerTime = 10 * kSecond;

}  // namespace amqpace::engine
