// SPDX-License-Identifier: Apache-2.0
#include "engine/dead_account.hpp"

#include <algorithm>

#include "model/dropping.hpp"

namespace amqpace::engine {

namespace {

// Calls f(producer, key, column) for every key of every producer.
template <class F>
void for_each_key(const RunSetup& setup, F&& f) {
  std::size_t column = 0;
  for (std::size_t p = 0; p < setup.dead_letters.size(); ++p)
    for (std::size_t key = 0; key < setup.dead_letters[p].size(); ++key) f(p, key, column++);
}

std::uint64_t seen_on(const Accounts& accounts, std::size_t at, std::size_t from, std::size_t column) {
  const QueueAccount* account = accounts[at];
  return account == nullptr ? 0 : account->expired_on[from * account->columns() + column];
}

void settle(const RunSetup& setup, const Accounts& accounts, std::size_t from, Deaths& deaths) {
  for_each_key(setup, [&](std::size_t p, std::size_t key, std::size_t column) {
    const auto& targets = setup.dead_letters[p][key].from[from];
    const std::uint64_t rejected = accounts[from] == nullptr ? 0 : accounts[from]->rejected_by[column];
    std::uint64_t out = 0;
    if (!targets) {
      for (std::size_t at = 0; at < accounts.size(); ++at) {
        const std::uint64_t seen = seen_on(accounts, at, from, column);
        out = std::max(out, seen);
        deaths.in[at] += seen;
        if (seen + rejected > 0) deaths.unknown[at] = true;
      }
      deaths.out[from] += out;
      return;
    }
    // Copied to several queues it is still one death: the one that saw most of them counts.
    for (const std::size_t at : *targets) out = std::max(out, seen_on(accounts, at, from, column));
    deaths.out[from] += out;
    for (const std::size_t at : *targets) deaths.in[at] += rejected + out;
  });
}

void doubt(const RunSetup& setup, const Accounts& accounts, std::size_t from, Deaths& deaths) {
  if (accounts[from] == nullptr) return;
  accounts[from]->doubts().for_each([&](const Reject& reject) {
    const std::uint64_t key = accounts[from]->key_of(reject);
    const auto& targets = setup.dead_letters[reject.producer][key].from[from];
    if (!targets) return;
    for (const std::size_t at : *targets)
      if (accounts[at] == nullptr || !accounts[at]->saw_dead(reject)) ++deaths.doubted[at];
  });
}

}  // namespace

Deaths deaths_of(const RunSetup& setup, const Accounts& accounts) {
  Deaths deaths;
  deaths.out.resize(accounts.size());
  deaths.in.resize(accounts.size());
  deaths.doubted.resize(accounts.size());
  deaths.unknown.resize(accounts.size());
  for (std::size_t from = 0; from < accounts.size(); ++from) settle(setup, accounts, from, deaths);
  for (std::size_t from = 0; from < accounts.size(); ++from) doubt(setup, accounts, from, deaths);
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
