// SPDX-License-Identifier: Apache-2.0
#include "peer.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "engine/stamp.hpp"
#include "peer_frames.hpp"

namespace amqpace::bench {

namespace {

constexpr std::size_t kReadBytes = 256 << 10;
constexpr std::size_t kWriteBytes = 64 << 10;

[[noreturn]] void give_up(const char* what) {
  perror(what);
  std::abort();
}

}  // namespace

// One connection, from its protocol header to its end.
class PeerConnection {
 public:
  PeerConnection(Peer& peer, int fd) : peer_(peer), fd_(fd), in_(kReadBytes + (1 << 20)) {}

  void run() {
    while (open_) {
      const bool may_send = consuming_ && sent_ - acked_ < prefetch_;
      if (may_send) send_deliveries();
      const ssize_t n = recv(fd_, in_.data() + have_, kReadBytes, may_send ? MSG_DONTWAIT : 0);
      if (n == 0 || (n < 0 && !may_send)) return;
      if (n > 0) have_ += static_cast<std::size_t>(n);
      take_frames();
      if (confirming_ && published_ > confirmed_) confirm();
      if (!out_.empty()) write(out_);
      out_.clear();
    }
  }

 private:
  void take_frames() {
    std::size_t at = 0;
    if (!greeted_ && have_ >= 8) {
      greeted_ = true;
      at = 8;
      std::string start("\x00\x09", 2);
      start += long_text({}) + long_text("PLAIN") + long_text("en_US");
      out_ += method(0, method_id(10, 10), start);
    }
    while (have_ - at >= kFrameOverhead) {
      const char* const head = in_.data() + at;
      const std::size_t size = get(head + 3, 4);
      if (have_ - at < size + kFrameOverhead) break;
      if (head[0] == 1) take_method(static_cast<std::uint16_t>(get(head + 1, 2)), head + kFrameHeader, at);
      at += size + kFrameOverhead;
      if (sampling_ && head[0] == 3) keep_sample(at);
    }
    std::memmove(in_.data(), in_.data() + at, have_ - at);
    have_ -= at;
    sampling_ = false;  // what is cut here is another time's sample
  }

  void keep_sample(std::size_t end) {
    sampling_ = false;
    sampled_ = true;
    peer_.keep_sample(std::string(in_.data() + sample_at_, end - sample_at_));
  }

  void take_method(std::uint16_t channel, const char* payload, std::size_t frame_at) {
    const auto id = static_cast<std::uint32_t>(get(payload, 4));
    if (id == method_id(60, 40)) {  // publish
      ++published_;
      channel_ = channel;
      if (!sampled_) {
        sampling_ = true;
        sample_at_ = frame_at;
      }
    } else if (id == method_id(60, 80)) {  // ack
      acked_ = get(payload + 4, 8);
    } else {
      answer(channel, id, payload);
    }
  }

  void answer(std::uint16_t channel, std::uint32_t id, const char* payload) {
    std::string body;
    switch (id) {
      case method_id(10, 11):  // start-ok: tune
        put(body, std::uint16_t{2047});
        put(body, std::uint32_t{131072});
        put(body, std::uint16_t{0});
        out_ += method(0, method_id(10, 30), body);
        return;
      case method_id(10, 31):
        return;  // tune-ok
      case method_id(10, 40):
        body = short_text({});
        break;
      case method_id(10, 50):
        out_ += method(0, method_id(10, 51));
        consuming_ = false;
        return;
      case method_id(20, 10):
        body = long_text({});
        break;
      case method_id(50, 10):  // queue.declare: its name, no messages, no consumers
        body = short_text(std::string_view(payload + 7, static_cast<unsigned char>(payload[6]))) +
               std::string(8, '\0');
        break;
      case method_id(50, 30):
      case method_id(50, 40):
        body = std::string(4, '\0');
        break;
      case method_id(60, 10):
        prefetch_ = get(payload + 8, 2);
        break;
      case method_id(60, 20): {
        const char* const queue = payload + 6;
        const char* const tag = queue + 1 + static_cast<unsigned char>(queue[0]);
        tag_ = std::string(tag + 1, static_cast<unsigned char>(tag[0]));
        body = short_text(tag_);
        channel_ = channel;
        start_consuming();
        break;
      }
      case method_id(60, 30):
        consuming_ = false;
        body = short_text(tag_);
        break;
      case method_id(85, 10):
        confirming_ = true;
        break;
      default:
        break;
    }
    out_ += method(channel, id + 1, body);  // each -ok has the number after its request
  }

  void confirm() {
    confirmed_ = published_;
    std::string body;
    put(body, confirmed_);
    body += '\x01';  // multiple
    out_ += method(channel_, method_id(60, 80), body);
  }

  // Renders as many deliveries as one write takes; what differs is patched into them.
  void start_consuming() {
    if (prefetch_ == 0) prefetch_ = 4096;
    std::string deliver = short_text(tag_) + std::string(9, '\0') + short_text({}) + short_text("bench");
    std::string header;
    put(header, std::uint32_t{60 << 16});
    put(header, std::uint64_t{peer_.source_.body});
    put(header, std::uint16_t{0x1000});
    header += '\x02';  // delivery mode
    const std::string head = method(channel_, method_id(60, 60), deliver) + frame(2, channel_, header);
    std::string body(peer_.source_.body, '\0');
    const auto stamp = engine::write_stamp(
        {.run_id = peer_.source_.run_id, .due = peer_.source_.due, .sent = peer_.source_.due});
    std::memcpy(body.data(), stamp.data(), stamp.size());
    const std::string one = head + frame(3, channel_, body);
    delivery_ = one.size();
    tag_at_ = kFrameHeader + 4 + short_text(tag_).size();
    sequence_at_ = head.size() + kFrameHeader + 16;
    deliveries_.clear();
    while (deliveries_.size() + delivery_ <= kWriteBytes) deliveries_ += one;
    peer_.keep_sample(one);
    consuming_ = true;
  }

  void send_deliveries() {
    const std::size_t n = std::min<std::size_t>(prefetch_ - (sent_ - acked_), deliveries_.size() / delivery_);
    for (std::size_t i = 0; i < n; ++i) {
      char* const message = deliveries_.data() + i * delivery_;
      const std::uint64_t sequence = sent_++;
      std::memcpy(message + sequence_at_, &sequence, sizeof sequence);
      const std::uint64_t tag = __builtin_bswap64(sent_);
      std::memcpy(message + tag_at_, &tag, sizeof tag);
    }
    // What is to be answered goes first: consume-ok comes before the first delivery.
    if (!out_.empty()) write(out_);
    out_.clear();
    write(std::string_view(deliveries_).substr(0, n * delivery_));
  }

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t n = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n <= 0) {
        open_ = false;
        return;
      }
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
  }

  Peer& peer_;
  const int fd_;
  std::vector<char> in_;
  std::size_t have_ = 0;
  std::string out_;
  bool open_ = true, greeted_ = false, confirming_ = false, consuming_ = false;
  bool sampling_ = false, sampled_ = false;
  std::size_t sample_at_ = 0;
  std::uint16_t channel_ = 0;
  std::uint64_t published_ = 0, confirmed_ = 0;
  std::uint64_t prefetch_ = 0, sent_ = 0, acked_ = 0;
  std::string tag_, deliveries_;
  std::size_t delivery_ = 0, tag_at_ = 0, sequence_at_ = 0;
};

Peer::Peer(Transport transport, const Source& source) : source_(source) {
  const bool tcp = transport == Transport::tcp;
  listener_ = socket(tcp ? AF_INET : AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener_ < 0) give_up("socket");
  if (tcp) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) give_up("bind");
    socklen_t size = sizeof address;
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
  } else {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path_ = "/tmp/amqpace-bench-" + std::to_string(getpid());
    path_.copy(address.sun_path, sizeof address.sun_path - 1);
    unlink(path_.c_str());
    if (bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) give_up("bind");
  }
  if (listen(listener_, 16) != 0) give_up("listen");
  acceptor_ = std::thread([this] { accept_all(); });
}

Peer::~Peer() {
  stopping_ = true;
  shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  for (const int fd : open_) shutdown(fd, SHUT_RDWR);
  for (auto& thread : threads_) thread.join();
  for (const int fd : open_) close(fd);
  close(listener_);
  if (!path_.empty()) unlink(path_.c_str());
}

void Peer::accept_all() {
  while (!stopping_) {
    const int fd = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) continue;
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    open_.push_back(fd);
    threads_.emplace_back([this, fd] { PeerConnection(*this, fd).run(); });
  }
}

void Peer::keep_sample(std::string bytes) {
  const std::lock_guard lock(mutex_);
  sample_ = std::move(bytes);
}

std::string Peer::sample() const {
  const std::lock_guard lock(mutex_);
  return sample_;
}

std::string Peer::uri() const {
  return path_.empty() ? "amqp://127.0.0.1:" + std::to_string(port_) : "amqp+unix://" + path_;
}

}  // namespace amqpace::bench
