// SPDX-License-Identifier: Apache-2.0
// Declares the file's topology again after something broke, over the control connection, without waiting: a broker that came back
// may have forgotten what was not durable, and a consumer may not subscribe to what is not there. One request at a time, as the
// coordinator turns; when all are answered, Control::declared_at lets the workers open their channels.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/control.hpp"
#include "engine/control_link.hpp"
#include "engine/topology.hpp"

namespace amqpace::engine {

class Redeclaring {
 public:
  // All outlive it; answers that come late still find it.
  Redeclaring(const Topology& topology, ControlLink& link, Control& control)
      : topology_(topology), link_(link), control_(control) {}

  // `broke_at`: absolute, of the newest break the workers know of; 0: none.
  void poll(Nanos now, Nanos broke_at);

 private:
  void begin(Nanos now);
  void ask_next();

  const Topology& topology_;
  ControlLink& link_;
  Control& control_;
  std::vector<client::AdminRequest> requests_;
  std::size_t next_ = 0;
  std::uint64_t round_ = 0;       // an answer of an earlier one is not heeded
  std::uint64_t generation_ = 0;  // of the control session the round runs on
  Nanos began_ = 0, retry_at_ = 0;
  bool asking_ = false;
};

}  // namespace amqpace::engine
