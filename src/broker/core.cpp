// SPDX-License-Identifier: Apache-2.0
#include "broker/core.hpp"

#include <algorithm>
#include <utility>

#include "base/random.hpp"

namespace amqpace::broker {

Core::Core(CoreOptions options) : options_(std::move(options)), injector_(options_.faults) {
  for (const std::string& name : options_.vhosts) vhosts_.emplace(name, std::make_unique<VHost>(*this, name));
}

Core::~Core() {
  dead_letters_.clear();
  vhosts_.clear();
}

const User* Core::login(std::string_view name, std::string_view password) const {
  for (const User& user : options_.users)
    if (user.name == name) return user.password == password ? &user : nullptr;
  return nullptr;
}

Outcome<VHost*> Core::open_vhost(const User& user, std::string_view name) {
  const auto found = vhosts_.find(name);
  if (found == vhosts_.end()) return refuse(kNotAllowed, "vhost " + std::string(name) + " not found");
  if (std::find(user.vhosts.begin(), user.vhosts.end(), name) == user.vhosts.end())
    return refuse(kNotAllowed,
                  "access to vhost '" + std::string(name) + "' refused for user '" + user.name + "'");
  return found->second.get();
}

void Core::connection_gone(const Caller& caller) {
  if (caller.vhost) caller.vhost->connection_gone(caller.connection);
}

void Core::settle() {
  if (next_due() <= now_) run_due();
  do {
    // A queue may be marked again while others hand out, never by handing out itself.
    for (std::size_t i = 0; i < dirty_.size(); ++i) {
      dirty_[i]->dirty_ = false;
      dirty_[i]->dispatch();
    }
    dirty_.clear();
    while (!dead_letters_.empty()) {
      const DeadLetter letter = dead_letters_.pop_front();
      letter.vhost->take_dead_letter(letter);
    }
  } while (!dirty_.empty());
}

void Core::dead_letter(DeadLetter letter) {
  dead_letters_.push_back(std::move(letter));
}

void Core::finish_turn() {
  settle();
  for (Channel* channel : confirming_) {
    channel->confirming_ = false;
    channel->emit_confirms(now_);
  }
  confirming_.clear();
}

std::vector<std::shared_ptr<Queue>> Core::all_queues() const {
  std::vector<std::shared_ptr<Queue>> all;
  for (const auto& [name, vhost] : vhosts_) vhost->append_queues(all);
  return all;
}

std::string Core::make_name(std::string_view prefix) {
  static constexpr std::string_view kDigits =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  std::string name(prefix);
  for (int half = 0; half < 2; ++half) {
    std::uint64_t bits = draw(options_.seed, names_made_++);
    for (int digit = 0; digit < 11; ++digit, bits >>= 6) name += kDigits[bits & 63];
  }
  return name;
}

void Core::mark_dirty(Queue& queue) {
  if (std::exchange(queue.dirty_, true)) return;
  dirty_.push_back(&queue);
}

void Core::forget(Queue& queue) {
  if (std::exchange(queue.dirty_, false)) std::erase(dirty_, &queue);
}

void Core::mark_confirming(Channel& channel) {
  if (std::exchange(channel.confirming_, true)) return;
  confirming_.push_back(&channel);
}

void Core::forget(Channel& channel) {
  if (std::exchange(channel.confirming_, false)) std::erase(confirming_, &channel);
}

}  // namespace amqpace::broker
