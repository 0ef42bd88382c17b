// SPDX-License-Identifier: Apache-2.0
// The program's version, as CMake's project() has it.
#pragma once

#include <string_view>

namespace amqpace {

std::string_view version_text();  // "0.1.0"

}  // namespace amqpace
