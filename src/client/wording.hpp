// SPDX-License-Identifier: Apache-2.0
// The sentences of this room's errors: what failed, the broker's own words, and what to check. Nothing here
// sees a password; addresses are the redacted ones. Set-up and failures only, never the message path.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/uri.hpp"
#include "client/session.hpp"

namespace amqpace::client {

// An AMQP reply: connection.close or channel.close.
struct Reply {
  std::uint16_t code = 0;
  std::string text;  // "NOT_FOUND - no queue 'x' in vhost '/'"
};

// Before the connection is open.
Error could_not_connect(const Uri& uri, std::string_view why);
Error no_answer(const Uri& uri, Nanos after, std::string_view waiting_for);
Error refused_connection(const Uri& uri, const Reply& reply);
// The first bytes are TLS's, or there are none: is it a TLS port?
Error tls_port(const Uri& uri);
// What answered first is another protocol's greeting.
std::optional<Error> not_amqp(const Uri& uri, std::string_view greeting);
Error hung_up(const Uri& uri);
Error not_supported(const Uri& uri, std::string_view what);
// Afterwards.
Error lost_connection(const Uri& uri, std::string_view why);
Error closed_by_broker(const Uri& uri, const Reply& reply);
// What a closed channel means for whoever used it: `doing` is "publish" or "consume from queue x".
Error refused_channel(std::string_view doing, const Reply& reply);
// "declare queue ex.bench"
std::string describe(const AdminRequest& request);
Error refused_request(const AdminRequest& request, const Reply& reply);

}  // namespace amqpace::client
