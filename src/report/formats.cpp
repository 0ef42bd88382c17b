// SPDX-License-Identifier: Apache-2.0
#include "report/formats.hpp"

#include <array>

#include "base/text.hpp"
#include "report/csv.hpp"
#include "report/hlog.hpp"
#include "report/html.hpp"
#include "report/json.hpp"
#include "report/junit.hpp"
#include "report/markdown.hpp"

namespace amqpace::report {

std::span<const Format> formats() {
  static constexpr std::array table{
      Format{"html", "html", "one page with verdict, charts, tables and the plan; needs nothing else",
             html_document},
      Format{"json", "json", "the whole record, for programs", json_document},
      Format{"csv", "csv", "the readings of every second, a row each", csv_document},
      Format{"hlog", "hlog", "every latency as an HdrHistogram log", hlog_document},
      Format{"md", "md", "a table and the terminal report, for a comment or a job summary",
             markdown_document},
      Format{"junit", "xml", "test results, a test case a rule, for whatever shows those of a build", junit_document},
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
