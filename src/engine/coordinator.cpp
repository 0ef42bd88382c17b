// SPDX-License-Identifier: Apache-2.0
#include "engine/coordinator.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/random.hpp"
#include "engine/routes.hpp"
#include "model/message_sizes.hpp"

namespace amqpace::engine {

namespace {
constexpr Nanos kTurn = 5 * kMillisecond;
// Between "everything stands" and t0: every worker sees t0 before it comes.
constexpr Nanos kLead = 25 * kMillisecond;
constexpr Nanos kPrefillSilence = 30 * kSecond;
}  // namespace

Coordinator::Coordinator(const model::Plan& plan, const std::vector<Target>& targets, Driver& driver,
                         const RunOptions& options, std::size_t workers)
    : plan_(plan), targets_(targets), driver_(driver), options_(options), clock_(driver.control_loop().clock()),
      worker_count_(workers), controls_(driver, [this] { return waiting_is_over(); }, setup_.sites, setup_.site_of), control_link_(controls_.main()),
      topology_(plan, controls_), redeclaring_(topology_, control_link_, control_), canary_(driver.control_loop()) {}

Coordinator::~Coordinator() {
  control_.abort.store(true);
  driver_.join();
}

model::Record Coordinator::run() {
  record_.plan = plan_;
  describe_host(record_.instrument);
  record_.instrument.workers = static_cast<int>(worker_count_);
  auto ready = prepare();
  if (ready) {
    start_schedule();
    ready = warm_up();
  }
  if (!ready) {
    record_.error = ready.error();
    if (signals() > 0 && options_.signal_number != nullptr) record_.signal = options_.signal_number->load();
    record_.started_at = clock_.wall_now();
    close();
    return std::move(record_);
  }
  measure();
  drain();
  finish();
  close();
  fill_record();
  return std::move(record_);
}

Result<void> Coordinator::prepare() {
  tell("connect");
  if (auto done = connect(); !done) return done;
  tell("declare");
  if (auto done = topology_.declare(); !done) return done;
  auto unbound = topology_.unbind_others();
  if (!topology_.unbound().empty()) record_.notes.push_back(unbound_text(topology_.unbound()));
  if (!unbound) return unbound;
  tell("check");
  if (auto done = topology_.before(); !done) return done;
  if (options_.on_declared) options_.on_declared();
  if (auto done = make_setup(); !done) return done;
  make_workers();
  tell("connect");
  driver_.start(workers_);
  if (auto done = await(&Status::standing, clock_.now() + 2 * plan_.connect_timeout + kSecond, "open its connections");
      !done)
    return done;
  if (plan_.prefill)
    if (auto done = prefill(); !done) return done;
  control_.stage.store(Stage::ready, std::memory_order_release);
  return await(&Status::subscribed, clock_.now() + 2 * plan_.connect_timeout, "subscribe its consumers");
}

void Coordinator::add_site(const std::vector<Target>& targets) {
  setup_.sites.emplace_back();
  for (const Target& target : targets) {
    setup_.sites.back().brokers.push_back({.address = target.address,
                                           .connect = {.uri = target.uri,
                                                       .tls = target.tls,
                                                       .connect_timeout = plan_.connect_timeout,
                                                       .heartbeat = plan_.heartbeat,
                                                       .name = {}}});
  }
}

Result<void> Coordinator::open_site(std::size_t site) {
  Result<void> last = fail(ErrorKind::bad_input, "no broker is named", {}, "say `broker:` in the file, or --broker");
  auto& [brokers, first] = setup_.sites[site];
  for (first = 0; first < brokers.size(); ++first) {
    if (site == 0) record_.broker = brokers[first].connect.uri.redacted();
    last = controls_.open(site, first, "amqpace control " + plan_.name);
    if (last) break;
    if (last.error().kind != ErrorKind::unreachable) return last;  // it answered, and said no
  }
  return last;
}

Result<void> Coordinator::connect() {
  setup_.site_of.assign(plan_.queues.size(), 0);
  setup_.sites.reserve(1 + plan_.queues.size());  // connections point into it
  add_site(targets_);
  if (auto done = open_site(0); !done) return done;
  record_.facts.product = control_link_.server_product();
  return connect_elsewhere();
}

// One connection for all queues that name the same brokers.
Result<void> Coordinator::connect_elsewhere() {
  for (std::size_t q = 0; q < plan_.queues.size(); ++q) {
    if (!plan_.queues[q].elsewhere()) continue;
    const auto same = [&](const auto& other) { return other.queue < q && plan_.queues[other.queue].brokers == plan_.queues[q].brokers; };
    const auto known = std::find_if(options_.elsewhere.begin(), options_.elsewhere.end(), same);
    if (known != options_.elsewhere.end()) {
      setup_.site_of[q] = setup_.site_of[known->queue];
      continue;
    }
    const auto targets = std::find_if(options_.elsewhere.begin(), options_.elsewhere.end(),
                                      [q](const auto& of) { return of.queue == q; });
    setup_.site_of[q] = setup_.sites.size();
    add_site(targets == options_.elsewhere.end() ? std::vector<Target>{} : targets->targets);
    if (auto done = open_site(setup_.site_of[q]); !done) {
      auto error = done.error();
      error.what = "the broker of queue " + plan_.queues[q].name + ": " + error.what;
      return tl::unexpected<Error>(std::move(error));
    }
  }
  return {};
}

Result<void> Coordinator::make_setup() {
  setup_.plan = &plan_;
  setup_.run_id = options_.run_id ? options_.run_id : random_seed();
  setup_.seed = plan_.seed.value_or(random_seed());
  setup_.thread_allocations = options_.thread_allocations;
  record_.run_id = fmt::format("{:016x}", setup_.run_id);
  record_.seed = setup_.seed;
  for (std::size_t p = 0; p < plan_.producers.size(); ++p) {
    const auto& publish = plan_.producers[p].publish;
    setup_.schedules.push_back(schedule_of(plan_, p, setup_.seed));
    setup_.prefill.push_back(
        plan_.prefill ? static_cast<std::uint64_t>(plan_.prefill->count(model::body_size(publish).mean)) : 0);
  }
  limit_schedules();
  work_out_routes(plan_, setup_);
  work_out_links(plan_, setup_);
  return {};
}

void Coordinator::make_workers() {
  std::vector<WorkerPlan> parts(worker_count_);
  const bool consuming = std::any_of(plan_.queues.begin(), plan_.queues.end(),
                                     [](const auto& q) { return q.consumers.concurrency > 0; });
  // Publishers and consumers apart where there are two workers: publishing must not wait behind deliveries.
  const std::size_t for_consumers = worker_count_ > 1 && consuming ? std::max<std::size_t>(1, worker_count_ / 2) : 0;
  const std::size_t for_publishers = worker_count_ - for_consumers;
  for (std::size_t p = 0; p < plan_.producers.size(); ++p) {
    const auto& publish = plan_.producers[p].publish;
    // A prefill is published by one of its own where the file wants no publishers.
    const auto threads = static_cast<std::size_t>(std::max<std::int64_t>(publish.threads, plan_.prefill ? 1 : 0));
    if (threads == 0) continue;
    const auto asked = static_cast<std::size_t>(publish.connections);
    const std::size_t connections = asked > 0 ? std::min(asked, threads) : threads;
    std::vector<WorkerPlan::Publishing> split(for_publishers);
    for (std::size_t k = 0; k < threads; ++k) split[(k % connections + p) % for_publishers].publishers.push_back(k);
    for (std::size_t w = 0; w < for_publishers; ++w) {
      if (split[w].publishers.empty()) continue;
      split[w].producer = p;
      split[w].connections = connections;
      parts[w].publishing.push_back(std::move(split[w]));
    }
  }
  for (std::size_t q = 0; q < plan_.queues.size(); ++q)
    parts[for_consumers > 0 ? for_publishers + q % for_consumers : q % worker_count_].queues.push_back(q);
  for (std::size_t w = 0; w < worker_count_; ++w)
    workers_.push_back(std::make_unique<Worker>(driver_.worker_loop(w), setup_, parts[w], control_));
  depths_.emplace(plan_, controls_, clock_);
  sampler_.emplace(setup_, workers_, *depths_, clock_);
}

bool Coordinator::all(std::atomic<bool> Status::*flag) const {
  return std::all_of(workers_.begin(), workers_.end(),
                     [flag](const auto& w) { return (w->status().*flag).load(std::memory_order_acquire); });
}

bool Coordinator::any(std::atomic<bool> Status::*flag) const {
  return std::any_of(workers_.begin(), workers_.end(),
                     [flag](const auto& w) { return (w->status().*flag).load(std::memory_order_acquire); });
}

Result<void> Coordinator::check_workers() const {
  if (signals() > 0) return stopped_early();
  if (!any(&Status::lost)) return {};
  for (const auto& worker : workers_) {
    if (auto error = worker->first_error()) {
      // Before W0 a connection that went is the same as one that never came.
      if (error->kind == ErrorKind::lost) error->kind = ErrorKind::unreachable;
      return tl::unexpected<Error>(*error);
    }
  }
  return {};
}

Result<void> Coordinator::await(std::atomic<bool> Status::*flag, Nanos deadline, const char* what) {
  while (!all(flag)) {
    if (auto fine = check_workers(); !fine) return fine;
    if (clock_.now() >= deadline) {
      return fail(ErrorKind::unreachable, fmt::format("a worker could not {} in time", what), {},
                  "raise connectTimeout if the broker is slow to open connections and channels");
    }
    turn(clock_.now() + kTurn);
  }
  return check_workers();
}

Result<void> Coordinator::prefill() {
  tell("prefill");
  control_.stage.store(Stage::prefill, std::memory_order_release);
  std::uint64_t last = 0;
  Nanos moved_at = clock_.now();
  while (!all(&Status::prefilled)) {
    if (auto fine = check_workers(); !fine) return fine;
    std::uint64_t confirmed = 0;
    for (const auto& worker : workers_) confirmed += worker->status().now.confirmed + worker->status().now.sent;
    if (confirmed != last) moved_at = clock_.now();
    last = confirmed;
    if (clock_.now() - moved_at > kPrefillSilence) {
      return fail(ErrorKind::unreachable, "the prefill stood still for 30s: the broker neither takes nor answers", {},
                  "see whether the broker is in an alarm or the queue rejects publishes");
    }
    turn(clock_.now() + kTurn);
  }
  return {};
}

void Coordinator::start_schedule() {
  t0_ = clock_.now() + kLead;
  w0_ = t0_ + plan_.warmup;
  w1_ = plan_.until_stopped || plan_.until_drained ? kNever : w0_ + plan_.run_for;
  for (std::size_t p = 0; p < plan_.producers.size(); ++p) {
    const auto& publish = plan_.producers[p].publish;
    if (!publish.max_messages || !publish.throttled() || plan_.until_drained) continue;
    // The window ends at the due time of the first slot beyond the last one allowed.
    Schedule schedule(setup_.schedules[p]);
    const std::uint64_t end = schedule.slots_before(plan_.warmup) + static_cast<std::uint64_t>(*publish.max_messages);
    w1_ = std::min(w1_, t0_ + schedule.due(end));
  }
  control_.w0.store(w0_, std::memory_order_release);
  control_.w1.store(w1_, std::memory_order_release);
  control_.t0.store(t0_, std::memory_order_release);
  control_.stage.store(Stage::run, std::memory_order_release);
  sampler_->begin(t0_, w0_);
}

}  // namespace amqpace::engine
