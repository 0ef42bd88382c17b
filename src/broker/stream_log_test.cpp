// SPDX-License-Identifier: Apache-2.0
#include "broker/stream_log.hpp"

#include <gtest/gtest.h>

namespace amqpace::broker {
namespace {

class StreamLogTest : public testing::Test {
 protected:
  void append(StreamLog& log, Nanos now, std::size_t bytes = 100) {
    log.append(pool.make({"", "s", {}}, bytes), now);
  }
  MessagePool pool;
};

TEST_F(StreamLogTest, GivesOffsetsThatStay) {
  StreamLog log({});
  for (Nanos at = 0; at < 5; ++at) append(log, at * kSecond);
  EXPECT_EQ(log.first(), 0u);
  EXPECT_EQ(log.next(), 5u);
  EXPECT_EQ(log.at(3).came, 3 * kSecond);
  EXPECT_EQ(log.since(2 * kSecond), 2u);
  EXPECT_EQ(log.since(2 * kSecond + 1), 3u);
  EXPECT_EQ(log.since(-1), 0u);
  EXPECT_EQ(log.since(kHour), 5u);
}

TEST_F(StreamLogTest, LetsGoOfWholeSegmentsThatAreTooMuch) {
  StreamLog log({400, kNever, 200});
  for (int i = 0; i < 6; ++i) append(log, i);
  EXPECT_EQ(log.first(), 2u) << "500 bytes were too many when the third segment began";
  append(log, 6);
  EXPECT_EQ(log.first(), 4u);
  EXPECT_EQ(log.next(), 7u);
  EXPECT_EQ(pool.living(), 3u);
  log.clear();
  EXPECT_EQ(log.first(), 7u);
  EXPECT_EQ(pool.living(), 0u);
}

TEST_F(StreamLogTest, LetsGoOfSegmentsWhoseLastMessageIsTooOld) {
  StreamLog log({std::nullopt, 10 * kSecond, 200});
  for (Nanos at = 0; at < 4; ++at) append(log, at * kSecond);
  append(log, 12 * kSecond);
  EXPECT_EQ(log.first(), 2u);
  append(log, kHour);
  EXPECT_EQ(log.first(), 2u) << "looked at only when a segment is full";
  append(log, kHour);
  EXPECT_EQ(log.first(), 4u);
}

}  // namespace
}  // namespace amqpace::broker
