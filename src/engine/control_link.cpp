// SPDX-License-Identifier: Apache-2.0
#include "engine/control_link.hpp"

namespace amqpace::engine {

namespace {
constexpr Nanos kTurn = 5 * kMillisecond;
}  // namespace

tl::unexpected<Error> stopped_early() {
  return fail(ErrorKind::internal, "stopped before the window began: nothing was measured");
}

Result<void> ControlLink::open(const std::vector<Broker>& brokers, std::size_t broker, const std::string& name) {
  net::Loop& loop = driver_.control_loop();
  const client::ConnectOptions& options = brokers[broker].connect;
  earlier_outages_ = outages();
  link_ = std::make_unique<Link>(loop, brokers, broker, name, broker);
  link_->open();
  // The session's own time-out fires first; this bound is for a session that would not.
  const Nanos deadline = loop.now() + options.connect_timeout + kSecond;
  while (!link_->lost() && !(link_->session().is_open() && link_->session().unsettled() == 0)) {
    if (stopped_()) return stopped_early();
    if (loop.now() >= deadline)
      return fail(ErrorKind::unreachable, "no answer from " + options.uri.redacted());
    link_->session().flush(loop.now());
    driver_.turn(loop.now() + kTurn);
  }
  if (link_->lost()) return tl::unexpected<Error>(*link_->why());
  return {};
}

void ControlLink::tend(Nanos now) {
  if (!link_) return;
  link_->tend(now);
  link_->note_whole(now);
}

void ControlLink::post(client::AdminRequest request, client::AdminCallback done) {
  if (!usable()) return;  // nothing will answer
  link_->session().request(std::move(request), std::move(done));
  flush();
}

void ControlLink::flush() {
  if (usable()) link_->session().flush(driver_.control_loop().now());
}

Result<client::AdminAnswer> ControlLink::ask(client::AdminRequest request) {
  net::Loop& loop = driver_.control_loop();
  // Shared with the callback, which may come after a time-out here.
  auto answer = std::make_shared<std::optional<Result<client::AdminAnswer>>>();
  post(std::move(request), [answer](Result<client::AdminAnswer> a) { *answer = std::move(a); });
  const Nanos deadline = loop.now() + kAnswerTime;
  while (!answer->has_value()) {
    if (!usable()) {
      if (link_ && link_->why()) return tl::unexpected<Error>(*link_->why());
      return fail(ErrorKind::lost, "the control connection is gone");
    }
    if (stopped_()) return stopped_early();
    if (loop.now() >= deadline) {
      return fail(ErrorKind::unreachable, "the broker did not answer a request within 10s", {},
                  "see whether the broker is overloaded or in an alarm");
    }
    flush();
    driver_.turn(loop.now() + kTurn);
  }
  return **answer;
}

std::vector<LinkOutage> ControlLink::outages() const {
  auto all = earlier_outages_;
  if (link_) all.insert(all.end(), link_->outages().begin(), link_->outages().end());
  return all;
}

void ControlLink::close() {
  if (!usable() || !link_->session().is_open()) return;  // one that never stood has nothing to take leave of
  net::Loop& loop = driver_.control_loop();
  link_->session().close();
  const Nanos deadline = loop.now() + kSecond;
  while (!link_->closed() && loop.now() < deadline && !stopped_()) {
    flush();
    driver_.turn(loop.now() + kTurn);
  }
}

}  // namespace amqpace::engine
