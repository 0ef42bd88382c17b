// SPDX-License-Identifier: Apache-2.0
// The few pieces the HTML report is built from. Everything that is not markup of ours passes through html().
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace amqpace::report {

std::string html(std::string_view text);        // redacted, made printable, escaped; one line
std::string html_lines(std::string_view text);  // the same, keeping line breaks, for <pre>
// Of text that is already safe to show, such as a document of ours.
std::string html_escape(std::string_view text);

// <tr> with cells of finished markup; the first is a row heading.
std::string html_row(std::initializer_list<std::string> cells);
// <table> in a box that scrolls on its own; `columns` are plain text.
std::string html_table(std::initializer_list<std::string_view> columns, const std::string& rows);
std::string html_section(std::string_view title, const std::string& body);
std::string html_details(std::string_view title, const std::string& body);

}  // namespace amqpace::report
