// SPDX-License-Identifier: Apache-2.0
// From bytes to frames, and from frames to methods and whole messages. A message that lies in one read is
// handed over where it lies; what is cut by the end of a read, or of a frame, is put together in memory that
// is used again.
#include <algorithm>
#include <cassert>
#include <string>

#include "amqp091/connection.hpp"

namespace amqpace::amqp091 {

void Connection::receive(Bytes bytes, Nanos now, Handler& handler) {
  assert(phase_ != Phase::idle);
  now_ = std::max(now_, now);
  if (!bytes.empty()) last_received_ = now_;
  const std::uint64_t end = received_ + bytes.size();
  if (!tail_.empty() && !is_over()) bytes = complete_tail(bytes, handler);
  if (!bytes.empty() && !is_over()) {
    const std::size_t used = frames(bytes, received_, handler);
    if (!is_over()) tail_.assign(bytes.begin() + static_cast<std::ptrdiff_t>(used), bytes.end());
  }
  received_ = end;
  if (!error_) return;
  const ProtocolError error = std::move(*error_);
  error_.reset();
  handler.on_protocol_error(error);
}

// A server is always greeted with a protocol header; a client is only to be told that another version is
// wanted.
bool Connection::awaits_protocol_header(Bytes bytes) const {
  return phase_ == Phase::await_protocol || (phase_ == Phase::await_start && bytes[0] == std::byte{'A'});
}

void Connection::protocol_header(Bytes bytes, std::uint64_t offset) {
  const Bytes header = bytes.first(kProtocolHeader.size());
  const auto [other, ours] = std::mismatch(header.begin(), header.end(), kProtocolHeader.begin());
  if (options_.role == Role::server && other == header.end()) {
    phase_ = Phase::await_start_ok;
    const std::vector<std::byte> properties = own_properties();
    reply(0, ConnectionStart{.version_major = 0,
                             .version_minor = 9,
                             .server_properties = TableView(properties),
                             .mechanisms = options_.mechanisms,
                             .locales = "en_US"});
    return;
  }
  const Place place{offset + static_cast<std::uint64_t>(other - header.begin()), 0, {}};
  if (options_.role == Role::server) {
    out_.append(kProtocolHeader);
    fail(ReplyCode::not_implemented, "the client does not begin with the protocol header of AMQP 0-9-1",
         place);
    return;
  }
  std::string version;
  for (const std::byte part : header.subspan(4))
    version += (version.empty() ? "" : "-") + std::to_string(int(part));
  fail(ReplyCode::not_implemented,
       "the server does not speak AMQP 0-9-1 but asks for protocol header " + version, place,
       ErrorKind::refused);
}

// How many bytes make whole what has begun, as far as that can be told.
std::size_t Connection::wanted(Bytes begun) const {
  if (awaits_protocol_header(begun)) return kProtocolHeader.size();
  if (begun.size() < kFrameHead) return kFrameHead;
  return kFrameOverhead + load_frame_head(begun.data()).size;
}

// Fills up the frame that an earlier read has begun, and deals with it. What is left of `bytes` is the
// answer.
Bytes Connection::complete_tail(Bytes bytes, Handler& handler) {
  while (true) {
    const std::size_t missing = wanted(tail_) - tail_.size();
    const Bytes part = bytes.first(std::min(missing, bytes.size()));
    tail_.insert(tail_.end(), part.begin(), part.end());
    bytes = bytes.subspan(part.size());
    received_ += part.size();
    if (part.size() < missing) return bytes;
    // With the head complete, this checks it before anything is kept on its word.
    if (frames(tail_, received_ - tail_.size(), handler) > 0 || is_over()) break;
  }
  tail_.clear();
  return bytes;
}

// Deals with all whole frames; how many bytes those were is the answer. `offset`: of bytes[0] in the stream.
std::size_t Connection::frames(Bytes bytes, std::uint64_t offset, Handler& handler) {
  std::size_t at = 0;
  while (at < bytes.size() && !is_over()) {
    const Bytes rest = bytes.subspan(at);
    if (phase_ <= Phase::await_start && awaits_protocol_header(rest)) [[unlikely]] {
      if (rest.size() < kProtocolHeader.size()) break;
      protocol_header(rest, offset + at);
      at += kProtocolHeader.size();
      continue;
    }
    if (rest.size() < kFrameHead) break;
    const FrameHead head = load_frame_head(rest.data());
    // The first half is all that a good frame needs; the second one names what is wrong, or finds a
    // heartbeat.
    if ((head.type - 1u >= 3 || head.size > largest_payload_) && !good_head(head, offset + at)) break;
    const std::size_t size = kFrameOverhead + head.size;
    if (rest.size() < size) break;
    if (rest[size - 1] != kFrameEnd) [[unlikely]] {
      fail(ReplyCode::frame_error, "a frame does not end with its end mark",
           {offset + at + size - 1, head.channel, {}});
      break;
    }
    const Frame frame{static_cast<FrameType>(head.type), head.channel, offset + at,
                      rest.subspan(kFrameHead, head.size)};
    at += size;
    switch (frame.type) {
      case FrameType::method:
        if (const auto taken = busy_method(frame, rest.subspan(size), handler)) {
          at += *taken;
        } else {
          at += method_frame(frame, rest.subspan(size), handler);
        }
        break;
      case FrameType::header:
        header_frame(frame, handler);
        break;
      case FrameType::body:
        body_frame(frame, handler);
        break;
      case FrameType::heartbeat:
        break;
    }
  }
  return at;
}

bool Connection::good_head(const FrameHead& head, std::uint64_t offset) {
  const bool heartbeat = head.type == static_cast<std::uint8_t>(FrameType::heartbeat);
  if (head.type == 0 || (head.type > 3 && !heartbeat)) [[unlikely]] {
    fail(ReplyCode::frame_error, "unknown frame type " + std::to_string(head.type), {offset, 0, {}});
  } else if (heartbeat && head.channel != 0) [[unlikely]] {
    fail(ReplyCode::frame_error, "a heartbeat on a channel", {offset + 1, head.channel, {}});
  } else if (head.size > (heartbeat ? 0 : largest_payload_)) [[unlikely]] {
    fail(ReplyCode::frame_error, "a frame of " + std::to_string(head.size) + " bytes is larger than agreed",
         {offset + 3, head.channel, {}});
  } else {
    return true;
  }
  return false;
}

// After a close was sent, all but its answer and the peer's own close is to be thrown away.
bool Connection::discards(std::uint16_t channel) const {
  return phase_ == Phase::closing || channels_.at(channel) == ChannelState::closing;
}

// What a busy connection consists of, without the detours of the general way. Nothing: it is something else,
// or not in order; then nothing has happened. Else the answer is method_frame's.
std::optional<std::size_t> Connection::busy_method(const Frame& frame, Bytes rest, Handler& handler) {
  if (phase_ != Phase::open || frame.payload.size() < 4 || !channels_.awaits_method(frame.channel))
    return std::nullopt;
  const auto take = [&]<class M>(std::in_place_type_t<M> kind) -> std::optional<std::size_t> {
    wire::Reader in(frame.payload.subspan(4));
    Method method(kind);
    amqp091::decode(in, *std::get_if<M>(&method));
    if (!in.ok() || !in.at_end()) return std::nullopt;
    if constexpr (M::kContent) return content_in_place(frame, method, rest, handler);
    handler.on_method(frame.channel, method);
    return 0;
  };
  const std::uint32_t id = wire::load_big<std::uint32_t>(frame.payload.data());
  if (id == packed(BasicAck::kId)) return take(std::in_place_type<BasicAck>);
  if (id == packed(BasicDeliver::kId) && options_.role == Role::client)
    return take(std::in_place_type<BasicDeliver>);
  if (id == packed(BasicPublish::kId) && options_.role == Role::server)
    return take(std::in_place_type<BasicPublish>);
  return std::nullopt;
}

// `rest`: what follows in this read. The answer is how much of that belonged to the method and is dealt with.
std::size_t Connection::method_frame(const Frame& frame, Bytes rest, Handler& handler) {
  Place place{frame.offset + kFrameHead, frame.channel, {}};
  wire::Reader in(frame.payload);
  place.method.class_id = in.u16();
  place.method.method_id = in.u16();
  if (!in.ok()) {
    place.offset += in.position();
    place.method = {};
    fail(ReplyCode::syntax_error, "a method frame too short for a method", place);
    return 0;
  }
  if (discards(frame.channel)) {
    const bool own = phase_ == Phase::closing
                         ? place.method == ConnectionClose::kId || place.method == ConnectionCloseOk::kId
                         : place.method == ChannelClose::kId || place.method == ChannelCloseOk::kId;
    if (!own || (phase_ == Phase::closing && frame.channel != 0)) return 0;
  }
  if (channels_.assembly(frame.channel) != nullptr) {
    place.offset = frame.offset;
    fail(ReplyCode::unexpected_frame, "a method where the rest of a message should be", place);
    return 0;
  }
  Method method;
  if (!decode_method_frame(frame, place, method)) return 0;
  if (traits(method).content && phase_ == Phase::open) return content_in_place(frame, method, rest, handler);
  on_method(place, method, handler);
  return 0;
}

bool Connection::decode_method_frame(const Frame& frame, const Place& place, Method& method) {
  wire::Reader in(frame.payload.subspan(4));
  const std::uint64_t fields_at = place.offset + 4;
  if (!decode_method(place.method, in, method)) {
    fail(ReplyCode::not_implemented, "no such method", place);
    return false;
  }
  const MethodTraits& known = traits(method);
  if (!in.ok() || !in.at_end()) {
    fail(ReplyCode::syntax_error,
         std::string(in.ok() ? "bytes behind the last field of " : "a bad field in ").append(known.name),
         {fields_at + in.position(), place.channel, place.method});
    return false;
  }
  if (known.sender == (options_.role == Role::client ? Sender::client : Sender::server)) {
    fail(ReplyCode::command_invalid, std::string(known.name) + " is not the peer's to send", place);
    return false;
  }
  // Class connection lives on channel 0, and nothing else does.
  const bool on_connection = place.method.class_id == ConnectionStart::kId.class_id;
  if (on_connection != (frame.channel == 0)) {
    fail(ReplyCode::command_invalid, std::string(known.name) + " on channel " + std::to_string(frame.channel),
         place.at_channel());
    return false;
  }
  if (known.content && phase_ == Phase::open && channels_.at(frame.channel) != ChannelState::open) {
    fail(ReplyCode::channel_error, std::string(known.name) + " on a channel that is not open",
         place.at_channel());
    return false;
  }
  return true;
}

// The common case: header and body, or no body at all, follow in the same read and in one frame each.
// Anything else, errors too, is left to the general way, which begins with a copy of the method.
std::size_t Connection::content_in_place(const Frame& frame, const Method& method, Bytes rest,
                                         Handler& handler) {
  const auto next = [&](Bytes bytes, FrameType type) -> std::optional<Bytes> {
    if (bytes.size() < kFrameHead) return std::nullopt;
    const FrameHead head = load_frame_head(bytes.data());
    if (head.type != static_cast<std::uint8_t>(type) || head.channel != frame.channel ||
        head.size > largest_payload_ || bytes.size() < head.size + kFrameOverhead ||
        bytes[kFrameHead + head.size] != kFrameEnd)
      return std::nullopt;
    return bytes.subspan(kFrameHead, head.size);
  };
  if (const auto header_payload = next(rest, FrameType::header)) {
    const std::size_t header_size = kFrameOverhead + header_payload->size();
    ContentHeader header;
    const bool good = !decode_header(*header_payload, header) && header.body_size <= options_.limits.max_body;
    if (good && header.body_size == 0) {
      handler.on_content({frame.channel, method, header, {}});
      return header_size;
    }
    const auto body = good ? next(rest.subspan(header_size), FrameType::body) : std::nullopt;
    if (body && body->size() == header.body_size) {
      handler.on_content({frame.channel, method, header, *body});
      return header_size + kFrameOverhead + body->size();
    }
  }
  Assembly& assembly = channels_.begin_assembly(frame.channel);
  assembly.method.assign(frame.payload.begin(), frame.payload.end());
  return 0;
}

// The message that a header or body frame belongs to; null when there is none, or the frame is to be thrown
// away.
Assembly* Connection::assembly_for(const Frame& frame, Assembly::Awaits awaits) {
  if (discards(frame.channel)) return nullptr;
  Assembly* const assembly = channels_.assembly(frame.channel);
  if (assembly != nullptr && assembly->awaits == awaits) return assembly;
  const bool stands = channels_.at(frame.channel) == ChannelState::open;
  fail(stands || frame.channel == 0 ? ReplyCode::unexpected_frame : ReplyCode::channel_error,
       frame.type == FrameType::header ? "a content header that no method announced"
                                       : "a body that no header announced",
       {frame.offset, frame.channel, {}});
  return nullptr;
}

void Connection::header_frame(const Frame& frame, Handler& handler) {
  Assembly* const assembly = assembly_for(frame, Assembly::Awaits::header);
  if (assembly == nullptr) return;
  const std::uint64_t payload_at = frame.offset + kFrameHead;
  ContentHeader header;
  if (const auto bad = decode_header(frame.payload, header)) {
    fail(ReplyCode::syntax_error, "a bad content header", {payload_at + *bad, frame.channel, {}});
    return;
  }
  if (header.body_size > options_.limits.max_body) {
    fail(ReplyCode::frame_error,
         "a body of " + std::to_string(header.body_size) + " bytes is larger than allowed",
         {payload_at + 4, frame.channel, {}});
    return;
  }
  if (channels_.assembling_bytes() + frame.payload.size() > options_.limits.max_assembling) {
    fail(ReplyCode::resource_error, "too many unfinished messages", {frame.offset, frame.channel, {}});
    return;
  }
  channels_.set_header(*assembly, frame.payload);
  assembly->body_size = header.body_size;
  if (header.body_size == 0) complete(frame.channel, {}, handler);
}

void Connection::body_frame(const Frame& frame, Handler& handler) {
  Assembly* const assembly = assembly_for(frame, Assembly::Awaits::body);
  if (assembly == nullptr) return;
#if !defined(AMQPACE_PLANT_BUG) || AMQPACE_PLANT_BUG != 3  // 3: planted for tools/fuzz_planted.sh
  if (frame.payload.size() > assembly->body_size - assembly->body.size()) {
    fail(ReplyCode::frame_error, "more body than its header announced",
         {frame.offset + 3, frame.channel, {}});
    return;
  }
#endif
  if (assembly->body.empty() && frame.payload.size() == assembly->body_size) {
    complete(frame.channel, frame.payload, handler);
    return;
  }
  if (channels_.assembling_bytes() + frame.payload.size() > options_.limits.max_assembling) {
    fail(ReplyCode::resource_error, "too many unfinished messages", {frame.offset, frame.channel, {}});
    return;
  }
  channels_.add_body(*assembly, frame.payload);
  if (assembly->body.size() >= assembly->body_size) complete(frame.channel, {}, handler);
}

// `body_in_place`: the body when it has come in one piece, else it is in the assembly.
void Connection::complete(std::uint16_t channel, Bytes body_in_place, Handler& handler) {
  std::unique_ptr<Assembly> assembly = channels_.take_assembly(channel);
  wire::Reader in(assembly->method);
  MethodId id;
  id.class_id = in.u16();
  id.method_id = in.u16();
  Method method;
  decode_method(id, in, method);
  ContentHeader header;
  decode_header(assembly->header, header);
  const Bytes body = body_in_place.empty() ? Bytes(assembly->body) : body_in_place;
  handler.on_content({channel, method, header, body});
  channels_.give_back(std::move(assembly));
}

}  // namespace amqpace::amqp091
