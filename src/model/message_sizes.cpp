// SPDX-License-Identifier: Apache-2.0
#include "model/message_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.hpp"
#include "base/units.hpp"
#include "model/message_text.hpp"

namespace amqpace::model {
namespace {

constexpr std::size_t kQuantiles = 256;
constexpr std::int64_t kPoolBytes = 16 << 20;
constexpr std::int64_t kWhole = 10'000;  // all shares of a mix together

// The standard normal distribution's quantile, by halving: set-up only, and no table of constants to mistype.
double normal_quantile(double p) {
  double low = -10, high = 10;
  for (int i = 0; i < 80; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(-middle / std::sqrt(2.0)) / 2 < p ? low : high) = middle;
  }
  return (low + high) / 2;
}

std::int64_t quantile(const SizeSpec& sizes, double p) {
  if (sizes.kind == SizeSpec::Kind::uniform)
    return sizes.low + static_cast<std::int64_t>(p * static_cast<double>(sizes.high - sizes.low + 1));
  const double size = static_cast<double>(sizes.low) * std::exp(sizes.sigma * normal_quantile(p));
  return static_cast<std::int64_t>(std::llround(std::min(size, static_cast<double>(sizes.high))));
}

// Each turn goes to whom most is owed; within a round everybody gets the exact share, spread as evenly as it can be.
std::vector<std::uint32_t> interleaved(const std::vector<std::pair<std::int64_t, std::int64_t>>& mix) {
  std::int64_t common = kWhole;
  for (const auto& [size, share] : mix) common = std::gcd(common, share);
  std::vector<std::uint32_t> order;
  std::vector<std::int64_t> owed(mix.size(), 0);
  for (std::int64_t turn = 0; turn < kWhole / common; ++turn) {
    for (std::size_t i = 0; i < mix.size(); ++i) owed[i] += mix[i].second / common;
    const auto most = std::max_element(owed.begin(), owed.end());
    *most -= kWhole / common;
    order.push_back(static_cast<std::uint32_t>(most - owed.begin()));
  }
  return order;
}

std::size_t quantile_count(const SizeSpec& sizes) {
  // The pool of one routing key stays within kPoolBytes, unless eight sizes alone are more.
  const std::int64_t typical = sizes.kind == SizeSpec::Kind::uniform ? (sizes.low + sizes.high) / 2 : sizes.low;
  const std::int64_t affordable = kPoolBytes / std::max<std::int64_t>(1, typical);
  return static_cast<std::size_t>(std::clamp<std::int64_t>(affordable, 8, kQuantiles));
}

}  // namespace

SizePool size_pool(const SizeSpec& sizes, std::uint64_t seed) {
  SizePool pool;
  if (sizes.kind == SizeSpec::Kind::mix) {
    for (const auto& [size, share] : sizes.mix) pool.sizes.push_back(size);
    pool.order = interleaved(sizes.mix);
    return pool;
  }
  const std::size_t count = quantile_count(sizes);
  for (std::size_t i = 0; i < count; ++i)
    pool.sizes.push_back(quantile(sizes, (static_cast<double>(i) + 0.5) / static_cast<double>(count)));
  pool.order.resize(count);
  std::iota(pool.order.begin(), pool.order.end(), 0U);
  Random random(seed);
  for (std::size_t i = count - 1; i > 0; --i)
    std::swap(pool.order[i], pool.order[static_cast<std::size_t>(random.below(i + 1))]);
  return pool;
}

BodySize body_size(const PublisherSpec& publish) {
  const auto& payload = publish.payload;
  std::vector<std::int64_t> sizes;
  if (payload.kind == PayloadSpec::Kind::files) {
    for (const auto& body : payload.bodies) sizes.push_back(static_cast<std::int64_t>(body.size()));
  } else if (payload.own()) {
    const auto text = MessageText::parse(payload.text);
    if (text) sizes = {static_cast<std::int64_t>(text->shortest()), static_cast<std::int64_t>(text->longest())};
  } else if (publish.sizes.kind != SizeSpec::Kind::fixed) {
    const SizePool pool = size_pool(publish.sizes, 0);
    for (const std::uint32_t i : pool.order) sizes.push_back(pool.sizes[i]);
  }
  if (sizes.empty()) sizes.push_back(publish.message_size);
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  const std::int64_t sum = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  const auto n = static_cast<std::int64_t>(sizes.size());
  return {*least, *most, (sum + n / 2) / n};
}

namespace {
std::string bytes_text(const BodySize& size) {
  const std::string least = std::to_string(size.smallest);
  return (size.smallest == size.largest ? least : least + ".." + std::to_string(size.largest)) + " bytes";
}
std::string share_of(std::int64_t share) { return number_text(static_cast<double>(share) / 100) + "%"; }
}  // namespace

std::string sizes_text(const SizeSpec& sizes) {
  switch (sizes.kind) {
    case SizeSpec::Kind::fixed:
      return {};
    case SizeSpec::Kind::uniform:
      return "uniform " + size_text(sizes.low) + ".." + size_text(sizes.high);
    case SizeSpec::Kind::lognormal:
      return "lognormal " + size_text(sizes.low) + " sigma " + number_text(sizes.sigma) + " max " +
             size_text(sizes.high);
    case SizeSpec::Kind::mix:
      break;
  }
  std::string out;
  for (const auto& [size, share] : sizes.mix)
    out += (out.empty() ? "{" : ", ") + std::to_string(size) + ": " + share_of(share);
  return out + "}";
}

std::string payload_text(const PublisherSpec& publish) {
  const auto& payload = publish.payload;
  const std::string bytes = bytes_text(body_size(publish));
  if (payload.kind == PayloadSpec::Kind::text) return "text, " + bytes;
  if (payload.kind == PayloadSpec::Kind::json) return "json, " + bytes;
  if (payload.kind == PayloadSpec::Kind::files)
    return std::to_string(payload.bodies.size()) + (payload.bodies.size() == 1 ? " file, " : " files, ") + bytes;
  std::string out = bytes;
  if (publish.sizes.kind == SizeSpec::Kind::mix) {
    out.clear();
    for (const auto& [size, share] : publish.sizes.mix)
      out += (out.empty() ? "" : ", ") + std::to_string(size) + " bytes " + share_of(share);
  } else if (publish.sizes.kind != SizeSpec::Kind::fixed) {
    out = sizes_text(publish.sizes);
  }
  return out + (publish.random_payload || payload.random ? ", random" : "");
}

std::string profile_text(const std::vector<RateStep>& profile) {
  std::string out;
  for (const RateStep& step : profile) {
    out += (out.empty() ? "" : ", ") + rate_text(step.from);
    if (step.from != step.to) out += ".." + rate_text(step.to);
    out += "/s for " + duration_text(step.length);
  }
  return out;
}

}  // namespace amqpace::model
