// SPDX-License-Identifier: Apache-2.0
// What Connection keeps per channel: its state, and the message that is coming in over several frames or
// reads. Memory for such messages comes from a pool, so that a steady load allocates nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "amqp091/frame.hpp"

namespace amqpace::amqp091 {

enum class ChannelState : std::uint8_t {
  closed,
  opening,  // client: channel.open sent
  open,
  closing,  // channel.close sent
};

// A message of which not all has come yet. Keeps copies: the reads they came in are gone.
struct Assembly {
  enum class Awaits : std::uint8_t { header, body };
  Awaits awaits = Awaits::header;
  std::vector<std::byte> method;  // payload of the method frame
  std::vector<std::byte> header;  // payload of the header frame
  std::vector<std::byte> body;    // what has come of it
  std::uint64_t body_size = 0;    // what was announced
};

class Channels {
 public:
  // Channel numbers run from 1 to `highest`.
  void set_highest(std::uint16_t highest) { highest_ = highest; }
  std::uint16_t highest() const { return highest_; }

  ChannelState at(std::uint16_t channel) const {
    return channel < all_.size() ? all_[channel].state : ChannelState::closed;
  }
  // Open, and no message is coming in.
  bool awaits_method(std::uint16_t channel) const {
    return channel < all_.size() && all_[channel].state == ChannelState::open && !all_[channel].assembly;
  }
  // closed: what has come of a message is dropped, and the number can be taken again.
  void set(std::uint16_t channel, ChannelState state);
  // The lowest closed number, 0 when there is none.
  std::uint16_t lowest_closed() const;

  // Null when no message is coming in on this channel.
  Assembly* assembly(std::uint16_t channel) const {
    return channel < all_.size() ? all_[channel].assembly.get() : nullptr;
  }
  // The channel must not be closed, and have none yet.
  Assembly& begin_assembly(std::uint16_t channel);
  // Takes it off the channel, for the time its message is being handled; give_back() afterwards.
  std::unique_ptr<Assembly> take_assembly(std::uint16_t channel);
  void give_back(std::unique_ptr<Assembly> assembly);
  void expect_assembly_of(std::size_t body_bytes, std::size_t head_bytes);  // reserves one, ready in the pool
  void drop_assembly(std::uint16_t channel);
  void drop_all();

  // Bytes of headers and bodies held for unfinished messages over all channels.
  std::size_t assembling_bytes() const { return assembling_bytes_; }
  void set_header(Assembly& assembly, Bytes payload);
  void add_body(Assembly& assembly, Bytes part);

 private:
  struct Channel {
    ChannelState state = ChannelState::closed;
    std::unique_ptr<Assembly> assembly;
  };
  std::vector<Channel> all_;  // by number
  std::vector<std::unique_ptr<Assembly>> pool_;
  std::size_t assembling_bytes_ = 0;
  std::uint16_t highest_ = 0;
  std::uint16_t lowest_hint_ = 1;  // no lower number is closed
};

}  // namespace amqpace::amqp091
