// SPDX-License-Identifier: Apache-2.0
#include "report/sample_json.hpp"

#include "report/json_writer.hpp"

namespace amqpace::report {

std::string sample_json(const model::Sample& sample) {
  JsonWriter w;
  const auto millis = [&w](std::string_view name, const std::optional<Nanos>& value) {
    w.key(name);
    value ? w.millis(*value) : w.null();
  };
  w.begin_object(JsonWriter::Layout::one_line);
  w.key("at").text(utc_iso(sample.at));
  w.key("elapsedMs").number(sample.elapsed / kMillisecond);
  w.key("phase").text(sample.phase);
  w.key("published").number(sample.published);
  w.key("confirmed").number(sample.confirmed);
  w.key("failed").number(sample.failed);
  w.key("consumed").number(sample.consumed);
  w.key("publishRate").number(sample.publish_rate);
  w.key("consumeRate").number(sample.consume_rate);
  w.key("blocked").boolean(sample.blocked);
  w.key("queueDepth");
  sample.queue_depth ? w.number(*sample.queue_depth) : w.null();
  millis("endToEndP50Ms", sample.e2e_p50);
  millis("endToEndP99Ms", sample.e2e_p99);
  millis("sendLagP99Ms", sample.lag_p99);
  w.end_object();
  return w.str();
}

}  // namespace amqpace::report
