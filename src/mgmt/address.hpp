// SPDX-License-Identifier: Apache-2.0
// The management URL, taken apart: what a connection needs, what may be printed, and the login on its way.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"

namespace amqpace::mgmt {

struct Address {
  std::string origin;  // "http://host:15672", no user part: may be printed
  std::string prefix;  // "" or "/rabbit": put before "/api/…"
  std::string user, password;  // decoded; empty when the URL has none
};

// bad_input unless it is http:// or https:// with a host.
Result<Address> parse_address(std::string_view url);
// Percent-encoding of one path segment: "/" is "%2F".
std::string path_segment(std::string_view name);

}  // namespace amqpace::mgmt
