// SPDX-License-Identifier: Apache-2.0
// A message on the wire: a method that carries content, a content header, body frames. Views for what comes
// in, and render_content() for what goes out again and again: the finished bytes, once, with the places where
// they are patched.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "amqp091/methods.hpp"
#include "base/error.hpp"

namespace amqpace::amqp091 {

struct ContentHeader {
  std::uint64_t body_size = 0;
  Properties properties;
  Bytes raw;  // property flags and values as they came: a broker can pass them on without decoding
};

// Reads the payload of a header frame. Nothing when it is good, else the offset in it of the first thing that
// is not.
std::optional<std::size_t> decode_header(Bytes payload, ContentHeader& header);

// One whole message. All views hold during the callback only.
struct Content {
  std::uint16_t channel = 0;
  const Method& method;  // BasicPublish, BasicDeliver, BasicReturn or BasicGetOk
  const ContentHeader& header;
  Bytes body;
};

// What is to be patched in a rendered message.
struct Patch {
  enum class Where : std::uint8_t { nothing, body, header };
  Where where = Where::nothing;
  std::size_t offset = 0;     // body: of the first byte within the body
  std::size_t size = 0;       // body: number of bytes; header: the byte array must have this size
  std::string_view header{};  // header: name of a header of type byte array ('x')
};

// The bytes of method, header and body frames, ready to be copied into an OutBuffer.
struct Rendered {
  std::vector<std::byte> bytes;
  std::size_t patch_at = 0;    // offset in `bytes` of what Patch named; patch_size bytes in one piece
  std::size_t patch_size = 0;  // 0: nothing to be patched
};

// Errors (bad_input): a string longer than 255 bytes, a method or header that does not fit a frame, a patch
// outside the body or cut by a frame's end (never so for one that starts at 0: a frame holds at least 4088
// bytes of body), a header that is missing, of another type or of another size. `frame_max`: as negotiated, 0
// for no limit.
struct RenderOptions {
  std::uint16_t channel = 0;
  std::uint32_t frame_max = 0;
  Patch patch{};
};
Result<Rendered> render_content(const BasicPublish& method, const Properties& properties, Bytes body,
                                const RenderOptions& options);

}  // namespace amqpace::amqp091
