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

  // Opens, within its connect_timeout, the broker of this number. The Session says why not. `brokers` outlives it.
  Result<void> open(const std::vector<Broker>& brokers, std::size_t broker, const std::string& name);
  // Opens a lost one again, when it is time; answers come while the driver turns.
  void tend(Nanos now);
  Result<client::AdminAnswer> ask(client::AdminRequest request);  // bounded by kAnswerTime
  void post(client::AdminRequest request, client::AdminCallback done);
  bool usable() const { return link_ && !link_->lost(); }
  // Which session stands, from 1: requests of an earlier one were answered as failed.
  std::uint64_t generation() const { return link_ ? link_->generation() : 0; }
  void flush();
  void close();
  // What it went through, over all the times it was opened.
  std::vector<LinkOutage> outages() const;
  std::string server_product() const { return link_ ? link_->session().server_product() : std::string(); }

 private:
  Driver& driver_;
  std::function<bool()> stopped_;
  std::unique_ptr<Link> link_;
  std::vector<LinkOutage> earlier_outages_;
};

// What a run says that a signal ended before W0.
tl::unexpected<Error> stopped_early();

inline constexpr Nanos kAnswerTime = 10 * kSecond;

}  // namespace amqpace::engine
