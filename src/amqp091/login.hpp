// SPDX-License-Identifier: Apache-2.0
// The ways to log in, with a name and a password or as whom the connection itself has made known: what they
// look like inside connection.start-ok.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "wire/cursor.hpp"

namespace amqpace::amqp091 {

struct Credentials {
  std::string_view user, password;  // into the response
};

std::string plain_response(std::string_view user, std::string_view password);
// A field table without its length, of LOGIN and PASSWORD.
std::string amqplain_response(std::string_view user, std::string_view password);
// Of PLAIN and AMQPLAIN; empty for EXTERNAL, where the client certificate has said it.
std::string login_response(std::string_view mechanism, std::string_view user, std::string_view password);
// Nothing when the response is not of that form, or the mechanism is neither PLAIN nor AMQPLAIN.
std::optional<Credentials> parse_response(std::string_view mechanism, std::string_view response);
// Whether `word` is one of `words`, which are separated by blanks.
bool has_word(std::string_view words, std::string_view word);

}  // namespace amqpace::amqp091
