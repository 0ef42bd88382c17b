// SPDX-License-Identifier: Apache-2.0
#include "report/status.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.hpp"
#include "report/shown.hpp"

namespace amqpace::report {

namespace {

constexpr std::size_t kBar = 20;

// Shares of a planned length; an endless run has none.
std::string bar(Nanos done, Nanos all) {
  const double share =
      all > 0 ? std::clamp(static_cast<double>(done) / static_cast<double>(all), 0.0, 1.0) : 1;
  const auto full = static_cast<std::size_t>(share * kBar);
  return "[" + std::string(full, '#') + std::string(kBar - full, '-') + "] ";
}

// Whole seconds, rounded up: a run with 0.4 s to go is not over.
std::string left(Nanos t) {
  return duration_text(std::max<Nanos>(0, (t + kSecond - 1) / kSecond) * kSecond) + " left";
}

std::string where(const model::Sample& sample, const Progress& progress, bool with_bar) {
  const Nanos end = progress.warmup + progress.window;
  auto text = fmt::format("{:<9} ", shown(sample.phase));
  if (sample.phase == "draining") {
    return text + (with_bar ? bar(1, 1) : "") +
           fmt::format("at most {}", left(end + progress.drain - sample.elapsed));
  }
  if (progress.until_stopped)
    return text + fmt::format("for {}", duration_text(sample.elapsed / kSecond * kSecond));
  return text + (with_bar ? bar(sample.elapsed, end) : "") + left(end - sample.elapsed);
}

}  // namespace

std::string status_line(const model::Sample& sample, const Progress& progress, std::size_t width) {
  auto text = where(sample, progress, width > 0);
  text += fmt::format("  offered {}  published {}", count_text(sample.offered), count_text(sample.published));
  if (progress.consumers) text += fmt::format("  consumed {}", count_text(sample.consumed));
  if (sample.failed > 0) text += fmt::format("  failed {}", count_text(sample.failed));
  if (sample.e2e_p99) text += fmt::format("  p99 {}", time_text(*sample.e2e_p99));
  if (sample.queue_depth) text += fmt::format("  depth {}", count_text(*sample.queue_depth));
  if (sample.blocked) text += "  BLOCKED";
  if (progress.gone_for > 0) text += "  RECONNECTING for " + duration_text((progress.gone_for + kSecond - 1) / kSecond * kSecond);
  if (width == 0) return text;
  // All of it is ASCII, so bytes are columns.
  text.resize(width, ' ');
  return text;
}

}  // namespace amqpace::report
