// SPDX-License-Identifier: Apache-2.0
// Files that cannot be used are refused before any connection, each with its own sentence.
#include "net/tls_context.hpp"

#include <gtest/gtest.h>

#include <string>

#include "net/tls_for_test.hpp"

namespace amqpace::net {
namespace {

Error refusal(const TlsOptions& options) {
  const auto made = TlsContext::make(options);
  EXPECT_FALSE(made.has_value());
  if (made) return {};
  EXPECT_EQ(made.error().kind, ErrorKind::bad_input);
  EXPECT_NE(made.error().hint, "");
  return made.error();
}

TEST(TlsContext, IsMadeOfNothing) {
  EXPECT_TRUE(TlsContext::make({}).has_value());
}

TEST(TlsContext, NamesAFileThatIsNotThere) {
  EXPECT_EQ(refusal({.ca = "nowhere/ca.pem"}).what,
            "tls.ca: 'nowhere/ca.pem' cannot be read: no such file or directory");
  EXPECT_EQ(refusal({.certificate = "nowhere/c.pem"}).what,
            "tls.cert: 'nowhere/c.pem' cannot be read: no such file or directory");
  const TestPki pki;
  EXPECT_EQ(refusal({.certificate = pki.client_file, .key = "nowhere/key"}).what,
            "tls.key: 'nowhere/key' cannot be read: no such file or directory");
}

TEST(TlsContext, NamesAFileThatIsNotPem) {
  const TestPki pki;
  const std::string text = pki.folder.write_text("text", "no certificate\n");
  EXPECT_NE(refusal({.ca = text}).what.find("holds no certificate that can be used"), std::string::npos);
  EXPECT_NE(refusal({.certificate = text, .key = pki.client_key_file}).what.find("tls.cert: '" + text),
            std::string::npos);
  EXPECT_NE(refusal({.certificate = pki.client_file, .key = text}).what.find("holds no private key"),
            std::string::npos);
  // A certificate's file that does not have the key too.
  EXPECT_EQ(refusal({.certificate = pki.client_file}).hint, "name the file of the key as tls.key");
}

TEST(TlsContext, SaysThatAKeyIsAnothers) {
  const TestPki pki;
  const std::string other = pki.folder.write("other.key", pki.server.key.get());
  EXPECT_EQ(refusal({.certificate = pki.client_file, .key = other}).what,
            "tls.key: '" + other + "' is not the key of the certificate in '" + pki.client_file + "'");
}

TEST(TlsContext, OpensAKeyWithItsPassword) {
  const TestPki pki;
  const std::string locked = pki.folder.write("locked.key", pki.client.key.get(), "open sesame");
  TlsOptions options{.certificate = pki.client_file, .key = locked};
  EXPECT_EQ(refusal(options).what, "tls.key: '" + locked + "' is protected by a password");
  EXPECT_EQ(refusal(options).hint, "give it as tls.keyPassword");
  options.key_password = "open barley";
  const Error wrong = refusal(options);
  EXPECT_EQ(wrong.what, "tls.key: '" + locked + "' is not opened by tls.keyPassword");
  EXPECT_EQ((wrong.what + wrong.detail + wrong.hint).find("barley"), std::string::npos);
  options.key_password = "open sesame";
  const auto made = TlsContext::make(options);
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ((*made)->options().key_password, "");
}

TEST(TlsContext, FindsTheKeyInTheCertificatesFile) {
  const TestPki pki;
  const auto text_of = [](const std::string& path) {
    std::string text;
    FILE* const file = std::fopen(path.c_str(), "r");
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
    std::fclose(file);
    return text;
  };
  const std::string both =
      pki.folder.write_text("both.pem", text_of(pki.client_file) + text_of(pki.client_key_file));
  EXPECT_TRUE(TlsContext::make({.certificate = both}).has_value());
}

TEST(TlsContext, TakesPkcs12ForWhomToTrustAndWhoWeAre) {
  const TestPki pki;
  X509* const ca = pki.ca.certificate.get();
  const std::string trust = pki.folder.write_pkcs12("truststore.p12", nullptr, ca, "changeit");
  const std::string keys = pki.folder.write_pkcs12("keystore.p12", &pki.client, ca, "changeit");
  EXPECT_TRUE(TlsContext::make({.ca = trust, .certificate = keys, .key_password = "changeit"}).has_value());
  EXPECT_EQ(refusal({.ca = trust}).what, "tls.ca: '" + trust + "' is protected by a password");
  EXPECT_EQ(refusal({.ca = trust, .key_password = "no"}).what, "tls.ca: '" + trust + "' is not opened by its password");
  EXPECT_EQ(refusal({.certificate = trust, .key_password = "changeit"}).what,
            "tls.cert: '" + trust + "' holds no certificate with a key");
  const std::string text = pki.folder.write_text("text.p12", "no store\n");
  EXPECT_EQ(refusal({.ca = text}).what, "tls.ca: '" + text + "' is no PKCS#12 file");
}

}  // namespace
}  // namespace amqpace::net
