// SPDX-License-Identifier: Apache-2.0
#include "engine/dead_account.hpp"

#include <algorithm>

#include "engine/trail_flow.hpp"

namespace amqpace::engine {

namespace {

// Calls f(producer, key, column) for every key of every producer.
template <class F>
void for_each_key(const RunSetup& setup, F&& f) {
  std::size_t column = 0;
  for (std::size_t p = 0; p < setup.dead_letters.size(); ++p)
    for (std::size_t key = 0; key < setup.dead_letters[p].size(); ++key) f(p, key, column++);
}

std::vector<std::size_t> oldest_first(const Trail& trail) {
  std::vector<std::size_t> queues(trail.queues.begin(), trail.queues.begin() + static_cast<std::ptrdiff_t>(trail.size()));
  std::reverse(queues.begin(), queues.end());
  return queues;
}

std::vector<TrailSeen> seen_of(const Accounts& accounts, std::size_t column) {
  std::vector<TrailSeen> seen;
  for (std::size_t at = 0; at < accounts.size(); ++at) {
    if (accounts[at] == nullptr) continue;
    for (const TrailCount& trail : accounts[at]->trails().all())
      if (trail.by_column[column] > 0) seen.push_back({oldest_first(trail.trail), at, trail.by_column[column]});
  }
  return seen;
}

// What died of one producer's messages with one key.
void settle_key(const Accounts& accounts, const routing::DeadLetters& dead, std::size_t column,
                Deaths& deaths) {
  const TrailFlow flow(seen_of(accounts, column), accounts.size(), [&dead](std::size_t q) -> const auto& { return dead.from[q]; });
  flow.walk([&](std::size_t from, std::uint64_t n) { deaths.out[from] += n; },
            [&](std::size_t from, std::size_t to, std::uint64_t n) {
              deaths.in[to] += n;
              if (!dead.from[from]) deaths.unknown[to] = true;
            });
  for (std::size_t from = 0; from < accounts.size(); ++from) {
    const std::uint64_t rejected = accounts[from] == nullptr ? 0 : accounts[from]->rejected_by[column];
    if (rejected == 0) continue;
    const auto& targets = dead.from[from];
    if (!targets) deaths.unknown.assign(accounts.size(), true);
    if (targets)
      for (const std::size_t at : *targets) deaths.in[at] += rejected;
  }
}

// The way by which a message came to a queue of the trail, as that queue's account has it.
bool is_the_way_to(const Passage& passage, const Trail& trail, std::size_t queue) {
  const auto at = std::find(trail.queues.begin(), trail.queues.end(), static_cast<std::int16_t>(queue));
  Trail before;
  std::copy(at + 1, trail.queues.end(), before.queues.begin());
  before.from_publish = trail.from_publish;
  return passage.trail == before;
}

// A message that was handled on `queue`, given back and died there afterwards is among those delivered already.
std::uint64_t handled_before_dying(const Accounts& accounts, std::size_t queue) {
  std::uint64_t n = 0;
  for (const TrailCount& trail : accounts[queue]->trails().all())
    if (trail.trail.names(queue)) n += trail.handled_here_before;
  std::vector<const Passage*> over;  // a dead letter that was copied is one death
  const auto counted = [&over](std::size_t p, bool prefill, std::uint64_t s) {
    return std::any_of(over.begin(), over.end(), [&](const Passage* o) { return o->of(p, prefill).contains(s); });
  };
  for (const QueueAccount* account : accounts) {
    if (account == nullptr) continue;
    for (const Passage& dead : account->passages().all()) {
      if (!dead.trail.names(queue)) continue;
      for (const Passage& way : accounts[queue]->passages().all()) {
        if (!is_the_way_to(way, dead.trail, queue)) continue;
        for (const bool prefill : {false, true})
          for (std::size_t p = 0; p < dead.seen.size(); ++p)
            dead.of(p, prefill).for_each([&](std::uint64_t s) {
              if (way.of(p, prefill).contains(s) && !counted(p, prefill, s)) ++n;
            });
      }
      over.push_back(&dead);
    }
  }
  return n;
}

// Of messages that were published to `queue` and are expected nowhere: how many were seen to have died there, unhandled.
std::uint64_t refused_and_died(const Accounts& accounts, std::size_t queue, const std::vector<NotExpected>& not_expected) {
  const auto died_there = [&](std::size_t p, bool prefill, std::uint64_t s) {
    if (accounts[queue]->passages().published().of(p, prefill).contains(s)) return false;
    return std::any_of(accounts.begin(), accounts.end(), [&](const QueueAccount* account) {
      if (account == nullptr) return false;
      const auto& all = account->passages().all();
      return std::any_of(all.begin(), all.end(), [&](const Passage& passage) {
        const Trail& trail = passage.trail;
        return !trail.empty() && trail.from_publish && trail.oldest() == queue && passage.of(p, prefill).contains(s);
      });
    });
  };
  std::uint64_t n = 0;
  for (std::size_t p = 0; p < not_expected.size(); ++p) {
    for (const std::uint64_t s : not_expected[p].messages) n += died_there(p, false, s);
    for (const std::uint64_t s : not_expected[p].prefill) n += died_there(p, true, s);
  }
  return n;
}

void doubt(const RunSetup& setup, const Accounts& accounts, std::size_t from, Deaths& deaths) {
  if (accounts[from] == nullptr) return;
  accounts[from]->doubts().for_each([&](const Reject& reject) {
    const std::uint64_t key = accounts[from]->key_of(reject);
    const auto& targets = setup.dead_letters[reject.producer][key].from[from];
    if (!targets) return;
    for (const std::size_t at : *targets)
      if (accounts[at] == nullptr || !accounts[at]->saw_dead(reject, from)) ++deaths.doubted[at];
  });
}

}  // namespace

Deaths deaths_of(const RunSetup& setup, const Accounts& accounts, const std::vector<NotExpected>& not_expected) {
  Deaths deaths;
  for (auto* by_queue : {&deaths.out, &deaths.extra, &deaths.in, &deaths.doubted}) by_queue->resize(accounts.size());
  deaths.unknown.resize(accounts.size());
  for_each_key(setup, [&](std::size_t p, std::size_t key, std::size_t column) {
    settle_key(accounts, setup.dead_letters[p][key], column, deaths);
  });
  for (std::size_t queue = 0; queue < accounts.size(); ++queue) {
    doubt(setup, accounts, queue, deaths);
    if (accounts[queue] == nullptr || deaths.out[queue] == 0) continue;
    deaths.out[queue] -= std::min(deaths.out[queue], handled_before_dying(accounts, queue));
    deaths.extra[queue] = refused_and_died(accounts, queue, not_expected);
  }
  return deaths;
}

std::uint64_t rejects_into(const RunSetup& setup, const Accounts& accounts, std::size_t queue,
                           QueueAccount::Instant QueueAccount::*instant) {
  std::uint64_t rejects = 0;
  for (std::size_t from = 0; from < accounts.size(); ++from) {
    if (accounts[from] == nullptr) continue;
    const auto& by_key = (accounts[from]->*instant).rejected_by;
    if (by_key.empty()) continue;  // the instant did not come
    for_each_key(setup, [&](std::size_t p, std::size_t key, std::size_t column) {
      const auto& targets = setup.dead_letters[p][key].from[from];
      if (targets && std::find(targets->begin(), targets->end(), queue) != targets->end()) rejects += by_key[column];
    });
  }
  return rejects;
}

}  // namespace amqpace::engine
