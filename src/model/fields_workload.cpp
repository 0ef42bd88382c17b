// SPDX-License-Identifier: Apache-2.0
// The top level of a workload file.
#include <algorithm>
#include <array>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "model/field_makers.hpp"
#include "model/message_sizes.hpp"
#include "model/fields_rules.hpp"
#include "model/read_brokers.hpp"

namespace amqpace::model {
namespace {

constexpr std::array<std::string_view, 3> kBefore{"report", "purge", "refuse"};
constexpr std::array<std::string_view, 3> kAfter{"keep", "purge", "delete"};
constexpr std::array<std::string_view, 1> kAuto{"auto"};
constexpr std::array<std::string_view, 3> kSasl{"plain", "amqplain", "external"};
constexpr std::array<std::string_view, 3> kForever{"until-stopped", "forever", "until-drained"};
constexpr std::array<std::string_view, 7> kLater{"users", "peer", "ramp", "repeat", "events", "abortOn", "grace"};

using W = Workload;

void set_name(W& workload, const Node& node, const Slot& slot) {
  const auto name = read_text(node, slot);
  if (!name) return;
  if (trim(*name).empty()) return slot.complain(node, "is blank");
  workload.name = *name;
}

void print_name(const W& workload, const FieldInfo&, const std::string& path, Settings& out) {
  print_scalar(workload.name, path, out);
}

void set_broker(W& workload, const Node& node, const Slot& slot) { read_brokers(workload.brokers, node, slot); }

void print_broker(const W& workload, const FieldInfo& info, const std::string& path, Settings& out) {
  print_scalar(workload.brokers.empty() ? std::string(info.standard) : brokers_text(workload.brokers), path, out);
}

// A user and a password in the address are taken out of it, so that it can be printed.
void set_management(W& workload, const Node& node, const Slot& slot) {
  auto url = read_text(node, slot);
  if (!url) return;
  slot.reader.secret_part(node);
  const std::size_t scheme = url->starts_with("http://") ? 7 : url->starts_with("https://") ? 8 : 0;
  if (scheme == 0 || url->size() == scheme) {
    return slot.complain(node, "must be an address such as http://localhost:15672");
  }
  const std::size_t at = url->rfind('@');
  if (at != std::string::npos) {
    const auto user = parse_uri("amqp://" + url->substr(scheme, at - scheme) + "@localhost");
    if (!user) return slot.complain(node, "has a user part that cannot be read");
    register_secret(user->password);
    workload.management_user = user->user;
    workload.management_password = user->password;
    url->erase(scheme, at + 1 - scheme);
  }
  workload.management = *url;
}

void print_management(const W& workload, const FieldInfo& info, const std::string& path, Settings& out) {
  print_scalar(workload.management.empty() ? std::string(info.standard) : workload.management, path, out);
}

void set_workers(W& workload, const Node& node, const Slot& slot) {
  if (node.scalar() && node.text == "auto") {
    workload.workers = 0;
  } else if (const auto value = read_integer(node, slot)) {
    workload.workers = *value;
  }
}

void print_workers(const W& workload, const FieldInfo&, const std::string& path, Settings& out) {
  print_scalar(workload.workers == 0 ? "auto" : std::to_string(workload.workers), path, out);
}

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return (x >= 'A' && x <= 'Z' ? static_cast<char>(x - 'A' + 'a') : x) == y;
  });
}

void set_run_for(W& workload, const Node& node, const Slot& slot) {
  workload.run_for_given = true;
  if (node.scalar() && (same_word(node.text, "until-stopped") || same_word(node.text, "forever"))) {
    workload.run_for.reset();
    workload.until_drained = false;
  } else if (node.scalar() && node.text == "until-drained") {
    workload.run_for.reset();
    workload.until_drained = true;
  } else if (const auto value = read_duration(node, slot)) {
    workload.run_for = *value;
    workload.until_drained = false;
  }
}

void print_run_for(const W& workload, const FieldInfo&, const std::string& path, Settings& out) {
  const std::string open_end = workload.until_drained ? "until-drained" : "until-stopped";
  const auto run_for = workload.effective_run_for();
  print_scalar(run_for ? duration_text(*run_for) : open_end, path, out);
}

void set_seed(W& workload, const Node& node, const Slot& slot) {
  if (const auto value = read_integer(node, slot)) workload.seed = static_cast<std::uint64_t>(*value);
}

void print_seed(const W& workload, const FieldInfo& info, const std::string& path, Settings& out) {
  print_scalar(workload.seed ? std::to_string(*workload.seed) : std::string(info.standard), path, out);
}

constexpr FieldInfo kRulesInfo = {.key = "rules",
                                  .type = FieldType::block_list,
                                  .standard = "none",
                                  .example = "[{name: deep, metric: queueDepthAtEnd, above: 5000}]",
                                  .sentence = "rules of your own, beside those that always apply",
                                  .children = infos_of<RuleText>};

const Field<W> kFields[] = {
    other<W>({.key = "name",
              .standard = "required",
              .example = "orders",
              .sentence = "what reports call the workload"},
             set_name, print_name),
    text<&W::description>({.key = "description",
                           .standard = "",
                           .example = "what an order costs",
                           .sentence = "a sentence for the reports"}),
    other<W>({.key = "broker",
              .type = FieldType::address,
              .standard = "--broker, else required",
              .example = "amqp://guest:guest@localhost:5673",
              .sentence = "the address of the broker, or a list that is tried in turn: "
                          "amqp://user:password@host:port/vhost, amqps:// for TLS, "
                          "or embedded: for the broker in this program"},
             set_broker, print_broker),
    block<&W::tls>({.key = "tls", .sentence = "TLS of amqps:// addresses, and of an https:// management address"}),
    choice<&W::sasl>({.key = "sasl",
                      .standard = "plain",
                      .example = "amqplain",
                      .sentence = "how connections log in (SASL mechanism): with user and password, with the "
                                  "same in AMQP's own form, or as whom the client certificate names; an "
                                  "address can say its own with ?auth_mechanism=",
                      .choices = kSasl}),
    other<W>({.key = "management",
              .type = FieldType::text,
              .standard = "none",
              .example = "http://localhost:15672",
              .sentence = "the broker's management API, asked before and after the window, never in it"},
             set_management, print_management),
    text<&W::management_user>({.key = "managementUser",
                               .standard = "the broker address's",
                               .example = "monitor",
                               .sentence = "the user for the management API"}),
    text<&W::management_password>({.key = "managementPassword",
                                   .standard = "the broker address's",
                                   .example = "s3cret",
                                   .sentence = "its password",
                                   .secret = true}),
    duration<&W::connect_timeout>({.key = "connectTimeout",
                                   .standard = "5s",
                                   .example = "3s",
                                   .sentence = "how long a connection may take until it stands",
                                   .min = 1e6,
                                   .max = 600e9}),
    duration<&W::heartbeat>({.key = "heartbeat",
                             .standard = "10s",
                             .example = "20s",
                             .sentence = "the heartbeat asked for, in whole seconds; 0s: none",
                             .min = 0,
                             .max = 3600e9}),
    other<W>({.key = "workers",
              .type = FieldType::other,
              .standard = "auto",
              .example = "2",
              .sentence = "threads of this program; never changes what is measured",
              .min = 1,
              .max = 256,
              .words = kAuto,
              .base = FieldType::integer},
             set_workers, print_workers),
    block<&W::topology>({.key = "topology", .sentence = "what is published to and consumed from"}),
    block<&W::publishers>({.key = "publishers", .sentence = "what is offered, and how"}),
    block<&W::consumers>({.key = "consumers", .sentence = "who takes the messages"}),
    block<&W::expect>({.key = "expect", .sentence = "the objectives; a missed one fails the run"}),
    duration<&W::warmup>({.key = "warmup",
                          .standard = "10s",
                          .example = "3s",
                          .sentence = "load before the window, with nothing measured",
                          .min = 0,
                          .max = 86'400e9}),
    other<W>({.key = "runFor",
              .type = FieldType::other,
              .standard = "1m",
              .example = "45s",
              .sentence = "the measured window; with a rate profile it is as long as the profile, unless it is given; "
                          "until-drained: until what was published (prefill, maxMessages) or was in the queue is "
                          "consumed, however long that takes",
              .min = 0,
              .max = 87'600.0 * 3600e9,
              .above_min = true,
              .words = kForever,
              .base = FieldType::duration},
             set_run_for, print_run_for),
    duration<&W::drain>(
        {.key = "drain",
         .standard = "10s",
         .example = "4s",
         .sentence = "how long is waited at most, after the window, for what is still under way",
         .min = 0,
         .max = 86'400e9}),
    duration<&W::sample>({.key = "sample",
                          .standard = "1s",
                          .example = "500ms",
                          .sentence = "the interval of the time series, and of asking for the queue's depth",
                          .min = 100e6,
                          .max = 3600e9}),
    other<W>({.key = "seed",
              .type = FieldType::integer,
              .standard = "random",
              .example = "42",
              .sentence = "of everything random: arrivals, failures, payloads",
              .min = 0,
              .max = 9.2e18},
             set_seed, print_seed),
    choice<&W::before>(
        {.key = "before",
         .standard = "report",
         .example = "purge",
         .sentence = "what to do with messages already in the queue: report them, purge it, or refuse to run",
         .choices = kBefore}),
    choice<&W::after>({.key = "after",
                       .standard = "keep",
                       .example = "delete",
                       .sentence = "what to do with the queue and exchange this run created",
                       .choices = kAfter}),
    block<&W::prefill>(
        {.key = "prefill",
         .standard = "none",
         .example = "{messages: 100}",
         .sentence = "messages published before the schedule starts, with the consumers held until then"}),
    other<W>(kRulesInfo, set_rules, print_rules),
};

const Field<Prefill> kPrefillFields[] = {
    integer<&Prefill::messages>({.key = "messages",
                                 .standard = "0",
                                 .example = "100",
                                 .sentence = "how many messages",
                                 .min = 1,
                                 .max = 1e12}),
    size<&Prefill::bytes>({.key = "bytes",
                           .standard = "0",
                           .example = "1MiB",
                           .sentence = "or how many bytes of messages",
                           .min = 1,
                           .max = 1e15}),
    size<&Prefill::message_size>({.key = "messageSize",
                                  .standard = "0",
                                  .example = "256",
                                  .sentence = "bytes of each; 0: as the publishers'",
                                  .min = 0,
                                  .max = static_cast<double>(kLargestBody)}),
};

}  // namespace

template <>
const Table<Workload>& table<Workload>() {
  static const Table<Workload> t{kFields, kLater};
  return t;
}

template <>
const Table<Prefill>& table<Prefill>() {
  static const Table<Prefill> t{kPrefillFields, {}};
  return t;
}

}  // namespace amqpace::model
