// SPDX-License-Identifier: Apache-2.0
#include "broker/refusal.hpp"

#include "amqp091/methods.hpp"

namespace amqpace::broker {
namespace {

constexpr std::size_t kLongestText = 255;

}  // namespace

bool Refusal::closes_connection() const {
  return code >= 500 || code == kConnectionForced || code == kInvalidPath;
}

tl::unexpected<Refusal> refuse(std::uint16_t code, std::string_view sentence) {
  std::string text(amqp091::reply_name(code));
  if (!sentence.empty()) text.append(" - ").append(sentence);
  if (text.size() > kLongestText) text.resize(kLongestText);
  return tl::unexpected<Refusal>(Refusal{code, std::move(text)});
}

Outcome<void> not_reserved(std::string_view kind, std::string_view name) {
  if (!name.starts_with("amq.")) return {};
  return refuse(kAccessRefused,
                std::string(kind) + " name '" + std::string(name) + "' contains reserved prefix 'amq.*'");
}

std::string resource(std::string_view kind, std::string_view name, std::string_view vhost) {
  std::string text(kind);
  text.append(" '").append(name).append("' in vhost '").append(vhost).append("'");
  return text;
}

tl::unexpected<Refusal> no_such(std::string_view kind, std::string_view name, std::string_view vhost) {
  return refuse(kNotFound, "no " + resource(kind, name, vhost));
}

tl::unexpected<Refusal> inequivalent(const Inequivalence& what, std::string_view resource_text) {
  std::string text = "inequivalent arg '";
  text.append(what.argument).append("' for ").append(resource_text);
  text.append(": received ").append(what.received).append(" but current is ").append(what.current);
  return refuse(kPreconditionFailed, text);
}

}  // namespace amqpace::broker
