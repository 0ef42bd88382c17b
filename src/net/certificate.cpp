// SPDX-License-Identifier: Apache-2.0
#include "net/certificate.hpp"

#include <arpa/inet.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <ctime>
#include <memory>
#include <string_view>

#include "base/text.hpp"

namespace amqpace::net {

namespace {

constexpr int kShownNames = 6;

std::string text_of(const ASN1_STRING* string) {
  return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(string)),
          static_cast<std::size_t>(ASN1_STRING_length(string))};
}

std::string name_text(const X509_NAME* name) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> bio(BIO_new(BIO_s_mem()), BIO_free);
  X509_NAME_print_ex(bio.get(), name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &data);
  return printable(std::string_view(data, static_cast<std::size_t>(size)), 200);
}

std::string time_text(const ASN1_TIME* time) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) return "an unknown time";
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02d %02d:%02d:%02d UTC", parts.tm_year + 1900,
                parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
  return text;
}

std::string address_text(const ASN1_STRING* address) {
  char text[INET6_ADDRSTRLEN] = "";
  const int family = ASN1_STRING_length(address) == 4 ? AF_INET : AF_INET6;
  if (family == AF_INET6 && ASN1_STRING_length(address) != 16) return "an address of odd length";
  inet_ntop(family, ASN1_STRING_get0_data(address), text, sizeof text);
  return text;
}

std::string common_name(const X509_NAME* subject) {
  const int at = X509_NAME_get_index_by_NID(subject, NID_commonName, -1);
  if (at < 0) return "no name at all";
  return printable(text_of(X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, at))), 100);
}

std::string names_of(const X509* certificate) {
  const std::unique_ptr<GENERAL_NAMES, decltype(&GENERAL_NAMES_free)> all(
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)),
      GENERAL_NAMES_free);
  std::string names;
  int count = 0;
  for (int i = 0; i < sk_GENERAL_NAME_num(all.get()); ++i) {
    int kind = 0;
    const void* value = GENERAL_NAME_get0_value(sk_GENERAL_NAME_value(all.get(), i), &kind);
    if (kind != GEN_DNS && kind != GEN_IPADD) continue;
    if (++count > kShownNames) continue;
    const auto* string = static_cast<const ASN1_STRING*>(value);
    names += (names.empty() ? "" : ", ") +
             (kind == GEN_DNS ? printable(text_of(string), 100) : address_text(string));
  }
  if (count == 0) return common_name(X509_get_subject_name(certificate));
  if (count > kShownNames) names += " and " + std::to_string(count - kShownNames) + " more";
  return names;
}

}  // namespace

CertificateFacts facts_of(const x509_st* certificate) {
  return {.subject = name_text(X509_get_subject_name(certificate)),
          .issuer = name_text(X509_get_issuer_name(certificate)),
          .names = names_of(certificate),
          .not_before = time_text(X509_get0_notBefore(certificate)),
          .not_after = time_text(X509_get0_notAfter(certificate))};
}

}  // namespace amqpace::net
