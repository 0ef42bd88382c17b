// SPDX-License-Identifier: Apache-2.0
// A message of the broker: stored once, in one block, shared by every queue it was routed to and by the
// deliveries that wait for an ack. Blocks come from a pool, so that a broker in its stride asks the system
// for nothing. One thread; a reference must not outlive its pool.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.hpp"

namespace amqpace::broker {

class MessagePool;

// Keys beside the routing key, of the headers CC and BCC: each with its length before it, in one octet.
class KeyList {
 public:
  explicit KeyList(std::span<const std::byte> packed) : packed_(packed) {}
  bool empty() const { return packed_.empty(); }
  std::span<const std::byte> packed() const { return packed_; }
  template <class Visit>
  void each(Visit&& visit) const {
    const auto* text = reinterpret_cast<const char*>(packed_.data());
    for (std::size_t at = 0; at < packed_.size();) {
      const std::size_t size = std::to_integer<std::size_t>(packed_[at]);
      visit(std::string_view(text + at + 1, size));
      at += 1 + size;
    }
  }

 private:
  std::span<const std::byte> packed_;
};

class Message {
 public:
  std::string_view exchange() const { return {text(), exchange_size_}; }
  std::string_view routing_key() const { return {text() + exchange_size_, key_size_}; }
  // Property flags and values exactly as the publisher sent them, but for BCC.
  std::span<const std::byte> properties() const {
    return {bytes() + exchange_size_ + key_size_, properties_size_};
  }
  KeyList more_keys() const { return KeyList({bytes() + body_at() - more_keys_size_, more_keys_size_}); }
  std::uint8_t priority() const { return priority_; }
  Nanos ttl() const { return ttl_; }  // its property `expiration`; kNever: none
  std::span<const std::byte> body() const { return {bytes() + body_at(), body_size_}; }
  // To be filled by whoever made the message, before anybody else holds it.
  std::span<std::byte> body_room() { return {bytes() + body_at(), body_size_}; }

 private:
  friend class MessagePool;
  friend class MessageRef;
  std::byte* bytes() { return reinterpret_cast<std::byte*>(this + 1); }
  const std::byte* bytes() const { return reinterpret_cast<const std::byte*>(this + 1); }
  const char* text() const { return reinterpret_cast<const char*>(this + 1); }
  std::size_t body_at() const {
    return std::size_t{exchange_size_} + key_size_ + properties_size_ + more_keys_size_;
  }

  MessagePool* pool_ = nullptr;
  std::size_t body_size_ = 0;
  Nanos ttl_ = kNever;
  std::uint32_t references_ = 0;
  std::uint32_t properties_size_ = 0;
  std::uint16_t exchange_size_ = 0;
  std::uint16_t key_size_ = 0;
  std::uint32_t more_keys_size_ = 0;
  std::uint8_t priority_ = 0;
  std::uint8_t size_class_ = 0;
};

class MessageRef {
 public:
  MessageRef() = default;
  MessageRef(const MessageRef& other) : message_(other.message_) {
    if (message_) ++message_->references_;
  }
  MessageRef(MessageRef&& other) noexcept : message_(std::exchange(other.message_, nullptr)) {}
  MessageRef& operator=(MessageRef other) noexcept {
    std::swap(message_, other.message_);
    return *this;
  }
  ~MessageRef();
  Message* operator->() const { return message_; }
  Message& operator*() const { return *message_; }
  explicit operator bool() const { return message_ != nullptr; }
  bool operator==(const MessageRef& other) const = default;

 private:
  friend class MessagePool;
  explicit MessageRef(Message* message) : message_(message) { ++message_->references_; }
  Message* message_ = nullptr;
};

struct Envelope {
  std::string_view exchange, routing_key;  // at most 255 bytes each
  std::span<const std::byte> properties;
  std::span<const std::byte> more_keys{};  // as KeyList reads them
  std::uint8_t priority = 0;
  Nanos ttl = kNever;
};

class MessagePool {
 public:
  MessagePool() = default;
  ~MessagePool();
  MessagePool(const MessagePool&) = delete;
  MessagePool& operator=(const MessagePool&) = delete;

  MessageRef make(const Envelope& envelope, std::size_t body_size);
  // Messages that somebody still refers to, and the memory they take.
  std::uint64_t living() const { return living_; }
  std::uint64_t living_bytes() const { return living_bytes_; }
  std::uint64_t given_back() const { return given_back_; }  // so far

 private:
  friend class MessageRef;
  static constexpr std::size_t kSmallestShift = 8;  // 256 bytes, doubling…
  static constexpr std::size_t kClasses = 10;       // …up to 128 KiB; larger ones are not kept
  static constexpr std::size_t kKeptBytesPerClass = std::size_t{32} << 20;
  void give_back(Message* message);
  static std::size_t block_size(const Message& message);

  std::array<std::vector<void*>, kClasses> free_;
  std::uint64_t living_ = 0, living_bytes_ = 0, given_back_ = 0;
};

}  // namespace amqpace::broker
