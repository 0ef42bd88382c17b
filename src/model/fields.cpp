// SPDX-License-Identifier: Apache-2.0
#include "model/fields.hpp"

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "model/read_block.hpp"

namespace amqpace::model {

void Reader::secret(const Node& node) {
  register_secret(node.text);
  if (node.text != "guest")
    secrets.push_back(node);  // the password everybody knows: a file that has it runs again
}

void Reader::secret_part(const Node& node) {
  // RabbitMQ's own clients take the password of a key in the query; it is not accepted, and not shown either.
  if (const std::size_t word = node.text.find("password="); word != std::string::npos) {
    Node part;
    part.place = node.place;
    part.text = node.text.substr(word + 9, node.text.find('&', word) - word - 9);
    if (!part.text.empty()) secret(part);
  }
  const std::size_t at = node.text.rfind('@');
  if (at == std::string::npos) return;
  const std::size_t scheme = node.text.find(':');
  if (scheme == std::string::npos || scheme > at) return;
  const std::size_t user = node.text.find_first_not_of('/', scheme + 1);
  const std::size_t colon = node.text.find(':', user);
  if (colon >= at) return;  // a user without a password
  const std::size_t begin = colon + 1;
  Node part;
  part.place = node.place;
  part.text = node.text.substr(begin, at - begin);
  secret(part);
}

std::string unknown_setting_text(const std::string& path, std::string_view key,
                                 std::span<const std::string_view> known) {
  const std::string shown = printable(key, 64);
  std::string out = "unknown setting '" + sub_path(path, shown) + "'.";
  const auto near = nearest(key, known);
  if (!near.empty()) out += " Did you mean '" + std::string(near) + "'?";
  out += " Known settings here: " + join(known, ", ");
  return out +
         ". A misspelled setting that was ignored would run with the default and report a result that looks "
         "entirely "
         "normal.";
}

std::string_view type_name(FieldType type) {
  switch (type) {
    case FieldType::text:
      return "text";
    case FieldType::integer:
      return "integer";
    case FieldType::number:
      return "number";
    case FieldType::rate:
      return "rate";
    case FieldType::size:
      return "size";
    case FieldType::share:
      return "share";
    case FieldType::duration:
      return "duration";
    case FieldType::boolean:
      return "boolean";
    case FieldType::choice:
      return "choice";
    case FieldType::arguments:
      return "map of arguments";
    case FieldType::block:
      return "block";
    case FieldType::block_list:
      return "list of blocks";
    case FieldType::address:
      return "address";
    case FieldType::thresholds:
      return "list of two thresholds";
    case FieldType::other:
      return "value";
  }
  return "value";
}

std::string limit_text(FieldType type, double value) {
  switch (type) {
    case FieldType::duration:
      return duration_text(static_cast<Nanos>(value));
    case FieldType::size:
      return size_text(static_cast<std::int64_t>(value));
    case FieldType::integer:
      return count_text(static_cast<std::int64_t>(value));
    case FieldType::share:
      return value == 0 ? "0%" : share_text(value);
    default:
      return value >= 1000 ? rate_text(value) : number_text(value);
  }
}

std::string bounds_text(const FieldInfo& info) {
  if (!info.choices.empty()) {
    std::string out;
    for (std::size_t i = 0; i < info.choices.size(); ++i) {
      out += i == 0 ? "" : i + 1 == info.choices.size() ? " or " : ", ";
      out += info.choices[i];
    }
    if (info.children == nullptr) return out;
    for (const auto* child : info.children())
      out += ", or {" + std::string(child->key) + ": " + std::string(child->example) + "}";
    return out;
  }
  const FieldType type = info.type == FieldType::other ? info.base : info.type;
  std::string out;
  if (info.max > info.min) {
    out = (info.above_min ? "more than " : "") + limit_text(type, info.min) +
          (info.above_min ? " and at most " : " to ") + limit_text(type, info.max);
  } else if (info.above_min) {
    out = "more than " + limit_text(type, info.min);
  }
  for (const auto word : info.words) out += (out.empty() ? "" : ", or ") + std::string(word);
  return out;
}

Workload read_workload(const Node& root, Reader& reader) {
  Workload workload;
  read_block(workload, root, reader, "");
  return workload;
}

Settings settings_of(const Workload& workload) {
  Settings out;
  print_block(workload, "", out);
  return out;
}

std::vector<const FieldInfo*> top_level_fields() {
  return infos_of<Workload>();
}

namespace {

void collect(const std::vector<const FieldInfo*>& fields, const std::string& path,
             std::vector<Setting>& out) {
  for (const auto* info : fields) {
    const std::string full = sub_path(path, info->key);
    out.push_back({full, info});
    if (info->children == nullptr) continue;
    collect(info->children(), info->type == FieldType::block_list ? full + "[]" : full, out);
  }
}

}  // namespace

std::vector<Setting> settings_below(const std::vector<const FieldInfo*>& fields) {
  std::vector<Setting> out;
  collect(fields, "", out);
  return out;
}

std::vector<Setting> all_settings() {
  return settings_below(top_level_fields());
}

}  // namespace amqpace::model
