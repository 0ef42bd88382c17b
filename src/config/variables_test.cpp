// SPDX-License-Identifier: Apache-2.0
#include "config/variables.hpp"

#include <gtest/gtest.h>

#include "base/secrets.hpp"
#include "config/testing.hpp"

namespace amqpace::config {
namespace {

using testing::around;
using testing::Environment;
using testing::load_text;
using testing::problems_of;
using testing::setting;

std::string description(const std::string& value, Environment environment = {}) {
  const auto loaded =
      load_text("name: t\nbroker: amqp://localhost\ndescription: " + value + "\n", std::move(environment));
  return loaded.problems.empty() ? loaded.plan.description : problems_of(loaded);
}

TEST(Variables, AreReplacedInPlainQuotedFoldedAndFlowValues) {
  const Environment e{{"A", "one"}, {"B", "two: [2, # {"}};
  EXPECT_EQ(description("x ${A} y ${B} z", e), "x one y two: [2, # { z");
  EXPECT_EQ(description("'x ${A}'", e), "x one");
  EXPECT_EQ(description("\"x ${A}\\t${B}\"", e), "x one\ttwo: [2, # {");
  EXPECT_EQ(description("|\n  # ${A}\n  ${B}\n", e), "# one\ntwo: [2, # {\n");
  EXPECT_EQ(description("${A}${B}", e), "onetwo: [2, # {");
  const auto flow = load_text(
      "{name: \"${A}\", broker: amqp://localhost, topology: {queue: ${A}, arguments: {${A}: 1}}}", e);
  EXPECT_EQ(problems_of(flow), "");
  EXPECT_EQ(flow.plan.queues[0].name, "one");
  EXPECT_EQ(flow.plan.queues[0].arguments.at(0).first, "one");
}

TEST(Variables, AreTypedAsIfWrittenThereButNotInQuotes) {
  const Environment e{{"N", "12"}, {"YES", "yes"}};
  const auto loaded = load_text(around("publishers: {threads: ${N}, rate: ${RATE:-5000}, confirms: ${YES}}\n"
                                       "topology: {arguments: {a: ${N}, b: \"${N}\"}}\n"),
                                e);
  EXPECT_EQ(problems_of(loaded), "");
  EXPECT_EQ(loaded.plan.producers[0].publish.threads, 12);
  EXPECT_EQ(loaded.plan.producers[0].publish.rate, 5000);
  EXPECT_TRUE(loaded.plan.producers[0].publish.confirms);
  EXPECT_EQ(loaded.plan.queues[0].arguments, (model::Arguments{{"a", std::int64_t{12}}, {"b", "12"}}));
  EXPECT_EQ(problems_of(load_text(around("publishers: {threads: \"${N}\"}\n"), e)).substr(0, 76),
            "f.yaml:3:23: 'publishers.threads' is an integer; the quotes make \"12\" a text");
}

TEST(Variables, InCommentsAreLeftAlone) {
  const auto loaded =
      load_text(around("# ${UNSET}\nwarmup: 3s # ${UNSET_TOO}\ndescription: 'a # b' # ${UNSET}\n"));
  EXPECT_EQ(problems_of(loaded), "");
  EXPECT_EQ(loaded.plan.description, "a # b");
}

TEST(Variables, UnsetOrEmptyWithoutDefaultAreProblemsWithTheirOwnPlace) {
  EXPECT_EQ(
      description("é ${GONE} x"),
      "f.yaml:3:16: the variable GONE is not set, and ${GONE} has no default; ${GONE:-value} gives it one\n"
      "  3 | description: é ${GONE} x\n"
      "    |                ^");
  EXPECT_EQ(description("${EMPTY}", {{"EMPTY", ""}}).substr(0, 46),
            "f.yaml:3:14: the variable EMPTY is empty, and ");
  EXPECT_EQ(description("${EMPTY:-dflt}", {{"EMPTY", ""}}), "dflt");
  EXPECT_EQ(description("'${GONE:-}'"), "");
}

TEST(Variables, KeepColumnsAndStructure) {
  const auto loaded =
      load_text(around("publishers: {rate: ${RATE:-é # x: [}, threds: 2}\n"), {{"RATE", "5"}});
  EXPECT_EQ(problems_of(loaded).substr(0, 53), "f.yaml:3:39: unknown setting 'publishers.threds'. Did");
  EXPECT_EQ(loaded.plan.producers[0].publish.rate, 5);
}

TEST(Variables, ThatAreNoneAreRefused) {
  EXPECT_EQ(description("${A:?no}").substr(0, 87),
            "f.yaml:3:14: '${A:?no}' is not a variable; one is written ${NAME} or ${NAME:-default}\n ");
  EXPECT_EQ(description("${A", {{"A", "x"}}).substr(0, 33), "f.yaml:3:14: '${A' is not a varia");
  EXPECT_EQ(description("$A and {A}"), "$A and {A}");
  EXPECT_EQ(description("${A}", {{"A", "${B}"}}), "${B}");  // once only
}

TEST(Variables, DoNotCollideWithPrivateCharactersOfTheFile) {
  EXPECT_EQ(description("\xEE\x80\x80 ${A} \xEE\x80\x81\xEF\xA3\xBF", {{"A", "x"}}),
            "\xEE\x80\x80 x \xEE\x80\x81\xEF\xA3\xBF");
  EXPECT_EQ(description("\"\\uE000\\ue001 ${A}\"", {{"A", "x"}}), "\xEE\x80\x80\xEE\x80\x81 x");
}

TEST(Variables, InABrokerAddressAreEncodedWhereThatIsNeeded) {
  const Environment e{{"USER_NAME", "a:b@c"},
                      {"PW", "p@ss:w/rd%24"},
                      {"HOST", "h:5673"},
                      {"VHOST", "v/h"},
                      {"URI", "amqp://u:p%40w@host/vh"}};
  const auto uri = [&e](const std::string& text) {
    const auto loaded = load_text("name: t\nbroker: " + text + "\n", e);
    EXPECT_EQ(problems_of(loaded), "");
    return loaded.plan.brokers.at(0);
  };
  const Uri parts = uri("amqp://${USER_NAME}:${PW}@${HOST}/${VHOST}");
  EXPECT_EQ(parts.user, "a:b@c");
  EXPECT_EQ(parts.password, "p@ss:w/rd%24");
  EXPECT_EQ(parts.host, "h");
  EXPECT_EQ(parts.port, 5673);
  EXPECT_EQ(parts.vhost, "v/h");
  const Uri whole = uri("${URI}");
  EXPECT_EQ(whole.password, "p@w");
  EXPECT_EQ(whole.vhost, "vh");
  EXPECT_EQ(uri("[\"amqp://me:x${PW}y@h\"]").password, "xp@ss:w/rd%24y");
}

TEST(Variables, WithATellingNameAreSecrets) {
  EXPECT_TRUE((Variable{"BROKER_PASSWORD", {}, {}, 0}.secret()));
  EXPECT_TRUE((Variable{"api_key", {}, {}, 0}.secret()));
  EXPECT_TRUE((Variable{"MyToken", {}, {}, 0}.secret()));
  EXPECT_TRUE((Variable{"SECRET", {}, {}, 0}.secret()));
  EXPECT_FALSE((Variable{"BROKER_USER", {}, {}, 0}.secret()));
  description("${DB_SECRET}", {{"DB_SECRET", "wh1sper/this"}});
  EXPECT_EQ(redact("he said wh1sper%2Fthis"), "he said ***");
}

}  // namespace
}  // namespace amqpace::config
