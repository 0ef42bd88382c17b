// SPDX-License-Identifier: Apache-2.0
// Declaring what the file names, seeing what the queues hold before anything is sent, and clearing up what this run created.
#pragma once

#include <optional>
#include <vector>

#include "engine/control_links.hpp"
#include "model/plan.hpp"

namespace amqpace::engine {

// The broker has no queue or exchange of that name.
bool not_found(const Error& refusal);

// Declares a queue, then binds it: to be asked in this order, by the connection that is to own it if it is exclusive.
std::vector<client::AdminRequest> declarations_of(const model::QueueSpec& queue);

// What the record says of bindings that were taken away.
std::string unbound_text(const std::vector<model::Route>& routes);

struct QueueFound {
  bool created = false;            // it was not there before this run declared it
  std::uint64_t depth_before = 0;  // ready messages before anything of this run (after a purge: 0)
  std::uint64_t purged = 0;
};

class Topology {
 public:
  Topology(const model::Plan& plan, ControlLinks& controls)
      : plan_(plan), controls_(controls), control_(controls.main()) {}

  Result<void> declare();  // also finds depth_before
  // Unbinds the queues of the suite's other entries from what this one publishes to; refuses where it may not.
  Result<void> unbind_others();
  const std::vector<model::Route>& unbound() const { return unbound_; }
  Result<void> before();   // plan.before: report, purge, refuse
  // plan.after, only for what this run created. Returns what could not be cleared away, and why.
  std::vector<std::string> after();
  // What the file declares, in order: after a loss it is declared again. Empty when the file declares nothing. Without the queues
  // on other brokers, which are others' to keep.
  std::vector<client::AdminRequest> declarations() const;

  const std::vector<QueueFound>& found() const { return found_; }

 private:
  Result<void> declare_exchanges();
  Result<void> bind_exchanges();
  Result<void> declare_queue(std::size_t queue, QueueFound& found);
  Result<void> bind(const model::QueueSpec& queue);

  const model::Plan& plan_;
  ControlLinks& controls_;
  ControlLink& control_;  // to the plan's broker
  std::vector<QueueFound> found_;
  std::vector<bool> exchange_created_;
  std::vector<model::Route> unbound_;
};

}  // namespace amqpace::engine
