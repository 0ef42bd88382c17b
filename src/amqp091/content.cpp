// SPDX-License-Identifier: Apache-2.0
#include "amqp091/content.hpp"

namespace amqpace::amqp091 {

std::optional<std::size_t> decode_header(Bytes payload, ContentHeader& header) {
  wire::Reader in(payload);
  if (in.u16() != BasicPublish::kId.class_id) return 0;
  in.u16();  // weight, unused
  header.body_size = in.u64();
  if (!in.ok()) return in.position();
  header.raw = payload.subspan(in.position());
  decode(in, header.properties);
  if (!in.ok() || !in.at_end()) return in.position();
  return std::nullopt;
}

}  // namespace amqpace::amqp091
