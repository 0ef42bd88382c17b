// SPDX-License-Identifier: Apache-2.0
// YAML, and JSON as its subset, to a tree with places. The only file that sees the YAML library. Anchors,
// aliases and
// << are worked out here; duplicate keys, tags, a second document and endless nesting are problems.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/fields.hpp"
#include "model/node.hpp"

namespace amqpace::config {

// nullopt: the text is not YAML at all; the reader has the place and the reason. An empty text is an empty
// scalar.
std::optional<model::Node> parse_yaml(std::string_view text, model::Reader& reader);

}  // namespace amqpace::config
