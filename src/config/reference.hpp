// SPDX-License-Identifier: Apache-2.0
// What the field tables say, for people and for editors: `amqpace settings`, `amqpace schema`,
// docs/reference/settings.md.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"

namespace amqpace::config {

// One setting explained, a block with what is in it, or with "" all of them, a line each. bad_input with the
// nearest path.
Result<std::string> settings_text(std::string_view path = {});

// JSON Schema, draft 2020-12, of workload files.
std::string schema_json();

// docs/reference/settings.md: every block as a table, the grammar of values, the metrics of custom rules.
std::string reference_markdown();

}  // namespace amqpace::config
