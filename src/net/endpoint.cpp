// SPDX-License-Identifier: Apache-2.0
#include "net/endpoint.hpp"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>

#include "net/failure.hpp"

namespace amqpace::net {

namespace {

const sockaddr_in& v4(const Endpoint& endpoint) {
  return *reinterpret_cast<const sockaddr_in*>(&endpoint.address);
}
const sockaddr_in6& v6(const Endpoint& endpoint) {
  return *reinterpret_cast<const sockaddr_in6*>(&endpoint.address);
}

Result<std::vector<Endpoint>> unix_endpoint(const Address& address) {
  Endpoint endpoint;
  auto& name = *reinterpret_cast<sockaddr_un*>(&endpoint.address);
  name.sun_family = AF_UNIX;
  const bool abstract = address.path.starts_with('@');
  if (address.path.size() < (abstract ? 2U : 1U) || address.path.size() >= sizeof(name.sun_path)) {
    return tl::unexpected(connect_failure(
        address, {{"", "a socket path has 1 to " + std::to_string(sizeof(name.sun_path) - 1) + " bytes"}}));
  }
  std::memcpy(name.sun_path, address.path.data(), address.path.size());
  // An abstract name starts with a zero byte and is not terminated; a path is.
  if (abstract) name.sun_path[0] = '\0';
  endpoint.size =
      static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + address.path.size() + (abstract ? 0 : 1));
  return std::vector<Endpoint>{endpoint};
}

std::string gai_reason(int code) {
  std::string text = gai_strerror(code);
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] += 'a' - 'A';
  return text;
}

}  // namespace

std::string Endpoint::text() const {
  char buffer[INET6_ADDRSTRLEN] = "";
  if (address.ss_family == AF_INET) {
    inet_ntop(AF_INET, &v4(*this).sin_addr, buffer, sizeof buffer);
  } else if (address.ss_family == AF_INET6) {
    inet_ntop(AF_INET6, &v6(*this).sin6_addr, buffer, sizeof buffer);
  }
  return buffer;
}

std::uint16_t Endpoint::port() const {
  if (address.ss_family == AF_INET) return ntohs(v4(*this).sin_port);
  if (address.ss_family == AF_INET6) return ntohs(v6(*this).sin6_port);
  return 0;
}

Result<std::vector<Endpoint>> resolve(const Address& address, ResolveFor purpose) {
  if (address.kind == Address::Kind::unix_socket) return unix_endpoint(address);
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV | (purpose == ResolveFor::listening ? AI_PASSIVE : 0);
  addrinfo* list = nullptr;
  const std::string service = std::to_string(address.port);
  const char* host = address.host.empty() ? nullptr : address.host.c_str();
  const int code = getaddrinfo(host, service.c_str(), &hints, &list);
  if (code != 0) {
    const std::string reason = code == EAI_SYSTEM ? errno_reason(errno) : gai_reason(code);
    return tl::unexpected(connect_failure(address, {{"", reason}}));
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(list, &freeaddrinfo);
  std::vector<Endpoint> endpoints;
  for (const addrinfo* entry = list; entry != nullptr; entry = entry->ai_next) {
    Endpoint endpoint;
    std::memcpy(&endpoint.address, entry->ai_addr, entry->ai_addrlen);
    endpoint.size = entry->ai_addrlen;
    const bool known = std::any_of(endpoints.begin(), endpoints.end(), [&](const Endpoint& other) {
      return other.size == endpoint.size &&
             std::memcmp(&other.address, &endpoint.address, endpoint.size) == 0;
    });
    if (!known) endpoints.push_back(endpoint);
  }
  if (purpose == ResolveFor::listening) {
    std::stable_partition(endpoints.begin(), endpoints.end(),
                          [](const Endpoint& endpoint) { return endpoint.address.ss_family == AF_INET; });
  }
  return endpoints;
}

int open_socket(const Endpoint& endpoint) {
  const int fd = socket(endpoint.address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd >= 0 && endpoint.address.ss_family != AF_UNIX) set_no_delay(fd);
  return fd;
}

void set_no_delay(int fd) {
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

std::string peer_text(const Endpoint& peer) {
  if (peer.address.ss_family == AF_UNIX) return "unix:";
  return Address::tcp(peer.text(), peer.port()).text();
}

Endpoint local_endpoint(int fd) {
  Endpoint endpoint;
  endpoint.size = sizeof endpoint.address;
  if (getsockname(fd, reinterpret_cast<sockaddr*>(&endpoint.address), &endpoint.size) != 0) endpoint.size = 0;
  return endpoint;
}

}  // namespace amqpace::net
