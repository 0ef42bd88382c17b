// SPDX-License-Identifier: Apache-2.0
#include "broker/queue_arguments.hpp"

#include <gtest/gtest.h>

namespace amqpace::broker {
namespace {

std::string said(Arguments arguments) {
  const auto read = read_queue_arguments(arguments, "queue 'q' in vhost '/'");
  if (read) return "";
  EXPECT_TRUE(read.error().code == kPreconditionFailed || read.error().code == kNotImplemented);
  return read.error().text;
}
std::string in_quorum(Argument one) {
  return said({{"x-queue-type", "longstr", "quorum"}, std::move(one)});
}
std::string in_stream(Argument one) {
  return said({{"x-queue-type", "longstr", "stream"}, std::move(one)});
}

TEST(QueueArguments, AreReadWithTheirUnits) {
  const auto read = read_queue_arguments({{"x-message-ttl", "signedint", "1500"},
                                          {"x-expires", "long", "20"},
                                          {"x-max-length", "byte", "7"},
                                          {"x-max-length-bytes", "signedint", "1000"},
                                          {"x-overflow", "longstr", "reject-publish-dlx"},
                                          {"x-dead-letter-exchange", "longstr", "dlx"},
                                          {"x-dead-letter-routing-key", "longstr", "k"},
                                          {"x-max-priority", "signedint", "255"},
                                          {"x-single-active-consumer", "bool", "true"},
                                          {"x-of-somebody", "float", "1"}},
                                         "");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->ttl, 1500 * kMillisecond);
  EXPECT_EQ(read->expires, 20 * kMillisecond);
  EXPECT_EQ(read->max_length, 7u);
  EXPECT_EQ(read->max_bytes, 1000u);
  EXPECT_EQ(read->overflow, Overflow::reject_publish_dlx);
  EXPECT_EQ(read->dead_letter_exchange, "dlx");
  EXPECT_EQ(read->dead_letter_key, "k");
  EXPECT_EQ(read->max_priority, 255);
  EXPECT_TRUE(read->single_active);
  EXPECT_EQ(read_queue_arguments({}, "")->ttl, kNever);
}

// Each sentence is RabbitMQ 3.10's.
TEST(QueueArguments, AreRefusedWithTheSentencesOfRabbitMq) {
  const std::string start = "PRECONDITION_FAILED - invalid arg '";
  const std::string of = "' for queue 'q' in vhost '/'";
  EXPECT_EQ(said({{"x-message-ttl", "longstr", "a"}}),
            start + "x-message-ttl" + of + ": \"expected integer, got longstr\"");
  EXPECT_EQ(said({{"x-message-ttl", "bool", "true"}}),
            start + "x-message-ttl" + of + ": \"expected integer, got bool\"");
  EXPECT_EQ(said({{"x-message-ttl", "signedint", "-1"}}),
            start + "x-message-ttl" + of + ": {value_negative,-1}");
  EXPECT_EQ(said({{"x-message-ttl", "long", "1099511627776"}}),
            start + "x-message-ttl" + of + ": {value_too_large,1099511627776}");
  EXPECT_EQ(said({{"x-expires", "signedint", "0"}}), start + "x-expires" + of + ": {value_zero,0}");
  EXPECT_EQ(said({{"x-max-priority", "signedint", "256"}}),
            start + "x-max-priority" + of + ": {max_value_exceeded,256}");
  EXPECT_EQ(said({{"x-overflow", "longstr", "x"}}), start + "x-overflow" + of + ": invalid_overflow");
  EXPECT_EQ(said({{"x-overflow", "signedint", "1"}}),
            start + "x-overflow" + of + ": {unacceptable_type,signedint}");
  EXPECT_EQ(said({{"x-dead-letter-routing-key", "longstr", "k"}}),
            start + "x-dead-letter-routing-key" + of + ": routing_key_but_no_dlx_defined");
  EXPECT_EQ(said({{"x-dead-letter-exchange", "signedint", "1"}}),
            "PRECONDITION_FAILED - invalid type 'signedint' for arg 'x-dead-letter-exchange' in queue 'q' in "
            "vhost '/'");
  EXPECT_EQ(said({{"x-queue-mode", "longstr", "x"}}),
            start + "x-queue-mode" + of + ": \"unsupported queue mode 'x'\"");
  EXPECT_EQ(said({{"x-queue-type", "signedint", "1"}}),
            start + "x-queue-type" + of + ": {unacceptable_type,signedint}");
}

TEST(QueueArguments, BelongToTypesOfQueues) {
  const std::string start = "PRECONDITION_FAILED - invalid arg '";
  EXPECT_EQ(said({{"x-delivery-limit", "signedint", "3"}}),
            start + "x-delivery-limit' for queue 'q' in vhost '/' of queue type rabbit_classic_queue");
  EXPECT_EQ(in_quorum({"x-max-priority", "longstr", "a"}),
            start + "x-max-priority' for queue 'q' in vhost '/' of queue type rabbit_quorum_queue");
  EXPECT_EQ(in_stream({"x-max-length", "signedint", "1"}),
            start + "x-max-length' for queue 'q' in vhost '/' of queue type rabbit_stream_queue");
  EXPECT_EQ(in_stream({"x-max-age", "longstr", "1x"}),
            start + "x-max-age' for queue 'q' in vhost '/': invalid_max_age");
  EXPECT_EQ(in_stream({"x-max-age", "longstr", "10m"}), "");
  EXPECT_EQ(in_quorum({"x-delivery-limit", "signedint", "3"}), "");
  EXPECT_EQ(in_quorum({"x-dead-letter-strategy", "longstr", "at-most-once"}), "");
  EXPECT_EQ(
      in_quorum({"x-dead-letter-strategy", "longstr", "at-least-once"}),
      "NOT_IMPLEMENTED - the embedded broker does not dead-letter at-least-once, as asked for queue 'q' in "
      "vhost '/'");
}

}  // namespace
}  // namespace amqpace::broker
