// SPDX-License-Identifier: Apache-2.0
// The least that a client takes for an AMQP 0-9-1 broker: every request gets its -ok, publishes are counted
// and confirmed once a read, and a consumer is sent messages as fast as its prefetch allows. It costs so
// little that what is measured against it is the client. Blocking sockets, a thread a connection; for
// benchmarks only.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.hpp"

namespace amqpace::bench {

enum class Transport { tcp, unix_socket };

// The messages a consumer gets: bodies with the stamp of this run, due at `due`, in sequence.
struct Source {
  std::uint64_t run_id = 0;
  Nanos due = 0;
  std::size_t body = 512;
};

class Peer {
 public:
  Peer(Transport transport, const Source& source);
  ~Peer();  // ends every connection

  std::string uri() const;
  // The frames of the first message that was published to it, or of a delivery it sends (its own way round).
  // Empty before.
  std::string sample() const;

 private:
  friend class PeerConnection;
  void accept_all();
  void keep_sample(std::string bytes);

  const Source source_;
  std::string path_;
  std::uint16_t port_ = 0;
  int listener_ = -1;
  std::atomic<bool> stopping_{false};
  mutable std::mutex mutex_;
  std::string sample_;
  std::vector<int> open_;
  std::vector<std::thread> threads_;
  std::thread acceptor_;
};

}  // namespace amqpace::bench
