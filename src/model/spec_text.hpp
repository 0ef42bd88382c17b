// SPDX-License-Identifier: Apache-2.0
// The three lines that say what a workload is, as the dry run and every report print them: TopologySpec,
// PublisherSpec, ConsumerSpec. One place, so that they can never differ.
#pragma once

#include <string>
#include <vector>

#include "model/plan.hpp"

namespace amqpace::model {

// Of a workload (one queue, one producer): exactly three lines, without indentation. A scenario gets the
// lines of its first queue and producer; its reports show the nodes instead.
std::vector<std::string> spec_lines(const Plan& plan);

std::string topology_line(const ProducerSpec& producer, const QueueSpec& queue);
std::string publisher_line(const PublisherSpec& publishers);
std::string consumer_line(const ConsumerSpec& consumers);

}  // namespace amqpace::model
