// SPDX-License-Identifier: Apache-2.0
// Which protocol speaks to which address: one line each.
#include <algorithm>
#include <array>
#include <string_view>

#include "client/session.hpp"
#include "client/session091.hpp"
#include "client/wording.hpp"

namespace amqpace::client {
namespace {

using Make = std::unique_ptr<Session> (*)(net::Loop&, const net::Address&, const ConnectOptions&,
                                          SessionEvents&);

std::unique_ptr<Session> make_091(net::Loop& loop, const net::Address& to, const ConnectOptions& options,
                                  SessionEvents& events) {
  return std::make_unique<Session091>(loop, to, options, events);
}

std::unique_ptr<Session> make_refused(net::Loop& loop, const net::Address& to, const ConnectOptions& options,
                                      SessionEvents& events) {
  return std::make_unique<Session091>(
      loop, to, options, events, not_supported(options.uri, "this version does not speak this protocol"));
}

struct Scheme {
  std::string_view name;
  Make make;
};
constexpr std::array kSchemes{
    Scheme{"amqp", make_091},
    Scheme{"amqps", make_091},
    Scheme{"amqp+unix", make_091},
    Scheme{"embedded", make_091},
};

}  // namespace

std::unique_ptr<Session> make_session(net::Loop& loop, const net::Address& to, const ConnectOptions& options,
                                      SessionEvents& events) {
  const auto* const found = std::find_if(kSchemes.begin(), kSchemes.end(),
                                         [&](const Scheme& s) { return s.name == options.uri.scheme; });
  return (found == kSchemes.end() ? make_refused : found->make)(loop, to, options, events);
}

}  // namespace amqpace::client
