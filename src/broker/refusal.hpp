// SPDX-License-Identifier: Apache-2.0
// How the broker says no: an AMQP reply code and a sentence, worded as RabbitMQ words it, so that whoever
// reads a report of a run against the embedded broker meets the words of the real one. Used by every part of
// this room.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"

namespace amqpace::broker {

inline constexpr std::uint16_t kNoRoute = 312;
inline constexpr std::uint16_t kConnectionForced = 320;
inline constexpr std::uint16_t kInvalidPath = 402;
inline constexpr std::uint16_t kAccessRefused = 403;
inline constexpr std::uint16_t kNotFound = 404;
inline constexpr std::uint16_t kResourceLocked = 405;
inline constexpr std::uint16_t kPreconditionFailed = 406;
inline constexpr std::uint16_t kCommandInvalid = 503;
inline constexpr std::uint16_t kChannelError = 504;
inline constexpr std::uint16_t kNotAllowed = 530;
inline constexpr std::uint16_t kNotImplemented = 540;
inline constexpr std::uint16_t kInternalError = 541;

struct Refusal {
  std::uint16_t code = 0;
  std::string text;  // "NOT_FOUND - no queue 'x' in vhost '/'"; at most 255 bytes, a short string on the wire
  bool closes_connection() const;  // else the channel only
};

template <class T>
using Outcome = tl::expected<T, Refusal>;

// Puts the code's name before the sentence.
tl::unexpected<Refusal> refuse(std::uint16_t code, std::string_view sentence);

inline tl::unexpected<Refusal> pass_on(Refusal refusal) {
  return tl::unexpected<Refusal>(std::move(refusal));
}
// 403 for names that begin with amq.
Outcome<void> not_reserved(std::string_view kind, std::string_view name);

// "queue 'x' in vhost '/'"
std::string resource(std::string_view kind, std::string_view name, std::string_view vhost);

tl::unexpected<Refusal> no_such(std::string_view kind, std::string_view name, std::string_view vhost);
// `received` and `current` as they are to be shown: "'false'", "none", "the value 'quorum' of type
// 'longstr'".
struct Inequivalence {
  std::string_view argument, received, current;
};
tl::unexpected<Refusal> inequivalent(const Inequivalence& what, std::string_view resource_text);

}  // namespace amqpace::broker
