// SPDX-License-Identifier: Apache-2.0
#include "app/run_files.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "api/series.hpp"
#include "api/tls.hpp"
#include "app/console.hpp"
#include "app/run_folder.hpp"
#include "app/signals.hpp"
#include "app/step_summary.hpp"
#include "base/secrets.hpp"
#include "base/text.hpp"
#include "report/comparison.hpp"
#include "report/error_text.hpp"
#include "report/json.hpp"
#include "report/github.hpp"
#include "report/report_files.hpp"
#include "report/sample_json.hpp"
#include "report/status.hpp"
#include "report/terminal.hpp"

namespace amqpace::app {

namespace {

constexpr int kWrongInput = 3;

report::Progress status_progress(const model::Plan& plan, const engine::Progress& progress) {
  const bool consumers = std::any_of(plan.queues.begin(), plan.queues.end(),
                                     [](const auto& queue) { return queue.consumers.concurrency > 0; });
  return {.warmup = progress.warmup,
          .window = plan.until_stopped || plan.until_drained ? 0 : progress.window,
          .drain = plan.drain,
          .until_stopped = plan.until_stopped || plan.until_drained,
          .consumers = consumers,
          .gone_for = progress.gone_for};
}

// What shows and stops one run: its live line, its samples, the signals.
api::RunHooks hooks_of(const model::Plan& plan, const RunFlags& flags, StatusLine& status) {
  api::RunHooks hooks;
  hooks.signals = &signal_count();
  hooks.signal_number = &first_signal();
  hooks.on_sample = [&plan, &flags, &status](const model::Sample& sample, const engine::Progress& progress) {
    if (flags.emit_samples) out(report::sample_json(sample) + "\n");
    status.show(report::status_line(sample, status_progress(plan, progress), status.live() ? terminal_width() - 1 : 0));
  };
  return hooks;
}

void print_record(const model::Record& record, const RunFlags& flags) {
  if (record.error) return err(report::error_text(*record.error));
  // With --emit-samples stdout holds samples and nothing else.
  const auto say = flags.emit_samples ? err : out;
  const report::TextStyle style{.colour = !flags.emit_samples && colour_wanted()};
  say(flags.quiet ? report::quiet_text(record, style) : report::terminal_text(record, style));
}

// Where reports go: the folder given, or the one in it that --run-name makes.
Result<std::string> folder_of(const std::vector<Job>& jobs, const RunFlags& flags) {
  if (flags.run_name.empty() && flags.replace) {
    return fail(ErrorKind::bad_input, "--replace needs --run-name", "", "reports without a run name never replace others");
  }
  if (flags.run_name.empty()) return flags.report_dir;
  RunFolderRequest request{flags.report_dir, flags.run_name, flags.replace, {}};
  for (const Job& job : jobs) request.files.emplace_back(job.source.name, redact(job.loaded.plan.source));
  return make_run_folder(request);
}

Result<std::optional<report::ReportFiles>> open_files(const Job& job, const RunFlags& flags, const std::string& folder) {
  if (folder.empty()) return std::optional<report::ReportFiles>();
  const auto& loaded = job.loaded;
  const bool scenario = loaded.plan.kind == model::FileKind::scenario;
  const std::vector<std::string> usual{"html", "json"};
  auto files = report::ReportFiles::open({.dir = folder, .formats = flags.formats.empty() ? usual : flags.formats,
                                          .kind = !loaded.suite.empty() ? "suite" : scenario ? "scenario" : "workload",
                                          .name = loaded.suite.empty() ? loaded.plan.name : loaded.suite,
                                          .wall = SystemClock().wall_now()});
  if (!files) return tl::unexpected<Error>(files.error());
  return std::optional<report::ReportFiles>(std::move(*files));
}

// An unknown format fails before anything else does, also when no folder was given.
bool check_formats(const RunFlags& flags) {
  if (!flags.formats.empty() && flags.report_dir.empty()) {
    complain("--format says what to write, and --report DIR is missing: where to");
    return false;
  }
  for (const auto& name : flags.formats) {
    if (const auto format = report::find_format(name); !format) {
      err(report::error_text(format.error()));
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<Job> read_job(const std::string& path, const std::vector<config::Override>& overrides) {
  auto source = config::read_source(path);
  if (!source) {
    err(report::error_text(source.error()));
    return std::nullopt;
  }
  auto loaded = config::load(*source, {.variables = config::environment(), .overrides = overrides});
  return Job{std::move(*source), std::move(loaded)};
}

bool print_problems(const std::vector<Job>& jobs) {
  bool good = true;
  for (const Job& job : jobs) {
    for (const auto& problem : job.loaded.problems) complain(config::problem_text(problem, job.source.name));
    good = good && job.loaded.good();
    if (!job.loaded.good()) continue;
    for (const auto& plan : job.loaded.plans()) {
      const auto tls = api::tls_of(plan);
      if (tls) continue;
      Error unusable = tls.error();
      unusable.where = job.source.name;
      err(report::error_text(unusable));
      good = false;
      break;
    }
  }
  return good;
}

namespace {

// All plans of a file, told about as they come.
std::vector<model::Record> run_job(const Job& job, const RunFlags& flags) {
  const auto say = flags.emit_samples ? err : out;
  std::optional<StatusLine> status;
  api::SeriesHooks hooks;
  hooks.signals = &signal_count();
  hooks.on_begin = [&](const model::Plan& plan) {
    if (!flags.quiet) say(report::running_line(plan) + "\n");
  };
  hooks.hooks_of = [&](const model::Plan& plan) {
    status.emplace(!flags.quiet && !flags.emit_samples);
    return hooks_of(plan, flags, *status);
  };
  hooks.on_end = [&](const model::Record& record) {
    status.reset();
    print_record(record, flags);
  };
  auto records = api::run_series(api::in_order(job.loaded.plans()), hooks);
  if (!job.loaded.suite.empty() && !flags.quiet) say(report::comparison_text(records));
  return records;
}

int write_files(report::ReportFiles& files, std::span<const model::Record> records, const RunFlags& flags) {
  const auto written = files.write(records);
  if (!written) {
    err(report::error_text(written.error()));
    return kWrongInput;
  }
  for (const auto& path : *written) (flags.emit_samples ? err : out)(report::wrote_line(path) + "\n");
  return 0;
}

// What --dry-run says of a file.
void print_plans(const config::Loaded& loaded) {
  const auto plans = loaded.plans();
  if (!loaded.suite.empty())
    out("suite " + loaded.suite + ": " + std::to_string(plans.size()) + (plans.size() == 1 ? " entry" : " entries") + "\n");
  for (const auto& plan : plans) out(config::dry_run_text(plan));
}

}  // namespace

Result<void> keep_only(std::vector<Job>& jobs, const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const Job& job : jobs)
    for (const auto& plan : job.loaded.plans()) known.push_back(plan.name);
  const std::vector<std::string_view> views(known.begin(), known.end());
  for (const auto& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const auto near = nearest(name, views);
    return fail(ErrorKind::bad_input, "--only: nothing here is called '" + printable(name, 128) + "'",
                near.empty() ? "" : "did you mean '" + std::string(near) + "'?", "there are: " + join(views, ", "));
  }
  std::erase_if(jobs, [&](Job& job) { return !config::keep_only(job.loaded, names); });
  return {};
}

namespace {

// All that is written to, opened before anything runs.
struct Outputs {
  std::vector<std::optional<report::ReportFiles>> files;  // of each job
  std::optional<StepSummary> summary;
};

Result<Outputs> open_outputs(const std::vector<Job>& jobs, const RunFlags& flags) {
  const auto folder = folder_of(jobs, flags);
  if (!folder) return tl::unexpected<Error>(folder.error());
  Outputs outputs;
  for (const Job& job : jobs) {
    auto opened = open_files(job, flags, *folder);
    if (!opened) return tl::unexpected<Error>(opened.error());
    outputs.files.push_back(std::move(*opened));
  }
  if (flags.github) {
    auto summary = StepSummary::open();
    if (!summary) return tl::unexpected<Error>(summary.error());
    if (*summary) outputs.summary.emplace(std::move(**summary));
  }
  return outputs;
}

// What the verdict stands above, and what a workflow reads; 0, or the code of what could not be written.
int finish(Outputs& outputs, std::span<const model::Record> records, const RunFlags& flags) {
  const auto say = flags.emit_samples ? err : out;
  // A single run that never began has said all there is to say on stderr.
  if (records.size() > 1 || !records.back().error) say(report::verdict_line(records) + "\n");
  if (flags.github) say(report::github_annotations(records));
  if (!outputs.summary) return 0;
  const auto appended = outputs.summary->append(records);
  if (!appended) err(report::error_text(appended.error()));
  return appended ? 0 : kWrongInput;
}

}  // namespace

int run_jobs(const std::vector<Job>& jobs, const RunFlags& flags) {
  if (!print_problems(jobs) || !check_formats(flags)) return kWrongInput;
  if (flags.dry_run) {
    for (const Job& job : jobs) print_plans(job.loaded);
    return 0;
  }
  auto outputs = open_outputs(jobs, flags);
  if (!outputs) {
    err(report::error_text(outputs.error()));
    return kWrongInput;
  }
  watch_signals();
  std::vector<model::Record> records;
  int unwritten = 0;
  for (std::size_t i = 0; i < jobs.size() && (i == 0 || signal_count() == 0); ++i) {
    auto of_job = run_job(jobs[i], flags);
    if (outputs->files[i]) unwritten = std::max(unwritten, write_files(*outputs->files[i], of_job, flags));
    std::move(of_job.begin(), of_job.end(), std::back_inserter(records));
  }
  unwritten = std::max(unwritten, finish(*outputs, records, flags));
  const int code = report::exit_code_of(records);
  return code > 4 && unwritten > 0 ? unwritten : code > 4 ? code : std::max(code, unwritten);
}

}  // namespace amqpace::app
