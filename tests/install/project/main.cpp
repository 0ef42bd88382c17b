// SPDX-License-Identifier: Apache-2.0
// A stranger's program: one experiment from a text, run on the embedded broker, its verdict as exit code. The second one is
// wrong, and says where.
#include <amqpace/amqpace.hpp>
#include <cstdio>

constexpr const char* kWorkload = R"(
name: from-a-program
broker: "embedded:"
topology: {queue: ex.program}
publishers: {rate: 500, messageSize: 64}
consumers: {concurrency: 1}
warmup: 200ms
runFor: 1s
expect: {noMessagesLost: true}
)";

int main() {
  auto experiment = amqpace::Experiment::from_text("program.yaml", kWorkload, {{"publishers.rate", "1000"}});
  int samples = 0;
  const amqpace::Outcome outcome = experiment.run([&samples](const std::string&) { ++samples; });
  std::printf("%s%d samples, %s with amqpace %s\n", outcome.text.c_str(), samples, outcome.verdict.c_str(),
              std::string(amqpace::version()).c_str());
  if (samples == 0 || outcome.json.find("\"offeredTotal\": 1000") == std::string::npos) return 10;

  const auto wrong = amqpace::Experiment::from_text("wrong.yaml", "name: wrong\nrunFor: 60\n");
  if (wrong.good() || wrong.problems().empty()) return 11;
  std::printf("%s\n", wrong.problems().front().c_str());
  return outcome.exit_code;
}
