// SPDX-License-Identifier: Apache-2.0
// A message that goes out again and again: its bytes, made once, and the place in them where each one is
// patched with its stamp. For publishers, which copy them into the send buffer.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "amqp091/methods.hpp"
#include "base/error.hpp"

namespace amqpace::amqp091 {

// What is to be patched in a rendered message.
struct Patch {
  enum class Where : std::uint8_t { nothing, body, header, timestamp };
  Where where = Where::nothing;
  std::size_t offset = 0;     // body: of the first byte within the body
  std::size_t size = 0;       // body: number of bytes; header: the byte array must have this size; timestamp: 8
  std::string_view header{};  // header: name of a header of type byte array ('x')
};

// The bytes of method, header and body frames, ready to be copied into an OutBuffer.
struct Rendered {
  std::vector<std::byte> bytes;
  std::size_t patch_at = 0;    // offset in `bytes` of what Patch named; patch_size bytes in one piece
  std::size_t patch_size = 0;  // 0: nothing to be patched
  std::vector<std::size_t> more_at{};  // where RenderOptions::more are, in its order
};

struct RenderOptions {
  std::uint16_t channel = 0;
  std::uint32_t frame_max = 0;  // as agreed; 0: no limit
  Patch patch{};
  std::vector<Patch> more{};  // further ones
};

// Errors (bad_input): a string longer than 255 bytes, a method or header that does not fit a frame, a patch
// outside the body or cut by a frame's end (never so for one that starts at 0: a frame holds at least 4088
// bytes of body), a header to be patched that is missing, of another type or of another size, a timestamp that is not there.
Result<Rendered> render_content(const BasicPublish& method, const Properties& properties, Bytes body,
                                const RenderOptions& options);

}  // namespace amqpace::amqp091
