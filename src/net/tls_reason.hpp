// SPDX-License-Identifier: Apache-2.0
// Why a TLS connection does not come to stand, in plain words, with what to do: from what verification found,
// what the other side's alert says, and how its bytes began. Used by TlsStream.
#pragma once

#include <optional>
#include <string>

#include "net/certificate.hpp"
#include "net/tls_context.hpp"

namespace amqpace::net {

// What verification did not accept.
struct Unverified {
  int code;  // X509_V_ERR_…
  CertificateFacts certificate;
};

// What is known when a connection fails.
struct TlsTrouble {
  std::string peer;  // "localhost:5671"
  std::string host;  // the name that was verified
  const TlsOptions* options;
  std::optional<Unverified> unverified;
  std::string first_bytes;         // of what the other side sent
  bool ended = false;              // the other side closed
  std::string lost_because;        // or the connection broke: "Connection reset by peer"
  bool certificate_asked = false;  // the other side asked for ours…
  bool certificate_given = false;  // …and got one
  bool proven = false;             // it took what we sent: a later end is not about the handshake
  unsigned long error = 0;         // the TLS library's
};

// unreachable while not proven, else lost. `detail` is the reason, `hint` what to do.
Error tls_failure(const TlsTrouble& trouble);

}  // namespace amqpace::net
