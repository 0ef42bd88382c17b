// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cerrno>

#include "net/endpoint.hpp"
#include "net/failure.hpp"
#include "net/loop.hpp"

namespace amqpace::net {
namespace {

TEST(Address, IsPrintedAsItWouldBeTyped) {
  EXPECT_EQ(Address::tcp("localhost", 5672).text(), "localhost:5672");
  EXPECT_EQ(Address::tcp("::1", 5672).text(), "[::1]:5672");
  EXPECT_EQ(Address::unix_path("/run/broker").text(), "unix:/run/broker");
  EXPECT_EQ(Address::unix_path("@broker").text(), "unix:@broker");
}

TEST(Failure, NamesEachAddressAndWhy) {
  const Error error =
      connect_failure(Address::tcp("localhost", 1),
                      {{"127.0.0.1", errno_reason(ECONNREFUSED)}, {"::1", errno_reason(ETIMEDOUT)}});
  EXPECT_EQ(error.kind, ErrorKind::unreachable);
  EXPECT_EQ(error.what, "localhost:1: 127.0.0.1 connection refused, ::1 connection timed out");
}

TEST(Failure, OfAConnectionThatStoodIsLost) {
  const Error error = lost_failure("localhost:5672", errno_text(ECONNRESET));
  EXPECT_EQ(error.kind, ErrorKind::lost);
  EXPECT_EQ(error.what, "localhost:5672: Connection reset by peer");
}

TEST(Endpoint, OfANumberIsThatNumber) {
  const auto v4 = resolve(Address::tcp("127.0.0.1", 80), ResolveFor::connecting);
  ASSERT_TRUE(v4);
  ASSERT_EQ(v4->size(), 1U);
  EXPECT_EQ(v4->front().text(), "127.0.0.1");
  EXPECT_EQ(v4->front().port(), 80);
  const auto v6 = resolve(Address::tcp("::1", 81), ResolveFor::connecting);
  ASSERT_TRUE(v6);
  EXPECT_EQ(v6->front().text(), "::1");
  EXPECT_EQ(peer_text(v6->front()), "[::1]:81");
}

TEST(Endpoint, OfATooLongSocketPathIsRefusedWithTheLimit) {
  const Address address = Address::unix_path("/" + std::string(200, 'x'));
  const auto endpoints = resolve(address, ResolveFor::connecting);
  ASSERT_FALSE(endpoints);
  EXPECT_EQ(endpoints.error().what, address.text() + ": a socket path has 1 to 107 bytes");
}

}  // namespace
}  // namespace amqpace::net
