// SPDX-License-Identifier: Apache-2.0
#include "model/node.hpp"

namespace amqpace::model {

bool Node::empty_value() const {
  return scalar() && !quoted &&
         (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL");
}

const Node* Node::find(std::string_view key) const {
  for (const auto& [name, value] : entries) {
    if (name.text == key) return &value;
  }
  return nullptr;
}

}  // namespace amqpace::model
