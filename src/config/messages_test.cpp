// SPDX-License-Identifier: Apache-2.0
// What a file may say about messages and their rate: profiles, sizes, payloads, properties, headers, routing keys.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "config/testing.hpp"
#include "model/message_sizes.hpp"

namespace amqpace::config {
namespace {

using testing::around;
using testing::load_text;
using testing::problems_of;
using testing::setting;

model::Plan plan_of(const std::string& lines) {
  const auto loaded = load_text(around(lines));
  EXPECT_EQ(problems_of(loaded), "") << lines;
  return loaded.plan;
}

std::string problem(const std::string& lines) {
  const auto loaded = load_text(around(lines));
  EXPECT_EQ(loaded.problems.size(), 1u) << problems_of(loaded);
  return loaded.problems.empty() ? "" : loaded.problems.front().text;
}

TEST(Messages, RateMayBeAProfile) {
  const auto loaded = load_text(around("publishers: {rate: [{rate: 1000, for: 30s}, {from: 1k, to: 5000, for: 60s}]}"));
  EXPECT_EQ(problems_of(loaded), "");
  const auto& publish = loaded.plan.producers[0].publish;
  EXPECT_EQ(publish.profile,
            (std::vector<model::RateStep>{{1000, 1000, 30 * kSecond}, {1000, 5000, 60 * kSecond}}));
  EXPECT_DOUBLE_EQ(*publish.rate, 210'000.0 / 90);  // the mean
  EXPECT_EQ(loaded.plan.run_for, 90 * kSecond);
  EXPECT_EQ(setting(loaded, "publishers.rate"), "1,000/s for 30s, 1,000..5,000/s for 1m");
  EXPECT_EQ(setting(loaded, "runFor"), "1m30s");
  EXPECT_NE(dry_run_text(loaded.plan).find("rate=1,000/s for 30s, 1,000..5,000/s for 1m, Payload"), std::string::npos);
}

TEST(Messages, AProfilesLengthIsADefaultOnly) {
  const std::string profile = "publishers: {rate: [{rate: 10, for: 5s}]}\n";
  EXPECT_EQ(plan_of(profile).run_for, 5 * kSecond);
  EXPECT_EQ(plan_of(profile + "runFor: 20s").run_for, 20 * kSecond);
  EXPECT_TRUE(plan_of(profile + "runFor: until-stopped").until_stopped);
}

TEST(Messages, AProfileIsRefusedWithItsPlace) {
  EXPECT_EQ(problem("publishers: {rate: []}"), "'publishers.rate' as a profile is a list of 1 to 1,000 steps");
  EXPECT_EQ(problem("publishers: {rate: [{rate: 5}]}"),
            "'publishers.rate[0]' is {rate: 1000, for: 30s}, or {from: 1000, to: 5000, for: 30s}");
  EXPECT_EQ(problem("publishers: {rate: [{rate: 5, from: 1, to: 2, for: 1s}]}"),
            "'publishers.rate[0]' is {rate: 1000, for: 30s}, or {from: 1000, to: 5000, for: 30s}");
  EXPECT_EQ(problem("publishers: {rate: [{rate: 0, for: 1s}]}"),
            "'publishers.rate' is 0 in every step: nothing would be published");
  EXPECT_EQ(problem("publishers: {rate: [{rate: 5, for: 0s}]}"),
            "'publishers.rate[0].for' must be more than 0s and at most 8784h, not 0s");
}

TEST(Messages, SizesAreAMixOrADistribution) {
  EXPECT_EQ(plan_of("publishers: {sizes: {512: 70%, 4KiB: 0.3}}").producers[0].publish.sizes.mix,
            (std::vector<std::pair<std::int64_t, std::int64_t>>{{512, 7000}, {4096, 3000}}));
  const auto lognormal = plan_of("publishers: {sizes: lognormal 1KiB sigma 0.5 max 64KiB}").producers[0].publish;
  EXPECT_EQ(model::payload_text(lognormal), "lognormal 1KiB sigma 0.5 max 64KiB");
  const auto uniform = plan_of("publishers: {sizes: uniform 512..4KiB}").producers[0].publish;
  EXPECT_EQ(model::payload_text(uniform), "uniform 512..4KiB");
  EXPECT_EQ(problem("publishers: {sizes: {512: 70%, 4KiB: 20%}}"),
            "'publishers.sizes' has shares that add up to 90%; they must be 100%");
  EXPECT_EQ(problem("publishers: {sizes: {512: 99.999%, 4KiB: 0.001%}}"),
            "'publishers.sizes' has a share of '99.999%'; 0.01% is the smallest step");
  EXPECT_EQ(problem("publishers: {sizes: gauss 5}"),
            "'publishers.sizes' is a mix such as {512: 70%, 4KiB: 30%}, or 'lognormal 1KiB sigma 0.5 max 64KiB', or "
            "'uniform 512..4KiB'");
}

TEST(Messages, SayWhatIsWrongWithADistribution) {
  EXPECT_EQ(problem("publishers: {sizes: lognormal 1KiB sigma 0}"),
            "'publishers.sizes' has a sigma of '0'; it must be more than 0 and at most 3");
  EXPECT_EQ(problem("publishers: {sizes: lognormal 1KiB sigma 0.5 max 512}"),
            "'publishers.sizes' has a max of 512, less than its median of 1KiB");
  EXPECT_EQ(problem("publishers: {sizes: uniform 10..1}"),
            "'publishers.sizes' goes from the larger size to the smaller; the smaller one comes first");
  EXPECT_EQ(problem("publishers: {sizes: uniform 10}"),
            "'publishers.sizes' as uniform needs its two ends: uniform 512..4KiB");
  EXPECT_EQ(problem("publishers: {sizes: uniform 1..x}"),
            "'publishers.sizes' has 'x' where a size stands, such as 512 or 4KiB");
  EXPECT_EQ(plan_of("publishers: {sizes: uniform 1 .. 5}").producers[0].publish.sizes.high, 5);
  EXPECT_EQ(problem("consumers: {handlerTime: normal 2ms}"),
            "'consumers.handlerTime' is a duration such as 5ms, exponential 2ms (its mean), or uniform 1ms..5ms, not "
            "'normal 2ms'");
}

TEST(Messages, PayloadOfJsonIsJsonWhateverItsPlaceholdersBecome) {
  EXPECT_EQ(problem("publishers: {payload: {json: \"{bad\"}}"),
            "'publishers.payload.json' is not JSON when its placeholders are filled in: {bad; {text: …} sends any text as it "
            "is");
  EXPECT_NE(problem("publishers: {payload: {json: '{\"a\": ${choice:1|x}}'}}"), "");
  EXPECT_EQ(plan_of("publishers: {payload: {json: '{\"a\": ${random:1..9}, \"b\": \"${uuid}\", \"c\": ${seq}}'}}")
                .producers.size(), 1u);
  EXPECT_EQ(plan_of("publishers: {payload: {json: [1, ${variant}, x]}}").producers.size(), 1u);
}

TEST(Messages, HeadersThatFitNoFrameAreRefusedWithTheirPlace) {
  const std::string big(200'000, 'x');
  const auto loaded = load_text(around("publishers:\n  headers: {big: " + big + "}\n"));
  ASSERT_EQ(loaded.problems.size(), 1u);
  EXPECT_EQ(loaded.problems[0].text,
            "'publishers.headers' takes 200,013 bytes; it must fit one frame, and 125KiB is the most that does");
  EXPECT_EQ(loaded.problems[0].place.line, 4);
  EXPECT_EQ(problems_of(load_text(around("publishers: {headers: {big: " + big.substr(0, 127'000) + "}}"))), "");
  std::string uuids;
  for (int i = 0; i < 4000; ++i) uuids += "${uuid}";
  EXPECT_EQ(problem("publishers: {headers: {big: \"" + uuids + "\"}}"),
            "'publishers.headers' takes 144,013 bytes; it must fit one frame, and 125KiB is the most that does");
  EXPECT_NE(problem("topology: {arguments: {x-big: " + big + "}}"), "");
}

TEST(Messages, PayloadIsTextOrJson) {
  const auto text = plan_of("publishers: {payload: {text: \"hello ${choice:you|me}\"}}").producers[0].publish.payload;
  EXPECT_EQ(text.text, "hello ${choice:you|me}");
  const auto json = plan_of(
      "publishers:\n  payload:\n    json: {id: ${seq}, of: \"${uuid}\", n: [1, 2.5, true, ~, \"3\"], who: u${random:1..9}}");
  EXPECT_EQ(json.producers[0].publish.payload.text,
            R"({"id": ${seq}, "of": "${uuid}", "n": [1, 2.5, true, null, "3"], "who": "u${random:1..9}"})");
  EXPECT_EQ(plan_of("publishers: {payload: {json: '{\"a\": ${seq}}'}}").producers[0].publish.payload.text,
            "{\"a\": ${seq}}");
  EXPECT_EQ(problem("publishers: {payload: {text: \"${random:9..1}\"}}"),
            "'publishers.payload' has '${random:9..1}': write two whole numbers, such as ${random:1..100}");
  EXPECT_EQ(problem("publishers: {payload: 5}"),
            "'publishers.payload' is random, zeros, {text: …}, {json: …}, {file: …} or {files: [ … ]}");
}

TEST(Messages, PlaceholdersAreVariablesElsewhere) {
  EXPECT_EQ(problem("description: ${random:1..5}"),
            "'${random:1..5}' is not a variable; one is written ${NAME} or ${NAME:-default}");
  EXPECT_EQ(problem("description: a ${seq}"),
            "the variable seq is not set, and ${seq} has no default; ${seq:-value} gives it one");
  const auto loaded = load_text(around("publishers: {payload: {text: \"${WHO} ${uuid}\"}}"), {{"WHO", "me"}});
  EXPECT_EQ(loaded.plan.producers[0].publish.payload.text, "me ${uuid}");
}

TEST(Messages, PayloadFilesAreReadBesideTheWorkload) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / "amqpace-payload";
  std::filesystem::create_directories(folder / "bodies");
  std::ofstream(folder / "bodies" / "b.bin", std::ios::binary) << std::string("\0\xff${seq}", 8);
  std::ofstream(folder / "bodies" / "a.txt") << "first";
  std::ofstream(folder / "bodies" / ".hidden") << "not this one";
  const auto loaded_from = [&](const std::string& lines) {
    return load({(folder / "w.yaml").string(), around(lines)}, {testing::lookup({}), {}});
  };
  const auto all = loaded_from("publishers: {payload: {files: bodies}}");
  EXPECT_EQ(problems_of(all), "");
  EXPECT_EQ(all.plan.producers[0].publish.payload.bodies,
            (std::vector<std::string>{"first", std::string("\0\xff${seq}", 8)}));
  const auto one = loaded_from("publishers: {payload: {files: [bodies/b.bin, bodies/a.txt, bodies/b.bin]}}");
  EXPECT_EQ(one.plan.producers[0].publish.payload.bodies.size(), 3u);
  EXPECT_EQ(setting(one, "publishers.payload"), "{files: [bodies/b.bin, bodies/a.txt, bodies/b.bin]}");
  const auto missing = loaded_from("publishers: {payload: {file: bodies/c}}");
  ASSERT_EQ(missing.problems.size(), 1u);
  EXPECT_EQ(missing.problems[0].place.line, 3);
  EXPECT_EQ(missing.problems[0].text,
            "'publishers.payload' names 'bodies/c', which cannot be read: No such file or directory");
  const auto refused = [&](const std::string& payload) {
    const auto loaded = loaded_from("publishers:\n  payload: " + payload);
    if (loaded.problems.size() != 1) return problems_of(loaded) + " (not one problem)";
    return std::to_string(loaded.problems[0].place.line) + " " + loaded.problems[0].text;
  };
  EXPECT_EQ(refused("{file: bodies}"),
            "4 'publishers.payload' names a folder as its one file; {files: FOLDER} sends all files of it in turn");
  EXPECT_EQ(refused("{files: []}"), "4 'publishers.payload' has an empty list of files");
  EXPECT_EQ(refused("{file: /dev/zero}"),
            "4 'publishers.payload' names '/dev/zero', which cannot be read: it is not a regular file");
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(refused("{files: [bodies/a.txt, pipe]}"),
            "4 'publishers.payload' names 'pipe', which cannot be read: it is not a regular file");
  std::ofstream(folder / "huge") << "";
  std::filesystem::resize_file(folder / "huge", 536'870'913);  // sparse
  EXPECT_EQ(refused("{file: huge}"),
            "4 'publishers.payload' names 'huge', which has 536,870,913 bytes; a body has at most 255MiB");
  std::filesystem::remove_all(folder);
}

TEST(Messages, AreAsLargeAsCanBeSent) {
  EXPECT_EQ(problem("publishers: {messageSize: 400MB}"),
            "'publishers.messageSize' must be 0 to 255MiB, not 390625KiB");
  EXPECT_EQ(problem("prefill: {messages: 1, messageSize: 256MiB}"),
            "'prefill.messageSize' must be 0 to 255MiB, not 256MiB");
  EXPECT_EQ(problem("publishers: {sizes: uniform 1KiB..256MiB}"),
            "'publishers.sizes' has a size of 256MiB; it must be more than 0 and at most 255MiB");
  EXPECT_EQ(problem("publishers: {messageSize: 200MiB}"),
            "'publishers.messageSize' leads to bodies of 200MiB: a RabbitMQ that is not configured otherwise "
            "(max_message_size) refuses what is larger than 128MiB, and so does the embedded broker");
  EXPECT_EQ(problems_of(load_text(around("publishers: {messageSize: 128MiB}"))), "");
}

TEST(Messages, SaySoWhenTheirSettingsContradictEachOther) {
  EXPECT_EQ(problem("publishers: {messageSize: 5, sizes: {5: 100%}}"),
            "'publishers.sizes' and 'publishers.messageSize' cannot both be given: each says how large bodies are");
  EXPECT_EQ(problem("publishers: {payload: {text: x}, messageSize: 5}"),
            "'publishers.payload' and 'publishers.messageSize' cannot both be given: your own body has its own size");
  EXPECT_EQ(problem("publishers: {payload: {text: x}, stamp: body}"),
            "'publishers.stamp' cannot be body: your own payload goes out as it is; leave 'stamp' out, or say header");
  EXPECT_EQ(problem("publishers: {sizes: {5: 50%, 500: 50%}, stamp: body}"),
            "'publishers.stamp' cannot be body: a body of 5 bytes has no room for the 32 of the stamp");
  EXPECT_EQ(problem("publishers: {persistent: true, properties: {deliveryMode: 2}}"),
            "'publishers.persistent' and 'publishers.properties.deliveryMode' cannot both be given: they are the same");
  EXPECT_EQ(problem("publishers: {payload: random, randomPayload: true}"),
            "'publishers.payload' and 'publishers.randomPayload' cannot both be given: each says what is in a body; "
            "'payload: random' is the same as the latter");
  EXPECT_EQ(problem("publishers: {routingKeys: [a]}"),
            "'publishers.routingKeys' need an exchange: on the default exchange a message goes to the queue its key "
            "names");
  EXPECT_EQ(problem("publishers: {rate: 5, properties: {expiration: 1s}}\nexpect: {noMessagesLost: true}"),
            "'expect.noMessagesLost' cannot be judged: 'publishers.properties.expiration' allows the queue to drop "
            "messages");
  EXPECT_EQ(problem("publishers: {payload: {text: x}}\nprefill: {messages: 5, messageSize: 9}"),
            "'prefill.messageSize' cannot be given: 'publishers.payload' is what the messages are");
}

TEST(Messages, PropertiesHaveTheTypesOfTheProtocol) {
  const auto p = plan_of(
      "publishers: {properties: {priority: 255, expiration: 1m, timestamp: \"2026-11-30T12:00:00Z\", deliveryMode: 1}}");
  const auto& properties = p.producers[0].publish.properties;
  EXPECT_EQ(properties.priority, 255);
  EXPECT_EQ(properties.expiration, 60 * kSecond);
  EXPECT_EQ(properties.timestamp, 1'796'040'000u);
  EXPECT_FALSE(p.producers[0].publish.is_persistent());
  EXPECT_EQ(problem("publishers: {properties: {expiration: 1us}}"),
            "'publishers.properties.expiration' must be whole milliseconds, not 1us");
  EXPECT_EQ(problem("publishers: {properties: {messageId: \"${seq}\"}}"),
            "'publishers.properties.messageId' cannot have ${seq}: only a body can");
  EXPECT_EQ(problem("publishers: {properties: {type: " + std::string(256, 'x') + "}}"),
            "'publishers.properties.type' is 256 bytes long, and AMQP takes 255");
  EXPECT_EQ(problem("publishers: {properties: {timestamp: soon}}"),
            "'publishers.properties.timestamp': 'soon' is not a whole number");
}

TEST(Messages, HeadersAndArgumentsKeepTheirTypes) {
  const std::string table = "{b: true, i: 7, d: 0.5, t: \"7\", n: null, l: [1, a, [x]], m: {k: {z: -1}}}";
  const Arguments expected{{"b", true},
                           {"i", std::int64_t{7}},
                           {"d", 0.5},
                           {"t", "7"},
                           {"n", ArgumentValue{}},
                           {"l", ArgumentList{std::int64_t{1}, "a", ArgumentList{"x"}}},
                           {"m", Arguments{{"k", Arguments{{"z", std::int64_t{-1}}}}}}};
  const auto loaded = load_text(around("publishers: {headers: " + table + "}\ntopology: {arguments: " + table + "}"));
  EXPECT_EQ(problems_of(loaded), "");
  EXPECT_EQ(loaded.plan.producers[0].publish.headers, expected);
  EXPECT_EQ(loaded.plan.queues[0].arguments, expected);
  EXPECT_EQ(setting(loaded, "publishers.headers"),
            R"({b: true, i: 7, d: 0.5, t: "7", n: null, l: [1, "a", ["x"]], m: {k: {z: -1}}})");
  EXPECT_EQ(problem("publishers: {headers: {a: {b: }}}"), "'publishers.headers.a.b' has no value");
  EXPECT_EQ(problem("publishers: {headers: {x-amqpace: 1}}"),
            "'publishers.headers' cannot have 'x-amqpace': that is where the stamp stands");
}

TEST(Messages, RoutingKeysBindTheQueueUnlessTheTopologyDoes) {
  const auto all = plan_of("topology: {exchange: ex}\npublishers: {routingKeys: [a, b, a]}");
  EXPECT_EQ(all.producers[0].routing_keys, (std::vector<std::string>{"a", "b", "a"}));
  ASSERT_EQ(all.queues[0].bindings.size(), 2u);
  EXPECT_EQ(all.queues[0].bindings[1].routing_key, "b");
  const auto pattern = plan_of("topology: {exchange: ex, routingKey: \"order.*\"}\npublishers: {routingKeys: [order.a]}");
  ASSERT_EQ(pattern.queues[0].bindings.size(), 1u);
  EXPECT_EQ(pattern.queues[0].bindings[0].routing_key, "order.*");
}

}  // namespace
}  // namespace amqpace::config
