// SPDX-License-Identifier: Apache-2.0
// A stream: a log that every consumer reads for itself, from where it asked to begin (x-stream-offset), as
// fast as its prefetch and its acks allow. Reading takes nothing away; what is old goes by retention. Of the
// faults that act on queues, deliverDelay and serviceRate act on each reader; nothing is reordered.
#pragma once

#include <vector>

#include "broker/pace.hpp"
#include "broker/queue.hpp"
#include "broker/stream_log.hpp"

namespace amqpace::broker {

struct StreamStart;

class StreamQueue final : public Queue {
 public:
  StreamQueue(VHost& vhost, Core& core, QueueSettings settings);

  std::uint64_t depth() const override { return log_.size(); }
  bool enqueue(const MessageRef& message, std::uint64_t channel) override;
  bool hold(const MessageRef& message, std::uint64_t channel) override { return enqueue(message, channel); }
  void requeue(QueueEntry, bool) override {}  // it never left
  bool requeues_behind() const override { return true; }
  std::optional<QueueEntry> take() override { return std::nullopt; }
  std::uint64_t purge() override;
  AddedHeader added_header(const QueueEntry& entry) const override;
  void wake(Consumer& consumer) override;
  void dispatch() override;

 private:
  struct Reader {
    Consumer* consumer;
    std::uint64_t next;  // offset
    Pace pace;
    bool starved = false;
  };
  void came(Consumer& consumer) override;
  void left(Consumer& consumer) override;
  void on_time(Nanos now) override;
  std::uint64_t offset_of(const StreamStart& start) const;
  void serve(Reader& reader);

  StreamLog log_;
  std::vector<Reader> readers_;
};

}  // namespace amqpace::broker
