// SPDX-License-Identifier: Apache-2.0
// The report as one page that needs nothing else: no script, no request, light and dark, made to be printed.
// Verdict and reasons first, then what they rest on.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/record.hpp"

namespace amqpace::report {

std::string html_document(std::span<const model::Record> records);

// One run; a page of several has one after the other, `alone` needs no title of its own.
std::string html_run(const model::Record& record, bool alone);
// Tables a run is made of.
std::string html_nodes(const model::Record& record);  // of a scenario
std::string html_latencies(const model::Record& record);
std::string html_ledger(const model::Record& record);
std::string html_instrument(const model::Record& record);
std::string html_broker(const model::Record& record);  // "" when the broker said nothing about itself
std::string html_rules(const model::Record& record);
std::string html_charts(const model::Record& record);
std::string html_outages(const model::Record& record);  // "" when there were none
std::string html_intervals(const model::Record& record);
std::string html_plan(const model::Record& record);
std::string_view html_style();

}  // namespace amqpace::report
