// SPDX-License-Identifier: Apache-2.0
// What no single line of a table can see: settings that contradict each other, or arithmetic that cannot come
// out well.
#pragma once

#include "model/fields.hpp"

namespace amqpace::config {

void check(const model::Workload& workload, const model::Node& root, model::Reader& reader);
void check(const model::Scenario& scenario, const model::Node& root, model::Reader& reader);

// What a workload's publishers and consumers are held against, for one node of a scenario. `shown`: what messages call the
// block, "producers[0]", "queues[1].consumers".
void check_publishers(const model::PublisherSpec& publishers, const model::Node& node, const std::string& shown,
                      model::Reader& reader);
// `queue`: what is said of the one they consume, and whether it is declared.
void check_consumers(const model::ConsumerSpec& consumers, const model::TopologySpec& queue, const model::Node& node,
                     const std::string& shown, model::Reader& reader);
// Top-level settings that workload and scenario share.
void check_run(const model::Workload& run, const model::Node& root, model::Reader& reader);

}  // namespace amqpace::config
