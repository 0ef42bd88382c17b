// SPDX-License-Identifier: Apache-2.0
// The functions behind the table of always-on rules (table.cpp), by the file that holds them. Each looks at a
// Record for which its condition holds and answers with its numbers.
#pragma once

#include "rules/outcome.hpp"

namespace amqpace::rules {

// lateness.cpp
Outcome generator_kept_up(const model::Record& record);
Outcome broker_took_the_load(const model::Record& record);
// window.cpp
Outcome broker_not_blocked(const model::Record& record);
Outcome run_was_long_enough(const model::Record& record);
Outcome run_was_not_stopped_early(const model::Record& record);
Outcome connections_held(const model::Record& record);
Outcome cleared_away(const model::Record& record);
// publishing.cpp
Outcome something_was_measured(const model::Record& record);
Outcome publishes_succeeded(const model::Record& record);
Outcome confirms_were_on(const model::Record& record);
// ledger.cpp
Outcome ledger_balances(const model::Record& record);
Outcome messages_arrived(const model::Record& record);
Outcome no_foreign_messages(const model::Record& record);
Outcome topology_is_not_the_files(const model::Record& record);
// backlog.cpp
Outcome consumers_kept_up(const model::Record& record);
// declared.cpp
Outcome declared_equals_asked(const model::Record& record);
// latency.cpp
Outcome tail_is_not_extreme(const model::Record& record);
Outcome unthrottled_latency(const model::Record& record);
// machine.cpp
Outcome generator_noise(const model::Record& record);
Outcome management_was_read(const model::Record& record);
Outcome broker_is_embedded(const model::Record& record);

}  // namespace amqpace::rules
