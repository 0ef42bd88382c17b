// SPDX-License-Identifier: Apache-2.0
// The walk over the field tables: for every setting a row that sets it to something else than its default,
// looks at a whole simulated run through a wire tap, and says exactly what is to be seen there. A row stands
// beside others of its block (walk_*.cpp); walking_test.cpp runs them and compares them with the tables.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim_run.hpp"

namespace amqpace::testing {

using Observe = std::function<std::string(const SimResult&)>;

// What stands in a row's run beside its own setting, and in the run it is compared with as well.
struct Given {
  std::vector<std::string> set = {};  // "publishers.threads=3"
  std::string faults = {};            // of the broker
  int leftovers = 0;                  // messages in the queue from an earlier run
  bool silent = false;                // nobody answers who connects
  bool sized = true;                  // bodies have the 64 bytes of the base; false: where a row says what they are
};

struct Row {
  std::string path;   // as all_settings() names it
  std::string value;  // as a file would say it; of "rules[].…" the whole list
  std::string
      expected;  // what `observe` says of the run; of the run without the value it says something else
  Observe observe;
  Given given = {};
  // Why it cannot be seen in a simulated run; then `observe` looks into the Plan only.
  std::string reason = {};
};

std::vector<Row> run_rows();  // the top level, prefill
std::vector<Row> topology_rows();
std::vector<Row> publisher_rows();
std::vector<Row> consumer_rows();
std::vector<Row> expect_rows();
std::vector<Row> rule_rows();

// Lines of the wire that begin so, with their counts.
Observe wire(std::string beginning);
// How many there are.
Observe count(std::string beginning);
// Several, with " | " between them.
Observe all(std::vector<Observe> parts);
// "fired FAILED: p50 was 4.0ms, …" of the rule or objective of that name, and "no rule …" without one.
Observe outcome(std::string rule);

std::string first_dues(
    const SimResult& run);  // of the first four messages, from the stamps: "0us 10.0ms 20.0ms …"
std::string offered(const SimResult& run);     // slots due in the window
std::string published(const SimResult& run);   // and how many of them were sent in it
std::string error_text(const SimResult& run);  // of a run that did not come to its window
std::string prefilled(const SimResult& run);   // "30 of 64 bytes"

}  // namespace amqpace::testing
