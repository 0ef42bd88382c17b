// SPDX-License-Identifier: Apache-2.0
#include "broker/faults.hpp"

#include <gtest/gtest.h>

#include "broker/injector.hpp"

namespace amqpace::broker {
namespace {

TEST(Faults, AreReadFromOneLine) {
  const auto faults = parse_faults(
      "confirmDelay=1ms,deliverDelay=250us,serviceRate=8000,stall=4s+3s,lose=1/1000,duplicate=1/"
      "500,reorder=1/500,"
      "nack=1/100");
  ASSERT_TRUE(faults);
  EXPECT_EQ(faults->confirm_delay, kMillisecond);
  EXPECT_EQ(faults->deliver_delay, 250 * kMicrosecond);
  EXPECT_EQ(faults->service_rate, 8000);
  EXPECT_EQ(faults->stall->after, 4 * kSecond);
  EXPECT_EQ(faults->stall->length, 3 * kSecond);
  EXPECT_EQ(faults->lose, 1000u);
  EXPECT_EQ(faults->duplicate, 500u);
  EXPECT_EQ(faults->reorder, 500u);
  EXPECT_EQ(faults->nack, 100u);
}

TEST(Faults, TakeAmpersandsAndBlanksAndAnOpenStall) {
  const auto faults = parse_faults("lose=1/2& stall = 7s+");
  ASSERT_TRUE(faults);
  EXPECT_EQ(faults->lose, 2u);
  EXPECT_EQ(faults->stall->length, kNever);
  EXPECT_FALSE(parse_faults("")->any());
}

TEST(Faults, StrikeAtInstantsOrEveryNthMessage) {
  const auto faults = parse_faults(
      "block=1s+2s,block=5s+,drop=1/"
      "100,drop=3s,silence=4s+1s,silence=9s,closeConnection=541@2s,closeChannel=1/7,"
      "cancel=6s");
  ASSERT_TRUE(faults) << faults.error().what;
  ASSERT_EQ(faults->blocks.size(), 2u);
  EXPECT_EQ(faults->blocks[1].after, 5 * kSecond);
  EXPECT_EQ(faults->blocks[1].length, kNever);
  ASSERT_EQ(faults->strikes.size(), 7u);
  EXPECT_EQ(faults->strikes[0].every, 100u);
  EXPECT_EQ(faults->strikes[1].after, 3 * kSecond);
  EXPECT_EQ(faults->strikes[2].length, kSecond);
  EXPECT_EQ(faults->strikes[3].length, kNever);
  EXPECT_EQ(faults->strikes[4].code, 541);
  EXPECT_EQ(faults->strikes[5].code, 406);
  EXPECT_EQ(faults->strikes[6].what, Blow::cancel);
  EXPECT_TRUE(faults->any());
  const auto what = [](std::string_view text) { return parse_faults(text).error().what; };
  EXPECT_EQ(
      what("drop=now"),
      "fault 'drop=now': an instant counted from the first message, such as 4s, or one in how many messages, "
      "such as 1/1000");
  EXPECT_EQ(what("silence=1/2"),
            "fault 'silence=1/2': an instant counted from the first message, such as 4s, or 4s+3s to end it "
            "after 3s");
  EXPECT_EQ(what("closeConnection=404@1s"),
            "fault 'closeConnection=404@1s': a reply code that closes a connection, such as 320@4s");
  EXPECT_EQ(what("closeChannel=320@1s"),
            "fault 'closeChannel=320@1s': a reply code that closes a channel, such as 406@4s");
  EXPECT_EQ(what("closeChannel=777@1s"),
            "fault 'closeChannel=777@1s': a reply code that closes a channel, such as 406@4s");
  EXPECT_EQ(what("block=3s"),
            "fault 'block=3s': a block is START+LENGTH counted from the first message, such as 4s+3s, or 7s+ "
            "to the "
            "end");
}

TEST(Faults, AreRefusedWithASentence) {
  const auto what = [](std::string_view text) { return parse_faults(text).error().what; };
  EXPECT_EQ(what("loose=1/2"),
            "unknown fault 'loose'. Did you mean 'lose'? Known: confirmDelay, deliverDelay, serviceRate, "
            "stall, lose, "
            "duplicate, reorder, nack, block, drop, silence, closeConnection, closeChannel, cancel");
  EXPECT_EQ(what("lose"), "fault 'lose' needs a value: lose=…");
  EXPECT_EQ(what("lose=3"), "fault 'lose=3': one in how many, such as 1/1000");
  EXPECT_EQ(what("lose=1/0"), "fault 'lose=1/0': the number after 1/ is at least 1");
  EXPECT_EQ(what("reorder=1/1"), "fault 'reorder=1/1': the number after 1/ is at least 2");
  EXPECT_EQ(what("stall=4s"),
            "fault 'stall=4s': a stall is START+LENGTH counted from the first message, such as 4s+3s, or 7s+ "
            "to the end");
  EXPECT_EQ(what("serviceRate=0"), "fault 'serviceRate=0': a rate is more than 0 messages a second");
  EXPECT_EQ(what("lose=1/2,lose=1/3"), "fault 'lose' is given twice");
  EXPECT_EQ(parse_faults("deliverDelay=1").error().kind, ErrorKind::bad_input);
}

TEST(Injector, StrikesEveryNthMessageAndPassesOverTheStruck) {
  Injector injector(*parse_faults("lose=1/10,duplicate=1/5"));
  std::vector<int> lost, duplicated;
  for (int i = 1; i <= 30; ++i) {
    const Fate fate = injector.next(true, 1);
    if (fate == Fate::lose) lost.push_back(i);
    if (fate == Fate::duplicate) duplicated.push_back(i);
  }
  EXPECT_EQ(lost, (std::vector<int>{10, 20, 30}));
  EXPECT_EQ(duplicated, (std::vector<int>{5, 11, 15, 21, 25}));
  using Lines = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(injector.report(),
            (Lines{{"lose=1/10", "3 messages lost"}, {"duplicate=1/5", "5 messages duplicated"}}));
}

TEST(Injector, NacksOnlyWhereConfirmsAreOn) {
  Injector injector(*parse_faults("nack=1/3"));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(injector.next(false, 1), Fate::normal);
  EXPECT_EQ(injector.next(true, 1), Fate::normal);
  EXPECT_EQ(injector.next(true, 1), Fate::normal);
  EXPECT_EQ(injector.next(true, 2), Fate::nack);
  EXPECT_EQ(injector.report().front().second, "1 messages refused (2 copies in queues)");
}

TEST(Injector, StallsFromTheFirstMessageOn) {
  Injector injector(*parse_faults("stall=4s+3s"));
  EXPECT_EQ(injector.stall_begin(), kNever);
  EXPECT_EQ(injector.report().front(), (std::pair<std::string, std::string>{"stall=4s+3s", "not reached"}));
  injector.published(kSecond);
  injector.published(2 * kSecond);
  EXPECT_FALSE(injector.stalled(5 * kSecond - 1));
  EXPECT_TRUE(injector.stalled(5 * kSecond));
  EXPECT_TRUE(injector.stalled(8 * kSecond - 1));
  EXPECT_FALSE(injector.stalled(8 * kSecond));
  Injector open(*parse_faults("stall=7s+"));
  open.published(0);
  EXPECT_TRUE(open.stalled(kHour));
}

}  // namespace
}  // namespace amqpace::broker
