// SPDX-License-Identifier: Apache-2.0
// How a failed connection is told: one text for both loops, naming every address that was tried and why it
// did not work.
#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "net/loop.hpp"

namespace amqpace::net {

struct Attempt {
  std::string address;  // "127.0.0.1"; empty when there is nothing to name beside the address asked for
  std::string reason;   // "connection refused"
};

std::string errno_text(int error);    // "Connection reset by peer", in English whatever the locale
std::string errno_reason(int error);  // "connection reset by peer", to stand inside a sentence

// kind unreachable: "localhost:1: 127.0.0.1 connection refused, ::1 connection refused".
Error connect_failure(const Address& to, const std::vector<Attempt>& attempts);
// kind lost: "localhost:5672: Connection reset by peer".
Error lost_failure(const std::string& peer, const std::string& reason);

}  // namespace amqpace::net
