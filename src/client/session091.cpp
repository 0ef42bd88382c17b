// SPDX-License-Identifier: Apache-2.0
#include "client/session091.hpp"

#include <utility>

#include "client/consumer091.hpp"
#include "client/getter091.hpp"
#include "client/publisher091.hpp"

namespace amqpace::client {
namespace {

template <class User, class... Args>
User& add_user(SessionCore& core, Args&&... args) {
  const SessionCore::Entry entry(core);
  auto user = std::make_unique<User>(core, std::forward<Args>(args)...);
  User& added = *user;
  core.add(std::move(user));
  return added;
}

}  // namespace

Session091::Session091(net::Loop& loop, const net::Address& to, const ConnectOptions& options,
                       SessionEvents& events, std::optional<Error> refusal)
    : core_(std::make_unique<SessionCore>(loop, to, options, events, std::move(refusal))),
      admin_(add_user<Admin091>(*core_)) {}

Publisher& Session091::add_publisher(const PublisherOptions& options, PublisherEvents& events) {
  return add_user<Publisher091>(*core_, options, events);
}

Consumer& Session091::add_consumer(const ConsumerOptions& options, ConsumerEvents& events) {
  if (options.get) return add_user<Getter091>(*core_, options, events);
  return add_user<Consumer091>(*core_, options, events);
}

void Session091::request(AdminRequest what, AdminCallback done) {
  const SessionCore::Entry entry(*core_);
  admin_.request(std::move(what), std::move(done));
}

}  // namespace amqpace::client
