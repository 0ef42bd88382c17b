// SPDX-License-Identifier: Apache-2.0
#include "broker/message.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <new>

namespace amqpace::broker {

MessageRef::~MessageRef() {
  if (message_ && --message_->references_ == 0) message_->pool_->give_back(message_);
}

MessagePool::~MessagePool() {
  assert(living_ == 0);
  for (auto& blocks : free_)
    for (void* block : blocks) ::operator delete(block);
}

MessageRef MessagePool::make(const Envelope& envelope, std::size_t body_size) {
  const std::size_t head = envelope.exchange.size() + envelope.routing_key.size() +
                           envelope.properties.size() + envelope.more_keys.size();
  const std::size_t size = sizeof(Message) + head + body_size;
  const std::size_t width = std::bit_width(size - 1);
  const std::size_t size_class = width <= kSmallestShift ? 0 : width - kSmallestShift;

  void* block = nullptr;
  if (size_class < kClasses && !free_[size_class].empty()) {
    block = free_[size_class].back();
    free_[size_class].pop_back();
  } else {
    block = ::operator new(size_class < kClasses ? std::size_t{1} << (size_class + kSmallestShift) : size);
  }
  auto* message = new (block) Message;
  message->pool_ = this;
  message->body_size_ = body_size;
  message->properties_size_ = static_cast<std::uint32_t>(envelope.properties.size());
  message->exchange_size_ = static_cast<std::uint16_t>(envelope.exchange.size());
  message->key_size_ = static_cast<std::uint16_t>(envelope.routing_key.size());
  message->more_keys_size_ = static_cast<std::uint32_t>(envelope.more_keys.size());
  message->priority_ = envelope.priority;
  message->ttl_ = envelope.ttl;
  message->size_class_ = static_cast<std::uint8_t>(std::min(size_class, kClasses));
  std::byte* at = message->bytes();
  const auto put = [&at](const void* from, std::size_t n) {
    if (n > 0) std::memcpy(at, from, n);
    at += n;
  };
  put(envelope.exchange.data(), envelope.exchange.size());
  put(envelope.routing_key.data(), envelope.routing_key.size());
  put(envelope.properties.data(), envelope.properties.size());
  put(envelope.more_keys.data(), envelope.more_keys.size());
  ++living_;
  living_bytes_ += block_size(*message);
  return MessageRef(message);
}

std::size_t MessagePool::block_size(const Message& message) {
  if (message.size_class_ < kClasses) return std::size_t{1} << (message.size_class_ + kSmallestShift);
  return sizeof(Message) + message.body_at() + message.body_size_;
}

void MessagePool::give_back(Message* message) {
  --living_;
  ++given_back_;
  living_bytes_ -= block_size(*message);
  const std::size_t size_class = message->size_class_;
  message->~Message();
  if (size_class < kClasses) {
    auto& blocks = free_[size_class];
    if (blocks.size() < kKeptBytesPerClass >> (size_class + kSmallestShift)) {
      blocks.push_back(message);
      return;
    }
  }
  ::operator delete(static_cast<void*>(message));
}

}  // namespace amqpace::broker
