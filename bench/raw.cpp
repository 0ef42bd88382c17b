// SPDX-License-Identifier: Apache-2.0
#include "raw.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

namespace amqpace::bench {

namespace {

constexpr std::size_t kReadBytes = 256 << 10, kWriteBytes = 64 << 10;
// A report is as long as a basic.ack, and carries the number of bytes received so far.
constexpr std::size_t kReport = 21;

struct Pair {
  explicit Pair(Transport transport) {
    const bool good =
        transport == Transport::tcp ? connect_tcp() : socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;
    if (good) return;
    perror("a pair of sockets");
    std::abort();
  }
  ~Pair() {
    close(ends[0]);
    close(ends[1]);
  }
  bool connect_tcp() {
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    ends[0] = socket(AF_INET, SOCK_STREAM, 0);
    const bool good = bind(listener, any, size) == 0 && listen(listener, 1) == 0 &&
                      getsockname(listener, any, &size) == 0 && connect(ends[0], any, size) == 0 &&
                      (ends[1] = accept(listener, nullptr, nullptr)) >= 0;
    close(listener);
    const int on = 1;
    for (const int end : ends) setsockopt(end, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return good;
  }
  int ends[2] = {-1, -1};
};

std::string one_write(const std::string& message) {
  std::string bytes;
  while (bytes.size() + message.size() <= kWriteBytes) bytes += message;
  return bytes;
}

// Reads to the end. `reports`: says after each read how much came.
std::uint64_t read_all(int fd, bool reports) {
  std::vector<char> into(kReadBytes);
  std::uint64_t bytes = 0;
  char report[kReport] = {};
  for (ssize_t n; (n = recv(fd, into.data(), into.size(), 0)) > 0;) {
    bytes += static_cast<std::uint64_t>(n);
    if (!reports) continue;
    std::memcpy(report, &bytes, sizeof bytes);
    if (send(fd, report, sizeof report, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof report)) break;
  }
  return bytes;
}

class Sender {
 public:
  Sender(int fd, const RawLoad& load)
      : fd_(fd),
        bytes_(one_write(load.message)),
        window_(load.window * load.message.size()),
        in_(kReadBytes) {}

  // Returns the bytes sent.
  std::uint64_t run(const SystemClock& clock, Nanos until) {
    // The clock is looked at rarely: it is no part of the floor.
    for (int writes = 0; writes % 16 != 0 || clock.now() < until; ++writes) {
      if (window_ == 0 ? !send_blocking() : !send_in_window()) break;
    }
    return sent_;
  }

 private:
  bool send_blocking() {
    const ssize_t n = send(fd_, bytes_.data(), bytes_.size(), MSG_NOSIGNAL);
    if (n > 0) sent_ += static_cast<std::uint64_t>(n);
    return n > 0;
  }

  bool send_in_window() {
    while (sent_ - received_ + bytes_.size() > window_)
      if (!take_reports(0)) return false;
    for (std::size_t done = 0; done < bytes_.size();) {
      const ssize_t n = send(fd_, bytes_.data() + done, bytes_.size() - done, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n < 0 && errno != EAGAIN) return false;
      if (n > 0) done += static_cast<std::size_t>(n);
      if (done == bytes_.size()) break;
      pollfd self{fd_, POLLIN | POLLOUT, 0};
      poll(&self, 1, -1);
      if ((self.revents & POLLIN) != 0 && !take_reports(MSG_DONTWAIT)) return false;
    }
    sent_ += bytes_.size();
    return true;
  }

  bool take_reports(int flags) {
    const ssize_t n = recv(fd_, in_.data() + have_, in_.size() - have_, flags);
    if (n <= 0) return n < 0 && errno == EAGAIN;
    have_ += static_cast<std::size_t>(n);
    const std::size_t whole = have_ / kReport * kReport;
    if (whole > 0) std::memcpy(&received_, in_.data() + whole - kReport, sizeof received_);
    std::memmove(in_.data(), in_.data() + whole, have_ - whole);
    have_ -= whole;
    return true;
  }

  const int fd_;
  const std::string bytes_;
  const std::uint64_t window_;
  std::uint64_t sent_ = 0, received_ = 0;
  std::vector<char> in_;
  std::size_t have_ = 0;
};

double per_message(Nanos cpu, std::uint64_t bytes, const RawLoad& load) {
  return static_cast<double>(cpu) * static_cast<double>(load.message.size()) / static_cast<double>(bytes);
}

// `measured` runs on this thread, `other` on another; each ends the connection for the other one.
double measure(const RawLoad& load, const std::function<std::uint64_t(int)>& measured,
               const std::function<void(int)>& other) {
  const Pair pair(load.transport);
  std::thread beside([&] {
    other(pair.ends[1]);
    shutdown(pair.ends[1], SHUT_RDWR);
  });
  const Nanos before = thread_cpu_time();
  const std::uint64_t bytes = measured(pair.ends[0]);
  const Nanos cpu = thread_cpu_time() - before;
  shutdown(pair.ends[0], SHUT_RDWR);
  beside.join();
  return per_message(cpu, bytes, load);
}

}  // namespace

double raw_send(const RawLoad& load) {
  const SystemClock clock;
  return measure(
      load, [&](int fd) { return Sender(fd, load).run(clock, clock.now() + load.length); },
      [&](int fd) { read_all(fd, load.window > 0); });
}

double raw_read(const RawLoad& load) {
  const SystemClock clock;
  return measure(
      load, [&](int fd) { return read_all(fd, load.window > 0); },
      [&](int fd) { Sender(fd, load).run(clock, clock.now() + load.length); });
}

}  // namespace amqpace::bench
