// SPDX-License-Identifier: Apache-2.0
// Arguments of queues and exchanges, as far as the broker compares and shows them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "broker/refusal.hpp"

namespace amqpace::broker {

struct Argument {
  std::string key;
  std::string
      type;  // as RabbitMQ names it in its sentences: "longstr", "signedint", "long", "bool", "double" …
  std::string value;  // as it prints it
};
using Arguments = std::vector<Argument>;

const Argument* find_argument(const Arguments& arguments, std::string_view key);

// 406 unless both are the same.
Outcome<void> same_flag(std::string_view argument, bool current, bool received,
                        std::string_view resource_text);
// 406 unless both say the same about `key`.
Outcome<void> same_argument(const Arguments& current, const Arguments& received, std::string_view key,
                            std::string_view resource_text);

}  // namespace amqpace::broker
