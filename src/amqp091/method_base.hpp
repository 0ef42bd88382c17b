// SPDX-License-Identifier: Apache-2.0
// What the generated methods.hpp stands on.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>

namespace amqpace::amqp091 {

struct MethodId {
  std::uint16_t class_id = 0;
  std::uint16_t method_id = 0;
  friend bool operator==(const MethodId&, const MethodId&) = default;
};

// As the wire has both, in one number.
constexpr std::uint32_t packed(MethodId id) {
  return std::uint32_t{id.class_id} << 16 | id.method_id;
}

// Who may send a method.
enum class Sender : std::uint8_t { client, server, both };

struct MethodTraits {
  MethodId id;
  std::string_view name;
  Sender sender = Sender::both;
  bool content = false;
};

template <class Variant>
struct TraitsOf;
template <class... M>
struct TraitsOf<std::variant<M...>> {
  static constexpr std::array<MethodTraits, sizeof...(M)> kAll{
      MethodTraits{M::kId, M::kName, M::kSender, M::kContent}...};
};
template <class Variant>
inline constexpr const auto& kTraitsOf = TraitsOf<Variant>::kAll;

}  // namespace amqpace::amqp091
