// SPDX-License-Identifier: Apache-2.0
#include "base/stream_offset.hpp"

#include <gtest/gtest.h>

namespace amqpace {
namespace {

using Kind = StreamOffset::Kind;

TEST(StreamOffset, IsAWordAnOffsetOrAnInstant) {
  EXPECT_EQ(parse_stream_offset("first").value(), (StreamOffset{Kind::first, 0}));
  EXPECT_EQ(parse_stream_offset("last").value(), (StreamOffset{Kind::last, 0}));
  EXPECT_EQ(parse_stream_offset("next").value(), (StreamOffset{Kind::next, 0}));
  EXPECT_EQ(parse_stream_offset("1500").value(), (StreamOffset{Kind::number, 1500}));
  EXPECT_EQ(parse_stream_offset("1970-01-02T00:00:01Z").value(), (StreamOffset{Kind::instant, 86'401}));
  EXPECT_EQ(parse_stream_offset("2026-01-01T00:00:00Z").value(), (StreamOffset{Kind::instant, 1'767'225'600}));
}

TEST(StreamOffset, IsPrintedAsItIsRead) {
  for (const std::string text : {"first", "last", "next", "0", "1500", "2026-11-30T12:34:56Z", "2028-02-29T23:59:59Z"})
    EXPECT_EQ(stream_offset_text(parse_stream_offset(text).value()), text);
}

TEST(StreamOffset, IsRefusedWhenItIsNoPlaceInAStream) {
  for (const std::string text : {"", "latest", "-1", "1.5", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
                                 "2026-11-30T24:00:00Z", "2026-11-30T12:00:60Z", "2026-11-30t12:00:00Z", "2026-11-30T12:00+01:00", "2026-11-30 12:00:00Z", "2026-11-30", "1969-12-31T00:00:00Z"}) {
    EXPECT_FALSE(parse_stream_offset(text)) << text;
  }
  EXPECT_EQ(parse_stream_offset("latest").error().what, "'latest' is no place in a stream");
}

}  // namespace
}  // namespace amqpace
