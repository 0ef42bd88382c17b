// SPDX-License-Identifier: Apache-2.0
// For the tests of the server: a simulated network with a Server on it, and raw 0-9-1 clients that write down
// what they are told, as one line per event. To be included behind <gtest/gtest.h>.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "amqp091/connection.hpp"
#include "amqp091/table_value.hpp"
#include "broker/server.hpp"
#include "net/sim.hpp"

namespace amqpace::broker {

inline constexpr const char* kHost = "broker";
inline net::Address test_address() {
  return net::Address::tcp(kHost, 5672);
}

class WireClient final : public net::StreamEvents, public amqp091::Handler {
 public:
  struct Arrival {
    std::string body;
    std::uint64_t tag;
    bool redelivered;
    Nanos at;
    amqp091::Table headers;
  };

  WireClient(net::SimLoop& loop, amqp091::Options options)
      : loop_(loop),
        connection_(std::move(options)),
        stream_(loop.connect(test_address(), loop.now() + kSecond, *this)) {}

  static amqp091::Options as(std::string user, std::string password, std::string vhost = "/") {
    amqp091::Options options;
    options.user = std::move(user);
    options.password = std::move(password);
    options.vhost = std::move(vhost);
    options.heartbeat = 0;
    return options;
  }

  // What came since the last call.
  std::vector<std::string> take() { return std::exchange(lines_, {}); }
  amqp091::Connection& connection() { return connection_; }
  std::uint16_t open_channel() {
    const std::uint16_t channel = connection_.open_channel();
    flush();
    return channel;
  }
  template <class M>
  void send(std::uint16_t channel, const M& method) {
    connection_.send(channel, method);
    flush();
  }
  void publish(std::uint16_t channel, std::string_view exchange, std::string_view key, std::string_view body,
               bool mandatory = false) {
    const auto properties = amqp091::Properties().with_delivery_mode(2).with_type("a type");
    connection_.send_content(channel, amqp091::BasicPublish{exchange, key, mandatory, false}, properties,
                             std::as_bytes(std::span(body)));
    flush();
  }
  void flush() {
    while (stream_ && !connection_.out().empty()) {
      const net::IoResult put = stream_->write(connection_.out().view());
      if (put.status != net::IoStatus::ok) break;
      connection_.out().consume(put.bytes);
    }
    if (stream_) stream_->want_writable(!connection_.out().empty());
  }
  void drop() { stream_.reset(); }
  void read_nothing(bool on) { stream_->want_readable(!on); }

  std::vector<Arrival> arrivals;

 private:
  void on_connected() override {
    connection_.start(loop_.now());
    flush();
  }
  void on_readable() override {
    std::byte buffer[16 * 1024];
    while (true) {
      const net::IoResult got = stream_->read(buffer);
      if (got.status == net::IoStatus::closed) note("end");
      if (got.status != net::IoStatus::ok) break;
      connection_.receive(std::span(buffer).first(got.bytes), loop_.now(), *this);
    }
    flush();
  }
  void on_writable() override { flush(); }
  void on_failed(const Error& error) override { note("failed: " + error.what); }

  void on_opened(const amqp091::Tuning&) override { note("opened"); }
  void on_method(std::uint16_t, const amqp091::Method& method) override {
    if (const auto* m = std::get_if<amqp091::BasicAck>(&method)) {
      note("ack " + std::to_string(m->delivery_tag) + (m->multiple ? " and before" : ""));
    } else if (const auto* n = std::get_if<amqp091::BasicNack>(&method)) {
      note("nack " + std::to_string(n->delivery_tag));
    } else if (const auto* c = std::get_if<amqp091::ChannelClose>(&method)) {
      note(std::to_string(c->reply_code) + " " + std::string(c->reply_text) + " (" +
           std::to_string(c->class_id) + "," + std::to_string(c->method_id) + ")");
    } else if (const auto* d = std::get_if<amqp091::QueueDeclareOk>(&method)) {
      note(std::string(d->queue) + ": " + std::to_string(d->message_count) + " messages, " +
           std::to_string(d->consumer_count) + " consumers");
    } else {
      note(std::string(amqp091::traits(method).name));
    }
  }
  void on_content(const amqp091::Content& content) override {
    const std::string body(wire::as_text(content.body));
    EXPECT_EQ(content.header.properties.type, "a type");
    EXPECT_EQ(content.header.properties.delivery_mode, 2);
    if (const auto* m = std::get_if<amqp091::BasicDeliver>(&content.method)) {
      arrivals.push_back({body, m->delivery_tag, m->redelivered, loop_.now(),
                          amqp091::copy_table(content.header.properties.headers)});
    } else if (const auto* r = std::get_if<amqp091::BasicReturn>(&content.method)) {
      note("return " + std::to_string(r->reply_code) + " " + std::string(r->reply_text) + " " + body);
    } else if (const auto* g = std::get_if<amqp091::BasicGetOk>(&content.method)) {
      note("got " + body + (g->redelivered ? "!" : "") + ", left " + std::to_string(g->message_count));
    }
  }
  void on_closed(const amqp091::Closed& closed) override {
    note("closed " + std::to_string(closed.code) + " " + std::string(closed.text));
  }
  void on_protocol_error(const amqp091::ProtocolError& error) override { note("error: " + error.what); }
  void note(std::string line) { lines_.push_back(std::move(line)); }

  net::SimLoop& loop_;
  amqp091::Connection connection_;
  std::unique_ptr<net::Stream> stream_;
  std::vector<std::string> lines_;
};

class ServerTest : public testing::Test {
 protected:
  using Lines = std::vector<std::string>;

  void serve(std::string_view faults = "", const net::SimOptions& network = {}, BrokerOptions options = {}) {
    options.faults = parse_faults(faults).value();
    User limited;
    limited.name = limited.password = "limited";
    limited.only_prefix = "lim-";
    options.users.push_back(limited);
    options.vhosts.push_back("other");
    net_ = std::make_unique<net::SimNet>(network);
    loop_ = std::make_unique<net::SimLoop>(*net_);
    server_ = std::make_unique<Server>(*loop_, options);
    ASSERT_TRUE(server_->listen(test_address()));
  }
  WireClient& client(amqp091::Options options = WireClient::as("guest", "guest")) {
    clients_.push_back(std::make_unique<WireClient>(*loop_, std::move(options)));
    return *clients_.back();
  }
  // A client with an open channel, number 1.
  WireClient& ready_client() {
    WireClient& made = client();
    run(kMillisecond);
    EXPECT_EQ(made.open_channel(), 1);
    run(kMillisecond);
    EXPECT_EQ(made.take(), (Lines{"opened", "channel.open-ok"}));
    return made;
  }
  void run(Nanos time) { run_to(loop_->now() + time); }
  void run_to(Nanos until) {
    while (loop_->now() < until) loop_->turn(until);
  }
  // Opens channel 1 again, after the broker closed it.
  void reopen(WireClient& who) {
    EXPECT_EQ(who.open_channel(), 1);
    run(kMillisecond);
    EXPECT_EQ(who.take(), (Lines{"channel.open-ok"}));
  }
  Lines declare(WireClient& who, std::string_view queue) {
    who.send(1, amqp091::QueueDeclare{.queue = queue});
    run(kMillisecond);
    return who.take();
  }

  std::unique_ptr<net::SimNet> net_;
  std::unique_ptr<net::SimLoop> loop_;
  std::unique_ptr<Server> server_;
  std::vector<std::unique_ptr<WireClient>> clients_;
};

}  // namespace amqpace::broker
