// SPDX-License-Identifier: Apache-2.0
// A `broker` setting: one address or a list that is tried in turn. Of the top level, and of a queue that lives elsewhere.
#pragma once

#include <vector>

#include "model/field_makers.hpp"

namespace amqpace::model {

// Replaces `brokers`; complains of what cannot be read.
void read_brokers(std::vector<Uri>& brokers, const Node& node, const Slot& slot);
// "amqp://guest:***@a, amqp://guest:***@b" in brackets when there are several; empty without any.
std::string brokers_text(const std::vector<Uri>& brokers);

}  // namespace amqpace::model
