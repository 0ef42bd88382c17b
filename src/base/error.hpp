// SPDX-License-Identifier: Apache-2.0
// How anything that may fail says so. Bad input, a refused connection, a malformed frame: Result<T>.
// A bug of ours is an assertion; what the broker does under load is a counter in the Record, not an Error.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace amqpace {

enum class ErrorKind {
  bad_input,    // a file, a flag or a value is wrong (exit 3)
  refused,      // the broker said no: an AMQP reply code (exit 3 before the window)
  unreachable,  // nobody answered: refused, time-out, TLS handshake (exit 4 before the window)
  lost,         // a connection that stood is gone
  malformed,    // bytes that are not the protocol
  internal,     // should not happen; named so that it is reported
};

struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string what;    // one sentence naming the thing: "could not declare exchange ex.bench"
  std::string where;   // "file.yaml:12:3" or "localhost:5672, offset 1234"; may be empty
  std::string detail;  // the other side's own words; may be empty
  std::string hint;    // what to do; may be empty
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(ErrorKind kind, std::string what, std::string detail = {},
                                  std::string hint = {}) {
  return tl::unexpected<Error>(Error{kind, std::move(what), {}, std::move(detail), std::move(hint)});
}

}  // namespace amqpace
