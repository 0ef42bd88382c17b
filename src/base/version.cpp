// SPDX-License-Identifier: Apache-2.0
#include "base/version.hpp"

namespace amqpace {

std::string_view version_text() { return AMQPACE_VERSION; }

}  // namespace amqpace
