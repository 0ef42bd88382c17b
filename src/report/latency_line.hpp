// SPDX-License-Identifier: Apache-2.0
// The latency lines of the terminal report, in the columns of the published transcripts:
//   ex.hello end-to-end n=150000    p50=847us     p90=1.8ms     p99=12.8ms    p99.9=32.9ms    max=60.5ms
#pragma once

#include <string>
#include <vector>

#include "model/record.hpp"

namespace amqpace::report {

std::string latency_line(const std::string& label, const hist::Latency& latency,
                         const std::string& note = {});
// End-to-end, publish and send lag, as far as the run has them; then end-to-end from the send time, which
// shows what a tool that measures from there would have hidden.
std::vector<std::string> latency_lines(const model::Record& record);
// Those of its producers alone: publish and send lag.
std::vector<std::string> producer_latency_lines(const model::Record& record);

}  // namespace amqpace::report
