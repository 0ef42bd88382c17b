// SPDX-License-Identifier: Apache-2.0
// PKCS#12 files (.p12, .pfx), in which Java and Windows keep what PEM files hold: certificates to trust, or one of our own with
// its key and what signed it. Used by TlsContext.
#pragma once

#include <string>

#include "base/error.hpp"

struct ssl_ctx_st;

namespace amqpace::net {

// By its ending.
bool is_pkcs12(const std::string& file);

// What is wrong is a sentence's end: "is not opened by its password"; the caller names the setting.
struct Pkcs12Flaw {
  std::string why, hint;
};
// Each certificate in the file may sign the other side's from now on.
tl::expected<void, Pkcs12Flaw> trust_pkcs12(ssl_ctx_st* context, const std::string& file, const std::string& password);
// The certificate with a key becomes ours; the others are sent along with it.
tl::expected<void, Pkcs12Flaw> use_pkcs12(ssl_ctx_st* context, const std::string& file, const std::string& password);

}  // namespace amqpace::net
