// SPDX-License-Identifier: Apache-2.0
#include "amqp091/render.hpp"

#include "amqp091/connection_send.hpp"
#include "amqp091/frame.hpp"

namespace amqpace::amqp091 {

namespace {

constexpr std::size_t kHeaderHead = 12;  // class, weight and body size, before the properties

tl::unexpected<Error> bad(std::string what) {
  return fail(ErrorKind::bad_input, std::move(what));
}

Result<std::size_t> patch_in_body(const Patch& patch, std::size_t body_size, std::size_t body_at,
                                  std::uint32_t frame_max) {
  if (patch.size > body_size || patch.offset > body_size - patch.size)
    return bad("the part of the body to be patched lies outside of it");
  if (patch.size == 0) return body_at;
  const std::size_t most = frame_max == 0 ? body_size : frame_max - kFrameOverhead;
  const std::size_t number = patch.offset / most;
  if (number != (patch.offset + patch.size - 1) / most)
    return bad("the part of the body to be patched does not lie in one frame");
  return body_at + number * (most + kFrameOverhead) + kFrameHead + patch.offset % most;
}

// Decodes what was rendered, because only that knows where the header's value has come to lie.
Result<std::size_t> patch_in_header(const Patch& patch, const std::vector<std::byte>& bytes,
                                    std::size_t properties_at) {
  wire::Reader in(Bytes(bytes).subspan(properties_at));
  Properties properties;
  decode(in, properties);
  const auto value = properties.headers.find(patch.header);
  const auto array = value ? value->byte_array() : std::nullopt;
  if (!array || array->size() != patch.size)
    return bad("no byte array of the size to be patched in the headers: " + std::string(patch.header));
  return static_cast<std::size_t>(array->data() - bytes.data());
}

// The timestamp stands behind all properties that come before it in the table of the class.
Result<std::size_t> patch_in_timestamp(const Properties& properties, std::size_t properties_at) {
  using P = Properties;
  if (!properties.has(P::kTimestamp)) return bad("there is no timestamp to be patched");
  Properties before = properties;
  before.present &= static_cast<std::uint16_t>(
      ~(P::kTimestamp | P::kType | P::kUserId | P::kAppId | P::kClusterId));
  return properties_at + encoded_size(before);
}

struct Layout {
  const Properties& properties;
  std::size_t properties_at, body_size, body_at;
  std::uint32_t frame_max;
};

Result<std::size_t> place_of(const Patch& patch, const std::vector<std::byte>& bytes, const Layout& in) {
  if (patch.where == Patch::Where::body) return patch_in_body(patch, in.body_size, in.body_at, in.frame_max);
  if (patch.where == Patch::Where::timestamp) return patch_in_timestamp(in.properties, in.properties_at);
  return patch_in_header(patch, bytes, in.properties_at);
}

}  // namespace

Result<Rendered> render_content(const BasicPublish& method, const Properties& properties, Bytes body,
                                const RenderOptions& options) {
  const std::size_t method_size = encoded_size(method);
  const std::size_t properties_size = encoded_size(properties);
  if (method_size == 0 || properties_size == 0)
    return bad("a name, key or property is longer than 255 bytes");
  if (options.frame_max != 0 && kFrameOverhead + kHeaderHead + properties_size > options.frame_max)
    return bad("the headers do not fit a frame");

  Rendered rendered;
  const std::size_t header_at = kFrameOverhead + method_size;
  const std::size_t body_at = header_at + header_frame_size(properties_size);
  rendered.bytes.resize(body_at + body_frames_size(body.size(), options.frame_max));
  wire::Writer out(rendered.bytes);
  put_method_frame(out, options.channel, method, method_size);
  put_properties_frame(out, options.channel, body.size(), properties, properties_size);
  put_body_frames(out, options.channel, body, options.frame_max);

  const Layout layout{properties, header_at + kFrameHead + kHeaderHead, body.size(), body_at, options.frame_max};
  for (const Patch& patch : options.more) {
    const auto at = place_of(patch, rendered.bytes, layout);
    if (!at) return tl::unexpected<Error>(at.error());
    rendered.more_at.push_back(*at);
  }
  if (options.patch.where == Patch::Where::nothing) return rendered;
  const auto at = place_of(options.patch, rendered.bytes, layout);
  if (!at) return tl::unexpected<Error>(at.error());
  rendered.patch_at = *at;
  rendered.patch_size = options.patch.size;
  return rendered;
}

}  // namespace amqpace::amqp091
