// SPDX-License-Identifier: Apache-2.0
// The way from libFuzzer into harness_for_test.hpp; AMQPACE_FUZZ_RUN is one of its run_… functions.
#include <cstdio>
#include <cstdlib>

#include "amqp091/harness_for_test.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string untrue =
      amqpace::amqp091::AMQPACE_FUZZ_RUN({reinterpret_cast<const std::byte*>(data), size});
  if (untrue.empty()) return 0;
  std::fprintf(stderr, "untrue: %s\n", untrue.c_str());
  std::abort();
}
