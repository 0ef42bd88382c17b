// SPDX-License-Identifier: Apache-2.0
// For tests of TLS: certificates made on the spot, their files, and the server's side of a connection.
// Nothing secret or dated lies in the repository.
#pragma once

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "net/fake_peer.hpp"
#include "net/tls_stream.hpp"

namespace amqpace::net {

template <auto Free>
struct FreeBy {
  template <class T>
  void operator()(T* thing) const {
    Free(thing);
  }
};
using KeyHandle = std::unique_ptr<EVP_PKEY, FreeBy<EVP_PKEY_free>>;
using CertificateHandle = std::unique_ptr<X509, FreeBy<X509_free>>;
using ContextHandle = std::unique_ptr<SSL_CTX, FreeBy<SSL_CTX_free>>;

struct CertificateSpec {
  std::string common_name = "server";
  std::string names = "DNS:localhost";  // as openssl's subjectAltName; "": none
  bool ca = false;
  long from_seconds = -3600, until_seconds = 3600;  // from now
};

struct Issued {
  CertificateHandle certificate;
  KeyHandle key;
};

inline void add_extension(X509* certificate, int id, const std::string& value) {
  X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, nullptr, id, value.c_str());
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

// Signed by itself without `by`.
inline Issued issue(const CertificateSpec& spec, const Issued* by = nullptr) {
  static long serial = 0;
  Issued made{CertificateHandle(X509_new()), KeyHandle(EVP_EC_gen("P-256"))};
  X509* const c = made.certificate.get();
  X509_set_version(c, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(c), ++serial);
  X509_gmtime_adj(X509_getm_notBefore(c), spec.from_seconds);
  X509_gmtime_adj(X509_getm_notAfter(c), spec.until_seconds);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(c), "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(spec.common_name.c_str()), -1, -1, 0);
  X509_set_issuer_name(c, X509_get_subject_name(by != nullptr ? by->certificate.get() : c));
  X509_set_pubkey(c, made.key.get());
  add_extension(c, NID_basic_constraints, spec.ca ? "critical,CA:TRUE" : "critical,CA:FALSE");
  if (!spec.names.empty()) add_extension(c, NID_subject_alt_name, spec.names);
  X509_sign(c, by != nullptr ? by->key.get() : made.key.get(), EVP_sha256());
  return made;
}

// A folder of PEM files that goes with the test.
class PemFolder {
 public:
  PemFolder() {
    std::string path = (std::filesystem::temp_directory_path() / "amqpace-pem-XXXXXX").string();
    if (mkdtemp(path.data()) == nullptr) std::abort();
    path_ = path;
  }
  ~PemFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  PemFolder(const PemFolder&) = delete;
  PemFolder& operator=(const PemFolder&) = delete;

  std::string write(const std::string& name, const X509* certificate) const {
    return with_file(name, [&](FILE* file) { PEM_write_X509(file, certificate); });
  }
  std::string write(const std::string& name, const EVP_PKEY* key, std::string password = {}) const {
    return with_file(name, [&](FILE* file) {
      PEM_write_PKCS8PrivateKey(file, key, password.empty() ? nullptr : EVP_aes_128_cbc(), password.data(),
                                static_cast<int>(password.size()), nullptr, nullptr);
    });
  }
  // `identity` nullptr: only certificates to trust.
  std::string write_pkcs12(const std::string& name, const Issued* identity, X509* ca, const std::string& password) const {
    STACK_OF(X509)* const others = sk_X509_new_null();
    sk_X509_push(others, ca);
    PKCS12* const store =
        PKCS12_create(password.c_str(), "amqpace", identity == nullptr ? nullptr : identity->key.get(),
                      identity == nullptr ? nullptr : identity->certificate.get(), others, 0, 0, 0, 0, 0);
    const std::string path = with_file(name, [&](FILE* file) { i2d_PKCS12_fp(file, store); });
    PKCS12_free(store);
    sk_X509_free(others);
    return path;
  }
  std::string write_text(const std::string& name, const std::string& text) const {
    return with_file(name, [&](FILE* file) { std::fwrite(text.data(), 1, text.size(), file); });
  }

 private:
  template <class Fill>
  std::string with_file(const std::string& name, Fill fill) const {
    const std::string path = (path_ / name).string();
    FILE* const file = std::fopen(path.c_str(), "w");
    if (file == nullptr) std::abort();
    fill(file);
    std::fclose(file);
    return path;
  }
  std::filesystem::path path_;
};

// A CA, a server's and a client's certificate from it, as files and as handles.
struct TestPki {
  Issued ca = issue({.common_name = "test CA", .names = "", .ca = true});
  Issued server = issue({}, &ca);
  Issued client = issue({.common_name = "walker", .names = ""}, &ca);
  PemFolder folder;
  std::string ca_file = folder.write("ca.pem", ca.certificate.get());
  std::string client_file = folder.write("client.pem", client.certificate.get());
  std::string client_key_file = folder.write("client.key", client.key.get());
};

struct TestServerOptions {
  int min_version = TLS1_2_VERSION, max_version = TLS1_3_VERSION;
  const Issued* client_ca = nullptr;  // asks for a client certificate of this CA…
  bool require_client = false;        // …and insists
};

inline ContextHandle server_context(const Issued& identity, const TestServerOptions& options = {}) {
  ContextHandle context(SSL_CTX_new(TLS_server_method()));
  SSL_CTX_use_certificate(context.get(), identity.certificate.get());
  SSL_CTX_use_PrivateKey(context.get(), identity.key.get());
  SSL_CTX_set_min_proto_version(context.get(), options.min_version);
  SSL_CTX_set_max_proto_version(context.get(), options.max_version);
  SSL_CTX_set_mode(context.get(), SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  if (options.client_ca != nullptr) {
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context.get()), options.client_ca->certificate.get());
    SSL_CTX_set_verify(context.get(),
                       SSL_VERIFY_PEER | (options.require_client ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0),
                       nullptr);
  }
  return context;
}

// Accepts with TLS and hands out plain streams, as a server's listener would.
class TlsAcceptor final : public AcceptEvents {
 public:
  TlsAcceptor(Loop& loop, ContextHandle context) : loop_(loop), context_(std::move(context)) {}

  std::vector<std::unique_ptr<FakePeer>> peers;
  std::vector<Stream*> below;  // for cuts and freezes

  SSL* ssl(std::size_t i) const { return ssls_.at(i); }

  void on_accept(std::unique_ptr<ServerStream> accepted) override {
    auto peer = std::make_unique<FakePeer>();
    SslHandle ssl(SSL_new(context_.get()));
    SSL_set_accept_state(ssl.get());
    ssls_.push_back(ssl.get());
    auto stream = std::make_unique<TlsStream>(loop_, std::move(ssl), *peer, nullptr);
    accepted->set_events(*stream);
    below.push_back(accepted.get());
    stream->carry(std::move(accepted), "", kNever);
    stream->on_connected();
    peer->stream = std::move(stream);
    peers.push_back(std::move(peer));
  }

 private:
  Loop& loop_;
  ContextHandle context_;
  std::vector<SSL*> ssls_;
};

}  // namespace amqpace::net
