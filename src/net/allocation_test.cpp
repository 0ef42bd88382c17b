// SPDX-License-Identifier: Apache-2.0
// The loop on real sockets allocates nothing once it is warm: turns, reads, writes, timers, wake-ups. Counted
// by replacing the allocation functions of this test program.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>

#include "net/epoll.hpp"
#include "net/tls_for_test.hpp"

namespace {
thread_local long allocations = 0;

void* counted(std::size_t size) {
  ++allocations;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) std::abort();
  return memory;
}
}  // namespace

void* operator new(std::size_t size) {
  return counted(size);
}
void* operator new[](std::size_t size) {
  return counted(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace amqpace::net {
namespace {

// Sends back what it gets, with a timer moved each time.
class Returner final : public StreamEvents, public AcceptEvents {
 public:
  explicit Returner(Loop& loop) : loop_(loop), timer_(loop, [] {}) {}
  void on_accept(std::unique_ptr<ServerStream> accepted) override {
    if (tls == nullptr) {
      accepted->set_events(*this);
      stream = std::move(accepted);
      return;
    }
    SslHandle ssl(SSL_new(tls));
    SSL_set_accept_state(ssl.get());
    auto encrypted = std::make_unique<TlsStream>(loop_, std::move(ssl), *this, nullptr);
    accepted->set_events(*encrypted);
    encrypted->carry(std::move(accepted), "", kNever);
    encrypted->on_connected();
    stream = std::move(encrypted);
  }
  void on_connected() override {
    if (tls == nullptr) serve();  // one side begins
  }
  void on_readable() override {
    if (stream->read(buffer_).status == IoStatus::ok) stream->want_writable(true);
  }
  void on_writable() override {
    stream->want_writable(false);
    serve();
  }
  void on_failed(const Error& error) override { FAIL() << error.what; }

  SSL_CTX* tls = nullptr;  // accepts with TLS
  std::unique_ptr<Stream> stream;
  int served = 0;

 private:
  void serve() {
    ++served;
    timer_.arm(loop_.now() + kMillisecond);
    stream->write(buffer_);
  }

  Loop& loop_;
  Timer timer_;
  std::array<std::byte, 512> buffer_{};
};

TEST(Allocations, AreNoneInTheTurnsOfAWarmLoop) {
  const auto loop = EpollLoop::open().value();
  Returner one(*loop), two(*loop);
  const auto listener = loop->listen(Address::tcp("127.0.0.1", 0), two).value();
  one.stream = loop->connect(Address::tcp("127.0.0.1", listener->port()), kNever, one);
  const auto turn_until_served = [&](int count) {
    while (one.served < count) {
      if (one.served % 10 == 0) loop->wake();
      loop->turn(kNever);
    }
  };
  turn_until_served(100);
  const long before = allocations;
  turn_until_served(1000);
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(before, 0);
}

TEST(Allocations, AreNoneOfOursInATlsConnectionThatStands) {
  const TestPki pki;
  const ContextHandle context = server_context(pki.server);
  const auto loop = EpollLoop::open().value();
  Returner one(*loop), two(*loop);
  two.tls = context.get();
  const auto listener = loop->listen(Address::tcp("localhost", 0), two).value();
  one.stream = connect_tls(*loop, Address::tcp("localhost", listener->port()), kNever, one,
                           TlsContext::make({.ca = pki.ca_file}).value());
  const auto turn_until_served = [&](int count) {
    while (one.served < count) loop->turn(kNever);
  };
  turn_until_served(100);
  const long before = allocations;
  turn_until_served(1000);
  EXPECT_EQ(allocations - before, 0);
}

}  // namespace
}  // namespace amqpace::net
