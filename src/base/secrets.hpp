// SPDX-License-Identifier: Apache-2.0
// Secrets never reach any output. Values are registered once, when the file or a flag is read; everything
// printed or written goes through redact(). The set is append-only and guarded: any thread may call redact().
#pragma once

#include <string>
#include <string_view>

namespace amqpace {

// Registers a secret, in plain and in percent-encoded form. Ignored when shorter than 3 bytes or equal to a
// user name that is public anyway (guest): masking "guest" everywhere would hide queue names; URIs are masked
// by structure instead.
void register_secret(std::string_view value);
// Replaces each registered secret by "***", and the password part of anything that looks like
// scheme://user:password@.
std::string redact(std::string text);

}  // namespace amqpace
