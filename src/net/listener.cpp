// SPDX-License-Identifier: Apache-2.0
#include "net/listener.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>
#include <vector>

#include "net/endpoint.hpp"
#include "net/failure.hpp"
#include "net/socket.hpp"

namespace amqpace::net {

namespace {

constexpr int kAcceptsPerTurn = 64;
constexpr Nanos kPause = 100 * kMillisecond;

class SocketListener final : public Listener, private Watch {
 public:
  SocketListener(Loop& loop, Poller& poller, int fd, AcceptEvents& events)
      : loop_(loop),
        poller_(poller),
        events_(events),
        token_(poller.add(*this)),
        fd_(fd),
        port_(local_endpoint(fd).port()),
        resume_(loop, [this] { poller_.change(token_, fd_, EPOLLIN); }) {}

  ~SocketListener() override {
    if (destroyed_ != nullptr) *destroyed_ = true;
    if (!file_.empty()) unlink(file_.c_str());
    poller_.detach(fd_);
    poller_.remove(token_);
    close(fd_);
  }

  bool start(std::string file) {
    file_ = std::move(file);
    return poller_.attach(token_, fd_, EPOLLIN);
  }
  std::uint16_t port() const override { return port_; }

 private:
  void on_input() override {
    bool destroyed = false;
    destroyed_ = &destroyed;
    for (int i = 0; i < kAcceptsPerTurn; ++i) {
      Endpoint peer;
      peer.size = sizeof peer.address;
      const int fd =
          accept4(fd_, reinterpret_cast<sockaddr*>(&peer.address), &peer.size, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (fd < 0) {
        if (errno == EINTR || errno == ECONNABORTED) continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK) pause();
        break;
      }
      if (peer.address.ss_family != AF_UNIX) set_no_delay(fd);
      auto stream = std::make_unique<Socket>(loop_, poller_, fd, peer_text(peer));
      if (stream->start_accepted()) events_.on_accept(std::move(stream));
      if (destroyed) return;
    }
    destroyed_ = nullptr;
  }

  // No descriptors or no memory: the waiting connection would be reported for ever.
  void pause() {
    poller_.change(token_, fd_, 0);
    resume_.arm(loop_.now() + kPause);
  }

  Loop& loop_;
  Poller& poller_;
  AcceptEvents& events_;
  Poller::Token token_;
  int fd_;
  std::uint16_t port_;
  std::string file_;
  Timer resume_;
  bool* destroyed_ = nullptr;  // while accepting: told by the destructor
};

const sockaddr* raw(const Endpoint& endpoint) {
  return reinterpret_cast<const sockaddr*>(&endpoint.address);
}

bool is_socket_file(const Address& at) {
  return at.kind == Address::Kind::unix_socket && !at.path.starts_with('@');
}

// A socket on which nobody answers: its owner died without removing it.
bool is_left_behind(const std::string& path, const Endpoint& endpoint) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0 || !S_ISSOCK(status.st_mode)) return false;
  const int fd = open_socket(endpoint);
  if (fd < 0) return false;
  const bool refused = ::connect(fd, raw(endpoint), endpoint.size) != 0 && errno == ECONNREFUSED;
  close(fd);
  return refused;
}

// -1: errno says.
int open_listening(const Address& at, const Endpoint& endpoint) {
  const int fd = open_socket(endpoint);
  if (fd < 0) return -1;
  const int on = 1;
  if (at.kind == Address::Kind::tcp) setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  int answer = bind(fd, raw(endpoint), endpoint.size);
  if (answer != 0 && errno == EADDRINUSE && is_socket_file(at)) {
    if (is_left_behind(at.path, endpoint) && unlink(at.path.c_str()) == 0) {
      answer = bind(fd, raw(endpoint), endpoint.size);
    } else {
      errno = EADDRINUSE;
    }
  }
  if (answer == 0 && ::listen(fd, SOMAXCONN) == 0) return fd;
  const int error = errno;
  close(fd);
  errno = error;
  return -1;
}

}  // namespace

Result<std::unique_ptr<Listener>> open_listener(Loop& loop, Poller& poller, const Address& at,
                                                AcceptEvents& events) {
  const auto endpoints = resolve(at, ResolveFor::listening);
  std::string reason;
  if (endpoints) {
    for (const Endpoint& endpoint : *endpoints) {
      const int fd = open_listening(at, endpoint);
      if (fd >= 0) {
        auto listener = std::make_unique<SocketListener>(loop, poller, fd, events);
        if (listener->start(is_socket_file(at) ? at.path : "")) return listener;
      }
      reason += (reason.empty() ? "" : ", ") + (endpoint.text().empty() ? "" : endpoint.text() + " ") +
                errno_reason(errno);
    }
  }
  return fail(ErrorKind::bad_input, "could not listen on " + at.text(),
              endpoints ? reason : endpoints.error().what);
}

}  // namespace amqpace::net
