// SPDX-License-Identifier: Apache-2.0
#include "config/message_checks.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "base/units.hpp"
#include "model/message_sizes.hpp"
#include "model/message_text.hpp"

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
  void warning(std::string_view key, const std::string& text) const {
    const model::Node* node = block_.find(key);
    reader_.warning(node != nullptr ? *node : block_, "'" + path_ + "." + std::string(key) + "' " + text);
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

// A body that is JSON whatever its placeholders become; a few draws stand for all of them.
void json_payload(const std::string& text, const model::Node& block, const std::string& path, model::Reader& reader) {
  constexpr std::uint64_t kDraws = 16;
  const auto parsed = model::MessageText::parse(text, true);
  for (std::uint64_t draw = 0; parsed && draw < kDraws; ++draw) {
    const std::string body = parsed->render(1, draw);
    if (nlohmann::json::accept(body)) continue;
    const model::Node* payload = block.find("payload");
    const model::Node* at = payload != nullptr ? payload->find("json") : nullptr;
    reader.error(at != nullptr ? *at : block, "'" + path + ".payload.json' is not JSON when its placeholders are filled in: " +
                                                  printable(body, 64) + "; {text: …} sends any text as it is");
    return;
  }
}

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
  if (publish.payload.kind == model::PayloadSpec::Kind::json) json_payload(publish.payload.text, block, path, reader);
  const std::int64_t largest = model::body_size(publish).largest;
  if (largest > model::kUsualLargestBody) {
    is.warning(publish.payload.own() ? "payload" : is.given("sizes") ? "sizes" : "messageSize",
               "leads to bodies of " + size_text(largest) + ": a RabbitMQ that is not configured otherwise (max_message_size) refuses "
               "what is larger than 128MiB, and so does the embedded broker");
  }
  if (publish.properties.delivery_mode && is.given("persistent"))
    is.error("persistent", "and '" + path + ".properties.deliveryMode' cannot both be given: they are the same");
}

}  // namespace amqpace::config
