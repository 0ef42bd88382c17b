// SPDX-License-Identifier: Apache-2.0
// One connection of a run, over all the sessions it takes: whether it stands, why it does not, when it was blocked, and what it
// went through. A lost one is opened again, at the brokers of the Plan in turn, once somebody calls tend(). One thread.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client/session.hpp"
#include "engine/attachment.hpp"

namespace amqpace::engine {

// A broker of the Plan: where it is and how to talk to it.
struct Broker {
  net::Address address;
  client::ConnectOptions connect;
};

enum class Break { connection_lost, channel_closed, consumer_cancelled };

// From the first break until connection, channels and consumers all stand again.
struct LinkOutage {
  Break first{};
  Nanos from = 0, to = kNever;  // absolute; kNever: not recovered
  std::uint64_t connections_lost = 0, channels_closed = 0, consumers_cancelled = 0;
  Error why;  // of the first break
};

class Link final : public client::SessionEvents {
 public:
  // `brokers` outlives it; `first`: the one to begin with. `seed`: of the back-off's spread.
  Link(net::Loop& loop, const std::vector<Broker>& brokers, std::size_t first, std::string name, std::uint64_t seed);

  void open() { session_->open(); }
  // Tries again when it is time. May replace the session: whoever holds a publisher or consumer of the old one asks
  // Attachment::on_session() first.
  void tend(Nanos now);
  // Ends the outage when everything stands again.
  void note_whole(Nanos now);

  client::Session& session() { return *session_; }
  const client::Session& session() const { return *session_; }
  Nanos now() const { return loop_.now(); }
  std::uint64_t generation() const { return generation_; }  // of the session, from 1
  const std::string& name() const { return name_; }
  bool lost() const { return lost_.has_value(); }  // no session stands
  const std::optional<Error>& why() const { return lost_; }
  bool closed() const { return closed_ || lost(); }
  bool usable() const { return !lost() && session_->is_open() && !session_->blocked(); }
  Nanos broke_at() const { return broke_at_; }  // absolute, of the last break; 0: never
  // Absolute, of the outage that lasts; kNever: it stands, and all its channels and consumers.
  Nanos gone_since() const { return outages_.empty() || outages_.back().to != kNever ? kNever : outages_.back().from; }
  const std::vector<LinkOutage>& outages() const { return outages_; }
  const std::string& blocked_reason() const { return blocked_reason_; }
  // Absolute; the last one may still be open (second == kNever).
  const std::vector<std::pair<Nanos, Nanos>>& blocked() const { return blocked_; }

  std::uint64_t add(Attachment& part);  // gives it a seed
  void broke(Break what, const Error& why, Nanos now);

  void on_open() override {}
  void on_lost(const Error& why) override;
  void on_blocked(std::string_view reason) override;
  void on_unblocked() override;
  void on_closed() override { closed_ = true; }

 private:
  void make_session();

  net::Loop& loop_;
  const std::vector<Broker>& brokers_;
  std::size_t broker_;
  const std::string name_;
  const std::uint64_t seed_;
  Backoff backoff_;
  std::vector<Attachment*> parts_;
  std::optional<Error> lost_;
  Nanos retry_at_ = kNever;  // while the session is over
  Nanos broke_at_ = 0;
  std::vector<LinkOutage> outages_;
  bool closed_ = false;
  std::string blocked_reason_;
  std::vector<std::pair<Nanos, Nanos>> blocked_;
  std::uint64_t generation_ = 0;
  std::unique_ptr<client::Session> session_;  // last: it may call back while it goes
};

}  // namespace amqpace::engine
