// SPDX-License-Identifier: Apache-2.0
#include "report/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/html_text.hpp"
#include "report/shown.hpp"

namespace amqpace::report {

namespace {

constexpr double kWidth = 760, kHeight = 240, kLeft = 70, kRight = 24, kTop = 10, kBottom = 26;
constexpr int kSteps = 5, kTimeSteps = 10;

struct Scale {
  double low = 0, high = 1;
  bool logarithmic = false;

  double y(double value) const {
    const double share = logarithmic
                             ? (std::log10(value) - std::log10(low)) / (std::log10(high) - std::log10(low))
                             : (value - low) / (high - low);
    return kHeight - kBottom - share * (kHeight - kTop - kBottom);
  }
};

struct TimeScale {
  Nanos from = 0, to = 1;
  double x(Nanos at) const {
    const double share = static_cast<double>(at - from) / static_cast<double>(to - from);
    return kLeft + std::clamp(share, 0.0, 1.0) * (kWidth - kLeft - kRight);
  }
};

bool drawable(const Chart& chart, const std::optional<double>& value) {
  return value && std::isfinite(*value) && (!chart.logarithmic || *value > 0);
}

// nullopt: nothing to draw.
std::optional<Scale> scale_of(const Chart& chart) {
  double low = INFINITY, high = -INFINITY;
  for (const auto& series : chart.series) {
    for (const auto& value : series.values) {
      if (!drawable(chart, value)) continue;
      low = std::min(low, *value);
      high = std::max(high, *value);
    }
  }
  if (low > high) return std::nullopt;
  if (chart.logarithmic) {
    low = std::pow(10, std::floor(std::log10(low)));
    high = std::pow(10, std::ceil(std::log10(high)));
    return Scale{low, high > low ? high : low * 10, true};
  }
  const double step = nice_step(std::max(high, 1e-9), kSteps);
  return Scale{0, step * std::max(1.0, std::ceil(high / step)), false};
}

std::string grid_line(double y, const std::string& text) {
  return fmt::format(
      "<line class=\"grid\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
      kLeft, kWidth - kRight, y, y, kLeft - 6, y + 4, html(text));
}

std::string value_axis(const Chart& chart, const Scale& scale) {
  std::string out;
  if (scale.logarithmic) {
    const auto decades = std::lround(std::log10(scale.high / scale.low));
    for (long i = 0; i <= decades; ++i) {
      const double v = scale.low * std::pow(10, i);
      out += grid_line(scale.y(v), chart.label(v));
    }
    return out;
  }
  const double step = nice_step(scale.high, kSteps);
  for (int i = 0; i * step <= scale.high * 1.001; ++i)
    out += grid_line(scale.y(i * step), chart.label(i * step));
  return out;
}

std::string time_axis(const TimeScale& time) {
  std::string out;
  const double seconds = static_cast<double>(time.to) / 1e9;
  const double step = nice_step(seconds, kTimeSteps);
  for (int i = 0; i * step <= seconds * 1.001; ++i) {
    const auto at = static_cast<Nanos>(i * step * 1e9);
    if (at < time.from) continue;
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", time.x(at),
                       kHeight - 8, length_text(at));
  }
  return out;
}

std::string bands(const Chart& chart, const TimeScale& time) {
  std::string out;
  for (const auto& band : chart.bands) {
    const double x = time.x(band.from), width = time.x(band.to) - x;
    if (width <= 0) continue;
    out += fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
                       band.style, x, kTop, width, kHeight - kTop - kBottom);
  }
  return out;
}

std::string line(const Chart& chart, const Series& series, const Scale& scale, const TimeScale& time) {
  std::string path;
  bool pen_down = false;
  for (std::size_t i = 0; i < chart.at.size() && i < series.values.size(); ++i) {
    if (!drawable(chart, series.values[i])) {
      pen_down = false;
      continue;
    }
    path +=
        fmt::format("{}{:.1f} {:.1f}", pen_down ? "L" : "M", time.x(chart.at[i]), scale.y(*series.values[i]));
    pen_down = true;
  }
  return path.empty() ? "" : fmt::format("<path class=\"line {}\" d=\"{}\"/>\n", series.style, path);
}

}  // namespace

double nice_step(double top, int most) {
  const double rough = top / most;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * 0.999) return factor * power;
  }
  return 10 * power;
}

std::string svg_chart(const Chart& chart) {
  const auto scale = scale_of(chart);
  if (!scale || chart.at.empty()) return {};
  const TimeScale time{0, std::max<Nanos>(chart.at.back(), 1)};
  std::string legend;
  for (const auto& series : chart.series) {
    legend += fmt::format("<span class=\"{}\">{}</span> ", series.style, html(series.name));
  }
  auto svg = fmt::format(
      "<figure>\n<figcaption>{} <span class=\"legend\">{}</span></figcaption>\n"
      "<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">\n",
      html(chart.title), legend, kWidth, kHeight, html(chart.title));
  svg += bands(chart, time) + value_axis(chart, *scale) + time_axis(time);
  for (const auto& series : chart.series) svg += line(chart, series, *scale, time);
  return svg + "</svg>\n</figure>\n";
}

}  // namespace amqpace::report
