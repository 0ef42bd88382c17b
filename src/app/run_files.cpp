// SPDX-License-Identifier: Apache-2.0
#include "app/run_files.hpp"

#include <algorithm>
#include <optional>

#include "api/run_plan.hpp"
#include "api/tls.hpp"
#include "app/console.hpp"
#include "app/signals.hpp"
#include "report/error_text.hpp"
#include "report/report_files.hpp"
#include "report/sample_json.hpp"
#include "report/status.hpp"
#include "report/terminal.hpp"

namespace amqpace::app {

namespace {

constexpr int kWrongInput = 3;

std::string redacted_brokers(const model::Plan& plan) {
  return plan.brokers.empty() ? std::string("(no broker)") : plan.brokers.front().redacted();
}

report::Progress status_progress(const model::Plan& plan, const engine::Progress& progress) {
  const bool consumers = std::any_of(plan.queues.begin(), plan.queues.end(),
                                     [](const auto& queue) { return queue.consumers.concurrency > 0; });
  return {.warmup = progress.warmup,
          .window = plan.until_stopped || plan.until_drained ? 0 : progress.window,
          .drain = plan.drain,
          .until_stopped = plan.until_stopped || plan.until_drained,
          .consumers = consumers};
}

// One run, with its live line and its samples.
model::Record run_one(const model::Plan& plan, const RunFlags& flags) {
  StatusLine status(!flags.quiet && !flags.emit_samples);
  api::RunHooks hooks;
  hooks.signals = &signal_count();
  hooks.signal_number = &first_signal();
  hooks.on_sample = [&](const model::Sample& sample, const engine::Progress& progress) {
    if (flags.emit_samples) out(report::sample_json(sample) + "\n");
    status.show(report::status_line(sample, status_progress(plan, progress), status.live() ? terminal_width() - 1 : 0));
  };
  return api::run_plan(plan, hooks);
}

void print_record(const model::Record& record, const RunFlags& flags) {
  if (record.error) return err(report::error_text(*record.error));
  // With --emit-samples stdout holds samples and nothing else.
  const auto say = flags.emit_samples ? err : out;
  const report::TextStyle style{.colour = !flags.emit_samples && colour_wanted()};
  say(flags.quiet ? report::quiet_text(record, style) : report::terminal_text(record, style));
}

Result<std::optional<report::ReportFiles>> open_files(const Job& job, const RunFlags& flags) {
  if (flags.report_dir.empty()) return std::optional<report::ReportFiles>();
  const bool scenario = job.loaded.plan.kind == model::FileKind::scenario;
  auto files = report::ReportFiles::open({.dir = flags.report_dir, .formats = flags.formats,
                                          .kind = scenario ? "scenario" : "workload",
                                          .name = job.loaded.plan.name, .wall = SystemClock().wall_now()});
  if (!files) return tl::unexpected<Error>(files.error());
  return std::optional<report::ReportFiles>(std::move(*files));
}

// Several runs: the highest of 0–4 wins; a signal's code stands when nothing worse happened.
int worse_code(int a, int b) {
  const auto rank = [](int code) { return code > 4 ? 0 : code; };
  if (rank(a) != rank(b)) return rank(a) > rank(b) ? a : b;
  return std::max(a, b);
}

// An unknown format fails before anything else does, also when no folder was given.
bool check_formats(const RunFlags& flags) {
  for (const auto& name : flags.formats) {
    if (const auto format = report::find_format(name); !format) {
      err(report::error_text(format.error()));
      return false;
    }
  }
  return true;
}

}  // namespace

bool print_problems(const std::vector<Job>& jobs) {
  bool good = true;
  for (const Job& job : jobs) {
    for (const auto& problem : job.loaded.problems) complain(config::problem_text(problem, job.source.name));
    good = good && job.loaded.good();
    if (!job.loaded.good()) continue;
    if (const auto tls = api::tls_of(job.loaded.plan); !tls) {
      Error unusable = tls.error();
      unusable.where = job.source.name;
      err(report::error_text(unusable));
      good = false;
    }
  }
  return good;
}

int run_jobs(const std::vector<Job>& jobs, const RunFlags& flags) {
  if (!print_problems(jobs) || !check_formats(flags)) return kWrongInput;
  if (flags.dry_run) {
    for (const Job& job : jobs) out(config::dry_run_text(job.loaded.plan));
    return 0;
  }
  std::vector<std::optional<report::ReportFiles>> files;
  for (const Job& job : jobs) {
    auto opened = open_files(job, flags);
    if (!opened) {
      err(report::error_text(opened.error()));
      return kWrongInput;
    }
    files.push_back(std::move(*opened));
  }
  watch_signals();
  const auto say = flags.emit_samples ? err : out;
  std::vector<model::Record> records;
  int code = 0;
  for (std::size_t i = 0; i < jobs.size() && (i == 0 || signal_count() == 0); ++i) {
    const model::Plan& plan = jobs[i].loaded.plan;
    if (!flags.quiet) say(report::running_line(plan, redacted_brokers(plan)) + "\n");
    records.push_back(run_one(plan, flags));
    print_record(records.back(), flags);
    code = worse_code(code, records.back().exit_code);
    if (!files[i]) continue;
    if (const auto written = files[i]->write(records.back())) {
      for (const auto& path : *written) say(report::wrote_line(path) + "\n");
    } else {
      err(report::error_text(written.error()));
      code = worse_code(code, kWrongInput);
    }
  }
  // A single run that never began has said all there is to say on stderr.
  if (records.size() > 1 || !records.back().error) say(report::verdict_line(records) + "\n");
  return code;
}

}  // namespace amqpace::app
