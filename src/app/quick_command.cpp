// SPDX-License-Identifier: Apache-2.0
// `quick URI`: one workload from flags. It is written as YAML, printed, and read like any file.
#include <CLI/CLI.hpp>
#include <memory>

#include "app/command.hpp"
#include "app/console.hpp"
#include "app/flags.hpp"
#include "app/run_files.hpp"
#include "base/uri.hpp"
#include "report/error_text.hpp"

namespace amqpace::app {

namespace {
struct Quick {
  std::string uri, rate = "5k", run_for = "30s", warmup = "5s", size = "512", queue = "amqpace.quick";
  Changes changes;
  RunFlags flags;
};

std::string quoted(const std::string& text) {
  std::string safe = "'";
  for (const char c : text) safe += c == '\'' ? std::string("''") : std::string(1, c);
  return safe + "'";
}

// "amqp://app:${PASSWORD}@host": the file's own way to keep it out of sight.
bool has_variables(const Quick& quick) { return quick.uri.find("${") != std::string::npos; }

// The broker stays a variable, so that what is printed can be kept without a password in it.
std::string yaml_of(const Quick& quick) {
  return "name: quick\n"
         "broker: " + (has_variables(quick) ? quoted(quick.uri) : "${BROKER_URI}") + "\n"
         "topology: { queue: " + quoted(quick.queue) + " }\n"
         "publishers: { threads: 2, rate: " + quick.rate + ", messageSize: " + quick.size + " }\n"
         "consumers: { concurrency: 4, prefetch: 100 }\n"
         "warmup: " + quick.warmup + "\n"
         "runFor: " + quick.run_for + "\n"
         "after: delete\n";
}

int act(const Quick& quick) {
  const bool variable = has_variables(quick);
  const auto uri = variable ? Result<Uri>(Uri{}) : parse_uri(quick.uri);
  const auto overrides = quick.changes.overrides();
  if (!overrides) {
    err(report::error_text(overrides.error()));
    return 3;
  }
  if (!uri) {
    err(report::error_text(uri.error()));
    return 3;
  }
  const std::string yaml = yaml_of(quick);
  const auto variables = [&quick](const std::string& name) -> std::optional<std::string> {
    if (name == "BROKER_URI") return quick.uri;
    return config::environment()(name);
  };
  std::vector<Job> jobs;
  config::Source source{"quick.yaml", yaml};
  auto loaded = config::load(source, {.variables = variables, .overrides = *overrides});
  if (!quick.flags.quiet && !quick.flags.emit_samples)
    out("# saved as quick.yaml, this runs again with " +
        (variable ? std::string() : "BROKER_URI='" + uri->redacted() + "' ") + "amqpace run quick.yaml\n" + yaml + "\n");
  jobs.push_back({std::move(source), std::move(loaded)});
  return run_jobs(jobs, quick.flags);
}
}  // namespace

std::function<int()> define_quick(CLI::App& app) {
  auto quick = std::make_shared<Quick>();
  app.add_option("URI", quick->uri, "the broker: amqp://user:password@host:port/vhost, or embedded:")->required();
  app.add_option("--rate", quick->rate, "messages per second: 5000, 5k, 0.5")->capture_default_str();
  app.add_option("--for,--run-for", quick->run_for, "length of the measured window")->capture_default_str();
  app.add_option("--warmup", quick->warmup, "time before the window")->capture_default_str();
  app.add_option("--size", quick->size, "bytes of a message: 512, 4KiB")->capture_default_str();
  app.add_option("--queue", quick->queue, "queue, declared and deleted again if it was not there")->capture_default_str();
  quick->changes.define(app, true);
  define_output(app, quick->flags);
  return [quick] { return act(*quick); };
}

}  // namespace amqpace::app
