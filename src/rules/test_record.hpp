// SPDX-License-Identifier: Apache-2.0
// Test support: a healthy run of 30 s at 5,000/s with consumers, to be spoilt one way per test.
#pragma once

#include <algorithm>
#include <string_view>

#include "model/record.hpp"
#include "rules/judge.hpp"

namespace amqpace::rules {

inline void fill(hist::Latency& latency, Nanos value, std::uint64_t n) {
  hist::Histogram h;
  h.record(value, n);
  latency.merge_closed(h);
}

inline model::Record healthy_record() {
  model::Record r;
  r.plan.name = "hello";
  model::QueueSpec queue;
  queue.name = "ex.hello";
  queue.consumers.concurrency = 4;
  r.plan.queues.push_back(queue);
  model::ProducerSpec producer;
  producer.name = "hello";
  producer.publish.threads = 2;
  producer.publish.rate = 5000;
  r.plan.producers.push_back(producer);
  r.plan.run_for = r.window = 30 * kSecond;
  model::ProducerRecord p;
  p.name = "hello";
  p.offered_rate = 5000;
  p.offered = p.published = p.sent_in_window = p.confirmed_in_window = p.members_confirmed = 150'000;
  fill(p.publish, kMillisecond, 150'000);
  fill(p.send_lag, 49 * kMicrosecond, 150'000);
  p.ledger.due = p.ledger.sent = p.ledger.confirmed = 175'000;
  r.producers.push_back(p);
  model::QueueRecord q;
  q.name = "ex.hello";
  q.type = "classic";
  q.consumers = 4;
  q.offered = q.consumed = 150'000;
  fill(q.end_to_end, 2 * kMillisecond, 150'000);
  fill(q.service_time, kMillisecond, 150'000);
  q.ledger.expected = q.ledger.delivered = q.ledger.deliveries = 175'000;
  q.depth_before = q.depth_at_end = q.depth_after_drain = 0;
  r.queues.push_back(q);
  r.instrument.cores = 2;
  r.instrument.worker_cpu = {0.2};
  return r;
}

inline const model::RuleResult& result_of(const model::Record& record, std::string_view rule) {
  static const model::RuleResult none{};
  const auto it = std::find_if(record.results.begin(), record.results.end(),
                               [&](const auto& r) { return r.rule == rule; });
  return it == record.results.end() ? none : *it;
}

inline const model::Finding& finding_of(const model::Record& record, std::string_view rule) {
  static const model::Finding none{};
  const auto it = std::find_if(record.findings.begin(), record.findings.end(),
                               [&](const auto& f) { return f.rule == rule; });
  return it == record.findings.end() ? none : *it;
}

inline model::Record judged(model::Record record) {
  judge(record);
  return record;
}

}  // namespace amqpace::rules
