// SPDX-License-Identifier: Apache-2.0
#include "base/uri.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace amqpace {
namespace {

Uri good(std::string_view text) {
  auto uri = parse_uri(text);
  EXPECT_TRUE(uri.has_value()) << text << ": " << (uri ? "" : uri.error().what);
  return uri ? *uri : Uri{};
}

Error bad(std::string_view text) {
  auto uri = parse_uri(text);
  EXPECT_FALSE(uri.has_value()) << text;
  return uri ? Error{} : uri.error();
}

TEST(Uri, FillsInTheDefaultsOfItsScheme) {
  const Uri plain = good("amqp://");
  EXPECT_EQ(plain.scheme, "amqp");
  EXPECT_EQ(plain.user, "guest");
  EXPECT_EQ(plain.password, "guest");
  EXPECT_EQ(plain.host, "localhost");
  EXPECT_EQ(plain.port, 5672);
  EXPECT_EQ(plain.vhost, "/");
  EXPECT_FALSE(plain.tls());
  EXPECT_EQ(good("amqps://h").port, 5671);
  EXPECT_TRUE(good("amqps://h").tls());
  EXPECT_EQ(good("amqp10://h").port, 5672);
  EXPECT_EQ(good("amqps10://h").port, 5671);
  EXPECT_TRUE(good("amqps10://h").tls());
  EXPECT_EQ(good("AMQP://h").scheme, "amqp");
  EXPECT_EQ(good("amqp://h:").port, 5672);
  EXPECT_EQ(good("amqp://:10000").port, 10000);
  EXPECT_EQ(good("amqp://:10000").host, "localhost");
}

TEST(Uri, ReadsThePartsOfTheRabbitMqSpecification) {
  const Uri uri = good("amqp://user%61:%61pass@ho%61st:10000/v%2fhost");
  EXPECT_EQ(uri.user, "usera");
  EXPECT_EQ(uri.password, "apass");
  EXPECT_EQ(uri.host, "hoast");
  EXPECT_EQ(uri.port, 10000);
  EXPECT_EQ(uri.vhost, "v/host");
  const Uri empty = good("amqp://:@/");
  EXPECT_EQ(empty.user, "");
  EXPECT_EQ(empty.password, "");
  EXPECT_EQ(empty.vhost, "");
  EXPECT_EQ(good("amqp://user@").user, "user");
  EXPECT_EQ(good("amqp://user@").password, "guest");
  EXPECT_EQ(good("amqp:///vhost").vhost, "vhost");
  EXPECT_EQ(good("amqp:///vhost").host, "localhost");
  EXPECT_EQ(good("amqp://host/").vhost, "");
  EXPECT_EQ(good("amqp://host/%2f").vhost, "/");
  EXPECT_EQ(good("amqp://host").vhost, "/");
}

TEST(Uri, TakesTheMechanismOfTheLoginFromTheQuery) {
  EXPECT_EQ(good("amqps://host/v?auth_mechanism=external").vhost, "v");
  EXPECT_EQ(good("amqps://host/v?auth_mechanism=external").sasl, Sasl::external);
  EXPECT_EQ(good("amqps://host?auth_mechanism=AMQPLAIN").sasl, Sasl::amqplain);
  EXPECT_EQ(good("amqps://host?AUTH_MECHANISM=Plain").sasl, Sasl::plain);
  EXPECT_EQ(good("amqps://host?").sasl, std::nullopt);
  EXPECT_EQ(good("amqps://host").sasl, std::nullopt);
}

TEST(Uri, RefusesAQueryThatWouldBeIgnored) {
  const auto refused = [](const char* text) {
    const auto uri = parse_uri(text);
    return uri ? "accepted" : uri.error().what + "; " + uri.error().hint;
  };
  EXPECT_EQ(refused("amqp://host/v?heartbeat=10"),
            "the broker address has 'heartbeat' in its query; say it as the setting heartbeat");
  EXPECT_EQ(refused("amqps://host?auth_mechanism=external&cacertfile=/ca.pem"),
            "the broker address has 'cacertfile' in its query; say it as the setting tls.ca");
  EXPECT_EQ(refused("amqps://host?auth_mechanism=magic"),
            "the auth_mechanism of the broker address is none this program knows; it is plain, amqplain or external");
  // A password whose '@' is missing may have a '?' in it.
  EXPECT_EQ(refused("amqp://guest/s3cr?et").find("et;"), std::string::npos);
  EXPECT_EQ(refused("amqp://guest/s3cr?et"),
            "the query of the broker address is not one this program knows; behind a '?' only "
            "auth_mechanism=plain, amqplain or external may stand");
}

TEST(Uri, ShowsNoUserWhereThereIsNone) {
  Uri uri = good("amqps://host");
  uri.user = uri.password = "";
  EXPECT_EQ(uri.redacted(), "amqps://host:5671");
}

TEST(Uri, TakesAnUnencodedPasswordUpToTheLastAt) {
  const Uri uri = good("amqp://u:p@ss:w/rd%24@host:5672/vh");
  EXPECT_EQ(uri.user, "u");
  EXPECT_EQ(uri.password, "p@ss:w/rd$");  // %24 is an escape wherever it stands in a URI
  EXPECT_EQ(uri.host, "host");
  EXPECT_EQ(uri.port, 5672);
  EXPECT_EQ(uri.vhost, "vh");
  EXPECT_EQ(good("amqp://u:a?b#c@host").password, "a?b#c");
}

TEST(Uri, TakesAPercentEncodedPassword) {
  const Uri uri = good("amqp://u:p%40ss%3aw%2Frd%2524@host/vh");
  EXPECT_EQ(uri.password, "p@ss:w/rd%24");
  EXPECT_EQ(uri.host, "host");
}

TEST(Uri, LeavesAPercentSignThatIsNoEscape) {
  EXPECT_EQ(good("amqp://u:100%@host").password, "100%");
  EXPECT_EQ(good("amqp://u:%zz%4@host").password, "%zz%4");
}

TEST(Uri, ReadsIpv6) {
  EXPECT_EQ(good("amqp://[::1]").host, "::1");
  EXPECT_EQ(good("amqp://[::1]").port, 5672);
  EXPECT_EQ(good("amqp://u:p@[fe80::1%25eth0]:5673/v").port, 5673);
  EXPECT_EQ(good("amqp://[::1]:5673").endpoint(), "[::1]:5673");
  EXPECT_EQ(good("amqp://[::1]").redacted(), "amqp://guest:***@[::1]:5672");
  bad("amqp://[::1");
  bad("amqp://[]");
  bad("amqp://[::1]x");
}

TEST(Uri, ReadsTheEmbeddedBroker) {
  EXPECT_TRUE(good("embedded:").embedded());
  EXPECT_EQ(good("embedded:").redacted(), "embedded:");
  EXPECT_EQ(good("embedded:?lose=1/1000&deliverDelay=1ms").query, "lose=1/1000&deliverDelay=1ms");
  EXPECT_EQ(good("embedded:?lose=1/1000").redacted(), "embedded:?lose=1/1000");
  EXPECT_EQ(good("embedded:").endpoint(), "embedded:");
  bad("embedded:5672");
}

TEST(Uri, ReadsAUnixSocket) {
  const Uri uri = good("amqp+unix://u:p@/run/the%20broker.sock");
  EXPECT_EQ(uri.path, "/run/the broker.sock");
  EXPECT_EQ(uri.user, "u");
  EXPECT_EQ(good("amqp+unix:///run/b.sock").endpoint(), "/run/b.sock");
  EXPECT_EQ(good("amqp+unix:///run/b.sock").redacted(), "amqp+unix://guest:***@/run/b.sock");
  bad("amqp+unix://run");
}

TEST(Uri, PrintsItselfWithoutThePassword) {
  EXPECT_EQ(good("amqp://localhost").redacted(), "amqp://guest:***@localhost:5672");
  EXPECT_EQ(good("amqp://u:pw@h:1/a%2fb").redacted(), "amqp://u:***@h:1/a%2Fb");
  EXPECT_EQ(good("amqp://u:pw@h/").redacted(), "amqp://u:***@h:5672/");
  EXPECT_EQ(good("amqp://u:p@ss:w/rd%24@h").redacted(), "amqp://u:***@h:5672");
}

TEST(Uri, RefusesWithoutQuotingAnythingThatMayBeThePassword) {
  for (const std::string_view text :
       {"amqp://u:sesame@h:0", "amqp://u:sesame@h:65536", "amqp://u:sesame@h:56x", "amqp://u:sesame",
        "u:sesame@h", "kafka://u:sesame@h", "amqp://u:sesame@h h", "amqp://u:sesame@h/a/b", "sesame://h", "",
        "amqp://h:sesame/v"}) {
    const Error error = bad(text);
    EXPECT_EQ(error.kind, ErrorKind::bad_input) << text;
    EXPECT_EQ((error.what + error.detail + error.hint + error.where).find("sesame"), std::string::npos)
        << error.what;
    EXPECT_FALSE(error.hint.empty()) << text;
  }
  EXPECT_NE(bad("kafka://h").hint.find("amqps10://"), std::string::npos);
  EXPECT_NE(bad("amqp://h:99999").what.find("1 to 65535"), std::string::npos);
}

TEST(Uri, RefusesWhatTheProtocolCannotCarry) {
  EXPECT_NE(bad("amqp://u:a%00b@h").what.find("zero byte"), std::string::npos);
  EXPECT_NE(bad("amqp://h/%00").what.find("zero byte"), std::string::npos);
  EXPECT_EQ(good("amqp://h/" + std::string(255, 'v')).vhost.size(), 255U);
  EXPECT_NE(bad("amqp://h/" + std::string(256, 'v')).what.find("255"), std::string::npos);
}

TEST(Uri, ReadsBackWhatItPrints) {
  Random random(3);
  const std::string_view alphabet = "aZ0:@/?%[]#&= -._~\"\\\xC3\xBC";
  const auto word = [&] {
    std::string out;
    for (std::uint64_t n = 1 + random.below(8); n > 0; --n) out += alphabet[random.below(alphabet.size())];
    return out;
  };
  for (int i = 0; i < 2'000; ++i) {
    Uri uri = good("amqp://h:1");
    uri.user = word();
    uri.vhost = word();
    const Uri again = good(uri.redacted());
    EXPECT_EQ(again.user, uri.user);
    EXPECT_EQ(again.password, "***");
    EXPECT_EQ(again.endpoint(), "h:1");
    EXPECT_EQ(again.vhost, uri.vhost);
  }
}

TEST(Uri, SurvivesAnyText) {
  Random random(5);
  const std::string seed = "amqps://user:p@ss%40w@[::1]:5671/v%2f?q=1";
  for (int i = 0; i < 20'000; ++i) {
    std::string text = seed.substr(random.below(4) == 0 ? random.below(seed.size()) : 0);
    for (std::uint64_t n = random.below(4); n > 0 && !text.empty(); --n)
      text[random.below(text.size())] = static_cast<char>(random.next());
    const auto uri = parse_uri(text);
    if (!uri) {
      EXPECT_FALSE(uri.error().what.empty());
    }
  }
}

}  // namespace
}  // namespace amqpace
