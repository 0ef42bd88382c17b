// SPDX-License-Identifier: Apache-2.0
#include "config/matrix.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "config/overrides.hpp"

namespace amqpace::config {
namespace {

using model::Node;

constexpr std::size_t kMostEntries = 500;
constexpr std::array<std::string_view, 3> kDeclaration{"topology.queueType", "topology.durable", "consumers.exclusive"};

bool says_how_declared(std::string_view path) {
  return path.starts_with("topology.arguments") ||
         std::find(kDeclaration.begin(), kDeclaration.end(), path) != kDeclaration.end();
}

}  // namespace

std::vector<Axis> axes_of(const Node& root, model::Reader& reader) {
  std::vector<Axis> axes;
  const Node* matrix = root.find("matrix");
  if (matrix == nullptr) return axes;
  if (!matrix->map() || matrix->entries.empty()) {
    reader.error(*matrix, "'matrix' is a block of settings with a list of values each: "
                          "matrix: {publishers.messageSize: [512, 4096]}");
    return axes;
  }
  std::size_t entries = 1;
  for (const auto& [path, values] : matrix->entries) {
    const std::string shown = printable(path.text, 64);
    if (!values.list() || values.items.empty()) {
      reader.error(values.list() ? path : values, "'matrix." + shown + "' is a list of the values to run with");
      continue;
    }
    if (path.text == "name") {
      reader.error(path, "'name' cannot be an axis: names of entries are made of the values of the axes");
      continue;
    }
    entries *= values.items.size();
    if (entries > kMostEntries) {
      reader.error(path, "the matrix makes more than " + std::to_string(kMostEntries) + " entries");
      return {};
    }
    axes.push_back({path, values.items});
  }
  return axes;
}

std::vector<Combination> combinations_of(const std::vector<Axis>& axes) {
  std::vector<Combination> all{{}};
  for (const auto& axis : axes) {
    std::vector<Combination> longer;
    for (const auto& begun : all) {
      for (const auto& value : axis.values) {
        longer.push_back(begun);
        longer.back().push_back({&axis, value});
      }
    }
    all = std::move(longer);
  }
  return all;
}

void apply(const Combination& combination, Node& tree, model::Reader& reader) {
  for (const auto& [axis, value] : combination) put(tree, axis->path, value, reader);
}

std::string value_text(const Node& value) {
  std::string out;
  if (value.scalar()) return printable(value.text, 64);
  for (const auto& item : value.items) out += (out.empty() ? "" : ", ") + value_text(item);
  for (const auto& [key, inner] : value.entries) out += (out.empty() ? "" : ", ") + key.text + ": " + value_text(inner);
  return value.list() ? "[" + out + "]" : "{" + out + "}";
}

std::string name_suffix(const Combination& combination) {
  std::string out;
  for (const auto& choice : combination) out += "-" + value_text(choice.value);
  return out;
}

std::string queue_suffix(const Combination& combination) {
  std::string out;
  for (const auto& choice : combination)
    if (says_how_declared(choice.axis->path.text)) out += "." + value_text(choice.value);
  return out;
}

}  // namespace amqpace::config
