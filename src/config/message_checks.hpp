// SPDX-License-Identifier: Apache-2.0
// What the settings of a producer's messages cannot say together. The same for a workload's publishers and for each producer
// of a scenario.
#pragma once

#include <string>

#include "model/fields.hpp"

namespace amqpace::config {

// `block`: the node of the publishers or the producer; `path`: what it is called, "publishers".
void check_messages(const model::PublisherSpec& publish, const model::Node& block, const std::string& path,
                    model::Reader& reader);

}  // namespace amqpace::config
