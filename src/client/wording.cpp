// SPDX-License-Identifier: Apache-2.0
#include "client/wording.hpp"

#include "base/text.hpp"
#include "base/units.hpp"

namespace amqpace::client {
namespace {

// The reply codes a user can do something about; their numbers are the protocol's.
enum Code : std::uint16_t {
  access_refused = 403,
  not_found = 404,
  resource_locked = 405,
  precondition_failed = 406,
  not_allowed = 530,
};

std::string name_or_default(const std::string& exchange) {
  return exchange.empty() ? "(default)" : printable(exchange);
}

std::string words_of(const Reply& reply) {
  return reply.text.empty() ? "reply code " + std::to_string(reply.code) : printable(reply.text);
}

// 406 is the answer to many things; what to do follows from what the broker says.
std::string_view precondition_hint(std::string_view said) {
  struct Hint {
    std::string_view words, hint;
  };
  static constexpr Hint kHints[] = {
      {"inequivalent arg", "it exists with other settings: make the file match them, or delete it first"},
      {"invalid arg", "the broker does not take this value of the argument: correct it in the file"},
      {"larger than", "send smaller messages, or raise max_message_size in the broker's configuration"},
      {"user_id property", "make the property userId the user that logs in, or leave it out"},
      {"invalid message", "the broker takes no message with such a header or property: correct it in the file"},
  };
  for (const Hint& one : kHints)
    if (said.find(one.words) != std::string_view::npos) return one.hint;
  return "the broker's sentence names what it does not take: change that in the file";
}

std::string hint_of(const Reply& reply) {
  switch (reply.code) {
    case access_refused:
      return "check the permissions of this user on this virtual host";
    case not_found:
      return "check the name, or let the file declare it";
    case resource_locked:
      return "another connection has it exclusively: close that one, or use another name";
    case precondition_failed:
      return std::string(precondition_hint(reply.text));
    default:
      return "the broker's log says more";
  }
}

Error about_connection(ErrorKind kind, std::string_view verb, const Uri& uri, std::string_view why,
                       std::string hint) {
  return {kind, std::string(verb) + " " + uri.redacted(), {}, printable(why), std::move(hint)};
}

}  // namespace

Error could_not_connect(const Uri& uri, std::string_view why) {
  return about_connection(
      ErrorKind::unreachable, "could not connect to", uri, why,
      "check that a broker listens on " + uri.endpoint() + ", and that host and port are right");
}

Error no_answer(const Uri& uri, Nanos after, std::string_view waiting_for) {
  return about_connection(
      ErrorKind::unreachable, "could not connect to", uri,
      "no answer within " + duration_text(after) + ", waiting for " + std::string(waiting_for),
      "check that " + uri.endpoint() + " is a broker's AMQP port and that the broker is not overloaded");
}

Error refused_connection(const Uri& uri, const Reply& reply) {
  std::string hint = hint_of(reply);
  if (reply.code == access_refused)
    hint = uri.sasl == Sasl::external
               ? "check that the broker has a user named as the client certificate is, and rights for it"
               : "check user and password in the broker's address";
  if (reply.code == not_allowed)
    hint = "check the virtual host in the broker's address ('" + printable(uri.vhost) +
           "') and the user's access to it";
  return about_connection(ErrorKind::refused, "could not connect to", uri, words_of(reply), std::move(hint));
}

Error tls_port(const Uri& uri) {
  return about_connection(ErrorKind::unreachable, "could not connect to", uri,
                          "this looks like a TLS port: it answered with a TLS alert", "use amqps:// for it");
}

std::optional<Error> not_amqp(const Uri& uri, std::string_view greeting) {
  struct Greeting {
    std::string_view begins, speaks;
  };
  static constexpr Greeting kGreetings[] = {
      {"HTTP/", "HTTP"}, {"SSH-", "SSH"}, {"-ERR", "the protocol of Redis"}, {"220 ", "SMTP or FTP"}, {"220-", "SMTP or FTP"}};
  for (const Greeting& one : kGreetings) {
    if (!greeting.starts_with(one.begins)) continue;
    return about_connection(ErrorKind::unreachable, "could not connect to", uri,
                            "what answers there speaks " + std::string(one.speaks) + ", not AMQP",
                            "check the port: AMQP is usually on 5672, with TLS on 5671; 15672 is the broker's management");
  }
  return std::nullopt;
}

Error hung_up(const Uri& uri) {
  return about_connection(
      ErrorKind::unreachable, "could not connect to", uri,
      "the broker closed the socket without saying why, waiting for its greeting (connection.start)",
      uri.tls() ? "the broker's log says more"
                : "if this is a TLS port, use amqps://; else the broker's log says more");
}

Error not_supported(const Uri& uri, std::string_view what) {
  return about_connection(ErrorKind::bad_input, "could not connect to", uri, what,
                          "supported are amqp://, amqps://, amqp+unix:// and embedded:");
}

Error lost_connection(const Uri& uri, std::string_view why) {
  return about_connection(ErrorKind::lost, "lost the connection to", uri, why, "the broker's log says more");
}

Error closed_by_broker(const Uri& uri, const Reply& reply) {
  return about_connection(ErrorKind::lost, "the broker closed the connection to", uri, words_of(reply),
                          "the broker's log says more");
}

Error refused_channel(std::string_view doing, const Reply& reply) {
  return {ErrorKind::refused, "could not " + std::string(doing), {}, words_of(reply), hint_of(reply)};
}

std::string describe(const AdminRequest& request) {
  struct Words {
    std::string operator()(const DeclareExchange& r) const {
      return (r.passive ? "find exchange " : "declare exchange ") + name_or_default(r.name);
    }
    std::string operator()(const DeclareQueue& r) const {
      return (r.passive ? "find queue " : "declare queue ") + printable(r.name);
    }
    std::string operator()(const BindQueue& r) const {
      return "bind queue " + printable(r.queue) + " to exchange " + name_or_default(r.exchange);
    }
    std::string operator()(const BindExchange& r) const {
      return "bind exchange " + printable(r.destination) + " to exchange " + name_or_default(r.source);
    }
    std::string operator()(const UnbindQueue& r) const {
      return "unbind queue " + printable(r.queue) + " from exchange " + name_or_default(r.exchange);
    }
    std::string operator()(const PurgeQueue& r) const { return "purge queue " + printable(r.queue); }
    std::string operator()(const DeleteQueue& r) const { return "delete queue " + printable(r.queue); }
    std::string operator()(const DeleteExchange& r) const {
      return "delete exchange " + name_or_default(r.exchange);
    }
  };
  return std::visit(Words{}, request);
}

Error refused_request(const AdminRequest& request, const Reply& reply) {
  return refused_channel(describe(request), reply);
}

}  // namespace amqpace::client
