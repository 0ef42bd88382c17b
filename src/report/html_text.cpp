// SPDX-License-Identifier: Apache-2.0
#include "report/html_text.hpp"

#include <fmt/format.h>

#include "report/shown.hpp"

namespace amqpace::report {

std::string html_escape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string html(std::string_view text) {
  return html_escape(shown(text));
}
std::string html_lines(std::string_view text) {
  return html_escape(shown_lines(text));
}

std::string html_row(std::initializer_list<std::string> cells) {
  std::string row = "<tr>";
  for (const auto& cell : cells) {
    row += &cell == cells.begin() ? fmt::format("<th scope=\"row\">{}</th>", cell)
                                  : fmt::format("<td>{}</td>", cell);
  }
  return row + "</tr>\n";
}

std::string html_table(std::initializer_list<std::string_view> columns, const std::string& rows) {
  std::string head;
  for (const auto column : columns) head += fmt::format("<th scope=\"col\">{}</th>", html_escape(column));
  if (columns.size() > 0) head = fmt::format("<thead><tr>{}</tr></thead>\n", head);
  return fmt::format("<div class=\"wide\"><table>\n{}<tbody>\n{}</tbody>\n</table></div>\n", head, rows);
}

std::string html_section(std::string_view title, const std::string& body) {
  return fmt::format("<section>\n<h3>{}</h3>\n{}</section>\n", html_escape(title), body);
}

std::string html_details(std::string_view title, const std::string& body) {
  return fmt::format("<details>\n<summary>{}</summary>\n{}</details>\n", html_escape(title), body);
}

}  // namespace amqpace::report
