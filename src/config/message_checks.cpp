// SPDX-License-Identifier: Apache-2.0
#include "config/message_checks.hpp"

#include "base/units.hpp"
#include "model/message_sizes.hpp"

namespace amqpace::config {
namespace {

class MessageChecker {
 public:
  MessageChecker(const model::Node& block, const std::string& path, model::Reader& reader)
      : block_(block), path_(path), reader_(reader) {}

  bool given(std::string_view key) const { return block_.find(key) != nullptr; }
  void error(std::string_view key, const std::string& text) const {
    const model::Node* node = block_.find(key);
    reader_.error(node != nullptr ? *node : block_, "'" + path_ + "." + std::string(key) + "' " + text);
  }
  void not_both(std::string_view key, std::string_view other, const std::string& why) const {
    if (given(key) && given(other))
      error(key, "and '" + path_ + "." + std::string(other) + "' cannot both be given: " + why);
  }

 private:
  const model::Node& block_;
  const std::string& path_;
  model::Reader& reader_;
};

}  // namespace

void check_messages(const model::PublisherSpec& publish, const model::Node& block, const std::string& path,
                    model::Reader& reader) {
  const MessageChecker is(block, path, reader);
  is.not_both("sizes", "messageSize", "each says how large bodies are");
  is.not_both("payload", "randomPayload", "each says what is in a body; 'payload: random' is the same as the latter");
  if (publish.payload.own()) {
    is.not_both("payload", "messageSize", "your own body has its own size");
    is.not_both("payload", "sizes", "your own body has its own size");
    if (publish.stamp == model::StampPlace::body)
      is.error("stamp", "cannot be body: your own payload goes out as it is; leave 'stamp' out, or say header");
  } else if (publish.stamp == model::StampPlace::body && model::body_size(publish).smallest < 32) {
    is.error("stamp", "cannot be body: a body of " + count_text(model::body_size(publish).smallest) +
                          " bytes has no room for the 32 of the stamp");
  }
  if (publish.properties.delivery_mode && is.given("persistent"))
    is.error("persistent", "and '" + path + ".properties.deliveryMode' cannot both be given: they are the same");
}

}  // namespace amqpace::config
