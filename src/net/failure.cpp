// SPDX-License-Identifier: Apache-2.0
#include "net/failure.hpp"

#include <string.h>

namespace amqpace::net {

std::string errno_text(int error) {
  const char* text = strerrordesc_np(error);
  return text != nullptr ? text : "error " + std::to_string(error);
}

std::string errno_reason(int error) {
  std::string text = errno_text(error);
  if (text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a') text[0] += 'a' - 'A';
  return text;
}

Error connect_failure(const Address& to, const std::vector<Attempt>& attempts) {
  std::string text = to.text() + ": ";
  const char* separator = "";
  for (const Attempt& attempt : attempts) {
    text += separator;
    if (!attempt.address.empty()) text += attempt.address + " ";
    text += attempt.reason;
    separator = ", ";
  }
  return Error{ErrorKind::unreachable, std::move(text), {}, {}, {}};
}

Error lost_failure(const std::string& peer, const std::string& reason) {
  return Error{ErrorKind::lost, peer + ": " + reason, {}, {}, {}};
}

}  // namespace amqpace::net
