// SPDX-License-Identifier: Apache-2.0
// Broker addresses: amqp[s]://, amqp10[s]://, embedded:, and unix sockets (amqp+unix:///path).
// The last '@' ends the user part, so a password may be written as it is, with '@', ':', '/' and '?' in it
// (an '@' in a virtual host is written %40). "%XX" is decoded in every part; a '%' that is not an escape
// stays as it is. Text that is to be taken literally, such as the value of an environment variable, is
// percent-encoded by whoever puts it into the URI.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace amqpace {

// How a connection says who it is (AMQP's SASL mechanisms).
enum class Sasl : std::uint8_t {
  plain,     // user and password
  amqplain,  // the same in AMQP's own form
  external,  // the client certificate; user and password are not sent
};

struct Uri {
  std::string scheme;  // "amqp", "amqps", "amqp10", "amqps10", "embedded", "amqp+unix"
  std::string user = "guest";
  std::string password = "guest";
  std::string host = "localhost";  // no brackets around IPv6
  std::uint16_t port = 0;          // default of the scheme filled in
  std::string vhost = "/";  // decoded; "amqp://h/" is the empty vhost, "amqp://h" is "/" (RabbitMQ URI spec)
  std::string path;         // of a unix socket
  std::string query;        // after '?', undecoded; for embedded: the faults

  std::optional<Sasl> sasl;  // what a network address's query says: "auth_mechanism=external"

  bool tls() const { return scheme == "amqps" || scheme == "amqps10"; }
  bool embedded() const { return scheme == "embedded"; }
  // As reports print it: "amqp://guest:***@localhost:5672", "embedded:?lose=1/1000", vhost when it is not
  // "/"; without user and password when it has neither.
  std::string redacted() const;
  friend bool operator==(const Uri&, const Uri&) = default;
  // "localhost:5672", "[::1]:5672", the path of a socket, "embedded:", for messages.
  std::string endpoint() const;
};

// "plain", "amqplain" or "external", in any case; nothing otherwise.
std::optional<Sasl> parse_sasl(std::string_view text);
std::string_view sasl_name(Sasl sasl);  // "PLAIN"

// The query of a network address may name the mechanism as RabbitMQ's clients do, and nothing else: what
// those write into it stands in settings here.
// bad_input: says what is accepted and quotes nothing of the text, as any piece of it may be a piece of the
// password.
Result<Uri> parse_uri(std::string_view text);

}  // namespace amqpace
