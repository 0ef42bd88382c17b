// SPDX-License-Identifier: Apache-2.0
// Where to connect or listen, as messages print it.
#include <utility>

#include "net/loop.hpp"

namespace amqpace::net {

Address Address::tcp(std::string host, std::uint16_t port) {
  Address address;
  address.kind = Kind::tcp;
  address.host = std::move(host);
  address.port = port;
  return address;
}

Address Address::unix_path(std::string path) {
  Address address;
  address.kind = Kind::unix_socket;
  address.path = std::move(path);
  return address;
}

std::string Address::text() const {
  if (kind == Kind::unix_socket) return "unix:" + path;
  const bool numeric_v6 = host.find(':') != std::string::npos;
  return (numeric_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

}  // namespace amqpace::net
