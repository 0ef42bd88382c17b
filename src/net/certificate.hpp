// SPDX-License-Identifier: Apache-2.0
// What messages say of a certificate: whose it is, which names it is for, until when it is good. Used by the
// reasons of a failed handshake (tls_reason.hpp).
#pragma once

#include <string>

struct x509_st;

namespace amqpace::net {

struct CertificateFacts {
  std::string subject, issuer;        // "CN=test CA", printable
  std::string names;                  // "localhost, 127.0.0.1"; the common name when there are no others
  std::string not_before, not_after;  // "2026-11-30 22:59:00 UTC"
};

CertificateFacts facts_of(const x509_st* certificate);

}  // namespace amqpace::net
