// SPDX-License-Identifier: Apache-2.0
// `report`: a record that `run` wrote, rendered again, in any format, as it was rendered at first.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "app/command.hpp"
#include "app/console.hpp"
#include "base/text.hpp"
#include "report/comparison.hpp"
#include "report/error_text.hpp"
#include "report/formats.hpp"
#include "report/record_read.hpp"
#include "report/report_files.hpp"
#include "report/terminal.hpp"

namespace amqpace::app {

namespace {

constexpr int kWrongInput = 3;
constexpr const char* kText = "text";  // what a run prints; no file format
constexpr std::uintmax_t kLargest = std::uintmax_t{1} << 30;

struct ReportCommand {
  std::string path, dir;
  std::vector<std::string> formats;
};

Result<std::string> content_of(const std::string& path) {
  const auto cannot = [&path](const std::string& why) {
    return fail(ErrorKind::bad_input, "could not read " + path, why, "a record is the .json file that `run --report DIR` wrote");
  };
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return cannot("it is a folder");
  const auto size = std::filesystem::file_size(path, error);
  if (error) return cannot(error.message());
  if (size > kLargest) return cannot("it is larger than 1 GiB");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return cannot("reading stopped in the middle");
  return std::move(text).str();
}

Result<std::vector<model::Record>> records_of(const std::string& path) {
  const auto text = content_of(path);
  if (!text) return tl::unexpected<Error>(text.error());
  auto records = report::read_records(*text);
  if (!records) {
    Error error = records.error();
    error.where = path;
    return tl::unexpected<Error>(error);
  }
  return records;
}

// All that `run` prints of these, without the files it wrote.
void print(std::span<const model::Record> records) {
  const report::TextStyle style{.colour = colour_wanted()};
  for (const auto& record : records) {
    out(report::running_line(record.plan) + "\n");
    record.error ? err(report::error_text(*record.error)) : out(report::terminal_text(record, style));
  }
  if (records.front().plan.entry.number > 0) out(report::comparison_text(records));
  if (records.size() > 1 || !records.front().error) out(report::verdict_line(records) + "\n");
}

Result<void> write(const ReportCommand& command, std::span<const model::Record> records) {
  const auto& plan = records.front().plan;
  const bool suite = plan.entry.number > 0;
  auto files = report::ReportFiles::open(
      {.dir = command.dir,
       .formats = command.formats,
       .kind = suite ? "suite" : plan.kind == model::FileKind::scenario ? "scenario" : "workload",
       .name = suite ? plan.entry.suite : plan.name,
       .wall = records.front().started_at});
  if (!files) return tl::unexpected<Error>(files.error());
  const auto written = files->write(records);
  if (!written) return tl::unexpected<Error>(written.error());
  for (const auto& path : *written) out(report::wrote_line(path) + "\n");
  return {};
}

// One format on stdout, or any of them as files.
Result<void> act(const ReportCommand& command) {
  const bool as_text = command.formats.empty() || command.formats == std::vector<std::string>{kText};
  if (!as_text && command.dir.empty() && command.formats.size() > 1) {
    return fail(ErrorKind::bad_input, "stdout takes one format, and --format names " + std::to_string(command.formats.size()), "",
                "give --report DIR for files, or one format");
  }
  if (command.formats.empty() && !command.dir.empty())
    return fail(ErrorKind::bad_input, "--report needs --format", "", "say which files: --format html,md");
  if (as_text && !command.dir.empty())
    return fail(ErrorKind::bad_input, "the terminal report is no file", "", "take it from stdout: amqpace report RECORD > report.txt");
  for (const auto& name : command.formats) {
    if (as_text) break;
    if (const auto format = report::find_format(name); !format) return tl::unexpected<Error>(format.error());
  }
  const auto records = records_of(command.path);
  if (!records) return tl::unexpected<Error>(records.error());
  if (!command.dir.empty()) return write(command, *records);
  if (as_text) {
    print(*records);
    return {};
  }
  out((*report::find_format(command.formats.front()))->render(*records));
  return {};
}

}  // namespace

std::function<int()> define_report(CLI::App& app) {
  auto command = std::make_shared<ReportCommand>();
  std::string known;
  for (const auto& format : report::formats()) known += ", " + std::string(format.name);
  app.add_option("RECORD", command->path, "the .json file that `run --report DIR` wrote")->required();
  app.add_option("--format", command->formats,
                 "text (the default: what the run printed)" + known + "; a comma-separated list with --report")
      ->delimiter(',')
      ->type_name("LIST");
  app.add_option("--report", command->dir, "folder to write to (created); without it the report goes to stdout")->type_name("DIR");
  return [command] {
    const auto done = act(*command);
    if (!done) err(report::error_text(done.error()));
    return done ? 0 : kWrongInput;
  };
}

}  // namespace amqpace::app
