// SPDX-License-Identifier: Apache-2.0
#include "net/sim.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "net/failure.hpp"
#include "net/sim_link.hpp"

namespace amqpace::net {

SimNet::SimNet(const SimOptions& options) : options_(options), random_(options.seed) {}

SimNet::~SimNet() {
  assert(loops_.empty() && "a loop outlives its net");
}

bool SimNet::idle() const {
  const bool posted =
      std::any_of(loops_.begin(), loops_.end(), [](const SimLoop* loop) { return loop->has_posted(); });
  return !posted && next_time() == kNever;
}

void SimNet::cut(Stream& stream) {
  static_cast<SimStream&>(stream).link().cut();
}

void SimNet::freeze(Stream& stream, Nanos until) {
  auto& end = static_cast<SimStream&>(stream);
  end.link().freeze(end.side(), until);
}

void SimNet::freeze(SimLoop& loop, Nanos until) {
  loop.frozen_until_ = std::max(loop.frozen_until_, until);
}

void SimNet::swallow_connects(const Address& to) {
  swallowed_.insert(SimListener::key_of(to, to.port));
}

void SimNet::turn(Nanos until) {
  assert(!turning_ && "turn() from inside a handler");
  turning_ = true;
  const bool posted = std::any_of(loops_.begin(), loops_.end(),
                                  [](const SimLoop* loop) { return loop->has_posted() && !loop->frozen(); });
  if (!woken_.exchange(false) && !posted) {
    const Nanos target = std::min(next_time(), until);
    if (target != kNever) clock_.set(std::max(clock_.now(), target));
  }
  // What is scheduled from here on belongs to the next turn, even if it is due at once.
  const std::uint64_t before = sequence_;
  run_posted();
  while (step(before)) {
  }
  released_.clear();
  turning_ = false;
}

Nanos SimNet::next_time() const {
  Nanos next = queue_.empty() ? kNever : queue_.front().at;
  for (const SimLoop* loop : loops_) {
    const Nanos timer = loop->timers_.next().at;
    if (timer != kNever) next = std::min(next, std::max(timer, loop->frozen_until_));
    if (loop->has_posted()) next = std::min(next, std::max(clock_.now(), loop->frozen_until_));
  }
  return next;
}

// Runs the first of what is due by now and was scheduled before. False: there is nothing.
bool SimNet::step(std::uint64_t before) {
  const Nanos now = clock_.now();
  TimerHeap::Due first{now, before};
  SimLoop* of_timer = nullptr;
  const auto is_first = [&](Nanos at, std::uint64_t sequence) {
    return sequence < before && (at < first.at || (at == first.at && sequence < first.sequence));
  };
  for (SimLoop* loop : loops_) {
    const TimerHeap::Due due = loop->timers_.next();
    if (loop->frozen() || !is_first(due.at, due.sequence)) continue;
    first = due;
    of_timer = loop;
  }
  if (queue_.empty() || !is_first(queue_.front().at, queue_.front().sequence)) {
    if (of_timer == nullptr) return false;
    of_timer->timers_.fire_next(now);
    return true;
  }
  const Event event = queue_.front();
  std::pop_heap(queue_.begin(), queue_.end(), later);
  queue_.pop_back();
  const Slot& slot = slots_[event.slot];
  if (slot.generation == event.generation) slot.link->happen(event.what, event.side);
  return true;
}

void SimNet::run_posted() {
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    if (!loops_[i]->frozen()) loops_[i]->run_posted();
  }
}

SimLink& SimNet::make_link() {
  if (free_slots_.empty()) {
    free_slots_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const std::uint32_t index = free_slots_.back();
  free_slots_.pop_back();
  slots_[index].link = std::make_unique<SimLink>(*this, index, slots_[index].generation);
  return *slots_[index].link;
}

void SimNet::schedule(const SimLink& link, Happening what, int side, Nanos at) {
  queue_.push_back({at, sequence_++, link.slot(), link.generation(), what, static_cast<std::uint8_t>(side)});
  std::push_heap(queue_.begin(), queue_.end(), later);
}

void SimNet::release(const SimLink& link) {
  const std::uint32_t index = link.slot();
  Slot& slot = slots_[index];
  ++slot.generation;
  free_slots_.push_back(index);
  if (turning_) {
    released_.push_back(std::move(slot.link));
  } else {
    slot.link.reset();
  }
}

SimLoop::SimLoop(SimNet& net) : net_(net), timers_(net.sequence_) {
  net_.loops_.push_back(this);
}

SimLoop::~SimLoop() {
  std::erase(net_.loops_, this);
  for (SimNet::Slot& slot : net_.slots_) {
    if (slot.link) slot.link->forget(*this);
  }
}

std::unique_ptr<Stream> SimLoop::connect(const Address& to, Nanos deadline, StreamEvents& events) {
  return net_.make_link().start(*this, to, deadline, events);
}

Result<std::unique_ptr<Listener>> SimLoop::listen(const Address& at, AcceptEvents& events) {
  const bool chooses = at.kind == Address::Kind::tcp && at.port == 0;
  const std::uint16_t port = chooses ? net_.next_port_++ : at.port;
  std::string key = SimListener::key_of(at, port);
  if (net_.listeners_.contains(key)) {
    return fail(ErrorKind::bad_input, "could not listen on " + at.text(), "address already in use");
  }
  return std::make_unique<SimListener>(net_, *this, std::move(key), port, events);
}

void SimLoop::turn(Nanos until, Nanos) {
  net_.turn(until);
}

void SimLoop::post(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  posted_.push_back(std::move(work));
}

void SimLoop::wake() {
  net_.woken_ = true;
}

bool SimLoop::has_posted() const {
  const std::lock_guard lock(mutex_);
  return !posted_.empty();
}

void SimLoop::run_posted() {
  {
    const std::lock_guard lock(mutex_);
    std::swap(posted_, running_);
  }
  for (const std::function<void()>& work : running_) work();
  running_.clear();
}

SimListener::SimListener(SimNet& net, SimLoop& loop, std::string key, std::uint16_t port,
                         AcceptEvents& accept_events)
    : net_(net), loop_(loop), key_(std::move(key)), port_(port), events_(accept_events) {
  net_.listeners_[key_] = this;
}

SimListener::~SimListener() {
  net_.listeners_.erase(key_);
}

std::string SimListener::key_of(const Address& address, std::uint16_t port) {
  if (address.kind == Address::Kind::unix_socket) return address.text();
  std::string host = address.host;
  if (host == "127.0.0.1" || host == "::1") host = "localhost";
  if (host.empty() || host == "0.0.0.0" || host == "::") host = "*";
  return Address::tcp(std::move(host), port).text();
}

SimListener* SimListener::find(SimNet& net, const Address& to) {
  auto found = net.listeners_.find(key_of(to, to.port));
  if (found == net.listeners_.end() && to.kind == Address::Kind::tcp) {
    found = net.listeners_.find(key_of(Address::tcp("", to.port), to.port));
  }
  return found == net.listeners_.end() ? nullptr : found->second;
}

}  // namespace amqpace::net
