// SPDX-License-Identifier: Apache-2.0
// security: the TLS of a scenario file in the words of files written for acemq-workload; `tls` says the same and more.
#include <array>

#include "model/field_makers.hpp"
#include "model/scenario.hpp"

namespace amqpace::model {
namespace {

constexpr std::array<std::string_view, 9> kModes{"required", "verify",           "on",       "insecure", "trust-any",
                                                 "trust-everything", "disabled", "off", "none"};

const Field<SecuritySpec> kFields[] = {
    choice<&SecuritySpec::mode>({.key = "mode",
                                 .standard = "required",
                                 .example = "insecure",
                                 .sentence = "required (or verify, on): check the broker's certificate; insecure (trust-any, "
                                             "trust-everything): accept any; disabled (off, none): no TLS",
                                 .choices = kModes}),
    text<&SecuritySpec::truststore>({.key = "truststore",
                                     .standard = "the system's CAs",
                                     .example = "certs",
                                     .sentence = "a folder with truststore.p12, the CAs that may sign the broker's "
                                                 "certificate, and if there is one keystore.p12, a client certificate"}),
    text<&SecuritySpec::truststore_password>({.key = "truststorePassword",
                                              .standard = "none",
                                              .example = "changeit",
                                              .sentence = "the password that opens both",
                                              .secret = true}),
    boolean<&SecuritySpec::allow_development>(
        {.key = "allowDevelopmentCertificates",
         .standard = "false",
         .example = "true",
         .sentence = "carried in the file: no certificate is refused here for being one of development"}),
};

}  // namespace

template <>
const Table<SecuritySpec>& table<SecuritySpec>() {
  static const Table<SecuritySpec> t{kFields, {}};
  return t;
}

}  // namespace amqpace::model
