// SPDX-License-Identifier: Apache-2.0
// An amount of memory or disk for people to read: "512 bytes", "43.9 MiB". Sizes of messages, which a file states exactly, are
// size_text's (units.hpp).
#pragma once

#include <cstdint>
#include <string>

namespace amqpace {

std::string memory_text(std::uint64_t bytes);

}  // namespace amqpace
