// SPDX-License-Identifier: Apache-2.0
#include "amqp091/login.hpp"

#include "amqp091/table_value.hpp"

namespace amqpace::amqp091 {

std::string plain_response(std::string_view user, std::string_view password) {
  std::string response;
  response.append(1, '\0').append(user).append(1, '\0').append(password);
  return response;
}

std::string amqplain_response(std::string_view user, std::string_view password) {
  const ByteArray inside = encode_table({{"LOGIN", std::string(user)}, {"PASSWORD", std::string(password)}});
  return std::string(wire::as_text(inside));
}

std::string login_response(std::string_view mechanism, std::string_view user, std::string_view password) {
  if (mechanism == "PLAIN") return plain_response(user, password);
  if (mechanism == "AMQPLAIN") return amqplain_response(user, password);
  return {};
}

std::optional<Credentials> parse_response(std::string_view mechanism, std::string_view response) {
  if (mechanism == "PLAIN") {
    // An identity to act for, which may be empty and is not looked at; the user; the password.
    const std::size_t first = response.find('\0');
    if (first == std::string_view::npos) return std::nullopt;
    const std::size_t second = response.find('\0', first + 1);
    if (second == std::string_view::npos) return std::nullopt;
    return Credentials{response.substr(first + 1, second - first - 1), response.substr(second + 1)};
  }
  if (mechanism != "AMQPLAIN") return std::nullopt;
  const TableView table(wire::as_bytes(response));
  const auto user = table.find("LOGIN");
  const auto password = table.find("PASSWORD");
  if (check_table(table) || !user || !user->text() || !password || !password->text()) return std::nullopt;
  return Credentials{*user->text(), *password->text()};
}

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = words.find(' ');
    if (words.substr(0, end) == word) return true;
    words = end == std::string_view::npos ? std::string_view{} : words.substr(end + 1);
  }
  return false;
}

}  // namespace amqpace::amqp091
