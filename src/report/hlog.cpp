// SPDX-License-Identifier: Apache-2.0
#include "report/hlog.hpp"

#include <algorithm>

#include "hist/log.hpp"
#include "report/quantities.hpp"
#include "report/shown.hpp"

namespace amqpace::report {

namespace {

// The intervals of one record, in lines.
class Lines {
 public:
  Lines(const model::Record& record, Nanos log_start) : record_(record), log_start_(log_start) {}

  void add(const std::vector<Quantity>& quantities, const std::string& before, const std::string& after) {
    for (const auto& quantity : quantities) {
      if (!quantity.latency) continue;
      const auto& latency = *quantity.latency;
      const std::string tag = before + std::string(quantity.name);
      hist::Histogram all = latency.closed();
      all.merge(latency.open());
      add(tag + after, std::move(all));
      if (latency.open_count() > 0) add(tag + ".open" + after, latency.open());
    }
  }
  std::string text() && { return std::move(text_); }

 private:
  void add(const std::string& tag, hist::Histogram histogram) {
    text_ += hist::log_line(
        {hist::log_tag(shown(tag)), record_.started_at, record_.window, std::move(histogram)}, log_start_);
  }

  const model::Record& record_;
  const Nanos log_start_;
  std::string text_;
};

std::string lines(const model::Record& record, Nanos log_start, const std::string& before) {
  Lines lines(record, log_start);
  lines.add(quantities(record), before, "");
  if (record.producers.size() > 1) {
    for (const auto& producer : record.producers)
      lines.add(quantities(producer), before, ":" + producer.name);
  }
  if (record.queues.size() > 1) {
    for (const auto& queue : record.queues) lines.add(quantities(queue), before, ":" + queue.name);
  }
  return std::move(lines).text();
}

}  // namespace

std::string hlog_document(std::span<const model::Record> records) {
  // A record that ended before its window has no start, and no latencies.
  Nanos start = kNever;
  for (const auto& record : records) {
    if (record.started_at != 0) start = std::min(start, record.started_at);
  }
  if (start == kNever) start = 0;
  std::vector<std::string> comments;
  for (const auto& record : records) {
    comments.push_back("run " + shown(record.plan.name) + ", amqpace " + shown(record.instrument.version) +
                       ": " + std::string(model::verdict_name(record.verdict)));
  }
  comments.emplace_back(
      "values are nanoseconds; what never came is counted at the least it took, and alone in TAG.open");
  std::string text = hist::log_header(start, comments);
  for (const auto& record : records) {
    if (record.started_at == 0) continue;
    text += lines(record, start, records.size() > 1 ? record.plan.name + "/" : "");
  }
  return text;
}

}  // namespace amqpace::report
