// SPDX-License-Identifier: Apache-2.0
#include "net/tls_reason.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include <array>
#include <utility>

#include "base/text.hpp"

namespace amqpace::net {

namespace {

struct Reason {
  std::string why, hint;
};

std::string quoted(const std::string& text) {
  return "\"" + text + "\"";
}

std::string trusted_ca_hint(const TlsOptions& options) {
  if (options.ca.empty())
    return "only the system's CAs are trusted; if it is a CA of your own, name its certificate's file as "
           "tls.ca";
  return "the only CAs trusted are those in '" + printable(options.ca, 200) +
         "' (tls.ca), and this one is not among them: is it the wrong file?";
}

Reason unverified_reason(const TlsTrouble& t) {
  const CertificateFacts& c = t.unverified->certificate;
  switch (t.unverified->code) {
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
      return {"the broker's certificate " + quoted(c.subject) +
                  " is self-signed, and nothing says that it is trusted",
              "to trust it, name its own file as tls.ca; tls.verify: none checks nothing"};
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
      return {"the broker's certificate is signed by an unknown CA: " + quoted(c.subject),
              trusted_ca_hint(*t.options)};
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
    case X509_V_ERR_CERT_UNTRUSTED:
      return {"the broker's certificate is signed by an unknown CA: " + quoted(c.issuer),
              trusted_ca_hint(*t.options)};
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return {"the broker's certificate is not for " + quoted(t.host) + " but for " + c.names,
              "connect by a name that the certificate has, or say which one is meant as tls.serverName"};
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return {"the certificate " + quoted(c.subject) + " expired on " + c.not_after,
              "renew it on the broker; if it should still be good, check this machine's date"};
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return {"the certificate " + quoted(c.subject) + " is not valid before " + c.not_before,
              "check this machine's date, and the broker's when the certificate was made"};
    default:
      return {"the certificate " + quoted(c.subject) +
                  " is not accepted: " + X509_verify_cert_error_string(t.unverified->code),
              "replace it on the broker; tls.verify: none checks nothing"};
  }
}

// What the other side's alert says of our certificate; nothing when it is not about that.
const char* certificate_alert(int reason) {
  switch (reason) {
    case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
      return "bad certificate";
    case SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE:
      return "unsupported certificate";
    case SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED:
      return "revoked";
    case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
      return "expired";
    case SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN:
      return "certificate unknown";
    case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
      return "signed by a CA the broker does not know";
    case SSL_R_TLSV1_ALERT_ACCESS_DENIED:
      return "access denied";
    case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
      return "certificate required";
    default:
      return nullptr;
  }
}

// A broker that wants a certificate and gets none, or not the right one, may say so, say something general,
// or just go.
std::optional<Reason> client_certificate_reason(const TlsTrouble& t, int reason) {
  const char* const words = certificate_alert(reason);
  const bool general = reason == SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE || t.ended || !t.lost_because.empty();
  if (words == nullptr && !(t.certificate_asked && general)) return std::nullopt;
  constexpr const char* kGiveOne = "name the files of the certificate and its key as tls.cert and tls.key";
  if (!t.certificate_given)
    return Reason{words == nullptr && reason == 0
                      ? "the broker asked for a client certificate, got none, and dropped the connection"
                      : "the broker requires a client certificate, and none is given",
                  kGiveOne};
  if (words == nullptr) return std::nullopt;
  return Reason{"the broker does not accept the client certificate '" +
                    printable(t.options->certificate, 200) + "': " + words,
                "check that the CA which signed it is among those the broker trusts, and its dates"};
}

bool speaks_no_tls(const TlsTrouble& t, int reason) {
  if (t.first_bytes.starts_with("AMQP") || t.first_bytes.starts_with("HTTP")) return true;
  return reason == SSL_R_WRONG_VERSION_NUMBER && !t.first_bytes.starts_with('\x16') &&
         !t.first_bytes.starts_with('\x15');
}

Reason reason_of(const TlsTrouble& t) {
  const int reason = ERR_GET_LIB(t.error) == ERR_LIB_SSL ? ERR_GET_REASON(t.error) : 0;
  if (t.unverified) return unverified_reason(t);
  if (speaks_no_tls(t, reason))
    return {"this port answers without TLS",
            "use amqp:// for it, or the broker's TLS port (5671 unless configured otherwise) with amqps://"};
  if (auto found = client_certificate_reason(t, reason)) return *found;
  const char* const least = t.options->min_version == TlsVersion::v1_3 ? "TLS 1.3" : "TLS 1.2 or newer";
  if (reason == SSL_R_TLSV1_ALERT_PROTOCOL_VERSION || reason == SSL_R_UNSUPPORTED_PROTOCOL ||
      reason == SSL_R_WRONG_SSL_VERSION || reason == SSL_R_WRONG_VERSION_NUMBER ||
      reason == SSL_R_NO_PROTOCOLS_AVAILABLE)
    return {std::string("the broker's TLS version is too low: it does not speak ") + least,
            t.options->min_version == TlsVersion::v1_3
                ? "enable TLS 1.3 on the broker, or set tls.minVersion to 1.2"
                : "enable TLS 1.2 or 1.3 on the broker; older ones are not safe and not offered here"};
  if (reason == SSL_R_TLSV1_UNRECOGNIZED_NAME)
    return {"the broker knows no host named " + quoted(t.host),
            "say its name as tls.serverName, as the broker's certificate has it"};
  if (reason == SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE)
    return {"the broker ended the TLS handshake (alert: handshake failure)",
            "the two sides may have no cipher in common; the broker's log says more"};
  if (!t.lost_because.empty())
    return {"the connection broke in the TLS handshake: " + t.lost_because,
            "check that " + t.peer + " is the broker's TLS port; its log says more"};
  if (t.ended)
    return {"the connection was closed in the TLS handshake",
            "check that " + t.peer + " is the broker's TLS port; its log says more"};
  const char* const words = ERR_reason_error_string(t.error);
  return {"the TLS handshake failed: " + std::string(words != nullptr ? words : "no reason is given"),
          "the broker's log says more"};
}

}  // namespace

Error tls_failure(const TlsTrouble& trouble) {
  if (trouble.proven) {
    const char* const words = ERR_reason_error_string(trouble.error);
    const std::string why = words != nullptr ? words : "no reason is given";
    return {ErrorKind::lost, trouble.peer + ": TLS: " + why, {}, {}, {}};
  }
  Reason reason = reason_of(trouble);
  return {ErrorKind::unreachable,
          trouble.peer + ": no TLS connection",
          {},
          std::move(reason.why),
          std::move(reason.hint)};
}

}  // namespace amqpace::net
