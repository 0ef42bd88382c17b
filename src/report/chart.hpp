// SPDX-License-Identifier: Apache-2.0
// A line chart over the time of a run, as inline SVG without script. Colours are classes, so that the page's
// style decides them for light, dark and print.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"

namespace amqpace::report {

struct Series {
  std::string name;                           // in the legend
  std::string style;                          // CSS classes of the line: "s1" … "s4", "dashed"
  std::vector<std::optional<double>> values;  // one per instant; absent: a gap
};

struct Band {
  Nanos from = 0, to = 0;
  std::string style;  // "outside", "blocked"
};

struct Chart {
  std::string title;
  std::vector<Nanos> at;  // instants, ascending
  std::vector<Series> series;
  std::vector<Band> bands;
  bool logarithmic = false;                  // decades; values of 0 and below are gaps
  std::function<std::string(double)> label;  // of a value of the axis
};

// A figure with legend; "" when no series has a value.
std::string svg_chart(const Chart& chart);

// Steps of an axis from 0: 1, 2 or 5 times a power of ten, at most `most` of them.
double nice_step(double top, int most);

}  // namespace amqpace::report
