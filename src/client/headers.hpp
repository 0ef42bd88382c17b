// SPDX-License-Identifier: Apache-2.0
// The three headers of a delivery that the engine asks for, found in the table as it lies in the read buffer:
// x-amqpace (the stamp of messages whose body is the user's own), x-death (dead-lettered before, where and
// how often) and x-stream-offset (its place in a stream). Walks the table once and allocates nothing.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "amqp091/table.hpp"
#include "client/session.hpp"

namespace amqpace::client {

inline constexpr std::string_view kStampHeader = "x-amqpace";

struct DeliveryHeaders {
  wire::Bytes stamp;              // a view into the table; empty when there is none
  std::uint32_t deaths = 0;       // entries of x-death
  std::uint32_t deaths_here = 0;  // those that name `queue`
  std::uint64_t died_on = 0;      // a hash of the set of queues, each with whether it was rejected there
  std::uint64_t rejects_here = 0;  // of a consumer, there: the entries' counts
  std::array<Death, Delivery::kLatest> latest{};  // views into the table
  std::int64_t stream_offset = -1;                // -1: there is none
};

DeliveryHeaders read_delivery_headers(amqp091::TableView headers, std::string_view queue);

}  // namespace amqpace::client
