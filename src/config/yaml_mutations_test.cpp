// SPDX-License-Identifier: Apache-2.0
// No change of a few bytes makes the reader of files crash. Behind the other tests of the room by its name: a file that was
// changed may make any few letters a password, which are masked from then on.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/random.hpp"
#include "config/testing.hpp"

namespace amqpace::config {
namespace {

using testing::lookup;

std::vector<std::string> example_files() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(SOURCE_DIR "/examples"))
    if (entry.path().extension() == ".yaml") out.push_back(entry.path().string());
  std::sort(out.begin(), out.end());
  return out;
}

TEST(Mutations, OfExamplesNeverBreakTheReader) {
  static constexpr std::string_view kBytes = "{}[]:#'\"\\|>-,&*!%@`$ \n\t0a\xC3\xA9\xFF~?";
  Random random(20261130);
  std::size_t good = 0;
  for (const auto& path : example_files()) {
    const auto source = read_source(path);
    for (int round = 0; round < 120; ++round) {
      Source changed = *source;
      for (std::uint64_t k = 0; k <= random.below(4); ++k) {
        const std::size_t at = random.below(changed.text.size());
        const std::size_t length = random.below(12);
        const std::string with(1, kBytes[random.below(kBytes.size())]);
        changed.text.replace(at, random.below(2) == 0 ? 1 : length, random.below(3) == 0 ? "" : with);
      }
      const auto loaded = load(changed, {lookup({}), {}});
      good += loaded.good() ? 1 : 0;
      for (const auto& problem : loaded.problems) EXPECT_FALSE(problem_text(problem, "f").empty());
      EXPECT_TRUE(!loaded.good() || !dry_run_text(loaded.plan).empty());
    }
  }
  EXPECT_GT(good, 50u);  // most changes hit a comment
}

}  // namespace
}  // namespace amqpace::config
