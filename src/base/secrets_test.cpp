// SPDX-License-Identifier: Apache-2.0
// The registry is of the process, so each test registers values of its own.
#include "base/secrets.hpp"

#include <gtest/gtest.h>

namespace amqpace {
namespace {

TEST(Secrets, AreMaskedInEverySpelling) {
  register_secret("p@ss:w/rd%24");
  EXPECT_EQ(redact("it is p@ss:w/rd%24."), "it is ***.");
  EXPECT_EQ(redact("it is p%40ss%3Aw%2Frd%2524."), "it is ***.");
  EXPECT_EQ(redact("it is p%40ss%3aw%2frd%2524."), "it is ***.");
  EXPECT_EQ(redact("it is p@ss:w%2Frd%2524."), "it is ***.");
  EXPECT_EQ(redact(R"({"x":"p@ss:w\/rd%24"})"), R"({"x":"***"})");
  EXPECT_EQ(redact("p@ss:w/rd%2"), "p@ss:w/rd%2");
  register_secret("q@ss/rd$");  // what a URI with q@ss/rd%24 in it decodes to
  EXPECT_EQ(redact("broker: amqp://u:q@ss/rd%24@h and q@ss/rd%24"), "broker: amqp://u:***@h and ***");
}

TEST(Secrets, AreMaskedInJsonAndHtml) {
  register_secret("a\"b\\c&d'e");
  EXPECT_EQ(redact(R"(a\"b\\c&d'e)"), "***");
  EXPECT_EQ(redact("a&quot;b\\c&amp;d&#39;e"), "***");
  EXPECT_EQ(redact("[a\"b\\c&d'e]"), "[***]");
}

TEST(Secrets, OfAmbiguousBytesAreFoundInBoundedTime) {
  register_secret(std::string(40, '\\') + "!");
  EXPECT_EQ(redact(std::string(40, '\\') + "!"), "***");
  EXPECT_EQ(redact(std::string(80, '\\') + "!"), "***");
  EXPECT_EQ(redact(std::string(2'000, '\\')), std::string(2'000, '\\'));
}

TEST(Secrets, ThatBeginAlikeLeaveNothingOver) {
  register_secret("sesame");
  register_secret("sesame-open");
  EXPECT_EQ(redact("sesame-open sesame sesam"), "*** *** sesam");
}

TEST(Secrets, ThatWouldMaskHalfTheReportAreIgnored) {
  register_secret("");
  register_secret("ab");
  register_secret("guest");
  EXPECT_EQ(redact("guest ab queue.guest"), "guest ab queue.guest");
}

TEST(Secrets, InUrisAreMaskedByStructure) {
  EXPECT_EQ(redact("could not reach amqp://guest:guest@localhost:1 today"),
            "could not reach amqp://guest:***@localhost:1 today");
  EXPECT_EQ(redact("amqp://u:x@y:z/w@host/vh"), "amqp://u:***@host/vh");
  EXPECT_EQ(redact("\"amqp://u:xy@h\",\"http://v:zz@h/api\""), "\"amqp://u:***@h\",\"http://v:***@h/api\"");
  EXPECT_EQ(redact("amqp://u:xy@h,amqps://v:zz@i"), "amqp://u:***@h,amqps://v:***@i");
  EXPECT_EQ(redact("amqp://localhost:5672/vh and http://h:80/"), "amqp://localhost:5672/vh and http://h:80/");
  EXPECT_EQ(redact("amqp://guest:***@localhost"), "amqp://guest:***@localhost");
  EXPECT_EQ(redact("://"), "://");
}

TEST(Secrets, WithSpacesAreMaskedInUrisToo) {
  register_secret("b@d pass word");
  EXPECT_EQ(redact("amqp://u:b@d pass word@host"), "amqp://u:***@host");
  EXPECT_EQ(redact("amqp://u:b%40d+pass%20word@host"), "amqp://u:***@host");
}

TEST(Secrets, LeaveTheNameOfAVariableInAUri) {
  const std::string file =
      "broker: amqp://${BROKER_USER:-guest}:${BROKER_PASSWORD:-guest}@host and amqp://u:${P}@h";
  EXPECT_EQ(redact(file), file);
  EXPECT_EQ(redact("amqp://u:${P:-***}@h"), "amqp://u:${P:-***}@h");
  EXPECT_EQ(redact("amqp://u:${P:-swordfish}@h"), "amqp://u:***@h");
  EXPECT_EQ(redact("amqp://u:${P}x@h"), "amqp://u:***@h");
  EXPECT_EQ(redact("amqp://u:x${P}@h"), "amqp://u:***@h");
}

}  // namespace
}  // namespace amqpace
