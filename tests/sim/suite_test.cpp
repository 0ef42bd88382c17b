// SPDX-License-Identifier: Apache-2.0
// Two entries of a suite with one route: the queue that the other one left bound takes nothing of this one's.
#include <gtest/gtest.h>

#include "sim_run.hpp"

namespace amqpace::testing {
namespace {

const std::string kOther =
    "name: other\nbroker: amqp://guest:guest@broker\ntopology: { exchange: x, queue: q.other, routingKey: k }\n"
    "publishers: { rate: 100, maxMessages: 5 }\nconsumers: { concurrency: 0 }\nwarmup: 0s\nrunFor: 1s\ndrain: 1s\n";

// Its first entry is the one that runs here, after another invocation ran the second one's like.
const std::string kSuite =
    "broker: amqp://guest:guest@broker\n"
    "publishers: { rate: 100 }\n"
    "warmup: 0s\nrunFor: 1s\ndrain: 1s\n"
    "workloads:\n"
    "  - { name: mine, topology: { exchange: x, queue: q.mine, routingKey: k } }\n"
    "  - { name: other, topology: { exchange: x, queue: q.other, routingKey: k } }\n";

TEST(SuiteRun, UnbindsTheQueueOfAnotherEntryFirst) {
  SimSetup setup{.yaml = kSuite, .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
  setup.earlier = {kOther};
  const auto run = run_simulated(setup);
  ASSERT_FALSE(run.record.error) << run.record.error->what;
  EXPECT_EQ(run.record.notes,
            std::vector<std::string>{"unbound first, so that no queue of another entry takes this one's messages: q.other "
                                     "from x [k]"});
  EXPECT_EQ(run.record.queues[0].consumed, 100u);
}

TEST(SuiteRun, LeavesWhatWasNeverThereOutOfItsNotes) {
  SimSetup setup{.yaml = kSuite, .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
  EXPECT_TRUE(run_simulated(setup).record.notes.empty());
}

TEST(SuiteRun, IsRefusedWhereItMayNotUnbind) {
  SimSetup setup{.yaml = kSuite, .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
  setup.earlier = {kOther, kOther};
  setup.earlier[1].replace(setup.earlier[1].find("q.other"), 7, "q.mine ");
  setup.overrides.push_back({"workloads[mine].topology.declare", "false", "--set"});
  const auto run = run_simulated(setup);
  ASSERT_TRUE(run.record.error);
  EXPECT_EQ(run.record.error->what,
            "queue q.other, of another entry of this suite, gets what is published to x with the key 'k': it would take "
            "this entry's messages too, and the file says declare: false, so it cannot be unbound");
  EXPECT_EQ(run.record.error->kind, ErrorKind::bad_input);
}

}  // namespace
}  // namespace amqpace::testing
