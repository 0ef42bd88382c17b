// SPDX-License-Identifier: Apache-2.0
#include "mgmt/address.hpp"

namespace amqpace::mgmt {

namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// A '%' that starts no escape stays as it is: people paste passwords.
std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 && hex_value(text[i + 2]) >= 0;
    if (!escape) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
    i += 2;
  }
  return out;
}

}  // namespace

Result<Address> parse_address(std::string_view url) {
  const auto scheme_end = url.find("://");
  const std::string_view scheme = url.substr(0, scheme_end == std::string_view::npos ? 0 : scheme_end);
  if (scheme != "http" && scheme != "https") {
    return fail(ErrorKind::bad_input, "a management address starts with http:// or https://", {},
                "for example http://localhost:15672");
  }
  std::string_view rest = url.substr(scheme_end + 3);
  Address address;
  // The last '@' ends the user part, so that a password may contain '@' and '/'.
  if (const auto at = rest.rfind('@'); at != std::string_view::npos) {
    const std::string_view login = rest.substr(0, at);
    rest = rest.substr(at + 1);
    const auto colon = login.find(':');
    address.user = decoded(login.substr(0, colon));
    if (colon != std::string_view::npos) address.password = decoded(login.substr(colon + 1));
  }
  const auto slash = rest.find('/');
  const std::string_view host = rest.substr(0, slash);
  if (host.empty()) return fail(ErrorKind::bad_input, "the management address names no host");
  address.origin = std::string(scheme) + "://" + std::string(host);
  if (slash != std::string_view::npos) address.prefix = rest.substr(slash);
  while (address.prefix.ends_with('/')) address.prefix.pop_back();
  if (address.prefix.ends_with("/api")) address.prefix.resize(address.prefix.size() - 4);
  return address;
}

std::string path_segment(std::string_view name) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  constexpr std::string_view kPlain = "-._~";
  std::string out;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || kPlain.find(c) != std::string_view::npos) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

}  // namespace amqpace::mgmt
