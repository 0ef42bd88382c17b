// SPDX-License-Identifier: Apache-2.0
// The latencies of a whole run: those of its nodes merged. Rules and reports both speak of them, so they are
// pooled in one place. Each call copies a histogram (about 0.3 MB): for use after a run, not in one.
#pragma once

#include "model/record.hpp"

namespace amqpace::model {

hist::Latency pooled_end_to_end(const Record& record);    // over queues with consumers
hist::Latency pooled_service_time(const Record& record);  // the same messages, from their send time
hist::Latency pooled_arrival(const Record& record);
hist::Latency pooled_handled(const Record& record);
hist::Latency pooled_publish(const Record& record);   // over producers
hist::Latency pooled_send_lag(const Record& record);  // over producers

// False of a plan without publishers: its producer is in the Record all the same.
bool is_publishing(const Record& record);
// Consumers over all queues; 0 means that the run only published.
std::int64_t consumer_count(const Record& record);
// False when any producer had no schedule, or when there was none.
bool is_throttled(const Record& record);

}  // namespace amqpace::model
