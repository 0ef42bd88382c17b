// SPDX-License-Identifier: Apache-2.0
// The tables of rules for people: `amqpace rules` and docs/reference/rules.md.
#pragma once

#include <string>

namespace amqpace::rules {

// Every always-on rule with when it applies and fires, then every metric a custom rule may name.
std::string listing_text();
// docs/reference/rules.md; a test holds the page against it.
std::string reference_markdown();

}  // namespace amqpace::rules
