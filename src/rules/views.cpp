// SPDX-License-Identifier: Apache-2.0
#include "rules/views.hpp"

namespace amqpace::rules {

namespace {

// Everything but nodes, series and results.
model::Record frame_of(const model::Record& record) {
  model::Record view;
  view.plan = record.plan;
  view.window = record.window;
  view.warmup = record.warmup;
  view.instrument = record.instrument;
  view.facts = record.facts;
  return view;
}

model::QueueRecord without_latencies(const model::QueueRecord& queue) {
  model::QueueRecord out;
  out.name = queue.name;
  out.type = queue.type;
  out.consumers = queue.consumers;
  out.offered = queue.offered;
  out.consumed = queue.consumed;
  out.retains = queue.retains;
  out.depth_at_end = queue.depth_at_end;
  out.ledger = queue.ledger;
  return out;
}

}  // namespace

std::vector<model::Record> producer_views(const model::Record& record) {
  std::vector<model::Record> views;
  for (std::size_t p = 0; p < record.producers.size(); ++p) {
    views.push_back(frame_of(record));
    views.back().producers = {record.producers[p]};
    views.back().plan.producers = {record.plan.producers.at(p)};
    for (const auto& queue : record.queues) views.back().queues.push_back(without_latencies(queue));
  }
  return views;
}

std::vector<model::Record> queue_views(const model::Record& record) {
  std::vector<model::Record> views;
  for (std::size_t q = 0; q < record.queues.size(); ++q) {
    views.push_back(frame_of(record));
    views.back().producers = record.producers;
    views.back().queues = {record.queues[q]};
    views.back().plan.queues = {record.plan.queues.at(q)};
  }
  return views;
}

}  // namespace amqpace::rules
