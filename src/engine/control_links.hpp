// SPDX-License-Identifier: Apache-2.0
// The coordinator's connections: one to the plan's broker, and one to each other broker that queues of the plan live on. Nothing
// here outlives the coordinator.
#pragma once

#include <memory>
#include <vector>

#include "engine/control_link.hpp"

namespace amqpace::engine {

class ControlLinks {
 public:
  // `sites`, `site_of`: RunSetup's, filled before open().
  ControlLinks(Driver& driver, std::function<bool()> stopped, const std::vector<RunSetup::Site>& sites,
               const std::vector<std::size_t>& site_of)
      : driver_(driver), stopped_(std::move(stopped)), sites_(sites), site_of_(site_of) {
    add();
  }

  // Opens the connection to this site's broker of this number.
  Result<void> open(std::size_t site, std::size_t broker, const std::string& name) {
    while (links_.size() <= site) add();
    return links_[site]->open(sites_[site].brokers, broker, name);
  }
  ControlLink& main() { return *links_.front(); }
  ControlLink& of_site(std::size_t site) { return *links_[site]; }
  ControlLink& of(std::size_t queue) { return *links_[site_of_[queue]]; }
  void flush() {
    for (auto& link : links_) link->flush();
  }
  void tend(Nanos now) {
    for (auto& link : links_) link->tend(now);
  }
  std::vector<LinkOutage> outages() const {
    std::vector<LinkOutage> all;
    for (const auto& link : links_)
      for (auto& outage : link->outages()) all.push_back(std::move(outage));
    return all;
  }
  void close() {
    for (auto& link : links_) link->close();
  }
  // Those that were given up are opened again, each once.
  void open_lost(const std::string& name) {
    for (std::size_t site = 0; site < sites_.size(); ++site)
      if (site >= links_.size() || !links_[site]->usable()) (void)open(site, sites_[site].first, name);
  }

 private:
  void add() { links_.push_back(std::make_unique<ControlLink>(driver_, stopped_)); }

  Driver& driver_;
  std::function<bool()> stopped_;
  const std::vector<RunSetup::Site>& sites_;
  const std::vector<std::size_t>& site_of_;
  std::vector<std::unique_ptr<ControlLink>> links_;  // by site; the first one is always there
};

}  // namespace amqpace::engine
