// SPDX-License-Identifier: Apache-2.0
// For the tests of this room: a stream's owner that collects what comes and sends what it is told to, and a
// listener's.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "net/loop.hpp"

namespace amqpace::net {

class FakePeer final : public StreamEvents {
 public:
  std::unique_ptr<Stream> stream;
  std::string received;
  bool connected = false, closed = false;
  int failures = 0;
  Error failure;
  std::size_t sent = 0;
  std::function<void()> when_connected, when_read, when_failed;

  // Sends as fast as the stream takes it.
  void send(std::string_view text) {
    unsent_ += text;
    flush();
  }
  std::size_t unsent() const { return unsent_.size() - sent; }

  void on_connected() override {
    connected = true;
    if (when_connected) when_connected();
  }
  void on_readable() override {
    std::array<std::byte, 16384> buffer;
    while (stream) {
      const IoResult result = stream->read(buffer);
      if (result.status == IoStatus::closed) closed = true;
      if (result.status != IoStatus::ok) break;
      received.append(reinterpret_cast<const char*>(buffer.data()), result.bytes);
    }
    // The copy outlives the peer, which the call may destroy.
    if (const auto call = when_read) call();
  }
  void on_writable() override { flush(); }
  void on_failed(const Error& error) override {
    ++failures;
    failure = error;
    if (const auto call = when_failed) call();
  }

 private:
  void flush() {
    bool full = false;
    while (unsent() > 0 && !full) {
      const IoResult result = stream->write(std::as_bytes(std::span(unsent_).subspan(sent)));
      full = result.status != IoStatus::ok;
      sent += result.bytes;
    }
    stream->want_writable(unsent() > 0);
  }

  std::string unsent_;
};

class FakeAcceptor final : public AcceptEvents {
 public:
  std::vector<std::unique_ptr<FakePeer>> peers;
  std::function<void(FakePeer&)> when_accepted;

  void on_accept(std::unique_ptr<ServerStream> stream) override {
    auto peer = std::make_unique<FakePeer>();
    stream->set_events(*peer);
    peer->stream = std::move(stream);
    peers.push_back(std::move(peer));
    if (when_accepted) when_accepted(*peers.back());
  }
};

// Incompressible enough that a misplaced byte shows.
inline std::string pattern(std::size_t size) {
  std::string text(size, '\0');
  std::uint32_t x = 1;
  for (char& c : text) {
    x = x * 1664525U + 1013904223U;
    c = static_cast<char>(x >> 24);
  }
  return text;
}

}  // namespace amqpace::net
