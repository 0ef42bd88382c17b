// SPDX-License-Identifier: Apache-2.0
// One run within the JSON document. Field names are the public format; a field is added, never renamed.
#pragma once

#include "model/record.hpp"
#include "report/json_writer.hpp"
#include "report/quantities.hpp"

namespace amqpace::report {

// `place`: which one of the document's records it is, from 0; workloads and scenarios stand in lists of their own.
void write_record(JsonWriter& w, const model::Record& record, std::size_t place);

// {count, open, p50Micros … maxMicros, lowerBounds}: null percentiles have too few samples; `lowerBounds`
// names those that fall on an open sample, so that the value is the least it can be. Null when the run has no
// such latency.
void write_latency(JsonWriter& w, std::string_view name, const hist::Latency* latency);
void write_latencies(JsonWriter& w, const std::vector<Quantity>& quantities);
void write_nodes(JsonWriter& w, const model::Record& record);
void write_broker(JsonWriter& w, const model::Record& record);
void write_plan(JsonWriter& w, const model::Record& record);

}  // namespace amqpace::report
