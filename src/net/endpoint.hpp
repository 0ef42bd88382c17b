// SPDX-License-Identifier: Apache-2.0
// Socket addresses: what an Address resolves to, and the sockets opened on it. Knows no loop.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "net/loop.hpp"

namespace amqpace::net {

struct Endpoint {
  sockaddr_storage address{};
  socklen_t size = 0;
  std::string text() const;  // "127.0.0.1", "::1"; empty for a unix socket
  std::uint16_t port() const;
};

enum class ResolveFor { connecting, listening };
// Blocks. Every distinct address, in the order to try them; for listening IPv4 first, and an empty host is
// any.
Result<std::vector<Endpoint>> resolve(const Address& address, ResolveFor purpose);

// A non-blocking, close-on-exec socket; TCP without Nagle's delay. -1: errno says.
int open_socket(const Endpoint& endpoint);
void set_no_delay(int fd);
// As the other side of an accepted socket is printed: "127.0.0.1:41234", "unix:" when it has no name.
std::string peer_text(const Endpoint& peer);
Endpoint local_endpoint(int fd);

}  // namespace amqpace::net
