// SPDX-License-Identifier: Apache-2.0
// From the seam's plain data to what the 0-9-1 codec takes: argument tables, properties, a message template's
// finished frames. Set-up only.
#pragma once

#include <vector>

#include "amqp091/render.hpp"
#include "amqp091/table_value.hpp"
#include "client/session.hpp"

namespace amqpace::client {

// Keeps the bytes that a TableView looks at.
class EncodedTable {
 public:
  explicit EncodedTable(const Arguments& entries);
  explicit EncodedTable(const amqp091::Table& table) : bytes_(amqp091::encode_table(table)) {}
  amqp091::TableView view() const { return amqp091::TableView(bytes_); }

 private:
  amqp091::ByteArray bytes_;
};

// The frames of a template on a channel. bad_input: the message cannot be sent (a name too long, a stamp
// larger than the body …).
Result<amqp091::Rendered> render_template(const MessageTemplate& message, std::uint16_t channel,
                                          std::uint32_t frame_max);

}  // namespace amqpace::client
