// SPDX-License-Identifier: Apache-2.0
// The public face (include/amqpace/amqpace.hpp) over the rooms.
#include <amqpace/amqpace.hpp>
#include <atomic>

#include "api/series.hpp"
#include "base/version.hpp"
#include "config/load.hpp"
#include "report/comparison.hpp"
#include "report/formats.hpp"
#include "report/json.hpp"
#include "report/sample_json.hpp"
#include "report/terminal.hpp"

namespace amqpace {

std::string_view version() { return version_text(); }

struct Experiment::State {
  config::Loaded loaded;
  std::vector<std::string> problems;
  std::atomic<int> stops{0};
};

namespace {
config::LoadOptions options_of(const std::vector<Setting>& settings) {
  config::LoadOptions options{.variables = config::environment(), .overrides = {}};
  for (const auto& s : settings) options.overrides.push_back({s.path, s.value, "--set " + s.path});
  return options;
}
}  // namespace

Experiment::Experiment(std::unique_ptr<State> state) : state_(std::move(state)) {}
Experiment::Experiment(Experiment&&) noexcept = default;
Experiment& Experiment::operator=(Experiment&&) noexcept = default;
Experiment::~Experiment() = default;

Experiment Experiment::from_text(const std::string& name, const std::string& yaml,
                                 const std::vector<Setting>& settings) {
  auto state = std::make_unique<State>();
  state->loaded = config::load({name, yaml}, options_of(settings));
  for (const auto& problem : state->loaded.problems) state->problems.push_back(config::problem_text(problem, name));
  return Experiment(std::move(state));
}

Experiment Experiment::from_file(const std::string& path, const std::vector<Setting>& settings) {
  auto source = config::read_source(path);
  if (source) return from_text(source->name, source->text, settings);
  auto state = std::make_unique<State>();
  model::Problem problem;
  problem.text = source.error().what;
  state->loaded.problems.push_back(std::move(problem));
  state->problems.push_back(source.error().what);
  return Experiment(std::move(state));
}

bool Experiment::good() const { return state_->loaded.good(); }
const std::vector<std::string>& Experiment::problems() const { return state_->problems; }

Outcome Experiment::run(const std::function<void(const std::string&)>& on_sample) {
  Outcome outcome;
  if (!good()) {
    outcome.exit_code = 3;
    outcome.verdict = "INVALID";
    for (const auto& problem : state_->problems) outcome.text += problem + "\n";
    return outcome;
  }
  api::SeriesHooks hooks;
  hooks.signals = &state_->stops;
  hooks.hooks_of = [&](const model::Plan&) {
    api::RunHooks of_run;
    of_run.signals = &state_->stops;
    if (on_sample) {
      of_run.on_sample = [&](const model::Sample& sample, const engine::Progress&) {
        on_sample(report::sample_json(sample));
      };
    }
    return of_run;
  };
  const auto records = api::run_series(api::in_order(state_->loaded.plans()), hooks);
  outcome.exit_code = report::exit_code_of(records);
  outcome.verdict = model::verdict_name(report::verdict_of(records));
  for (const auto& record : records) outcome.text += report::terminal_text(record);
  if (!state_->loaded.suite.empty()) outcome.text += report::comparison_text(records);
  if (const auto json = report::find_format("json")) outcome.json = (*json)->render(records);
  return outcome;
}

void Experiment::stop() { state_->stops.fetch_add(1); }

}  // namespace amqpace
