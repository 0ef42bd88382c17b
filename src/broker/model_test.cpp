// SPDX-License-Identifier: Apache-2.0
// Random operations on the core, against a model of one queue that keeps plain lists and does everything the
// slow way.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>

#include "base/random.hpp"
#include "broker/client_for_test.hpp"

namespace amqpace::broker {
namespace {

struct ModelMessage {
  int number;
  bool redelivered;
};

class Model {
 public:
  explicit Model(std::uint64_t seed) : random_(seed) {
    for (int i = 0; i < 3; ++i) clients_.push_back(std::make_unique<TestClient>(core_));
    EXPECT_TRUE(clients_[0]->queue("q"));
    held_.resize(clients_.size());
    read_.resize(clients_.size());
  }

  void step() {
    const std::size_t who = random_.below(clients_.size());
    const std::uint64_t what = random_.below(100);
    if (what < 50) {
      ASSERT_TRUE(clients_[who]->publish("", "q", std::to_string(next_)));
      ready_.push_back({next_++, false});
    } else if (what < 60) {
      get(who);
    } else if (what < 95) {
      settle(who);
    } else if (what < 97) {
      toggle(who);
    } else if (what < 98) {
      EXPECT_EQ(clients_[who]->vhost().purge_queue(clients_[who]->caller(), "q").value(), after_delivery());
      ready_.clear();
    } else {
      reopen(who);
    }
    after_delivery();
    EXPECT_EQ(clients_[who]->depth("q"), ready_.size());
    std::size_t alive = ready_.size();
    for (const auto& held : held_) alive += held.size();
    EXPECT_EQ(core_.pool().living(), alive);
  }

 private:
  // What the broker delivered must be the head of the model's queue, and no consumer may be left that could
  // take more.
  std::size_t after_delivery() {
    core_.finish_turn();
    std::vector<std::pair<int, std::pair<std::size_t, TestClient::Seen>>> fresh;
    for (std::size_t who = 0; who < clients_.size(); ++who)
      for (; read_[who] < clients_[who]->seen.size(); ++read_[who]) {
        const auto& seen = clients_[who]->seen[read_[who]];
        fresh.push_back({number_in(seen.body), {who, seen}});
      }
    std::sort(fresh.begin(), fresh.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [number, where] : fresh) {
      const auto& [who, seen] = where;
      EXPECT_FALSE(ready_.empty());
      if (ready_.empty()) return 0;
      EXPECT_EQ(ready_.front().number, number);
      EXPECT_EQ(ready_.front().redelivered, seen.redelivered);
      held_[who][seen.tag] = ready_.front();
      consumed_[who].push_back(seen.tag);
      ready_.pop_front();
    }
    for (const auto& [who, prefetch] : prefetch_)
      EXPECT_TRUE(ready_.empty() || outstanding(who) == prefetch)
          << "a consumer has credit and messages wait";
    return ready_.size();
  }

  std::size_t outstanding(std::size_t who) {
    std::erase_if(consumed_[who], [&](std::uint64_t tag) { return !held_[who].contains(tag); });
    return consumed_[who].size();
  }

  void put_back(ModelMessage message) {
    message.redelivered = true;
    const auto at = std::lower_bound(ready_.begin(), ready_.end(), message.number,
                                     [](const ModelMessage& one, int number) { return one.number < number; });
    ready_.insert(at, message);
  }

  void get(std::size_t who) {
    after_delivery();
    const auto got = clients_[who]->channel().get("q", false).value();
    ASSERT_EQ(got.has_value(), !ready_.empty());
    if (!got) return;
    EXPECT_EQ(number_in(as_text(got->entry.message->body())), ready_.front().number);
    EXPECT_EQ(got->entry.redelivered, ready_.front().redelivered);
    held_[who][got->tag] = ready_.front();
    ready_.pop_front();
  }

  void settle(std::size_t who) {
    if (held_[who].empty()) return;
    auto at = held_[who].begin();
    std::advance(at, static_cast<std::ptrdiff_t>(random_.below(held_[who].size())));
    const std::uint64_t tag = at->first;
    const bool multiple = random_.below(4) == 0, requeue = random_.below(3) == 0;
    const auto done = requeue ? clients_[who]->channel().reject(tag, multiple, true)
                              : clients_[who]->channel().ack(tag, multiple);
    ASSERT_TRUE(done);
    const auto first = multiple ? held_[who].begin() : at, end = std::next(at);
    if (requeue)
      for (auto one = first; one != end; ++one) put_back(one->second);
    held_[who].erase(first, end);
  }

  void toggle(std::size_t who) {
    if (prefetch_.contains(who)) {
      clients_[who]->channel().cancel("c");
      after_delivery();
      prefetch_.erase(who);
      consumed_[who].clear();
      return;
    }
    prefetch_[who] = 1 + random_.below(5);
    clients_[who]->consume("q", "c", static_cast<std::uint32_t>(prefetch_[who]));
  }

  void reopen(std::size_t who) {
    after_delivery();
    clients_[who] = std::make_unique<TestClient>(core_);
    for (const auto& [tag, message] : held_[who]) put_back(message);
    held_[who].clear();
    prefetch_.erase(who);
    consumed_[who].clear();
    read_[who] = 0;
  }

  Random random_;
  Core core_{CoreOptions{}};
  std::vector<std::unique_ptr<TestClient>> clients_;
  std::deque<ModelMessage> ready_;
  std::vector<std::map<std::uint64_t, ModelMessage>> held_;  // per client, by delivery tag
  std::vector<std::size_t> read_;
  std::map<std::size_t, std::uint64_t> prefetch_;               // of those that consume
  std::map<std::size_t, std::vector<std::uint64_t>> consumed_;  // outstanding tags of the running consumer
  int next_ = 0;
};

TEST(Model, AgreesWithTheCoreOverThousandsOfRandomOperations) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Model model(seed);
    for (int i = 0; i < 2000 && !testing::Test::HasFailure(); ++i) model.step();
  }
}

}  // namespace
}  // namespace amqpace::broker
