// SPDX-License-Identifier: Apache-2.0
// Flags that change a setting: put into the tree before it is read, so that they pass the same tables and
// checks.
#pragma once

#include <string>

#include "config/load.hpp"
#include "model/fields.hpp"

namespace amqpace::config {

// Puts `value` where the path says ("publishers.rate", "queues[ex.work].consumers.prefetch"); blocks missing on the way are
// made. The path's place is that of what is made and of complaints.
void put(model::Node& root, const model::Node& path, model::Node value, model::Reader& reader);
// An empty value takes the setting out of the file: it has its default then.
void apply(const Override& change, model::Node& root, model::Reader& reader);
// As the record keeps it: "--set publishers.rate=5k", "--run-for 10s"; secrets masked.
std::string recorded(const Override& change);

}  // namespace amqpace::config
