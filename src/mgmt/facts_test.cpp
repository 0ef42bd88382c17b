// SPDX-License-Identifier: Apache-2.0
// The client against a small HTTP server in this process: exact requests, exact facts, and sentences for what goes wrong.
#include "mgmt/facts.hpp"

#include <gtest/gtest.h>
#include <httplib.h>

#include <mutex>
#include <thread>

#include "mgmt/address.hpp"

namespace amqpace::mgmt {
namespace {

// Serves canned replies on a free loopback port, and keeps the paths and logins it was asked with.
class FakeApi {
 public:
  FakeApi() {
    server_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response&) {
      const std::lock_guard lock(mutex_);
      paths_.push_back(request.target);
      logins_.push_back(request.get_header_value("Authorization"));
      return httplib::Server::HandlerResponse::Unhandled;
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
  }
  ~FakeApi() {
    server_.stop();
    if (thread_.joinable()) thread_.join();
  }
  void reply(const std::string& pattern, int status, const std::string& body) {
    server_.Get(pattern, [status, body](const httplib::Request&, httplib::Response& response) {
      response.status = status;
      response.set_content(body, "application/json");
    });
  }
  std::string start(const std::string& login = "") {
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
    return "http://" + login + "127.0.0.1:" + std::to_string(port_);
  }

  std::vector<std::string> paths() { return locked(paths_); }
  std::vector<std::string> logins() { return locked(logins_); }

 private:
  std::vector<std::string> locked(const std::vector<std::string>& list) {
    const std::lock_guard lock(mutex_);
    return list;
  }

  std::mutex mutex_;
  std::vector<std::string> paths_, logins_;
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
};

const char* const kOverview = R"({"product_name":"RabbitMQ","product_version":"3.10.8","rabbitmq_version":"3.10.8"})";

Options options_for(std::string url) {
  Options options;
  options.url = std::move(url);
  return options;
}

TEST(Facts, AreVersionTypeDurabilityAndArgumentsAsText) {
  FakeApi api;
  api.reply("/api/overview", 200, kOverview);
  api.reply("/api/queues/.*", 200,
            R"({"name":"a b","type":"quorum","durable":true,"messages":17,"leader":"rabbit@a",
                "members":["rabbit@a","rabbit@b"],
                "arguments":{"x-queue-type":"quorum","x-max-length":5,"x-share":0.5,"x-single-active-consumer":true}})");
  Options options = options_for(api.start());
  options.vhost = "/";
  options.queues = {"a b/ü"};
  const auto facts = read_facts(options, SystemClock());
  ASSERT_TRUE(facts) << facts.error().what;
  EXPECT_EQ(facts->product, "RabbitMQ 3.10.8");
  const QueueFacts expected = {{"type", "quorum"},
                               {"durable", "true"},
                               {"leader", "rabbit@a"},
                               {"members", "rabbit@a rabbit@b"},
                               {"argument.x-max-length", "5"},
                               {"argument.x-queue-type", "quorum"},
                               {"argument.x-share", "0.5"},
                               {"argument.x-single-active-consumer", "true"}};
  EXPECT_EQ(facts->queues.at("a b/ü"), expected);
  EXPECT_EQ(api.paths(), (std::vector<std::string>{"/api/overview", "/api/queues/%2F/a%20b%2F%C3%BC",
                                                   "/api/nodes?columns=name%2Crunning%2Cmem_used%2Cmem_limit%2Cmem_alarm%2C"
                                                   "disk_free%2Cdisk_free_limit%2Cdisk_free_alarm"}));
  EXPECT_EQ(api.logins().front(), "Basic Z3Vlc3Q6Z3Vlc3Q=");
}

TEST(Facts, LeaveOutAQueueTheBrokerDoesNotKnow) {
  FakeApi api;
  api.reply("/api/overview", 200, kOverview);
  api.reply("/api/queues/.*/here", 200, R"({"type":"classic","durable":false,"arguments":{}})");
  Options options = options_for(api.start());
  options.queues = {"gone", "here"};
  const auto facts = read_facts(options, SystemClock());
  ASSERT_TRUE(facts) << facts.error().what;
  ASSERT_EQ(facts->queues.size(), 1u);
  EXPECT_EQ(facts->queues.at("here"), (QueueFacts{{"type", "classic"}, {"durable", "false"}}));
}

TEST(Facts, OfAClassicQueueAreItsNodeItsMirrorsAndWhatPoliciesComeTo) {
  FakeApi api;
  api.reply("/api/overview", 200, kOverview);
  api.reply("/api/queues/.*", 200,
            R"({"type":"classic","durable":true,"arguments":{},"node":"rabbit@a","slave_nodes":["rabbit@b","rabbit@c"],
                "policy":"ha-all","operator_policy":"caps","effective_policy_definition":{"ha-mode":"all","max-length":5}})");
  api.reply("/api/nodes", 200, "[]");
  Options options = options_for(api.start());
  options.queues = {"q"};
  const auto facts = read_facts(options, SystemClock());
  ASSERT_TRUE(facts) << facts.error().what;
  EXPECT_EQ(facts->queues.at("q"), (QueueFacts{{"type", "classic"},
                                               {"durable", "true"},
                                               {"leader", "rabbit@a"},
                                               {"members", "rabbit@a rabbit@b rabbit@c"},
                                               {"policy", "ha-all"},
                                               {"operator-policy", "caps"},
                                               {"policy.ha-mode", "all"},
                                               {"policy.max-length", "5"}}));
}

TEST(Facts, AreMemoryDiskAndAlarmsOfEveryNode) {
  FakeApi api;
  api.reply("/api/overview", 200, R"({"product_name":"RabbitMQ","product_version":"3.10.8","cluster_name":"three"})");
  api.reply("/api/nodes", 200,
            R"([{"name":"rabbit@b","running":true,"mem_used":155508736,"mem_limit":4000000000,"mem_alarm":false,
                 "disk_free":75361665024,"disk_free_limit":200000000,"disk_free_alarm":true},
                {"name":"rabbit@a","running":false}])");
  const auto facts = read_facts(options_for(api.start()), SystemClock());
  ASSERT_TRUE(facts) << facts.error().what;
  EXPECT_EQ(facts->cluster, "three");
  ASSERT_EQ(facts->nodes.size(), 2u);
  EXPECT_EQ(facts->nodes[0].name, "rabbit@a");
  EXPECT_FALSE(facts->nodes[0].running);
  EXPECT_EQ(facts->nodes[0].memory, 0u);
  const auto& b = facts->nodes[1];
  EXPECT_EQ(b.name, "rabbit@b");
  EXPECT_TRUE(b.running);
  EXPECT_EQ(b.memory, 155508736u);
  EXPECT_EQ(b.memory_limit, 4000000000u);
  EXPECT_EQ(b.disk_free, 75361665024u);
  EXPECT_EQ(b.disk_limit, 200000000u);
  EXPECT_FALSE(b.memory_alarm);
  EXPECT_TRUE(b.disk_alarm);
  EXPECT_TRUE(facts->notes.empty());
}

TEST(Facts, OfNodesThatTheUserMayNotSeeAreANote) {
  FakeApi api;
  api.reply("/api/overview", 200, kOverview);
  api.reply("/api/nodes", 401, R"({"error":"not_authorised","reason":"Not monitor user"})");
  const Options options = options_for(api.start());
  const auto facts = read_facts(options, SystemClock());
  ASSERT_TRUE(facts) << facts.error().what;
  EXPECT_EQ(facts->product, "RabbitMQ 3.10.8");
  EXPECT_TRUE(facts->nodes.empty());
  EXPECT_EQ(facts->notes, std::vector<std::string>{"memory, disk and alarms of its nodes were not read: the management API at " +
                                                   options.url + " refused with HTTP 401: Not monitor user. They are for a "
                                                   "user with the tag 'monitoring'"});
}

TEST(Facts, LogInAsTheUrlSays) {
  FakeApi api;
  api.reply("/api/overview", 200, kOverview);
  const auto facts = read_facts(options_for(api.start("app:s%2Fcret@")), SystemClock());
  ASSERT_TRUE(facts) << facts.error().what;
  EXPECT_EQ(api.logins().front(), "Basic YXBwOnMvY3JldA==");
}

TEST(Facts, SayInTheBrokersWordsThatTheLoginFailed) {
  FakeApi api;
  api.reply("/api/overview", 401, R"({"error":"not_authorised","reason":"Login failed for hush-hush"})");
  Options options = options_for(api.start());
  options.password = "hush-hush";
  const auto facts = read_facts(options, SystemClock());
  ASSERT_FALSE(facts);
  EXPECT_EQ(facts.error().kind, ErrorKind::refused);
  EXPECT_EQ(facts.error().what, "the management API at " + options.url + " refused with HTTP 401");
  EXPECT_EQ(facts.error().detail, "Login failed for ***");
}

TEST(Facts, SayThatNobodyAnsweredAndNeverThePassword) {
  std::string url;
  {
    FakeApi api;
    url = api.start("app:s3cret@");
  }  // nobody listens there any more
  const auto facts = read_facts(options_for(url), SystemClock());
  ASSERT_FALSE(facts);
  EXPECT_EQ(facts.error().kind, ErrorKind::unreachable);
  EXPECT_EQ(facts.error().what.find("s3cret"), std::string::npos);
  EXPECT_EQ(facts.error().what.find("app"), std::string::npos);
}

TEST(Facts, SayThatThisIsNoManagementApi) {
  for (const char* body : {"<html>", "[]", "{}", "7"}) {
    FakeApi api;
    api.reply("/api/overview", 200, body);
    const auto facts = read_facts(options_for(api.start()), SystemClock());
    ASSERT_FALSE(facts) << body;
    EXPECT_EQ(facts.error().kind, ErrorKind::malformed) << body;
  }
}

TEST(Address, IsTakenApartFromTheRight) {
  const auto address = parse_address("https://me:p@ss:w/rd%24@broker:15671/rabbit/api/");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->origin, "https://broker:15671");
  EXPECT_EQ(address->prefix, "/rabbit");
  EXPECT_EQ(address->user, "me");
  EXPECT_EQ(address->password, "p@ss:w/rd$");
}

TEST(Address, KeepsAPercentThatIsNoEscape) {
  const auto address = parse_address("http://me:100%@broker");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->password, "100%");
}

TEST(Address, RefusesWhatIsNotHttp) {
  for (const char* url : {"", "localhost:15672", "amqp://localhost", "http://", "http://user@"}) {
    const auto address = parse_address(url);
    ASSERT_FALSE(address) << url;
    EXPECT_EQ(address.error().kind, ErrorKind::bad_input);
  }
}

TEST(Bindings, AreThoseOfQueuesOnTheExchangesAskedFor) {
  FakeApi api;
  api.reply("/api/exchanges/.*/ex.a/bindings/source", 200,
            R"([{"source":"ex.a","destination":"q","destination_type":"queue","routing_key":"k"},)"
            R"({"source":"ex.a","destination":"ex.b","destination_type":"exchange","routing_key":"k"}])");
  const auto bound = read_bindings({.url = api.start(), .vhost = "/", .queues = {}}, {"ex.a", "ex.missing"}, SystemClock());
  ASSERT_TRUE(bound) << bound.error().what;
  ASSERT_EQ(bound->size(), 1u);
  EXPECT_EQ(bound->front().exchange + " " + bound->front().queue + " " + bound->front().routing_key, "ex.a q k");
  EXPECT_EQ(api.paths(), (std::vector<std::string>{"/api/exchanges/%2F/ex.a/bindings/source",
                                                   "/api/exchanges/%2F/ex.missing/bindings/source"}));
}

}  // namespace
}  // namespace amqpace::mgmt
