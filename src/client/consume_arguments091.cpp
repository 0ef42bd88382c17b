// SPDX-License-Identifier: Apache-2.0
#include "client/consume_arguments091.hpp"

namespace amqpace::client {

namespace {

// A place by name is a text, an offset a whole number, an instant a timestamp: by the type the broker knows which is meant.
amqp091::FieldValue offset_value(const StreamOffset& offset) {
  switch (offset.kind) {
    case StreamOffset::Kind::number:
      return static_cast<std::int64_t>(offset.value);
    case StreamOffset::Kind::instant:
      return amqp091::Timestamp{offset.value};
    default:
      return stream_offset_text(offset);
  }
}

}  // namespace

amqp091::Table consume_arguments(const ConsumerOptions& options) {
  amqp091::Table table = amqp091::copy_table(EncodedTable(options.arguments).view());
  if (options.priority) table.push_back({"x-priority", static_cast<std::int32_t>(*options.priority)});
  if (options.stream_offset) table.push_back({"x-stream-offset", offset_value(*options.stream_offset)});
  return table;
}

}  // namespace amqpace::client
