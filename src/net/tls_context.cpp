// SPDX-License-Identifier: Apache-2.0
#include "net/tls_context.hpp"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/text.hpp"
#include "net/failure.hpp"
#include "net/pkcs12.hpp"

namespace amqpace::net {

namespace {

// One read takes several records, so that a busy connection needs few of them.
constexpr std::size_t kReadAhead = std::size_t{64} << 10;

std::string last_words() {
  const char* reason = ERR_reason_error_string(ERR_peek_last_error());
  return reason != nullptr ? reason : "the TLS library gives no reason";
}

tl::unexpected<Error> refuse(const std::string& setting, const std::string& file, const std::string& why,
                             std::string hint) {
  return fail(ErrorKind::bad_input, setting + ": '" + printable(file, 200) + "' " + why, {}, std::move(hint));
}

Result<void> check_readable(const std::string& setting, const std::string& file) {
  if (access(file.c_str(), R_OK) == 0) return {};
  return refuse(setting, file, "cannot be read: " + errno_reason(errno),
                "a relative path begins at the folder the program is started in");
}

// Never the terminal: without a password of ours, nobody is asked for one.
int give_password(char* into, int size, int, void* password) {
  const auto& text = *static_cast<const std::string*>(password);
  const auto length = std::min(text.size(), static_cast<std::size_t>(std::max(size, 0)));
  std::copy_n(text.data(), length, into);
  return static_cast<int>(length);
}

bool is_number(const std::string& host) {
  unsigned char address[sizeof(in6_addr)];
  return inet_pton(AF_INET, host.c_str(), address) == 1 || inet_pton(AF_INET6, host.c_str(), address) == 1;
}

// "fe80::1%eth0" and "broker.example." are the address and the name without their last part.
std::string bare(std::string host) {
  if (const auto zone = host.find('%'); zone != std::string::npos) host.resize(zone);
  if (host.ends_with('.')) host.pop_back();
  return host;
}

bool key_is_encrypted(const std::string& file) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> bio(BIO_new_file(file.c_str(), "r"), BIO_free);
  char line[256];
  while (bio && BIO_gets(bio.get(), line, sizeof line) > 0)
    if (std::strstr(line, "ENCRYPTED") != nullptr) return true;
  return false;
}

constexpr const char* kPem =
    "it must be PEM, text that begins with -----BEGIN; `openssl x509 -inform der` and `openssl pkcs12` make "
    "it "
    "from other "
    "forms";

Result<void> use_key(SSL_CTX* context, const TlsOptions& o) {
  const std::string& file = o.key.empty() ? o.certificate : o.key;
  const std::string setting = o.key.empty() ? "tls.cert" : "tls.key";
  if (auto readable = check_readable(setting, file); !readable) return readable;
  if (SSL_CTX_use_PrivateKey_file(context, file.c_str(), SSL_FILETYPE_PEM) != 1) {
    const int reason = ERR_GET_REASON(ERR_peek_last_error());
    if (reason == X509_R_KEY_VALUES_MISMATCH)
      return refuse(setting, file,
                    "is not the key of the certificate in '" + printable(o.certificate, 200) + "'",
                    "give the key the certificate was made with");
    if (key_is_encrypted(file))
      return o.key_password.empty()
                 ? refuse(setting, file, "is protected by a password", "give it as tls.keyPassword")
                 : refuse(setting, file, "is not opened by tls.keyPassword", "check the password");
    return refuse(setting, file, "holds no private key that can be used: " + last_words(),
                  o.key.empty() ? "name the file of the key as tls.key" : kPem);
  }
  return {};
}

}  // namespace

void SslDeleter::operator()(ssl_st* ssl) const {
  SSL_free(ssl);
}

TlsContext::TlsContext(const TlsOptions& options, ssl_ctx_st* context)
    : options_(options), context_(context) {
  options_.key_password.clear();
}

TlsContext::~TlsContext() {
  SSL_CTX_free(context_);
}

Result<std::shared_ptr<const TlsContext>> TlsContext::make(const TlsOptions& options) {
  ERR_clear_error();
  SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
  if (context == nullptr) return fail(ErrorKind::internal, "the TLS library does not start: " + last_words());
  std::shared_ptr<TlsContext> made(new TlsContext(options, context));
  SSL_CTX_set_min_proto_version(context,
                                options.min_version == TlsVersion::v1_3 ? TLS1_3_VERSION : TLS1_2_VERSION);
  SSL_CTX_set_options(context,
                      SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(context, SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_read_ahead(context, 1);
  SSL_CTX_set_default_read_buffer_len(context, kReadAhead);
  SSL_CTX_set_verify(context, options.verify ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nullptr);
  auto used = made->use_files(options);
  ERR_clear_error();
  if (!used) return tl::unexpected<Error>(std::move(used.error()));
  return made;
}

Result<void> TlsContext::trust_ca(const TlsOptions& options) {
  if (options.ca.empty()) {
    SSL_CTX_set_default_verify_paths(context_);
    return {};
  }
  if (auto readable = check_readable("tls.ca", options.ca); !readable) return readable;
  if (is_pkcs12(options.ca)) {
    const auto trusted = trust_pkcs12(context_, options.ca, options.key_password);
    if (!trusted) return refuse("tls.ca", options.ca, trusted.error().why, trusted.error().hint);
  } else if (SSL_CTX_load_verify_locations(context_, options.ca.c_str(), nullptr) != 1) {
    return refuse("tls.ca", options.ca, "holds no certificate that can be used: " + last_words(), kPem);
  }
  return {};
}

Result<void> TlsContext::use_files(const TlsOptions& options) {
  if (auto trusted = trust_ca(options); !trusted) return trusted;
  if (options.certificate.empty()) return {};
  if (auto readable = check_readable("tls.cert", options.certificate); !readable) return readable;
  if (is_pkcs12(options.certificate)) {
    const auto used = use_pkcs12(context_, options.certificate, options.key_password);
    if (!used) return refuse("tls.cert", options.certificate, used.error().why, used.error().hint);
    return {};
  }
  std::string password = options.key_password;
  SSL_CTX_set_default_passwd_cb(context_, give_password);
  SSL_CTX_set_default_passwd_cb_userdata(context_, &password);
  Result<void> done;
  if (SSL_CTX_use_certificate_chain_file(context_, options.certificate.c_str()) != 1) {
    done = refuse("tls.cert", options.certificate, "holds no certificate that can be used: " + last_words(),
                  kPem);
  } else {
    done = use_key(context_, options);
  }
  SSL_CTX_set_default_passwd_cb_userdata(context_, nullptr);
  SSL_CTX_set_default_passwd_cb(context_, nullptr);
  OPENSSL_cleanse(password.data(), password.size());
  return done;
}

const std::string& TlsContext::name_for(const std::string& host) const {
  return options_.server_name.empty() ? host : options_.server_name;
}

SslHandle TlsContext::client(const std::string& host) const {
  SslHandle ssl(SSL_new(context_));
  if (!ssl) return ssl;
  SSL_set_connect_state(ssl.get());
  const std::string name = bare(name_for(host));
  if (is_number(name)) {  // SNI has no numbers
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl.get()), name.c_str());
  } else if (!name.empty()) {
    SSL_set_tlsext_host_name(ssl.get(), name.c_str());
    SSL_set_hostflags(ssl.get(), X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    SSL_set1_host(ssl.get(), name.c_str());
  }
  return ssl;
}

}  // namespace amqpace::net
