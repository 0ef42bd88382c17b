// SPDX-License-Identifier: Apache-2.0
// The queue that a consumer declares itself, because it is exclusive: it belongs to the connection that declared it. Each
// consumer of the connection does so (the second declaration finds what it asks for), whenever its channel is opened.
#include "engine/consumer.hpp"
#include "engine/topology.hpp"

namespace amqpace::engine {

void LogicalConsumer::declare_queue() {
  auto requests = declarations_of(*setup_.queue);
  declaring_ = requests.size();
  for (auto& request : requests) {
    link_.session().request(std::move(request),
                            [this](const Result<client::AdminAnswer>& answer) { on_declared(answer); });
  }
}

void LogicalConsumer::on_declared(const Result<client::AdminAnswer>& answer) {
  if (answer) {
    if (declaring_ > 0 && --declaring_ == 0 && !held_) consumer_->subscribe();
    return;
  }
  // A lost connection is seen to by those who see that.
  if (answer.error().kind != ErrorKind::refused || channel_closed_) return;
  Error why = answer.error();
  why.what = "could not declare the exclusive queue " + setup_.queue->name;
  why.hint = "a queue of this name is there and is another's: delete it, or name another";
  on_consumer_closed(why);
}

}  // namespace amqpace::engine
