// SPDX-License-Identifier: Apache-2.0
// What all TLS connections of a run have in common: which CAs are trusted, our own certificate, what is
// verified. Made once, before any connection, so that a file that cannot be used is said then. Immutable, so
// that the loops of all threads may share it; that is why it is handed around as a shared_ptr.
#pragma once

#include <memory>
#include <string>

#include "base/error.hpp"

struct ssl_ctx_st;
struct ssl_st;

namespace amqpace::net {

enum class TlsVersion { v1_2, v1_3 };

// Files are PEM, or PKCS#12 where their names end in .p12 or .pfx.
struct TlsOptions {
  std::string ca = {};           // who may sign the server's certificate; empty: the system's CAs
  std::string certificate = {};  // ours, with what it was signed by; empty: none
  std::string key = {};          // empty: it stands in the certificate's file
  std::string key_password = {};  // of PKCS#12 files too
  std::string server_name = {};  // whom the certificate must be for, and SNI; empty: the host connected to
  bool verify = true;            // of signature, dates and name
  TlsVersion min_version = TlsVersion::v1_2;
};

struct SslDeleter {
  void operator()(ssl_st* ssl) const;
};
using SslHandle = std::unique_ptr<ssl_st, SslDeleter>;

class TlsContext {
 public:
  // bad_input: names the setting and its file, says why and what to do.
  static Result<std::shared_ptr<const TlsContext>> make(const TlsOptions& options);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  const TlsOptions& options() const { return options_; }  // without the key's password
  // The name a server on `host` has to have.
  const std::string& name_for(const std::string& host) const;
  // The client's side of a connection to `host`: SNI and the name to verify are set.
  SslHandle client(const std::string& host) const;

 private:
  TlsContext(const TlsOptions& options, ssl_ctx_st* context);
  Result<void> trust_ca(const TlsOptions& options);
  Result<void> use_files(const TlsOptions& options);

  TlsOptions options_;
  ssl_ctx_st* context_;
};

}  // namespace amqpace::net
