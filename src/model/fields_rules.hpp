// SPDX-License-Identifier: Apache-2.0
// The list of custom rules, as the top level's table reads and prints it.
#pragma once

#include "model/fields.hpp"

namespace amqpace::model {

// A custom rule of such a name, without metric and threshold, changes that rule's severity.
bool is_always_on_rule(std::string_view name);

void set_rules(Workload& workload, const Node& node, const Slot& slot);
void print_rules(const Workload& workload, const FieldInfo& info, const std::string& path, Settings& out);

}  // namespace amqpace::model
