// SPDX-License-Identifier: Apache-2.0
#include "client/publisher091.hpp"

#include <cassert>
#include <cstring>
#include <utility>

#include "base/text.hpp"
#include "client/encode091.hpp"
#include "client/headers.hpp"

namespace amqpace::client {
namespace {

// The sequence in the stamp of a returned message, which is in the header when there is one. A publisher's
// templates agree on the stamp itself; where it is may differ (small messages that fill the queues
// beforehand).
std::optional<std::uint64_t> returned_sequence(const amqp091::Content& content,
                                               const MessageTemplate& message) {
  wire::Bytes stamp;
  const amqp091::Properties& properties = content.header.properties;
  if (properties.has(amqp091::Properties::kHeaders))
    stamp = read_delivery_headers(properties.headers, {}).stamp;
  if (stamp.empty()) stamp = content.body;
  if (stamp.size() < message.sequence_offset_in_stamp + sizeof(std::uint64_t)) return std::nullopt;
  std::uint64_t sequence;  // little-endian, as every machine this runs on
  std::memcpy(&sequence, stamp.data() + message.sequence_offset_in_stamp, sizeof sequence);
  return sequence;
}

}  // namespace

Publisher091::Publisher091(SessionCore& core, const PublisherOptions& options, PublisherEvents& events)
    : core_(core), events_(events) {
  core_.outbox().reserve();
  if (options.confirms) ring_.emplace(options.max_in_flight);
}

TemplateId Publisher091::add_template(const MessageTemplate& message) {
  const SessionCore::Entry entry(core_);
  templates_.push_back({message, {}});
  if (channel_ != 0 && state_ != State::closed) render(templates_.back());
  return static_cast<TemplateId>(templates_.size() - 1);
}

bool Publisher091::publish(TemplateId id, std::uint64_t sequence, Nanos due,
                           std::span<const std::byte> stamp) {
  if (state_ != State::open) return false;
  const amqp091::Rendered& rendered = templates_[id].rendered;
  assert(stamp.size() == rendered.patch_size);
  if (!core_.outbox().fits(rendered.bytes.size())) return false;
  amqp091::Connection& connection = core_.connection();
  const std::optional<std::uint64_t> at = connection.send_rendered(channel_, rendered.bytes);
  if (!at) return false;
  if (!stamp.empty()) connection.out().patch(*at + rendered.patch_at, stamp);
  if (!rendered.more_at.empty()) patch_live(templates_[id], *at, sequence);
  const std::uint64_t number = ring_ ? ring_->push(sequence, due) : ++published_;
  core_.outbox().put({this, number, *at + rendered.bytes.size(), sequence, due});
  return true;
}

void Publisher091::patch_live(const Template& message, std::uint64_t at, std::uint64_t sequence) {
  wire::OutBuffer& out = core_.connection().out();
  const auto& places = message.rendered.more_at;
  const auto& texts = message.source.sequence_texts;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    char digits[kSequenceDigits];
    std::uint64_t rest = sequence;
    for (std::size_t d = kSequenceDigits; d-- > 0; rest /= 10)
      digits[d] = rest == 0 && d + 1 < kSequenceDigits ? texts[i].pad : static_cast<char>('0' + rest % 10);
    out.patch(at + places[i], wire::as_bytes(std::string_view(digits, kSequenceDigits)));
  }
  if (!message.source.properties.timestamp_now) return;
  std::byte seconds[8];
  wire::store_big(seconds, static_cast<std::uint64_t>(core_.clock().wall_now() / kSecond));
  out.patch(at + places.back(), seconds);
}

Nanos Publisher091::oldest_unanswered_sent() const {
  const InFlight* const oldest = ring_ ? ring_->oldest() : nullptr;
  return oldest == nullptr || oldest->sent == 0 ? kNever : oldest->sent;
}

void Publisher091::give_up(Nanos now) {
  const SessionCore::Entry entry(core_);
  answer_all(Answer::unknown, now);
}

void Publisher091::on_connection_open() {
  if (state_ != State::waiting) return;
  state_ = State::opening;
  channel_ = core_.open_channel(*this);
  if (channel_ == 0)
    return close_with({ErrorKind::refused,
                       "could not open a channel to publish",
                       {},
                       "the broker allows " + std::to_string(core_.connection().tuning().channel_max) +
                           " channels on one connection",
                       "use more connections"},
                      Answer::failed, core_.clock().now());
  for (Template& message : templates_)
    if (!render(message)) return;
}

void Publisher091::on_method(const amqp091::Method& method, Nanos read_at) {
  if (const auto* ack = std::get_if<amqp091::BasicAck>(&method)) {
    answer(ack->delivery_tag, ack->multiple, Answer::confirmed, read_at);
  } else if (const auto* nack = std::get_if<amqp091::BasicNack>(&method)) {
    answer(nack->delivery_tag, nack->multiple, Answer::nacked, read_at);
  } else if (std::holds_alternative<amqp091::ChannelOpenOk>(method)) {
    on_channel_open();
  } else if (std::holds_alternative<amqp091::ConfirmSelectOk>(method)) {
    if (state_ == State::selecting) state_ = State::open;
  } else if (const auto* closed = std::get_if<amqp091::ChannelClose>(&method)) {
    close_with(refused_channel(doing(), {closed->reply_code, std::string(closed->reply_text)}),
               Answer::failed, read_at);
  }
}

void Publisher091::on_channel_open() {
  if (state_ != State::opening) return;
  state_ = ring_ ? State::selecting : State::open;
  if (!ring_) return;
  core_.connection().send(channel_, amqp091::ConfirmSelect{});
  core_.write_soon();
}

void Publisher091::on_content(const amqp091::Content& content, Nanos read_at) {
  if (!std::holds_alternative<amqp091::BasicReturn>(content.method) || state_ == State::closed ||
      templates_.empty())
    return;
  const auto sequence = returned_sequence(content, templates_.front().source);
  if (!sequence) return;
  if (ring_) {
    ring_->mark_returned(*sequence);
  } else {
    events_.on_answer({*sequence, 0, read_at}, Answer::returned, read_at);
  }
}

void Publisher091::on_connection_over(const Error&, const Reply*, Nanos at) {
  state_ = State::closed;
  answer_all(Answer::unknown, at);
}

void Publisher091::on_written(const PendingSend& message, Nanos at) {
  if (core_.detached()) return;
  if (!ring_) {
    if (message.number > dropped_) events_.on_sent({message.sequence, message.due, at});
  } else if (const InFlight* sent = ring_->mark_sent(message.number, at)) {
    events_.on_sent(InFlight(*sent));
  }
}

bool Publisher091::render(Template& message) {
  Result<amqp091::Rendered> rendered =
      render_template(message.source, channel_, core_.connection().tuning().frame_max);
  if (rendered) {
    message.rendered = std::move(*rendered);
    message.source.body = {};
    return true;
  }
  const std::uint16_t channel = channel_;
  close_with(rendered.error(), Answer::failed, core_.clock().now());
  if (!core_.detached()) core_.connection().close_channel(channel);
  return false;
}

void Publisher091::answer(std::uint64_t tag, bool multiple, Answer as, Nanos read_at) {
  if (!ring_ || state_ == State::closed) return;
  ring_->answer(tag, multiple, [&](const InFlight& message, bool returned) {
    if (core_.detached()) return;
    events_.on_answer(message, returned && as == Answer::confirmed ? Answer::returned : as, read_at);
  });
}

void Publisher091::answer_all(Answer as, Nanos at) {
  if (ring_) {
    ring_->answer_all([&](const InFlight& message, bool returned) {
      if (!core_.detached()) events_.on_answer(message, returned ? Answer::returned : as, at);
    });
    return;
  }
  const std::uint64_t answered = std::exchange(dropped_, published_);
  const Fifo<PendingSend>& pending = core_.outbox().pending();
  for (std::size_t i = 0; i < pending.size() && !core_.detached(); ++i) {
    const PendingSend message = pending[i];
    if (message.sender == this && message.number > answered && message.number <= dropped_)
      events_.on_answer({message.sequence, message.due, 0}, as, at);
  }
}

void Publisher091::close_with(const Error& why, Answer as, Nanos at) {
  if (state_ == State::closed) return;
  state_ = State::closed;
  answer_all(as, at);
  if (!core_.detached()) events_.on_publisher_closed(why);
}

std::string Publisher091::doing() const {
  if (templates_.empty()) return "publish";
  const std::string& exchange = templates_.front().source.exchange;
  return "publish to exchange " + (exchange.empty() ? "(default)" : printable(exchange));
}

}  // namespace amqpace::client
