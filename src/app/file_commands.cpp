// SPDX-License-Identifier: Apache-2.0
// Commands that only look at files and tables: check, settings, schema, rules.
#include <CLI/CLI.hpp>
#include <memory>

#include "app/command.hpp"
#include "app/console.hpp"
#include "app/flags.hpp"
#include "app/run_files.hpp"
#include "config/reference.hpp"
#include "report/error_text.hpp"
#include "rules/listing.hpp"

namespace amqpace::app {

namespace {
struct Check {
  std::vector<std::string> paths;
  Changes changes;
};

int check(const Check& command) {
  auto overrides = command.changes.overrides();
  if (!overrides) {
    err(report::error_text(overrides.error()));
    return 3;
  }
  int code = 0;
  for (const auto& path : command.paths) {
    auto job = read_job(path, *overrides);
    if (job && print_problems({std::move(*job)})) out(path + ": fine\n");
    else code = 3;
  }
  return code;
}
}  // namespace

std::function<int()> define_check(CLI::App& app) {
  auto command = std::make_shared<Check>();
  app.add_option("FILE", command->paths, "files to check")->required();
  command->changes.define(app);
  return [command] { return check(*command); };
}

std::function<int()> define_settings(CLI::App& app) {
  auto path = std::make_shared<std::string>();
  app.add_option("PATH", *path, "one setting, or the settings of one block: publishers.rate, consumers");
  return [path] {
    const auto text = config::settings_text(*path);
    if (!text) {
      err(report::error_text(text.error()));
      return 3;
    }
    out(*text);
    return 0;
  };
}

std::function<int()> define_schema(CLI::App&) {
  return [] {
    out(config::schema_json());
    return 0;
  };
}

std::function<int()> define_rules(CLI::App&) {
  return [] {
    out(rules::listing_text());
    return 0;
  };
}

}  // namespace amqpace::app
