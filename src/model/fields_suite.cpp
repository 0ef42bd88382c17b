// SPDX-License-Identifier: Apache-2.0
// The keys that make a file a suite. They have no block of their own: config takes them out of the tree, and each entry is then
// a workload or a scenario like any other. Here for those who list settings.
#include <array>

#include "model/fields.hpp"

namespace amqpace::model {
namespace {

constexpr std::array<std::string_view, 2> kInherit{"replace", "merge"};

constexpr FieldInfo kFields[] = {
    {.key = "workloads",
     .type = FieldType::other,
     .standard = "none",
     .example = "[{name: small}, {name: large, publishers: {messageSize: 64KiB}}]",
     .sentence = "entries that run in this order, each with a name and with what differs from the top level; workloads or "
                 "scenarios",
     .base = FieldType::block_list},
    {.key = "inherit",
     .type = FieldType::choice,
     .standard = "replace",
     .example = "merge",
     .sentence = "what a block of an entry does to the top level's: takes the place of all of it, or changes only what it "
                 "says",
     .choices = kInherit},
    {.key = "matrix",
     .type = FieldType::other,
     .standard = "none",
     .example = "{publishers.messageSize: [512, 4096], topology.queueType: [classic, quorum]}",
     .sentence = "settings with a list of values each: an entry for every combination, of the file or of each of its "
                 "workloads",
     .base = FieldType::arguments},
};

}  // namespace

std::vector<Setting> suite_settings() {
  std::vector<Setting> out;
  for (const auto& field : kFields) out.push_back({std::string(field.key), &field});
  return out;
}

}  // namespace amqpace::model
