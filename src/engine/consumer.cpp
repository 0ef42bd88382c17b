// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer.hpp"

#include <algorithm>
#include <bit>

#include "base/random.hpp"

namespace amqpace::engine {

ArrivedRing::ArrivedRing(std::size_t capacity) : slots_(std::bit_ceil(capacity + 1)), mask_(slots_.size() - 1) {}

void ArrivedRing::push(const Arrived& a) {
  if (size() == slots_.size()) {
    std::vector<Arrived> bigger(slots_.size() * 2);
    for (std::size_t i = 0; i < size(); ++i) bigger[i] = (*this)[i];
    tail_ = size();
    head_ = 0;
    slots_ = std::move(bigger);
    mask_ = slots_.size() - 1;
  }
  slots_[tail_++ & mask_] = a;
}

namespace {

// Without a prefetch the broker may wait for any number of acks; what fits into the buffers of a connection is fewer than this.
constexpr std::size_t kRejectsInBuffers = 1 << 16;

std::size_t rejects_kept(const model::ConsumerSpec& consumers) {
  const bool rejects = consumers.failure_rate > 0 && consumers.on_failure == model::OnFailure::reject;
  if (!rejects) return 1;
  return consumers.prefetch > 0 ? static_cast<std::size_t>(consumers.prefetch) : kRejectsInBuffers;
}

}  // namespace

LogicalConsumer::LogicalConsumer(QueueAccount& account, const View& view, Link& link, const ConsumerSetup& setup)
    : account_(account), view_(view), link_(link), setup_(setup), order_(account, setup.producers),
      handler_times_(setup.queue->consumers.handler_time, setup.seed),
      ring_(static_cast<std::size_t>(setup.queue->consumers.prefetch ? setup.queue->consumers.prefetch : 4096)),
      rejects_(rejects_kept(setup.queue->consumers)),
      held_(setup.held), line_closed_(setup.starts_at_t0), attachment_(link) {}

void LogicalConsumer::open() {
  const auto& spec = setup_.queue->consumers;
  client::ConsumerOptions options;
  options.queue = setup_.queue->name;
  options.prefetch = static_cast<std::uint16_t>(spec.prefetch);
  options.auto_ack = spec.ack.mode == model::Ack::Mode::automatic;
  options.arguments = {spec.arguments.begin(), spec.arguments.end()};
  options.priority = spec.priority;
  options.stream_offset = spec.stream_offset;
  options.get = spec.mode == model::ConsumeMode::get;
  options.poll_interval = spec.poll_interval;
  options.message_bytes = setup_.message_bytes;
  options.start_now = !held_ && !spec.exclusive;
  channel_closed_ = cancelled_ = false;
  consumer_ = &link_.session().add_consumer(options, *this);
  attachment_.opened(link_.now());
  begin_after(received_offset_);
  if (spec.exclusive) declare_queue();
}

// A reader that comes back goes on where it was: what it has read is not asked for again, and nothing is left out.
void LogicalConsumer::begin_after(std::int64_t offset) {
  if (offset < 0 || !setup_.queue->is_stream()) return;
  consumer_->begin_at({StreamOffset::Kind::number, static_cast<std::uint64_t>(offset) + 1});
}

void LogicalConsumer::subscribe() {
  held_ = false;
  consumer_->subscribe();
}

void LogicalConsumer::tend(Nanos now, Nanos declared_at) {
  if (consumer_ != nullptr && gone()) let_go();
  if (cancelling_ || !attachment_.may_open(now, declared_at)) return;
  if (consumer_ == nullptr) return open();
  cancelled_ = false;
  attachment_.opened(now);
  begin_after(received_offset_);
  consumer_->subscribe();
}

// What the lost channel had delivered comes again, but for what needs no ack. A running handler ends, for nothing.
void LogicalConsumer::let_go() {
  doubt_rejects();
  consumer_ = nullptr;
  handled_tag_ = unacked_ = 0;
  paused_ = false;
  if (setup_.queue->consumers.ack.mode == model::Ack::Mode::automatic) return;
  for (std::size_t i = started_; i < ring_.size(); ++i) waiting_bytes_ -= ring_[i].bytes;
  ring_.drop_after(started_);
  received_offset_ = started_offset_;
  for (std::size_t i = 0; i < started_; ++i) ring_[i].tag = 0;
  line_free_ = started_ > 0 ? ring_[started_ - 1].end : 0;
}

// The broker may not have got the last of them.
void LogicalConsumer::doubt_rejects() { account_.doubt(rejects_.take()); }

void LogicalConsumer::on_delivery(const client::Delivery& delivery, Nanos arrival) {
  last_delivery_ = arrival;
  const auto& spec = setup_.queue->consumers;
  if (cancelling_ && spec.ack.mode != model::Ack::Mode::automatic) {
    to_give_back_ = true;
    return;
  }
  const auto stamp = read_stamp(delivery.stamp_header.empty() ? delivery.body : delivery.stamp_header);
  Arrived a;
  a.tag = delivery.tag;
  a.arrival = arrival;
  a.stamped = stamp.has_value();
  if (stamp) a.stamp = *stamp;
  a.bytes = static_cast<std::uint32_t>(delivery.body.size());
  a.redelivered = delivery.redelivered;
  a.offset = delivery.stream_offset;
  if (a.offset >= 0) received_offset_ = a.offset;
  account_.read_deaths(delivery, a);
  a.reject = spec.failure_rate > 0 && unit_draw(setup_.seed, draws_++) < spec.failure_rate;
  put_on_line(a);
  ring_.push(a);
  waiting_bytes_ += a.bytes;
  if (spec.prefetch == 0 && !paused_ && !cancelling_ && waiting_bytes_ > kMaxWaitingBytes) {
    paused_ = true;
    link_.session().pause_reading(true);
  }
}

void LogicalConsumer::put_on_line(Arrived& a) {
  a.start = a.end = kNever;
  if (line_closed_) return;
  a.start = std::max(a.arrival, line_free_);
  a.end = line_free_ = a.start + handler_times_.next();
}

void LogicalConsumer::open_line() {
  line_closed_ = false;
  line_free_ = view_.t0;
  for (std::size_t i = 0; i < ring_.size(); ++i) put_on_line(ring_[i]);
}

void LogicalConsumer::start_due(Nanos now) {
  if (cancelling_) return;  // what did not start by the drain's end is given back
  while (started_ < ring_.size() && ring_[started_].start <= now) {
    const Arrived& a = ring_[started_++];
    if (a.offset >= 0) started_offset_ = a.offset;
    const bool first = account_.start(a, view_);
    if (first && !a.stamp.prefill && order_.out_of_order(a.stamp.producer, a.stamp.sequence)) ++account_.out_of_order;
  }
}

void LogicalConsumer::end_due(Nanos now) {
  while (started_ > 0 && ring_[0].end <= now) {
    end_one(ring_[0]);
    ring_.pop();
    --started_;
  }
  if (paused_ && waiting_bytes_ < kMaxWaitingBytes / 2) {
    paused_ = false;
    link_.session().pause_reading(false);
  }
}

void LogicalConsumer::end_one(const Arrived& a) {
  waiting_bytes_ -= a.bytes;
  if (setup_.queue->consumers.ack.mode == model::Ack::Mode::automatic || gone() || a.tag == 0) return;
  if (a.reject) {
    send_ack(true);  // what ended before it is acked first, so that one multiple ack never covers a rejected one
    const bool requeue = setup_.queue->consumers.on_failure == model::OnFailure::requeue;
    consumer_->reject(a.tag, requeue);
    if (requeue) return;
    if (const auto reject = account_.rejected(a)) rejects_.push(*reject);
    return;
  }
  handled_tag_ = a.tag;
  ++unacked_;
}

void LogicalConsumer::send_ack(bool all) {
  if (unacked_ == 0 || gone()) return;
  const auto& ack = setup_.queue->consumers.ack;
  if (!all && ack.mode == model::Ack::Mode::every && unacked_ < static_cast<std::uint64_t>(ack.every)) return;
  consumer_->ack(handled_tag_, unacked_ > 1);
  unacked_ = 0;
}

void LogicalConsumer::advance(Nanos now) {
  if (line_closed_ && view_.started()) open_line();
  if (ring_.empty()) return;
  start_due(now);
  end_due(now);
  send_ack(false);
  if (ring_.empty() && !cancelling_ && !gone()) consumer_->next();
}

Nanos LogicalConsumer::next_wake() const {
  Nanos wake = kNever;
  if (!cancelling_ && started_ < ring_.size()) wake = ring_[started_].start;
  if (started_ > 0) wake = std::min(wake, ring_[0].end);
  return wake;
}

void LogicalConsumer::cancel() {
  cancelling_ = true;
  still_reading_ = !ring_.empty() || link_.now() - std::max(last_delivery_, view_.w1) < kStreamQuiet;
  if (paused_ && !gone()) link_.session().pause_reading(false);  // the answer comes behind what was not read
  if (!gone() && consumer_ != nullptr && consumer_->subscribed()) {
    consumer_->cancel();
  } else {
    cancelled_ = true;
  }
}

bool LogicalConsumer::finish(Nanos now) {
  advance(now);
  if (setup_.queue->consumers.ack.mode == model::Ack::Mode::automatic) take_what_cannot_go_back();
  if (gone()) {
    doubt_rejects();
    return true;
  }
  if (!cancelled_ || started_ > 0) return false;
  if (!given_back_) {
    given_back_ = true;
    send_ack(true);
    // A stream takes nothing back, and lacks nothing.
    const bool to_give_back = (to_give_back_ || !ring_.empty()) && !setup_.queue->is_stream();
    if (to_give_back && consumer_ != nullptr) consumer_->requeue_all();
    ring_.clear();
  }
  return true;
}

// Without acks the broker has let go of what it sent: it was delivered, however late its handler would have started.
void LogicalConsumer::take_what_cannot_go_back() {
  for (; started_ < ring_.size(); ++started_) account_.start(ring_[started_], view_);
  ring_.clear();
  started_ = 0;
  waiting_bytes_ = 0;
}

void LogicalConsumer::leave() {
  const bool cannot_go_back = setup_.queue->consumers.ack.mode == model::Ack::Mode::automatic;
  if (cannot_go_back && cancelling_ && !cancelled_ && !gone()) account_.unread = true;
}

void LogicalConsumer::on_cancelled(bool by_broker) {
  cancelled_ = true;
  if (!by_broker) return;
  attachment_.consumer_cancelled(
      Error{ErrorKind::lost, "the broker cancelled a consumer of " + setup_.queue->name, {}, {}, {}}, link_.now());
}

void LogicalConsumer::on_consumer_closed(const Error& why) {
  closed_ = why;
  channel_closed_ = cancelled_ = true;
  attachment_.channel_closed(why, link_.now());
}

}  // namespace amqpace::engine
