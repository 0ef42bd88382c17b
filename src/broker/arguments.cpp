// SPDX-License-Identifier: Apache-2.0
#include "broker/arguments.hpp"

#include <algorithm>

namespace amqpace::broker {
namespace {

// RabbitMQ compares integers of any width with each other.
std::string_view type_class(std::string_view type) {
  if (type == "byte" || type == "short" || type == "signedint" || type == "long") return "int";
  if (type == "float" || type == "double") return "float";
  return type;
}

std::string with_type(const Argument* argument) {
  if (!argument) return "none";
  return "the value '" + argument->value + "' of type '" + argument->type + "'";
}

}  // namespace

const Argument* find_argument(const Arguments& arguments, std::string_view key) {
  const auto found =
      std::find_if(arguments.begin(), arguments.end(), [key](const Argument& a) { return a.key == key; });
  return found == arguments.end() ? nullptr : &*found;
}

Outcome<void> same_flag(std::string_view argument, bool current, bool received,
                        std::string_view resource_text) {
  if (current == received) return {};
  const auto quoted = [](bool value) { return value ? "'true'" : "'false'"; };
  return inequivalent({argument, quoted(received), quoted(current)}, resource_text);
}

Outcome<void> same_argument(const Arguments& current, const Arguments& received, std::string_view key,
                            std::string_view resource_text) {
  const Argument* old = find_argument(current, key);
  const Argument* now = find_argument(received, key);
  if (!old && !now) return {};
  if (old && now) {
    if (old->value == now->value && type_class(old->type) == type_class(now->type)) return {};
    return inequivalent({key, "'" + now->value + "'", "'" + old->value + "'"}, resource_text);
  }
  return inequivalent({key, with_type(now), with_type(old)}, resource_text);
}

}  // namespace amqpace::broker
