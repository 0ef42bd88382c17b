// SPDX-License-Identifier: Apache-2.0
#include "broker/headers_match.hpp"

#include <algorithm>

#include "broker/field_text.hpp"

namespace amqpace::broker {
namespace {

using amqp091::FieldView;
using amqp091::TableView;

// A field of the binding without a value asks only whether the message has one of that name.
bool same(const FieldView& wanted, const FieldView& found) {
  if (wanted.type == 'V') return true;
  if (type_class(wanted.type) != type_class(found.type)) return false;
  if (const auto number = wanted.integer()) return number == found.integer();
  if (const auto number = wanted.number()) return number == found.number();
  return std::ranges::equal(wanted.bytes, found.bytes);
}

}  // namespace

Outcome<HeadersPattern> HeadersPattern::parse(const amqp091::Table& arguments) {
  HeadersPattern pattern;
  bool with_x = false;
  const amqp091::ByteArray all = amqp091::encode_table(arguments);
  if (const auto match = TableView(all).find("x-match")) {
    const auto text = match->text();
    if (!text)
      return refuse(kPreconditionFailed, "Invalid x-match field type " + std::string(type_name(match->type)) +
                                             " (value " + value_text(*match) + "); expected longstr");
    with_x = *text == "all-with-x" || *text == "any-with-x";
    pattern.wants_any_ = *text == "any" || *text == "any-with-x";
    if (*text != "all" && *text != "any" && !with_x)
      return refuse(kPreconditionFailed, "Invalid x-match field value <<\"" + std::string(*text) +
                                             "\">>; expected all, any, all-with-x, or any-with-x");
  }
  amqp091::Table compared;
  for (const amqp091::Field& field : arguments) {
    if (field.name == "x-match" || (!with_x && field.name.starts_with("x-"))) continue;
    compared.push_back(field);
  }
  pattern.fields_ = amqp091::encode_table(compared);
  return pattern;
}

bool HeadersPattern::matches(TableView headers) const {
  for (const auto& [name, wanted] : TableView(fields_)) {
    const auto found = headers.find(name);
    const bool is = found && same(wanted, *found);
    if (is == wants_any_) return wants_any_;
  }
  return !wants_any_;
}

}  // namespace amqpace::broker
