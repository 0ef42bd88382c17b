// SPDX-License-Identifier: Apache-2.0
// What a worker is made of: its connections, publishers and consumers, from its part of the Plan.
#include <fmt/format.h>

#include <algorithm>

#include "base/random.hpp"
#include "engine/routes.hpp"
#include "engine/worker.hpp"
#include "model/message_sizes.hpp"

namespace amqpace::engine {

namespace {
// Below this many slots a second the last microseconds before a due time are polled, not slept; above kCoarse a minimum sleep
// gathers several slots into one write (docs/adr, and the pacing table it names).
constexpr double kPrecise = 10'000, kCoarse = 20'000;
constexpr Nanos kSpin = 60 * kMicrosecond, kMinSleep = 50 * kMicrosecond;
}  // namespace

void Worker::build() {
  double rate = 0;
  for (const auto& part : plan_.publishing) {
    build_publishers(part);
    const auto& publish = setup_.plan->producers[part.producer].publish;
    const double share = static_cast<double>(part.publishers.size()) / std::max(1.0, static_cast<double>(publish.threads));
    rate += publish.throttled() && publish.threads > 0 ? *publish.rate * share : 0;
  }
  for (const std::size_t queue : plan_.queues) build_queue(queue);
  if (rate > 0 && rate < kPrecise) spin_ = kSpin;
  if (rate > kCoarse) min_sleep_ = kMinSleep;
}

Link& Worker::new_link(const std::string& name, std::size_t site) {
  const auto& [brokers, first] = setup_.sites[site];
  links_.push_back(std::make_unique<Link>(loop_, brokers, first, name, draw(setup_.seed, links_.size())));
  return *links_.back();
}

void Worker::build_publishers(const WorkerPlan::Publishing& part) {
  const auto& spec = setup_.plan->producers[part.producer];
  auto share = std::make_unique<ProducerShare>(spec, static_cast<std::uint16_t>(part.producer),
                                               setup_.schedules[part.producer]);
  share->run_id = setup_.run_id;
  share->prefill = setup_.prefill[part.producer];
  if (setup_.plan->prefill) share->prefill_size = setup_.plan->prefill->message_size;
  if (!spec.publish.throttled() && spec.publish.max_messages) {
    const auto k = static_cast<std::uint64_t>(spec.publish.threads);
    share->quota_per_publisher = (static_cast<std::uint64_t>(*spec.publish.max_messages) + k - 1) / k;
  }
  if (spec.publish.threads == 0) share->quota_per_publisher = 0;  // it is there for the prefill
  std::vector<Link*> by_connection(part.connections, nullptr);
  for (const std::uint64_t k : part.publishers) {
    Link*& link = by_connection[static_cast<std::size_t>(k % part.connections)];
    if (link == nullptr) {
      link = &new_link(fmt::format("amqpace publisher {} {}", spec.name, k % part.connections), 0);
      publisher_links_.push_back(link);
    }
    publishers_.push_back(std::make_unique<LogicalPublisher>(*share, view_, *link, k));
  }
  shares_.push_back(std::move(share));
}

std::vector<QueueAccount::Source> Worker::sources_of(std::size_t queue) const {
  std::vector<QueueAccount::Source> sources;
  for (std::size_t p = 0; p < setup_.plan->producers.size(); ++p) {
    sources.push_back({.keys_here = setup_.routes[queue][p],
                       .may_die_into_this = keys_that_may_die_into(setup_, queue, p),
                       .keys = setup_.plan->producers[p].routing_keys.size(),
                       .publishers = static_cast<std::uint64_t>(
                           std::max<std::int64_t>(1, setup_.plan->producers[p].publish.threads)),
                       .prefill = setup_.prefill[p]});
  }
  return sources;
}

void Worker::build_queue(std::size_t index) {
  const auto& spec = setup_.plan->queues[index];
  std::vector<std::string_view> names;
  for (const auto& queue : setup_.plan->queues) names.push_back(queue.name);
  auto side = std::make_unique<QueueSide>();
  side->queue = index;
  const auto consumers = static_cast<std::size_t>(spec.consumers.concurrency);
  const std::size_t accounts = spec.is_stream() ? std::max<std::size_t>(1, consumers) : 1;
  for (std::size_t i = 0; i < accounts; ++i) {
    side->accounts.push_back(
        std::make_unique<QueueAccount>(setup_.run_id, side->latencies, sources_of(index),
                                       QueueAccount::Surroundings{names, index, setup_.feeders}, accounts));
  }
  build_consumers(*side);
  queues_.push_back(std::move(side));
}

void Worker::build_consumers(QueueSide& side) {
  const auto& spec = setup_.plan->queues[side.queue];
  const bool held = setup_.plan->prefill.has_value();
  std::int64_t largest = held ? setup_.plan->prefill->message_size : 0;
  for (const auto& producer : setup_.plan->producers) largest = std::max(largest, model::body_size(producer.publish).largest);
  std::vector<Link*> links;
  const auto connections = static_cast<std::size_t>(std::max<std::int64_t>(1, spec.consumers.connections));
  for (std::size_t c = 0; c < static_cast<std::size_t>(spec.consumers.concurrency); ++c) {
    if (links.size() < connections)
      links.push_back(&new_link(fmt::format("amqpace consumer {} {}", spec.name, c), setup_.site_of[side.queue]));
    side.consumers.push_back(std::make_unique<LogicalConsumer>(
        *side.accounts[c % side.accounts.size()], view_, *links[c % connections],
        ConsumerSetup{.queue = &spec,
                      .seed = draw(setup_.seed, side.queue * 1'000'003 + c),
                      .producers = setup_.plan->producers.size(),
                      .message_bytes = static_cast<std::size_t>(largest),
                      .held = held,
                      .starts_at_t0 = held || setup_.plan->until_drained}));
  }
}

}  // namespace amqpace::engine
