// SPDX-License-Identifier: Apache-2.0
#include "config/reference.hpp"

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "model/fields.hpp"
#include "model/metrics.hpp"

namespace amqpace::config {
namespace {

using model::FieldInfo;
using model::FieldType;
using model::Setting;

struct Grammar {
  FieldType type;
  std::string_view words;
};

constexpr Grammar kGrammar[] = {
    {FieldType::text, "any text"},
    {FieldType::integer, "a whole number without quotes: `2`, `017` is 17"},
    {FieldType::rate, "messages per second: `5000`, `5k`, `0.5`, or per minute or hour: `300/m`, `10/h`"},
    {FieldType::size, "bytes: `512`, `64k` (thousands), `4KiB`, `1MiB` (1024s)"},
    {FieldType::share, "`5%`, or a number below 1: `0.05`"},
    {FieldType::duration,
     "a number with a unit, one or more: `250us`, `1.5ms`, `30s`, `1m30s`, `1h`; a bare number is refused"},
    {FieldType::boolean, "`true` or `false`; `yes`, `no`, `on` and `off` are understood"},
    {FieldType::choice, "one of the words listed"},
    {FieldType::arguments,
     "a map; each value keeps its type, lists, maps and `null` too, and quotes make a text: "
     "`{x-max-priority: 5, x-name: \"7\"}`"},
    {FieldType::thresholds, "two values in the unit of the rule's metric: `[10ms, 20ms]`"},
    {FieldType::address,
     "`amqp://user:password@host:port/vhost`, or `embedded:` for the broker in this program; or a list of "
     "them"},
};

std::string_view grammar_of(FieldType type) {
  for (const auto& g : kGrammar) {
    if (g.type == type) return g.words;
  }
  return {};
}

std::string without_backticks(std::string_view text) {
  std::string out(text);
  out.erase(std::remove(out.begin(), out.end(), '`'), out.end());
  return out;
}

std::string type_words(const FieldInfo& info) {
  if (!info.form.empty()) return std::string(info.form);
  if (info.type != FieldType::other) return std::string(model::type_name(info.type));
  std::string out(model::type_name(info.base));
  for (const auto word : info.words) out += " or " + std::string(word);
  return out;
}

bool is_block(const FieldInfo& info) {
  return info.type == FieldType::block || info.type == FieldType::block_list;
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text + " ";
}

std::string line_of(const Setting& setting) {
  return padded(setting.path, 27) + padded(type_words(*setting.info), 32) +
         std::string(setting.info->standard);
}

std::string explained(const Setting& setting) {
  const auto& info = *setting.info;
  const FieldType type = info.type == FieldType::other ? info.base : info.type;
  std::string out =
      setting.path + "\n  " + std::string(info.sentence) + "\n\n  type      " + type_words(info);
  const std::string grammar = without_backticks(info.grammar.empty() ? grammar_of(type) : info.grammar);
  if (!grammar.empty()) out += ": " + grammar;
  if (!info.standard.empty()) out += "\n  default   " + std::string(info.standard);
  const std::string bounds = model::bounds_text(info);
  if (!bounds.empty()) out += "\n  accepts   " + bounds;
  if (!info.example.empty())
    out += "\n  example   " + std::string(info.key) + ": " + std::string(info.example);
  return out + "\n";
}

// What is below a block: "publishers" -> "publishers.rate", "rules" -> "rules[].name".
bool is_below(std::string_view path, std::string_view block) {
  return path.starts_with(block) && path.size() > block.size() &&
         (path[block.size()] == '.' || path[block.size()] == '[');
}

std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string table_of(const std::vector<const FieldInfo*>& fields) {
  std::string out = "| key | type | default | accepts | |\n|---|---|---|---|---|\n";
  for (const auto* info : fields) {
    const std::string standard = info->standard.empty() ? "" : "`" + std::string(info->standard) + "`";
    out += "| `" + std::string(info->key) + "` | " + cell(type_words(*info)) + " | " + cell(standard) +
           " | " + cell(model::bounds_text(*info)) + " | " + cell(info->sentence) + " |\n";
  }
  return out;
}

std::string grammar_table() {
  std::string out = "| type | written as |\n|---|---|\n";
  for (const auto& g : kGrammar)
    out += "| " + std::string(model::type_name(g.type)) + " | " + cell(g.words) + " |\n";
  return out;
}

std::string metrics_table() {
  std::string out = "| metric | unit | of a | in `for` | |\n|---|---|---|---|---|\n";
  for (const auto& m : model::metrics()) {
    const std::string node = m.of_queue ? "queue" : m.of_producer ? "producer" : "";
    out += "| `" + m.name + "` | " + std::string(model::unit_name(m.unit)) + " | " + node + " | " +
           (m.of_sample ? "yes" : "") + " | " + cell(m.sentence) + " |\n";
  }
  return out;
}

}  // namespace

namespace {

// Of a workload, then what only a scenario has, then what makes a suite.
std::vector<Setting> settings_of_both() {
  auto settings = model::all_settings();
  for (auto& setting : model::scenario_only_settings()) settings.push_back(std::move(setting));
  for (auto& setting : model::suite_settings()) settings.push_back(std::move(setting));
  return settings;
}

// The blocks of a scenario's nodes. A queue's consumers have those of a workload, and one more.
std::string scenario_markdown() {
  std::vector<const FieldInfo*> top;
  for (const auto& setting : model::scenario_only_settings())
    if (setting.path.find_first_of(".[") == std::string::npos) top.push_back(setting.info);
  std::string out =
      "\n## Scenarios\n\n"
      "A file that names `producers`, `queues` or `exchanges` is a scenario. It has the settings of the top level but "
      "`topology`,\n`publishers`, `consumers` and `expect`, with a `warmup` of 5s and a `runFor` of 30s, and these:\n\n" +
      table_of(top);
  for (const auto& setting : model::scenario_only_settings()) {
    if (setting.info->children == nullptr) continue;
    const std::string list = setting.info->type == FieldType::block_list ? "[]" : "";
    out += "\n## " + setting.path + list + "\n\n" + std::string(setting.info->sentence) + ".\n\n";
    if (setting.path == "queues[].consumers") {
      out += "As [consumers](#consumers), and `enabled`.\n";
    } else if (!setting.path.starts_with("queues[].consumers.")) {
      out += table_of(setting.info->children());
    } else {
      out += "As above.\n";
    }
  }
  return out;
}

std::string suite_markdown() {
  std::vector<const FieldInfo*> keys;
  for (const auto& setting : model::suite_settings()) keys.push_back(setting.info);
  return "\n## Suites\n\n"
         "A file with `workloads` or a `matrix` is a suite: each entry is the top level with the entry's own settings laid "
         "over it.\nEntries run one after the other and have one report. `--set PATH=VALUE` changes every entry, `--set "
         "workloads[NAME].PATH=VALUE`\none of them, `--only NAMES` leaves the others out.\n\n" +
         table_of(keys);
}

}  // namespace

Result<std::string> settings_text(std::string_view path) {
  const auto settings = settings_of_both();
  std::string out;
  if (path.empty()) {
    for (const auto& setting : settings) {
      if (!is_block(*setting.info)) out += line_of(setting) + "\n";
    }
    return out;
  }
  std::vector<std::string_view> known;
  for (const auto& setting : settings) {
    known.push_back(setting.path);
    if (setting.path != path) continue;
    out = explained(setting);
    std::string below;
    for (const auto& other : settings) {
      if (is_below(other.path, path)) below += "  " + line_of(other) + "\n";
    }
    return below.empty() ? out : out + "\n" + below;
  }
  // "prefetch" alone is enough of a name to be understood.
  std::string hint;
  for (const auto name : known) {
    if (name.ends_with("." + std::string(path)))
      hint += (hint.empty() ? "did you mean '" : "', '") + std::string(name);
  }
  const auto near = nearest(path, known);
  if (hint.empty() && !near.empty()) hint = "did you mean '" + std::string(near);
  hint = hint.empty() ? "without a path, `amqpace settings` lists all of them" : hint + "'?";
  return fail(ErrorKind::bad_input, "there is no setting '" + printable(path, 128) + "'", {}, hint);
}

std::string reference_markdown() {
  std::string out =
      "# Settings of a workload file\n\n"
      "Made from the field tables of `src/model`; `amqpace settings PATH` prints one line of it, `amqpace "
      "schema` the same for\n"
      "editors. A file is YAML, or JSON of the same shape. A setting that is not listed here is refused.\n\n"
      "`${NAME}` and `${NAME:-default}` stand for variables of the environment, anywhere but in a comment. A "
      "value without\n"
      "quotes is read as if it had been written there; in quotes it is text. In a broker's address the value "
      "of a variable is\n"
      "percent-encoded where that is needed. A variable that is unset or empty needs a default. `amqpace run "
      "--set path=value`\n"
      "changes a setting for one run, and `--set path=` with nothing behind the `=` gives it its default.\n\n"
      "## How values are written\n\n" +
      grammar_table() + "\n## Top level\n\n" + table_of(model::top_level_fields());
  for (const auto& setting : model::all_settings()) {
    if (setting.info->children == nullptr) continue;
    const std::string list = setting.info->type == FieldType::block_list ? "[]" : "";
    out += "\n## " + setting.path + list + "\n\n" + std::string(setting.info->sentence) + ".\n\n" +
           table_of(setting.info->children());
  }
  return out + scenario_markdown() + suite_markdown() +
         "\n## Metrics of custom rules\n\n"
         "Without a node a metric is that of the whole run; `queue(NAME).` or `producer(NAME).` before it "
         "means one node. The\n"
         "threshold of a rule is written in the metric's unit. A rule with `for` needs a metric that is "
         "known per interval.\n\n" +
         metrics_table();
}

}  // namespace amqpace::config
