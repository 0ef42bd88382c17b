// SPDX-License-Identifier: Apache-2.0
#include "report/formats.hpp"

#include <array>

#include "base/text.hpp"
#include "report/json.hpp"

namespace amqpace::report {

std::span<const Format> formats() {
  static constexpr std::array table{
      Format{"json", "json", "everything, for programs", json_document},
  };
  return table;
}

Result<const Format*> find_format(std::string_view name) {
  std::array<std::string_view, 8> names;
  std::size_t n = 0;
  for (const auto& format : formats()) {
    if (format.name == name) return &format;
    names[n++] = format.name;
  }
  const std::span<const std::string_view> known(names.data(), n);
  const auto near = nearest(name, known);
  return fail(ErrorKind::bad_input, "unknown report format '" + std::string(name) + "'",
              near.empty() ? "" : "did you mean '" + std::string(near) + "'?",
              "the formats are: " + join(known, ", "));
}

}  // namespace amqpace::report
