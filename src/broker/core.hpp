// SPDX-License-Identifier: Apache-2.0
// The broker without its sockets: virtual hosts, users, faults, and the two steps that end a turn of whoever
// drives it: settle() hands queued messages to consumers, finish_turn() does that and sends the confirms that
// are due. No clock: the driver says what time it is. One thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "broker/agenda.hpp"
#include "broker/channel.hpp"
#include "broker/injector.hpp"
#include "broker/message.hpp"
#include "broker/vhost.hpp"

namespace amqpace::broker {

struct CoreOptions {
  Faults faults;
  std::vector<User> users = {User{}};  // guest/guest
  std::vector<std::string> vhosts = {"/"};
  std::uint64_t seed = 1;  // of generated names
  // Bytes of messages from which on the server reads no more from connections that publish, and says so to
  // them (connection.blocked), until a tenth of it is free again.
  std::uint64_t memory_limit = std::uint64_t{2} << 30;
  // What the wall clock says when the driver's clock says 0: for the times in x-death.
  Nanos wall_at_zero = 1'767'225'600 * kSecond;  // 2026-01-01T00:00:00Z
};

struct Totals {
  std::uint64_t published = 0;  // taken from publishers, lost and refused ones included
  std::uint64_t delivered = 0;  // to consumers and by basic.get, redelivery included
};

// A message on its way from a queue that let go of it to the exchange that it is addressed to.
struct DeadLetter {
  VHost* vhost = nullptr;
  QueueTruth* from = nullptr;
  MessageRef message;
  Death reason = Death::rejected;
};

class Core {
 public:
  explicit Core(CoreOptions options);
  ~Core();
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  // Null: wrong name or password.
  const User* login(std::string_view name, std::string_view password) const;
  Outcome<VHost*> open_vhost(const User& user, std::string_view name);
  std::uint64_t new_connection() { return ++last_connection_; }
  // After its channels are gone.
  void connection_gone(const Caller& caller);

  void set_now(Nanos now) { now_ = now; }
  Nanos now() const { return now_; }
  Nanos wall_now() const { return options_.wall_at_zero + now_; }
  void settle();
  void finish_turn();
  // When something is to be done without anybody asking; kNever: nothing.
  Nanos next_due() const { return agenda_.next(); }
  void run_due() { agenda_.run(now_); }

  const CoreOptions& options() const { return options_; }
  const Totals& totals() const { return totals_; }
  MessagePool& pool() { return pool_; }
  Injector& injector() { return injector_; }
  const Injector& injector() const { return injector_; }
  // The queues that the message published last was meant for. Holds until anything else is done.
  const std::vector<Queue*>& last_routed() const { return routed_; }
  // Every queue of every virtual host.
  std::vector<std::shared_ptr<Queue>> all_queues() const;
  // "amq.gen-…", "amq.ctag-…"
  std::string make_name(std::string_view prefix);

 private:
  friend class Channel;
  friend class Queue;
  friend class VHost;
  void dead_letter(DeadLetter letter);  // routed with the next settle()
  void mark_dirty(Queue& queue);
  void forget(Queue& queue);
  void mark_confirming(Channel& channel);
  void forget(Channel& channel);

  CoreOptions options_;
  MessagePool pool_;
  Injector injector_;
  Agenda agenda_;
  Totals totals_;
  Nanos now_ = 0;
  std::vector<Queue*> dirty_;
  Ring<DeadLetter> dead_letters_;
  std::vector<Channel*> confirming_;
  std::vector<Queue*> routed_;  // scratch of Channel::publish
  std::uint64_t last_connection_ = 0, last_channel_ = 0, last_consumer_ = 0, names_made_ = 0;
  std::map<std::string, std::unique_ptr<VHost>, std::less<>> vhosts_;
};

}  // namespace amqpace::broker
