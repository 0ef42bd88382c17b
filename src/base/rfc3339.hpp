// SPDX-License-Identifier: Apache-2.0
// A point in time as a file may say it: 2026-11-30T12:00:00Z or with an offset, 2026-11-30T13:00:00+01:00.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace amqpace {

// Whole seconds since 1970; a fraction is cut off. nullopt: not such a time, or before 1970.
std::optional<std::uint64_t> seconds_of_rfc3339(std::string_view text);

}  // namespace amqpace
