// SPDX-License-Identifier: Apache-2.0
#include "app/flags.hpp"

#include <CLI/CLI.hpp>
#include <array>

#include "report/formats.hpp"

namespace amqpace::app {

namespace {
// A flag that stands for one setting of the file.
struct SettingFlag {
  const char* flag;
  const char* path;
  const char* sentence;
};
constexpr std::array<SettingFlag, 9> kSettingFlags{{
    {"--broker", "broker", "URI of the broker, instead of the file's (amqp[s]://user:password@host:port/vhost, embedded:)"},
    {"--management", "management", "URL of the management API, instead of the file's"},
    {"--run-for,--for", "runFor", "length of the measured window: 30s, 2m, until-stopped"},
    {"--warmup", "warmup", "time before the window: 5s"},
    {"--tls-ca", "tls.ca", "PEM file of the CAs that may sign the broker's certificate"},
    {"--tls-cert", "tls.cert", "PEM file of a client certificate"},
    {"--tls-key", "tls.key", "PEM file of its key"},
    {"--tls-server-name", "tls.serverName", "the name the broker's certificate has, if not the host's"},
    {"--tls-verify", "tls.verify", "full, or none: accept any certificate"},
}};
// Without its other name.
std::string flag_of(const SettingFlag& setting) {
  const std::string flag(setting.flag);
  return flag.substr(0, flag.find(','));
}
}  // namespace

void Changes::define(CLI::App& app, bool of_tls_only) {
  values_.resize(kSettingFlags.size());
  for (std::size_t i = 0; i < kSettingFlags.size(); ++i) {
    if (of_tls_only && !std::string_view(kSettingFlags[i].path).starts_with("tls.")) continue;
    app.add_option(kSettingFlags[i].flag, values_[i], kSettingFlags[i].sentence);
  }
  app.add_option("--set", sets_, "one setting changed: path=value (may be given again)")
      ->type_name("PATH=VALUE")
      ->expected(1)
      ->take_all();
}

Result<std::vector<config::Override>> Changes::overrides() const {
  std::vector<config::Override> all;
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (!values_[i].empty()) all.push_back({kSettingFlags[i].path, values_[i], flag_of(kSettingFlags[i])});
  for (const auto& set : sets_) {
    auto change = config::parse_set(set);
    if (!change) return tl::unexpected<Error>(change.error());
    all.push_back(std::move(*change));
  }
  return all;
}

void define_output(CLI::App& app, RunFlags& flags) {
  std::string known;
  for (const auto& format : report::formats()) known += (known.empty() ? "" : ", ") + std::string(format.name);
  app.add_option("--report", flags.report_dir, "folder to write reports to (created)")->type_name("DIR");
  app.add_option("--format", flags.formats, "comma-separated list of " + known + " (default html,json)")
      ->delimiter(',')
      ->type_name("LIST");
  app.add_option("--run-name", flags.run_name,
                 "folder DIR/NAME/ for this run: the files as read, run.log, the reports; refused when it is there already")
      ->type_name("NAME");
  app.add_flag("--replace", flags.replace, "with --run-name: take away the run of that name first");
  app.add_flag("--github", flags.github,
               "findings as annotations of a GitHub workflow; the md report goes to the step summary (GITHUB_STEP_SUMMARY)");
  app.add_flag("--quiet", flags.quiet, "only what failed, what was written and the verdict");
  app.add_flag("--emit-samples", flags.emit_samples, "stdout is one JSON object a second; the report goes to stderr");
}

}  // namespace amqpace::app
