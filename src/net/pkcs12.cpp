// SPDX-License-Identifier: Apache-2.0
#include "net/pkcs12.hpp"

#include <openssl/err.h>
#include <openssl/pkcs12.h>
#include <openssl/ssl.h>

#include <memory>

namespace amqpace::net {

namespace {

template <auto Free>
struct FreeBy {
  template <class T>
  void operator()(T* thing) const {
    Free(thing);
  }
};

void free_certificates(STACK_OF(X509)* list) { sk_X509_pop_free(list, X509_free); }

struct Contents {
  std::unique_ptr<EVP_PKEY, FreeBy<EVP_PKEY_free>> key;
  std::unique_ptr<X509, FreeBy<X509_free>> certificate;  // the key's
  std::unique_ptr<STACK_OF(X509), FreeBy<free_certificates>> others;
};

tl::unexpected<Pkcs12Flaw> flawed(std::string why, std::string hint) {
  return tl::unexpected(Pkcs12Flaw{std::move(why), std::move(hint)});
}

std::string last_words() {
  const char* reason = ERR_reason_error_string(ERR_peek_last_error());
  return reason != nullptr ? reason : "the TLS library gives no reason";
}

tl::expected<Contents, Pkcs12Flaw> read(const std::string& file, const std::string& password) {
  const std::unique_ptr<BIO, FreeBy<BIO_free>> bio(BIO_new_file(file.c_str(), "rb"));
  const std::unique_ptr<PKCS12, FreeBy<PKCS12_free>> store(bio ? d2i_PKCS12_bio(bio.get(), nullptr) : nullptr);
  if (!store) return flawed("is no PKCS#12 file", "a PEM file may have any name that does not end in .p12 or .pfx");
  // No password and an empty one are kept in two ways.
  if (PKCS12_verify_mac(store.get(), password.c_str(), static_cast<int>(password.size())) != 1 &&
      !(password.empty() && PKCS12_verify_mac(store.get(), nullptr, 0) == 1)) {
    return password.empty() ? flawed("is protected by a password", "give it as tls.keyPassword")
                            : flawed("is not opened by its password", "check the password");
  }
  EVP_PKEY* key = nullptr;
  X509* certificate = nullptr;
  STACK_OF(X509)* others = nullptr;
  if (PKCS12_parse(store.get(), password.c_str(), &key, &certificate, &others) != 1) {
    return flawed("cannot be read: " + last_words(),
                  "a file with outdated encryption is written anew by `keytool -importkeystore` or `openssl pkcs12 -legacy`");
  }
  Contents contents;
  contents.key.reset(key);
  contents.certificate.reset(certificate);
  contents.others.reset(others);
  return contents;
}

}  // namespace

bool is_pkcs12(const std::string& file) { return file.ends_with(".p12") || file.ends_with(".pfx"); }

tl::expected<void, Pkcs12Flaw> trust_pkcs12(ssl_ctx_st* context, const std::string& file, const std::string& password) {
  const auto contents = read(file, password);
  if (!contents) return tl::unexpected(contents.error());
  X509_STORE* const trusted = SSL_CTX_get_cert_store(context);
  int count = 0;
  if (contents->certificate) count += X509_STORE_add_cert(trusted, contents->certificate.get());
  for (int i = 0; i < sk_X509_num(contents->others.get()); ++i)
    count += X509_STORE_add_cert(trusted, sk_X509_value(contents->others.get(), i));
  if (count > 0) return {};
  return flawed("holds no certificate", "a trust store has those of the CAs that may sign the broker's certificate");
}

tl::expected<void, Pkcs12Flaw> use_pkcs12(ssl_ctx_st* context, const std::string& file, const std::string& password) {
  const auto contents = read(file, password);
  if (!contents) return tl::unexpected(contents.error());
  if (!contents->key || !contents->certificate)
    return flawed("holds no certificate with a key", "a key store has ours, and its key");
  if (SSL_CTX_use_cert_and_key(context, contents->certificate.get(), contents->key.get(), contents->others.get(), 1) == 1) return {};
  return flawed("holds a certificate that cannot be used: " + last_words(), "is its key the one it was made with?");
}

}  // namespace amqpace::net
