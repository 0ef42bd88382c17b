// SPDX-License-Identifier: Apache-2.0
// amqpace as a library: load an experiment from a file or a text, run it, get its verdict and its record.
// The types of this header are all of the promise; nothing behind it is installed.
//
//   auto experiment = amqpace::Experiment::from_file("hello.yaml");
//   if (!experiment.good()) { for (const auto& problem : experiment.problems()) … }
//   amqpace::Outcome outcome = experiment.run();
//   return outcome.exit_code;
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace amqpace {

// "0.1.0"
std::string_view version();

// One setting changed, as `--set publishers.rate=5k` does: through the same checks as the file's.
struct Setting {
  std::string path, value;
};

struct Outcome {
  int exit_code = 0;    // 0 passed, 1 failed, 2 invalid, 3 file or refusal, 4 unreachable, 130/143 stopped
  std::string verdict;  // "PASSED", "FAILED", "INVALID"
  std::string text;     // the terminal report; of a suite one after the other, and how they compare
  std::string json;     // the record (docs/reference/record.schema.json)
};

class Experiment {
 public:
  static Experiment from_file(const std::string& path, const std::vector<Setting>& settings = {});
  static Experiment from_text(const std::string& name, const std::string& yaml,
                              const std::vector<Setting>& settings = {});
  Experiment(Experiment&&) noexcept;
  Experiment& operator=(Experiment&&) noexcept;
  ~Experiment();

  // False: the file is wrong; problems() says where and how. Warnings are among the problems of a good one.
  bool good() const;
  const std::vector<std::string>& problems() const;

  // Blocks until the run, or all of a suite, is over. `on_sample` gets one JSON object a second (--emit-samples has the fields), on the calling
  // thread. Not good(): exit code 3 and the problems as text.
  Outcome run(const std::function<void(const std::string& json)>& on_sample = {});
  // Ends the window of a running run() from any thread: it drains, judges and returns. The rest of a suite is not run.
  void stop();

 private:
  struct State;
  explicit Experiment(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace amqpace
