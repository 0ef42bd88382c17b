// SPDX-License-Identifier: Apache-2.0
// Everything the fuzzers have ever found worth keeping (fuzz/corpus/*.txt, an input a line, in hex) must
// still hold.
#include <gtest/gtest.h>

#include <fstream>

#include "amqp091/harness_for_test.hpp"

namespace amqpace::amqp091 {
namespace {

RawBytes from_hex(const std::string& line) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  RawBytes bytes;
  for (std::size_t at = 0; at + 1 < line.size(); at += 2)
    bytes.push_back(static_cast<std::byte>(digit(line[at]) * 16 + digit(line[at + 1])));
  return bytes;
}

template <class Run>
void replay(const std::string& name, Run run) {
  std::ifstream file(std::string(SOURCE_DIR) + "/fuzz/corpus/" + name + ".txt");
  ASSERT_TRUE(file) << name;
  std::string line;
  int inputs = 0;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    EXPECT_EQ(run(from_hex(line)), "") << name << ".txt:" << number;
    ++inputs;
  }
  EXPECT_GT(inputs, 20);
}

TEST(Corpus, HoldsForClients) {
  replay("client", run_client);
}
TEST(Corpus, HoldsForServers) {
  replay("server", run_server);
}
TEST(Corpus, HoldsForTables) {
  replay("table", run_table);
}

}  // namespace
}  // namespace amqpace::amqp091
