// SPDX-License-Identifier: Apache-2.0
#include "model/metrics.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "base/units.hpp"

namespace amqpace::model {
namespace {

using Value = std::optional<MetricValue>;

struct Stat {
  std::string_view name, words;
  Unit unit;
  Value (*of)(const hist::Latency&);
};

template <int PerTenThousand>
Value quantile(const hist::Latency& latency) {
  const auto q = latency.quantile(PerTenThousand / 10'000.0);
  if (!q) return std::nullopt;
  return MetricValue{static_cast<double>(q->value), q->open};
}

Value maximum(const hist::Latency& latency) {
  const auto q = latency.max();
  if (!q) return std::nullopt;
  return MetricValue{static_cast<double>(q->value), q->open};
}

Value mean(const hist::Latency& latency) {
  if (latency.count() == 0) return std::nullopt;
  return MetricValue{latency.mean(), latency.open_count() > 0};
}

constexpr Stat kStats[] = {
    {"p50", "the median of", Unit::duration, quantile<5'000>},
    {"p90", "the 90th percentile of", Unit::duration, quantile<9'000>},
    {"p99", "the 99th percentile of", Unit::duration, quantile<9'900>},
    {"p999", "the 99.9th percentile of", Unit::duration, quantile<9'990>},
    {"p9999", "the 99.99th percentile of", Unit::duration, quantile<9'999>},
    {"max", "the longest", Unit::duration, maximum},
    {"mean", "the mean of", Unit::duration, mean},
    {"n", "how many messages count for", Unit::count,
     [](const hist::Latency& l) -> Value { return MetricValue{static_cast<double>(l.count())}; }},
    {"open", "how many messages had not come at the end of the drain, in", Unit::count,
     [](const hist::Latency& l) -> Value { return MetricValue{static_cast<double>(l.open_count())}; }},
};

template <class NodeRecord>
struct Quantity {
  std::string_view name, words;
  hist::Latency NodeRecord::*member;
};

constexpr Quantity<QueueRecord> kQueueQuantities[] = {
    {"endToEnd", "handler start - due time", &QueueRecord::end_to_end},
    {"arrival", "arrival - due time", &QueueRecord::arrival},
    {"handled", "handler end - due time", &QueueRecord::handled},
};
constexpr Quantity<ProducerRecord> kProducerQuantities[] = {
    {"publish", "confirm - send time", &ProducerRecord::publish},
    {"sendLag", "send time - due time", &ProducerRecord::send_lag},
};

std::string sentence_of(const Stat& stat, std::string_view words) {
  return std::string(stat.words) + " " + std::string(words);
}

using FromSample = std::function<std::optional<double>(const Sample&)>;

template <auto Member>
FromSample from_sample() {
  return [](const Sample& s) -> std::optional<double> {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(s.*Member)>, double>) {
      return s.*Member;
    } else {
      if (!(s.*Member)) return std::nullopt;
      return static_cast<double>(*(s.*Member));
    }
  };
}

FromSample latency_from_sample(std::string_view name) {
  if (name == "endToEnd.p50") return from_sample<&Sample::e2e_p50>();
  if (name == "endToEnd.p99") return from_sample<&Sample::e2e_p99>();
  if (name == "endToEnd.p999") return from_sample<&Sample::e2e_p999>();
  if (name == "endToEnd.max") return from_sample<&Sample::e2e_max>();
  if (name == "sendLag.p99") return from_sample<&Sample::lag_p99>();
  if (name == "publish.p99") return from_sample<&Sample::publish_p99>();
  return {};
}

// Of the whole run: over all queues with consumers, or all producers.
template <class NodeRecord>
Value over_all(const std::vector<NodeRecord>& nodes, hist::Latency NodeRecord::*member,
               Value (*of)(const hist::Latency&)) {
  if (nodes.size() == 1) return of(nodes.front().*member);
  hist::Latency all;
  for (const auto& node : nodes) all.merge(node.*member);
  return of(all);
}

void add_latencies(std::vector<Metric>& out) {
  for (const auto& quantity : kQueueQuantities) {
    for (const auto& stat : kStats) {
      Metric m{std::string(quantity.name) + "." + std::string(stat.name), stat.unit,
               sentence_of(stat, quantity.words)};
      const auto member = quantity.member;
      const auto of = stat.of;
      m.of_run = [member, of](const Record& r) { return over_all(r.queues, member, of); };
      m.of_queue = [member, of](const QueueRecord& q, const Record&) { return of(q.*member); };
      m.of_sample = latency_from_sample(m.name);
      out.push_back(std::move(m));
    }
  }
  for (const auto& quantity : kProducerQuantities) {
    for (const auto& stat : kStats) {
      Metric m{std::string(quantity.name) + "." + std::string(stat.name), stat.unit,
               sentence_of(stat, quantity.words)};
      const auto member = quantity.member;
      const auto of = stat.of;
      m.of_run = [member, of](const Record& r) { return over_all(r.producers, member, of); };
      m.of_producer = [member, of](const ProducerRecord& p, const Record&) { return of(p.*member); };
      m.of_sample = latency_from_sample(m.name);
      out.push_back(std::move(m));
    }
  }
}

Value per_second(std::uint64_t count, const Record& record) {
  if (record.window <= 0) return std::nullopt;
  return MetricValue{static_cast<double>(count) / (static_cast<double>(record.window) / 1e9)};
}

Value share_of(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return std::nullopt;
  return MetricValue{static_cast<double>(part) / static_cast<double>(whole)};
}

void add_rates(std::vector<Metric>& out) {
  Metric publish{"publishRate", Unit::rate, "messages due in the window and sent in it, per second"};
  publish.of_run = [](const Record& r) { return per_second(totals(r).published, r); };
  publish.of_producer = [](const ProducerRecord& p, const Record& r) { return per_second(p.published, r); };
  publish.of_sample = from_sample<&Sample::publish_rate>();
  out.push_back(std::move(publish));

  Metric consume{"consumeRate", Unit::rate,
                 "first deliveries whose handler started in the window, per second"};
  consume.of_run = [](const Record& r) { return per_second(totals(r).consumed, r); };
  consume.of_queue = [](const QueueRecord& q, const Record& r) { return per_second(q.consumed, r); };
  consume.of_sample = from_sample<&Sample::consume_rate>();
  out.push_back(std::move(consume));

  Metric failed{"failedShare", Unit::share,
                "share of the published messages that were nacked, returned or failed"};
  failed.of_run = [](const Record& r) { return share_of(totals(r).failed, totals(r).published); };
  failed.of_producer = [](const ProducerRecord& p, const Record&) {
    return share_of(p.members_refused(), p.published);
  };
  out.push_back(std::move(failed));
}

void add_facts(std::vector<Metric>& out) {
  Metric depth{"queueDepthAtEnd", Unit::count, "ready messages when the window ended"};
  const auto of_depth = [](const std::optional<std::uint64_t>& d) -> Value {
    if (!d) return std::nullopt;
    return MetricValue{static_cast<double>(*d)};
  };
  depth.of_run = [of_depth](const Record& r) { return of_depth(totals(r).depth_at_end); };
  depth.of_queue = [of_depth](const QueueRecord& q, const Record&) { return of_depth(q.depth_at_end); };
  out.push_back(std::move(depth));

  Metric blocked{"blockedTime", Unit::duration,
                 "time in the window in which the broker had blocked a publishing connection"};
  blocked.of_run = [](const Record& r) -> Value { return MetricValue{static_cast<double>(r.blocked)}; };
  out.push_back(std::move(blocked));

  for (std::size_t c = 0; c < kCauses; ++c) {
    const auto cause = static_cast<Cause>(c);
    Metric late{"lateTime." + std::string(cause_name(cause)), Unit::duration,
                "time publishers were late, charged to '" + std::string(cause_name(cause)) + "'"};
    late.of_run = [cause](const Record& r) -> Value {
      return MetricValue{static_cast<double>(totals(r).late[cause])};
    };
    late.of_producer = [cause](const ProducerRecord& p, const Record&) -> Value {
      return MetricValue{static_cast<double>(p.late[cause])};
    };
    out.push_back(std::move(late));
  }

  Metric cpu{"instrument.cpu", Unit::share,
             "CPU time of this program in the window, as a share of all cores"};
  cpu.of_run = [](const Record& r) -> Value {
    if (r.instrument.cores <= 0) return std::nullopt;
    return MetricValue{r.instrument.cpu_of_cores / r.instrument.cores};
  };
  out.push_back(std::move(cpu));
}

template <class Ledger>
struct Word {
  std::string_view name, words;
  std::uint64_t Ledger::*member;
};

constexpr Word<ProducerLedger> kProducerWords[] = {
    {"due", "slots due in the whole run", &ProducerLedger::due},
    {"sent", "messages sent", &ProducerLedger::sent},
    {"neverSent", "slots that were due and never sent", &ProducerLedger::never_sent},
    {"confirmed", "messages the broker confirmed", &ProducerLedger::confirmed},
    {"returned", "messages the broker returned", &ProducerLedger::returned},
    {"nacked", "messages the broker refused", &ProducerLedger::nacked},
    {"failed", "messages outstanding on a channel that failed", &ProducerLedger::failed},
    {"unknown", "messages never answered", &ProducerLedger::unknown},
};
constexpr Word<QueueLedger> kQueueWords[] = {
    {"expected", "confirmed messages that are routed here", &QueueLedger::expected},
    {"deadIn", "dead letters that came here", &QueueLedger::dead_in},
    {"extra", "messages of this run that were not expected here", &QueueLedger::extra},
    {"delivered", "messages delivered", &QueueLedger::delivered},
    {"deadOut", "messages that went on as dead letters", &QueueLedger::dead_out},
    {"queued", "messages still queued at the end", &QueueLedger::queued},
    {"dropped", "messages the queue was allowed to drop", &QueueLedger::dropped},
    {"forwarded", "messages that a link took to another broker", &QueueLedger::forwarded},
    {"missing", "messages that are lost", &QueueLedger::missing},
    {"deliveries", "deliveries of any kind", &QueueLedger::deliveries},
    {"redelivered", "deliveries flagged as redelivered", &QueueLedger::redelivered},
    {"recycled", "dead letters that came back", &QueueLedger::recycled},
    {"duplicates", "messages delivered twice without a reason", &QueueLedger::duplicates},
    {"leftovers", "deliveries of another run's messages", &QueueLedger::leftovers},
    {"foreign", "deliveries of messages without a stamp", &QueueLedger::foreign},
    {"outOfOrder", "messages overtaken by a later one of the same publisher", &QueueLedger::out_of_order},
};

void add_ledger(std::vector<Metric>& out) {
  for (const auto& word : kProducerWords) {
    Metric m{"ledger." + std::string(word.name), Unit::count, std::string(word.words)};
    const auto member = word.member;
    m.of_run = [member](const Record& r) -> Value {
      std::uint64_t sum = 0;
      for (const auto& p : r.producers) sum += p.ledger.*member;
      return MetricValue{static_cast<double>(sum)};
    };
    m.of_producer = [member](const ProducerRecord& p, const Record&) -> Value {
      return MetricValue{static_cast<double>(p.ledger.*member)};
    };
    out.push_back(std::move(m));
  }
  for (const auto& word : kQueueWords) {
    Metric m{"ledger." + std::string(word.name), Unit::count, std::string(word.words)};
    const auto member = word.member;
    m.of_run = [member](const Record& r) -> Value {
      std::uint64_t sum = 0;
      for (const auto& q : r.queues) sum += q.ledger.*member;
      return MetricValue{static_cast<double>(sum)};
    };
    m.of_queue = [member](const QueueRecord& q, const Record&) -> Value {
      return MetricValue{static_cast<double>(q.ledger.*member)};
    };
    out.push_back(std::move(m));
  }
}

std::vector<Metric> all_metrics() {
  std::vector<Metric> out;
  add_latencies(out);
  add_rates(out);
  add_facts(out);
  add_ledger(out);
  return out;
}

}  // namespace

const std::vector<Metric>& metrics() {
  static const std::vector<Metric> all = all_metrics();
  return all;
}

}  // namespace amqpace::model
