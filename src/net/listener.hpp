// SPDX-License-Identifier: Apache-2.0
// A listener on a real socket, and what it takes to open one. Made by EpollLoop::listen.
#pragma once

#include <memory>

#include "net/loop.hpp"
#include "net/poller.hpp"

namespace amqpace::net {

// TCP: the first address the host resolves to that can be bound, IPv4 before IPv6; an empty host is any. A
// socket file left behind by a dead process is replaced, and ours is removed at the end. Errors are of kind
// bad_input.
Result<std::unique_ptr<Listener>> open_listener(Loop& loop, Poller& poller, const Address& at,
                                                AcceptEvents& events);

}  // namespace amqpace::net
