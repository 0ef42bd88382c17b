// SPDX-License-Identifier: Apache-2.0
#include "amqp091/channels.hpp"

#include <algorithm>
#include <cassert>

namespace amqpace::amqp091 {

void Channels::set(std::uint16_t channel, ChannelState state) {
  assert(channel > 0);
  if (channel >= all_.size()) all_.resize(std::size_t{channel} + 1);
  all_[channel].state = state;
  if (state != ChannelState::closed) return;
  drop_assembly(channel);
  lowest_hint_ = std::min(lowest_hint_, channel);
}

std::uint16_t Channels::lowest_closed() const {
  std::uint32_t number = lowest_hint_;
  while (number <= highest_ && at(static_cast<std::uint16_t>(number)) != ChannelState::closed) ++number;
  return number <= highest_ ? static_cast<std::uint16_t>(number) : 0;
}

Assembly& Channels::begin_assembly(std::uint16_t channel) {
  std::unique_ptr<Assembly>& slot = all_[channel].assembly;
  assert(!slot);
  if (pool_.empty()) {
    slot = std::make_unique<Assembly>();
  } else {
    slot = std::move(pool_.back());
    pool_.pop_back();
  }
  slot->awaits = Assembly::Awaits::header;
  return *slot;
}

void Channels::expect_assembly_of(std::size_t body_bytes, std::size_t head_bytes) {
  if (pool_.empty()) pool_.push_back(std::make_unique<Assembly>());
  pool_.back()->method.reserve(head_bytes);
  pool_.back()->header.reserve(head_bytes);
  pool_.back()->body.reserve(body_bytes);
}

std::unique_ptr<Assembly> Channels::take_assembly(std::uint16_t channel) {
  std::unique_ptr<Assembly> taken = std::move(all_[channel].assembly);
  if (taken) assembling_bytes_ -= taken->header.size() + taken->body.size();
  return taken;
}

void Channels::give_back(std::unique_ptr<Assembly> assembly) {
  assembly->method.clear();
  assembly->header.clear();
  assembly->body.clear();
  pool_.push_back(std::move(assembly));
}

void Channels::drop_assembly(std::uint16_t channel) {
  if (channel < all_.size() && all_[channel].assembly) give_back(take_assembly(channel));
}

void Channels::drop_all() {
  all_.clear();
  pool_.clear();
  assembling_bytes_ = 0;
  lowest_hint_ = 1;
}

void Channels::set_header(Assembly& assembly, Bytes payload) {
  assembly.header.assign(payload.begin(), payload.end());
  assembly.awaits = Assembly::Awaits::body;
  assembling_bytes_ += payload.size();
}

void Channels::add_body(Assembly& assembly, Bytes part) {
  assembly.body.insert(assembly.body.end(), part.begin(), part.end());
  assembling_bytes_ += part.size();
}

}  // namespace amqpace::amqp091
