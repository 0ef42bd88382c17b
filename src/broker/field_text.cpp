// SPDX-License-Identifier: Apache-2.0
#include "broker/field_text.hpp"

#include "base/units.hpp"

namespace amqpace::broker {

std::string_view type_name(char type) {
  switch (type) {
    case 't':
      return "bool";
    case 'b':
    case 'B':
      return "byte";
    case 's':
    case 'u':
      return "short";
    case 'I':
    case 'i':
      return "signedint";
    case 'l':
    case 'L':
      return "long";
    case 'f':
      return "float";
    case 'd':
      return "double";
    case 'S':
      return "longstr";
    case 'x':
      return "binary";
    case 'T':
      return "timestamp";
    case 'F':
      return "table";
    case 'A':
      return "array";
    default:
      return "void";
  }
}

std::string_view type_class(char type) {
  const std::string_view name = type_name(type);
  if (name == "byte" || name == "short" || name == "signedint" || name == "long") return "int";
  if (name == "float" || name == "double") return "float";
  if (name == "binary") return "longstr";
  return name;
}

std::string value_text(const amqp091::FieldView& value) {
  if (const auto text = value.text()) return std::string(*text);
  if (const auto boolean = value.boolean()) return *boolean ? "true" : "false";
  if (const auto integer = value.integer()) return std::to_string(*integer);
  if (const auto number = value.number()) return number_text(*number);
  return {reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size()};
}

}  // namespace amqpace::broker
