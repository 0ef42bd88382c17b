// SPDX-License-Identifier: Apache-2.0
#include "hist/base64.hpp"

#include <gtest/gtest.h>

namespace amqpace::hist {
namespace {

TEST(Base64, IsThatOfTheStandard) {
  const std::pair<std::string, std::string> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"},
                                                         {"\xFB\xFF", "+/8="}};
  for (const auto& [plain, encoded] : vectors) {
    EXPECT_EQ(base64_encoded(plain), encoded);
    EXPECT_EQ(base64_decoded(encoded), plain);
  }
}

TEST(Base64, RefusesWhatNoEncoderWrites) {
  for (const auto* text :
       {"Z", "Zg", "Zg=", "Zg===", "=", "====", "Z===", "Zm9v=", "Zh==", "Zm9=", "Zm 9", "Zm-v", "=m9v"})
    EXPECT_FALSE(base64_decoded(text)) << text;
}

}  // namespace
}  // namespace amqpace::hist
