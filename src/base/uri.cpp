// SPDX-License-Identifier: Apache-2.0
// The RabbitMQ URI specification, with one liberty: the user part ends at the last '@' of the text, not at
// the first, so a password needs no encoding. Text around a broken URI is never quoted in an error: any piece
// of it may be a piece of the password.
#include "base/uri.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/text.hpp"

namespace amqpace {

namespace {

struct Scheme {
  std::string_view name;
  std::uint16_t port;
};
constexpr std::array<Scheme, 5> kSchemes{
    {{"amqp", 5672}, {"amqps", 5671}, {"amqp10", 5672}, {"amqps10", 5671}, {"amqp+unix", 0}}};
constexpr std::string_view kAccepted =
    "a broker address is amqp://, amqps://, amqp10:// or amqps10:// with "
    "[user:password@]host[:port][/vhost], "
    "amqp+unix:///path, or embedded:";

tl::unexpected<Error> refuse(std::string what, std::string_view hint = kAccepted) {
  return fail(ErrorKind::bad_input, std::move(what), {}, std::string(hint));
}

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    if (text[i] == '%' && i + 2 < text.size()) {
      const auto [end, error] = std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16);
      if (error == std::errc{} && end == text.data() + i + 3) {
        out += static_cast<char>(byte);
        i += 2;
        continue;
      }
    }
    out += text[i];
  }
  return out;
}

std::string percent_encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~') {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
  }
  return out;
}

bool is_host(std::string_view host) {
  return std::all_of(host.begin(), host.end(), [](char c) {
    return is_alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '%';
  });
}

bool is_ipv6(std::string_view host) {
  return !host.empty() && std::all_of(host.begin(), host.end(), [](char c) {
    return is_alphanumeric(c) || c == ':' || c == '.' || c == '%' || c == '-' || c == '_';  // with a %zone
  });
}

Result<std::uint16_t> parse_port(std::string_view text, std::uint16_t by_default) {
  if (text.empty()) return by_default;  // "host:" is legal
  unsigned port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc{} || end != text.data() + text.size() || port < 1 || port > 65'535) {
    return refuse("the port of the broker address is not a number from 1 to 65535",
                  "after the host comes :port, then /vhost; a password is followed by '@' and the host");
  }
  return static_cast<std::uint16_t>(port);
}

void take_user(std::string_view part, Uri& uri) {
  const std::size_t colon = part.find(':');
  uri.user = percent_decoded(part.substr(0, colon));
  if (colon != std::string_view::npos) uri.password = percent_decoded(part.substr(colon + 1));
}

// "host", "host:port", "[::1]:port".
Result<void> take_authority(std::string_view text, std::uint16_t default_port, Uri& uri) {
  std::string_view host = text, port;
  if (!text.empty() && text[0] == '[') {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos || !is_ipv6(text.substr(1, close - 1)) ||
        (close + 1 < text.size() && text[close + 1] != ':')) {
      return refuse("the host of the broker address is not an IPv6 address in brackets",
                    "such as amqp://[::1]:5672");
    }
    host = text.substr(1, close - 1);
    port = text.substr(std::min(close + 2, text.size()));
    uri.host = std::string(host);
  } else {
    const std::size_t colon = text.find(':');
    host = text.substr(0, colon);
    if (colon != std::string_view::npos) port = text.substr(colon + 1);
    if (!is_host(host)) return refuse("the host of the broker address has a character no host name has");
    if (!host.empty()) uri.host = percent_decoded(host);
  }
  const auto number = parse_port(port, default_port);
  if (!number) return tl::unexpected(number.error());
  uri.port = *number;
  return {};
}

constexpr std::array<std::string_view, 3> kMechanisms{"PLAIN", "AMQPLAIN", "EXTERNAL"};

// Parts of RabbitMQ's query, and the setting that says the same.
struct Elsewhere {
  std::string_view parameter, setting;
};
constexpr std::array<Elsewhere, 8> kElsewhere{{{"cacertfile", "tls.ca"},
                                               {"certfile", "tls.cert"},
                                               {"keyfile", "tls.key"},
                                               {"password", "tls.keyPassword"},
                                               {"verify", "tls.verify"},
                                               {"server_name_indication", "tls.serverName"},
                                               {"heartbeat", "heartbeat"},
                                               {"connection_timeout", "connectTimeout"}}};

// Neither name nor value of an unknown part is quoted: a '?' may stand in a password whose '@' is missing.
Result<void> take_query(std::string_view text, Uri& uri) {
  for (const auto part : split(text, '&')) {
    if (part.empty()) continue;
    const std::size_t equals = part.find('=');
    const std::string name = lowered(part.substr(0, equals));
    const auto known = std::find_if(kElsewhere.begin(), kElsewhere.end(),
                                    [&](const Elsewhere& e) { return e.parameter == name; });
    if (known != kElsewhere.end()) {
      return refuse(fmt::format("the broker address has '{}' in its query", known->parameter),
                    fmt::format("say it as the setting {}", known->setting));
    }
    if (name != "auth_mechanism" || equals == std::string_view::npos)
      return refuse("the query of the broker address is not one this program knows",
                    "behind a '?' only auth_mechanism=plain, amqplain or external may stand");
    uri.sasl = parse_sasl(percent_decoded(part.substr(equals + 1)));
    if (!uri.sasl)
      return refuse("the auth_mechanism of the broker address is none this program knows",
                    "it is plain, amqplain or external");
  }
  return {};
}

// What follows "scheme://" for a unix socket.
Result<Uri> parse_unix(std::string_view rest, Uri uri) {
  const std::size_t question = rest.find('?');
  if (question != std::string_view::npos) {
    if (auto taken = take_query(rest.substr(question + 1), uri); !taken) return tl::unexpected(taken.error());
    rest = rest.substr(0, question);
  }
  if (rest.empty() || rest[0] != '/') {
    return refuse("the path of the broker's socket is missing", "such as amqp+unix:///run/broker.sock");
  }
  uri.host.clear();
  uri.path = percent_decoded(rest);
  return uri;
}

// What follows the user part: host, port, virtual host, query.
Result<Uri> parse_network(std::string_view rest, std::uint16_t default_port, Uri uri) {
  const std::size_t question = rest.find('?');
  if (question != std::string_view::npos) {
    if (auto taken = take_query(rest.substr(question + 1), uri); !taken) return tl::unexpected(taken.error());
    rest = rest.substr(0, question);
  }
  const std::size_t slash = rest.find('/');
  if (slash != std::string_view::npos) {
    const std::string_view vhost = rest.substr(slash + 1);
    if (vhost.find('/') != std::string_view::npos) {
      return refuse("the virtual host of the broker address has a '/' in it",
                    "write it as %2F: amqp://host/%2F is the virtual host \"/\", and so is amqp://host");
    }
    uri.vhost = percent_decoded(vhost);
    rest = rest.substr(0, slash);
  }
  if (auto done = take_authority(rest, default_port, uri); !done) return tl::unexpected(done.error());
  return uri;
}

std::optional<Result<Uri>> parse_embedded(std::string_view text) {
  constexpr std::string_view kName = "embedded:";
  if (lowered(text.substr(0, kName.size())) != kName) return std::nullopt;
  std::string_view rest = text.substr(kName.size());
  if (rest.substr(0, 2) == "//") rest.remove_prefix(2);
  if (!rest.empty() && rest[0] != '?') {
    return refuse("the embedded broker has no host and no path", "write embedded: or embedded:?fault=value");
  }
  Uri uri;
  uri.scheme = "embedded";
  uri.host.clear();
  if (!rest.empty()) uri.query = std::string(rest.substr(1));
  return uri;
}

// What the protocol cannot carry: PLAIN separates by zero bytes, and a virtual host is a short string.
Result<Uri> checked(Result<Uri> uri) {
  if (!uri) return uri;
  for (const std::string& part : {uri->user, uri->password, uri->host, uri->vhost, uri->path})
    if (part.find('\0') != std::string::npos) return refuse("the broker address has a zero byte in it (%00)");
  if (uri->vhost.size() > 255) {
    return refuse("the virtual host of the broker address is longer than 255 bytes",
                  "AMQP can't carry a longer one");
  }
  return uri;
}

}  // namespace

Result<Uri> parse_uri(std::string_view text) {
  const std::string_view all = trim(text);
  if (auto embedded = parse_embedded(all)) return *embedded;
  const std::size_t mark = all.find("://");
  if (mark == std::string_view::npos) return refuse("the broker address has no scheme");
  const std::string name = lowered(all.substr(0, mark));
  const auto scheme =
      std::find_if(kSchemes.begin(), kSchemes.end(), [&](const Scheme& s) { return s.name == name; });
  // The unknown scheme is not quoted: a "://" can also stand in a password that lost its beginning.
  if (scheme == kSchemes.end())
    return refuse("the scheme of the broker address is not one this program speaks");
  Uri uri;
  uri.scheme = name;
  std::string_view rest = all.substr(mark + 3);
  const std::size_t at = rest.rfind('@');
  if (at != std::string_view::npos) {
    take_user(rest.substr(0, at), uri);
    rest = rest.substr(at + 1);
  }
  return checked(name == "amqp+unix" ? parse_unix(rest, std::move(uri))
                                     : parse_network(rest, scheme->port, std::move(uri)));
}

std::optional<Sasl> parse_sasl(std::string_view text) {
  const std::string word = lowered(text);
  for (std::size_t i = 0; i < kMechanisms.size(); ++i)
    if (lowered(kMechanisms[i]) == word) return static_cast<Sasl>(i);
  return std::nullopt;
}

std::string_view sasl_name(Sasl sasl) {
  return kMechanisms[static_cast<std::size_t>(sasl)];
}

std::string Uri::endpoint() const {
  if (embedded()) return "embedded:";
  if (!path.empty()) return path;
  return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port)
                                             : fmt::format("[{}]:{}", host, port);
}

std::string Uri::redacted() const {
  if (embedded()) return query.empty() ? "embedded:" : "embedded:?" + query;
  std::string text = scheme + "://";
  if (!user.empty() || !password.empty()) text += percent_encoded(user) + ":***@";
  text += endpoint();
  if (vhost != "/") text += "/" + percent_encoded(vhost);
  return text;
}

}  // namespace amqpace
