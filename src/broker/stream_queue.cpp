// SPDX-License-Identifier: Apache-2.0
#include "broker/stream_queue.hpp"

#include <algorithm>
#include <utility>

#include "broker/channel.hpp"
#include "broker/core.hpp"

namespace amqpace::broker {
namespace {

Retention retention_of(const QueueArguments& does) {
  Retention retention{does.max_bytes, does.max_age};
  if (does.segment_bytes) retention.segment_bytes = *does.segment_bytes;
  return retention;
}

}  // namespace

StreamQueue::StreamQueue(VHost& vhost, Core& core, QueueSettings settings)
    : Queue(vhost, core, std::move(settings)), log_(retention_of(does())) {}

bool StreamQueue::enqueue(const MessageRef& message, std::uint64_t) {
  log_.append(message, core().now());
  changed();
  return true;
}

std::uint64_t StreamQueue::purge() {
  const std::uint64_t gone = log_.size();
  truth().purged += gone;
  log_.clear();
  return gone;
}

AddedHeader StreamQueue::added_header(const QueueEntry& entry) const {
  return {"x-stream-offset", static_cast<std::int64_t>(entry.position)};
}

std::uint64_t StreamQueue::offset_of(const StreamStart& start) const {
  const Nanos wall_at_zero = core().wall_now() - core().now();
  switch (start.at) {
    case StreamStart::At::first:
      return log_.first();
    case StreamStart::At::last:
      return log_.size() == 0 ? log_.next() : log_.next() - 1;
    case StreamStart::At::next:
      return log_.next();
    case StreamStart::At::offset:
      return static_cast<std::uint64_t>(std::max<std::int64_t>(start.offset, 0));
    case StreamStart::At::time:
      return log_.since(start.time - wall_at_zero);
    case StreamStart::At::ago:
      return log_.since(core().now() - start.time);
  }
  return log_.next();
}

void StreamQueue::came(Consumer& consumer) {
  readers_.push_back({&consumer, offset_of(consumer.start), Pace(core().injector().faults().service_rate)});
  changed();
}

void StreamQueue::left(Consumer& consumer) {
  std::erase_if(readers_, [&consumer](const Reader& one) { return one.consumer == &consumer; });
}

void StreamQueue::wake(Consumer&) {
  changed();
}

void StreamQueue::serve(Reader& reader) {
  const Nanos now = core().now();
  Injector& injector = core().injector();
  reader.next = std::max(reader.next, log_.first());  // retention may have been faster
  while (reader.next < log_.next()) {
    const StreamLog::Entry& entry = log_.at(reader.next);
    const Nanos due = std::max(entry.came + injector.faults().deliver_delay, reader.pace.next());
    if (due > now) return wake_at(due);
    reader.starved |= !reader.consumer->can_take();
    if (!reader.consumer->can_take()) return;
    if (reader.pace.on()) {
      reader.pace.leave(reader.starved ? now : due);
      ++injector.counts().deliveries_paced;
    }
    reader.starved = false;
    if (injector.faults().deliver_delay > 0) ++injector.counts().deliveries_delayed;
    QueueEntry taken;
    taken.message = entry.message;
    taken.position = reader.next++;
    reader.consumer->channel.deliver(*reader.consumer, std::move(taken));
  }
}

void StreamQueue::dispatch() {
  for (Reader& reader : readers_) serve(reader);
}

void StreamQueue::on_time(Nanos) {
  changed();
}

}  // namespace amqpace::broker
