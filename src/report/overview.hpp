// SPDX-License-Identifier: Apache-2.0
// One row a run, as the Markdown and HTML reports compare runs: cells of plain text, not yet escaped.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "model/record.hpp"

namespace amqpace::report {

inline constexpr std::array<std::string_view, 9> kOverviewColumns{
    "workload", "result", "offered", "published", "consumed", "p50", "p99", "p99.9", "queue at end"};
std::array<std::string, kOverviewColumns.size()> overview_row(const model::Record& record);

}  // namespace amqpace::report
