// SPDX-License-Identifier: Apache-2.0
#include "mgmt/facts.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "mgmt/address.hpp"

namespace amqpace::mgmt {

namespace {

using nlohmann::json;

// As the file's own settings are written, so that the two can be compared as text.
std::string value_text(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return number_text(value.get<double>());
  return value.dump();
}

std::string text_of(const json& object, const char* key) {
  const auto it = object.find(key);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

std::string names_of(const json& list) {
  std::string names;
  for (const auto& name : list) names += (names.empty() ? "" : " ") + value_text(name);
  return names;
}

const json& member_of(const json& object, const char* key) {
  static const json none;
  const auto it = object.find(key);
  return it == object.end() ? none : *it;
}

// A replicated queue has a leader and members; a classic one a node, and mirrors where a policy says so.
void add_places(const json& queue, QueueFacts& facts) {
  const std::string leader = text_of(queue, "leader"), node = text_of(queue, "node");
  if (!leader.empty() || !node.empty()) facts.emplace_back("leader", leader.empty() ? node : leader);
  const json& members = member_of(queue, "members");
  const json& mirrors = member_of(queue, "slave_nodes");
  if (members.is_array()) {
    facts.emplace_back("members", names_of(members));
  } else if (mirrors.is_array() && !mirrors.empty()) {
    facts.emplace_back("members", node + " " + names_of(mirrors));
  }
}

void add_all(const json& object, const std::string& prefix, QueueFacts& facts) {
  if (!object.is_object()) return;
  for (const auto& [name, value] : object.items()) facts.emplace_back(prefix + name, value_text(value));
}

QueueFacts facts_of_queue(const json& queue) {
  QueueFacts facts;
  for (const char* key : {"type", "durable"}) {
    if (const auto it = queue.find(key); it != queue.end()) facts.emplace_back(key, value_text(*it));
  }
  add_places(queue, facts);
  add_all(member_of(queue, "arguments"), "argument.", facts);
  if (const auto name = text_of(queue, "policy"); !name.empty()) facts.emplace_back("policy", name);
  if (const auto name = text_of(queue, "operator_policy"); !name.empty()) facts.emplace_back("operator-policy", name);
  add_all(member_of(queue, "effective_policy_definition"), "policy.", facts);
  return facts;
}

std::uint64_t number_of(const json& object, const char* key) {
  const json& value = member_of(object, key);
  return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
}

bool flag_of(const json& object, const char* key, bool standard) {
  const json& value = member_of(object, key);
  return value.is_boolean() ? value.get<bool>() : standard;
}

model::NodeFacts facts_of_node(const json& node) {
  return {.name = printable(text_of(node, "name"), 200),
          .running = flag_of(node, "running", true),
          .memory = number_of(node, "mem_used"),
          .memory_limit = number_of(node, "mem_limit"),
          .disk_free = number_of(node, "disk_free"),
          .disk_limit = number_of(node, "disk_free_limit"),
          .memory_alarm = flag_of(node, "mem_alarm", false),
          .disk_alarm = flag_of(node, "disk_free_alarm", false)};
}

// The broker's own words, made fit to print.
std::string words_of(const std::string& body) {
  const json reply = json::parse(body, nullptr, /*allow_exceptions=*/false);
  const std::string reason = reply.is_object() ? text_of(reply, "reason") : std::string();
  return redact(printable(reason.empty() ? body : reason, 200));
}

// One connection to the API; requests share one deadline.
class Reader {
 public:
  Reader(const Options& options, const Address& address, const Clock& clock)
      : address_(address), clock_(clock), deadline_(clock.now() + options.timeout), client_(address.origin) {
    const bool own_login = !address.user.empty();
    client_.set_basic_auth(own_login ? address.user : options.user, own_login ? address.password : options.password);
    client_.set_keep_alive(true);
    if (!options.ca.empty()) client_.set_ca_cert_path(options.ca);
    client_.enable_server_certificate_verification(options.verify);
  }

  enum class Expected { object, list };

  // null when the API answers 404.
  Result<json> get(const std::string& path, Expected expected = Expected::object) {
    const Nanos left = deadline_ - clock_.now();
    if (left <= 0) return silent("time is up");
    const time_t seconds = static_cast<time_t>(left / kSecond);
    const time_t microseconds = static_cast<time_t>(left % kSecond / kMicrosecond);
    client_.set_connection_timeout(seconds, microseconds);
    client_.set_read_timeout(seconds, microseconds);
    client_.set_write_timeout(seconds, microseconds);
    const httplib::Result answer = client_.Get(address_.prefix + "/api" + path);
    if (!answer && answer.error() == httplib::Error::Connection) return silent("could not connect");
    if (!answer && answer.error() == httplib::Error::SSLServerVerification)
      return silent("its certificate is not accepted: is it signed by a CA of tls.ca, for this name, and in date?");
    if (!answer && answer.error() == httplib::Error::SSLLoadingCerts)
      return silent("the file of tls.ca cannot be used");
    if (!answer) return silent(httplib::to_string(answer.error()));
    if (answer->status == 404) return json();
    if (answer->status != 200) return refused(*answer);
    json value = json::parse(answer->body, nullptr, /*allow_exceptions=*/false);
    if (expected == Expected::object ? !value.is_object() : !value.is_array()) return not_an_api();
    return value;
  }

  tl::unexpected<Error> not_an_api() const {
    return fail(ErrorKind::malformed, fmt::format("{} does not answer like a management API", address_.origin), {},
                "is this the address of the management plugin, as in http://localhost:15672?");
  }

 private:
  tl::unexpected<Error> silent(std::string why) const {
    return fail(ErrorKind::unreachable, fmt::format("the management API at {} did not answer", address_.origin), std::move(why),
                "is the management plugin enabled, and is this its port?");
  }
  tl::unexpected<Error> refused(const httplib::Response& answer) const {
    const bool login = answer.status == 401 || answer.status == 403;
    return fail(ErrorKind::refused, fmt::format("the management API at {} refused with HTTP {}", address_.origin, answer.status),
                words_of(answer.body), login ? "managementUser and managementPassword say whom to log in as" : "");
  }

  const Address& address_;
  const Clock& clock_;
  Nanos deadline_;
  httplib::Client client_;
};

// Memory and disk are for users who may monitor; one who may not still gets the rest.
void read_nodes(Reader& reader, Facts& facts) {
  const auto nodes = reader.get(
      "/nodes?columns=name,running,mem_used,mem_limit,mem_alarm,disk_free,disk_free_limit,disk_free_alarm",
      Reader::Expected::list);
  if (!nodes) {
    const Error& e = nodes.error();
    facts.notes.push_back("memory, disk and alarms of its nodes were not read: " + e.what +
                          (e.detail.empty() ? "" : ": " + e.detail) +
                          (e.kind == ErrorKind::refused ? ". They are for a user with the tag 'monitoring'" : ""));
    return;
  }
  for (const auto& node : *nodes)
    if (node.is_object()) facts.nodes.push_back(facts_of_node(node));
  std::sort(facts.nodes.begin(), facts.nodes.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
}

Result<Facts> read_all(const Options& options, const Address& address, const Clock& clock) {
  Reader reader(options, address, clock);
  Facts facts;
  const auto overview = reader.get("/overview");
  if (!overview) return tl::unexpected(overview.error());
  if (!overview->is_object()) return reader.not_an_api();
  const std::string product = text_of(*overview, "product_name");
  std::string version = text_of(*overview, "product_version");
  if (version.empty()) version = text_of(*overview, "rabbitmq_version");
  if (version.empty()) return reader.not_an_api();
  facts.product = printable((product.empty() ? "RabbitMQ" : product) + " " + version, 100);
  facts.cluster = printable(text_of(*overview, "cluster_name"), 200);

  for (const auto& name : options.queues) {
    const auto queue = reader.get("/queues/" + path_segment(options.vhost) + "/" + path_segment(name));
    if (!queue) return tl::unexpected(queue.error());
    if (queue->is_object()) facts.queues.emplace(name, facts_of_queue(*queue));
  }
  read_nodes(reader, facts);
  return facts;
}

Result<std::vector<BoundQueue>> read_bound(const Options& options, const Address& address, const Clock& clock,
                                           const std::vector<std::string>& exchanges) {
  Reader reader(options, address, clock);
  std::vector<BoundQueue> out;
  for (const auto& exchange : exchanges) {
    const auto bindings = reader.get(
        "/exchanges/" + path_segment(options.vhost) + "/" + path_segment(exchange) + "/bindings/source", Reader::Expected::list);
    if (!bindings) return tl::unexpected(bindings.error());
    for (const auto& binding : *bindings) {
      if (!binding.is_object() || text_of(binding, "destination_type") != "queue") continue;
      out.push_back({exchange, text_of(binding, "destination"), text_of(binding, "routing_key")});
    }
  }
  return out;
}

// The two libraries throw on what they did not expect.
template <class Answer, class Read>
Result<Answer> read_with(const Options& options, Read read) {
  const auto address = parse_address(options.url);
  if (!address) return tl::unexpected(address.error());
  register_secret(options.password);
  register_secret(address->password);
  try {
    return read(*address);
  } catch (const std::exception& e) {
    return fail(ErrorKind::malformed, fmt::format("the management API at {} could not be read", address->origin),
                redact(printable(e.what(), 200)));
  }
}

}  // namespace

Result<Facts> read_facts(const Options& options, const Clock& clock) {
  return read_with<Facts>(options, [&](const Address& address) { return read_all(options, address, clock); });
}

Result<std::vector<BoundQueue>> read_bindings(const Options& options, const std::vector<std::string>& exchanges,
                                              const Clock& clock) {
  return read_with<std::vector<BoundQueue>>(
      options, [&](const Address& address) { return read_bound(options, address, clock, exchanges); });
}

}  // namespace amqpace::mgmt
