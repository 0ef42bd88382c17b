// SPDX-License-Identifier: Apache-2.0
// What no single line of a table can see: settings that contradict each other, or arithmetic that cannot come
// out well.
#pragma once

#include "model/fields.hpp"

namespace amqpace::config {

void check(const model::Workload& workload, const model::Node& root, model::Reader& reader);

}  // namespace amqpace::config
