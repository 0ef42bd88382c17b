// SPDX-License-Identifier: Apache-2.0
// tls: whom amqps:// connections trust, and who they are themselves.
#include <array>

#include "model/field_makers.hpp"

namespace amqpace::model {
namespace {

constexpr std::array<std::string_view, 2> kVerify{"full", "none"};
constexpr std::array<std::string_view, 2> kVersions{"1.2", "1.3"};

const Field<TlsSpec> kFields[] = {
    text<&TlsSpec::ca>({.key = "ca",
                        .standard = "the system's CAs",
                        .example = "certs/ca.pem",
                        .sentence =
                            "a PEM or PKCS#12 (.p12, .pfx) file with the CAs that may sign the broker's certificate, "
                            "instead of the system's"}),
    text<&TlsSpec::cert>(
        {.key = "cert",
         .standard = "none",
         .example = "certs/client.pem",
         .sentence = "a PEM file with a client certificate, and what it was signed by behind it; or a PKCS#12 file (.p12, "
                     ".pfx) with its key too"}),
    text<&TlsSpec::key>({.key = "key",
                         .standard = "in the file of cert",
                         .example = "certs/client.key",
                         .sentence = "a PEM file with the client certificate's key"}),
    text<&TlsSpec::key_password>({.key = "keyPassword",
                                  .standard = "none",
                                  .example = "s3cret",
                                  .sentence = "the password that opens the key, and PKCS#12 files",
                                  .secret = true}),
    text<&TlsSpec::server_name>({.key = "serverName",
                                 .standard = "the address's host",
                                 .example = "broker.example",
                                 .sentence =
                                     "the name the broker's certificate must have, which is also asked for "
                                     "(SNI), when it is not the host of the address"}),
    choice<&TlsSpec::verify>({.key = "verify",
                              .standard = "full",
                              .example = "none",
                              .sentence =
                                  "check the broker's certificate: who signed it, its dates and its name; "
                                  "none: accept any, for tests only",
                              .choices = kVerify}),
    choice<&TlsSpec::min_version>({.key = "minVersion",
                                   .standard = "1.2",
                                   .example = "1.3",
                                   .sentence = "the oldest version of TLS that is spoken",
                                   .choices = kVersions}),
};

}  // namespace

template <>
const Table<TlsSpec>& table<TlsSpec>() {
  static const Table<TlsSpec> t{kFields, {}};
  return t;
}

}  // namespace amqpace::model
