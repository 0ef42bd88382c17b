// SPDX-License-Identifier: Apache-2.0
// The field tables as a JSON Schema. It helps an editor while a file is written; what is refused is decided
// by the parser.
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "config/reference.hpp"
#include "model/fields.hpp"

namespace amqpace::config {
namespace {

using Json = nlohmann::ordered_json;
using model::FieldInfo;
using model::FieldType;

Json schema_of(const FieldInfo& info);

Json block_schema(const std::vector<const FieldInfo*>& fields) {
  Json properties = Json::object(), required = Json::array();
  for (const auto* info : fields) {
    properties[std::string(info->key)] = schema_of(*info);
    if (info->standard == "required") required.push_back(std::string(info->key));
  }
  // null: a block whose lines are all commented out.
  Json out{{"type", {"object", "null"}}, {"additionalProperties", false}, {"properties", properties}};
  if (!required.empty()) out["required"] = required;
  return out;
}

Json pattern(const std::string& regular_expression) {
  return {{"type", "string"}, {"pattern", regular_expression}};
}

Json number(const FieldInfo& info, const char* type) {
  Json out{{"type", type}};
  const bool bounded = info.max > info.min;
  if (info.above_min) {
    out["exclusiveMinimum"] = info.min;
  } else if (bounded) {
    out["minimum"] = info.min;
  }
  if (bounded) out["maximum"] = info.max;
  return out;
}

Json words(std::span<const std::string_view> list) {
  Json values = Json::array();
  for (const auto word : list) {
    values.push_back(std::string(word));
    // YAML takes 1.2 for a number; the parser takes the word that stands there.
    if (const auto number = parse_number(word)) values.push_back(*number);
  }
  return {{"enum", values}};
}

Json any_of(std::initializer_list<Json> alternatives) {
  return {{"anyOf", Json(alternatives)}};
}

// One value, without the variable that may stand for it.
Json value_schema(const FieldInfo& info, FieldType type) {
  switch (type) {
    case FieldType::integer:
      return number(info, "integer");
    case FieldType::number:
      return number(info, "number");
    case FieldType::rate:
      return any_of({number(info, "number"), pattern("^[0-9.]+ *[kKM]? *(/ *[smh])?$")});
    case FieldType::size:
      return any_of({number(info, "integer"), pattern("^[0-9.]+ *([kKmMgG]([iI]?[bB]?)|[bB])?$")});
    case FieldType::share:
      return any_of({number(info, "number"), pattern("^[0-9.]+ *%$")});
    case FieldType::duration:
      return pattern("^([0-9.]+ *(ns|us|ms|s|m|h) *)+$");
    case FieldType::boolean:
      return any_of({{{"type", "boolean"}}, {{"enum", {"yes", "no", "on", "off"}}}});
    case FieldType::choice:
      return words(info.choices);
    case FieldType::arguments:
      return {{"type", {"object", "null"}}};  // values of any type, lists and maps too
    case FieldType::address:
      return any_of(
          {{{"type", "string"}}, {{"type", "array"}, {"items", {{"type", "string"}}}, {"minItems", 1}}});
    case FieldType::thresholds:
      return {
          {"type", "array"}, {"items", {{"type", {"string", "number"}}}}, {"minItems", 2}, {"maxItems", 2}};
    default:
      return {{"type", {"string", "number", "boolean"}}};
  }
}

bool takes_a_variable(FieldType type) {
  return type != FieldType::text && type != FieldType::address && type != FieldType::arguments &&
         type != FieldType::thresholds;
}

Json schema_of(const FieldInfo& info) {
  Json out;
  if (info.type == FieldType::block) {
    out = block_schema(info.children());
  } else if (info.type == FieldType::block_list) {
    out = {{"type", "array"}, {"items", block_schema(info.children())}};
  } else {
    const FieldType type = info.type == FieldType::other ? info.base : info.type;
    const bool only_shape = info.type == FieldType::other && info.words.empty() && !info.shape.empty();
    out = only_shape ? Json::parse(info.shape) : value_schema(info, type);
    Json alternatives = out.contains("anyOf") ? out["anyOf"] : Json::array({out});
    if (!only_shape && !info.shape.empty()) alternatives.push_back(Json::parse(info.shape));
    if (!info.words.empty()) alternatives.push_back(words(info.words));
    if (!info.pattern.empty()) alternatives.push_back(pattern(std::string(info.pattern)));
    if (info.children != nullptr) alternatives.push_back(block_schema(info.children()));
    if (takes_a_variable(type)) alternatives.push_back({{"$ref", "#/$defs/variable"}});
    if (alternatives.size() > 1) out = {{"anyOf", alternatives}};
  }
  std::string sentence(info.sentence);
  if (!info.standard.empty()) sentence += " (default: " + std::string(info.standard) + ")";
  out["description"] = sentence;
  return out;
}

}  // namespace

namespace {

// Of an entry or of the top level around entries: anything a workload or a scenario may have, and nothing it must.
Json part_of_a_suite() {
  Json out = block_schema(model::top_level_fields());
  const Json scenario = block_schema(model::scenario_fields());
  for (const auto& [key, value] : scenario["properties"].items())
    if (!out["properties"].contains(key)) out["properties"][key] = value;
  out.erase("required");
  return out;
}

Json suite_schema() {
  Json out = part_of_a_suite();
  const Json entry{{"type", "array"}, {"minItems", 1}, {"items", {{"$ref", "#/$defs/entry"}}}};
  const Json axes{{"type", "object"}, {"additionalProperties", {{"type", "array"}, {"minItems", 1}}}};
  for (const auto& setting : model::suite_settings()) {
    Json value = setting.path == "workloads" ? entry : setting.path == "matrix" ? axes : schema_of(*setting.info);
    value["description"] = std::string(setting.info->sentence);
    out["properties"][setting.path] = std::move(value);
  }
  return out;
}

}  // namespace

std::string schema_json() {
  Json out{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
           {"title", "amqpace"},
           {"description", "A workload, a scenario or a suite of them: what is offered to an AMQP broker, and what is expected of it"}};
  Json nodes = Json::array();
  for (const char* key : {"producers", "queues", "exchanges"}) nodes.push_back({{"required", {key}}});
  Json suite = Json::array();
  for (const char* key : {"workloads", "matrix"}) suite.push_back({{"required", {key}}});
  out["if"] = {{"anyOf", suite}};
  out["then"] = suite_schema();
  out["else"] = {{"if", {{"anyOf", nodes}}},
                 {"then", block_schema(model::scenario_fields())},
                 {"else", block_schema(model::top_level_fields())}};
  out["$defs"] = {{"variable", pattern("\\$\\{[A-Za-z_][A-Za-z0-9_]*(:-[^}]*)?\\}")}, {"entry", part_of_a_suite()}};
  return out.dump(2) + "\n";
}

}  // namespace amqpace::config
