// SPDX-License-Identifier: Apache-2.0
// Handlers that do whatever they like, from a seed, on both loops: send, pause, shut down, destroy themselves
// and others, open new streams. What must hold: no use of what is gone (the sanitizers see to it), no
// callback after the end, and no end without a callback.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "net/epoll.hpp"
#include "net/sim.hpp"

namespace amqpace::net {
namespace {

class Crowd;

class Member final : public StreamEvents {
 public:
  Member(Crowd& crowd, std::size_t place) : crowd_(crowd), place_(place) {}
  std::unique_ptr<Stream> stream;
  bool failed = false, closed = false;

  void on_connected() override { act(); }
  void on_readable() override;
  void on_writable() override {
    stream->want_writable(false);
    act();
  }
  void on_failed(const Error& error) override {
    EXPECT_FALSE(failed);
    EXPECT_FALSE(error.what.empty());
    failed = true;
    act();
  }

 private:
  void act();

  Crowd& crowd_;
  std::size_t place_;
};

class Crowd final : public AcceptEvents {
 public:
  Crowd(Loop& client, Loop& server, std::uint64_t seed) : random(seed), client_(client) {
    listener_ = server.listen(Address::tcp("127.0.0.1", 0), *this).value();
    for (std::size_t i = 0; i < kPlaces; ++i) {
      timers_.push_back(std::make_unique<Timer>(client, [this, i] { on_timer(i); }));
      timers_[i]->arm(client.now() + static_cast<Nanos>(i) * 10 * kMicrosecond);
    }
  }

  void on_accept(std::unique_ptr<ServerStream> stream) override {
    ++accepted;
    const auto place = static_cast<std::size_t>(random.below(kPlaces));
    members[place] = std::make_unique<Member>(*this, place);
    stream->set_events(*members[place]);
    members[place]->stream = std::move(stream);
  }

  // Anything may be gone afterwards, the caller too.
  void act(std::size_t place) {
    const auto other = static_cast<std::size_t>(random.below(kPlaces));
    Member* member = members[place].get();
    switch (random.below(8)) {
      case 0:
        members[place].reset();
        break;
      case 1:
        members[other].reset();
        break;
      case 2:
        open(other);
        break;
      case 3:
        timers_[other]->arm(client_.now() + static_cast<Nanos>(random.below(200'000)));
        break;
      case 4:
        timers_[other] = std::make_unique<Timer>(client_, [this, other] { on_timer(other); });
        timers_[other]->arm(client_.now());
        break;
      case 5:
        member->stream->shutdown_write();
        break;
      case 6:
        member->stream->want_readable(random.below(3) > 0);
        break;
      default: {
        const std::vector<std::byte> bytes(1 + random.below(20'000), std::byte{7});
        member->stream->write(bytes);
        member->stream->want_writable(random.below(2) == 0);
      }
    }
  }

  Random random;
  int accepted = 0, acts = 0;
  static constexpr std::size_t kPlaces = 24;
  std::array<std::unique_ptr<Member>, kPlaces> members;

 private:
  void open(std::size_t place) {
    members[place] = std::make_unique<Member>(*this, place);
    const Address to =
        Address::tcp("127.0.0.1", random.below(10) == 0 ? std::uint16_t{1} : listener_->port());
    members[place]->stream = client_.connect(to, client_.now() + kSecond, *members[place]);
  }
  void on_timer(std::size_t place) {
    ++acts;
    timers_[place]->arm(client_.now() + static_cast<Nanos>(random.below(500'000)));
    if (members[place] == nullptr) {
      open(place);
    } else {
      act(place);
    }
  }

  Loop& client_;
  std::unique_ptr<Listener> listener_;
  std::vector<std::unique_ptr<Timer>> timers_;
};

void Member::act() {
  ++crowd_.acts;
  crowd_.act(place_);
}

void Member::on_readable() {
  EXPECT_FALSE(failed || closed);
  std::array<std::byte, 3000> buffer;
  const IoResult result = stream->read(buffer);
  if (result.status == IoStatus::closed) closed = true;
  act();
}

void riot(Loop& client, Loop& server, std::uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  Crowd crowd(client, server, seed);
  const Nanos end = client.now() + 60 * kSecond;
  while (crowd.acts < 5000 && client.now() < end) client.turn(client.now() + kMillisecond);
  EXPECT_GE(crowd.acts, 5000);
  EXPECT_GT(crowd.accepted, 10);
}

TEST(Chaos, IsSurvivedByTheRealLoop) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const auto loop = EpollLoop::open().value();
    riot(*loop, *loop, seed);
  }
}

TEST(Chaos, IsSurvivedByTheSimulatedLoop) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SimNet net({.seed = seed, .capacity = 8192});
    SimLoop client(net), server(net);
    riot(client, server, seed);
  }
}

}  // namespace
}  // namespace amqpace::net
