// SPDX-License-Identifier: Apache-2.0
// The TLS of a Plan, made once for all its connections. `check` and --dry-run make it too and drop it: files
// that cannot be used are said before anything else happens.
#pragma once

#include <memory>

#include "model/plan.hpp"
#include "net/tls_context.hpp"

namespace amqpace::api {

// Nothing when no address of the Plan has TLS and no file is named. bad_input: says which file, why and what
// to do.
Result<std::shared_ptr<const net::TlsContext>> tls_of(const model::Plan& plan);

}  // namespace amqpace::api
