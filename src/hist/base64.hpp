// SPDX-License-Identifier: Apache-2.0
// Base64 (RFC 4648, section 4), as histogram logs carry their payloads.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace amqpace::hist {

std::string base64_encoded(std::string_view bytes);
// nullopt: a character outside the alphabet, or a length or padding that no encoder writes.
std::optional<std::string> base64_decoded(std::string_view text);

}  // namespace amqpace::hist
