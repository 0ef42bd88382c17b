// SPDX-License-Identifier: Apache-2.0
// A command of the program: one line in the table of commands.cpp. Adding one is a function and its line.
#pragma once

#include <functional>
#include <span>
#include <string_view>

namespace CLI {
class App;
}

namespace amqpace::app {

struct Command {
  std::string_view name;
  std::string_view sentence;  // what it does
  std::string_view example;   // one command line a user may type
  // Adds its options to `app` and returns what runs when it was chosen; that returns the exit code.
  std::function<int()> (*define)(CLI::App& app);
};

std::span<const Command> commands();

std::function<int()> define_run(CLI::App& app);
std::function<int()> define_quick(CLI::App& app);
std::function<int()> define_check(CLI::App& app);
std::function<int()> define_init(CLI::App& app);
std::function<int()> define_plan(CLI::App& app);
std::function<int()> define_settings(CLI::App& app);
std::function<int()> define_schema(CLI::App& app);
std::function<int()> define_rules(CLI::App& app);
std::function<int()> define_report(CLI::App& app);
std::function<int()> define_broker(CLI::App& app);

// The whole program: argv in, exit code out.
int main_of(int argc, char** argv);

}  // namespace amqpace::app
