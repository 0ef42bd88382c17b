// SPDX-License-Identifier: Apache-2.0
#include "report/github.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace amqpace::report {
namespace {

TEST(Github, AnnotatesEveryFindingWorstFirst) {
  model::Record fine, bad;
  fine.plan.name = "a";
  fine.findings = {{"p99<50.0ms", model::Severity::info, "p99 was 2.6ms", "the objective was met", ""}};
  bad.plan.name = "b, c";
  bad.findings = {{"expected-p99:ex.q", model::Severity::failed, "100% late\nby a second", "", ""},
                  {"confirms-were-on", model::Severity::warning, "off", "", ""}};
  EXPECT_EQ(github_annotations(std::vector{fine, bad}),
            "::error title=amqpace b%2C c%3A expected-p99%3Aex.q::100%25 late?by a second\n"
            "::warning title=amqpace b%2C c%3A confirms-were-on::off\n"
            "::notice title=amqpace a%3A p99<50.0ms::p99 was 2.6ms — the objective was met\n");
}

TEST(Github, AnnotatesARunThatNeverBegan) {
  model::Record record;
  record.plan.name = "a";
  record.error = Error{ErrorKind::unreachable, "nobody answered at localhost:1", "", "refused", "is it running?"};
  EXPECT_EQ(github_annotations(std::vector{record}), "::error title=amqpace a::nobody answered at localhost:1: refused (is it running?)\n");
}

}  // namespace
}  // namespace amqpace::report
