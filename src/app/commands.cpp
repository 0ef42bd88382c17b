// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <amqpace/amqpace.hpp>
#include <array>
#include <string>
#include <vector>

#include "app/command.hpp"
#include "app/console.hpp"
#include "base/text.hpp"

namespace amqpace::app {

std::span<const Command> commands() {
  static constexpr std::array table{
      Command{"run", "run workload files and judge what was measured", "amqpace run examples/01-hello.yaml", define_run},
      Command{"quick", "one workload from flags, without a file; prints the YAML it ran",
              "amqpace quick amqp://guest:guest@localhost:5672 --rate 5k --for 30s", define_quick},
      Command{"init", "a commented file to start from", "amqpace init workload --output workload.yaml", define_init},
      Command{"check", "all problems of files, with line, column and caret; no network",
              "amqpace check examples/02-objectives.yaml", define_check},
      Command{"plan", "what files offer, expect and need, worked out before anything runs; no network",
              "amqpace plan examples/09-slow-consumer.yaml", define_plan},
      Command{"settings", "every setting a file may have, or one of them, explained", "amqpace settings consumers.prefetch",
              define_settings},
      Command{"schema", "the JSON Schema of workload files, for editors", "amqpace schema > amqpace.schema.json",
              define_schema},
      Command{"rules", "what every run is checked for, and the metrics a file's own rules may name", "amqpace rules",
              define_rules},
      Command{"report", "a record that a run wrote, rendered again in any format",
              "amqpace report reports/workload-20261130-190000-hello.json --format md", define_report},
      Command{"broker", "the embedded broker alone, for tests and demos",
              "amqpace broker --port 5673 --fault deliverDelay=1ms", define_broker},
  };
  return table;
}

namespace {
constexpr int kBadUsage = 3;

// `amqpace -f FILE` is `amqpace run FILE`.
std::vector<std::string> arguments_of(int argc, char** argv) {
  std::vector<std::string> args(argv + 1, argv + argc);
  if (!args.empty() && (args[0] == "-f" || args[0] == "--file")) args[0] = "run";
  return args;
}
bool is_command(std::string_view name) {
  return std::any_of(commands().begin(), commands().end(), [&](const Command& c) { return c.name == name; });
}

int unknown_command(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  const auto near = nearest(name, names);
  complain("unknown command '" + printable(name) + "'." + (near.empty() ? "" : " Did you mean '" + std::string(near) + "'?") +
           " Commands: " + join(names, ", "));
  return kBadUsage;
}
}  // namespace

int main_of(int argc, char** argv) {
  CLI::App app("amqpace: what can this AMQP broker do, and how do we know?", "amqpace");
  app.set_version_flag("--version", "amqpace " + std::string(version()));
  app.require_subcommand(0, 1);
  app.footer("Example: amqpace run examples/01-hello.yaml --broker embedded:\n`amqpace COMMAND --help` explains one command.");
  std::function<int()> chosen;
  for (const Command& command : commands()) {
    CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.sentence));
    sub->footer("Example: " + std::string(command.example));
    auto act = command.define(*sub);
    sub->callback([act, &chosen] { chosen = act; });
  }
  auto args = arguments_of(argc, argv);
  if (args.empty()) {
    out(app.help());
    return 0;
  }
  if (!args[0].starts_with("-") && !is_command(args[0])) return unknown_command(args[0]);
  const std::string command = args[0].starts_with("-") ? "" : args[0] + " ";
  std::reverse(args.begin(), args.end());  // as CLI11 takes them
  try {
    app.parse(args);
  } catch (const CLI::Success& asked) {
    app.exit(asked, out_stream(), err_stream());
    return 0;
  } catch (const CLI::ParseError& wrong) {
    complain(wrong.what());
    err("try `amqpace " + command + "--help`\n");
    return kBadUsage;
  }
  const int code = chosen ? chosen() : 0;
  // A report that nobody could read is no pass.
  if (out_failed()) {
    complain("could not write to stdout");
    return code == 0 ? kBadUsage : code;
  }
  return code;
}

}  // namespace amqpace::app
