// SPDX-License-Identifier: Apache-2.0
#include "model/read_brokers.hpp"

#include "base/secrets.hpp"

namespace amqpace::model {

namespace {

void add_broker(std::vector<Uri>& brokers, const Node& node, const Slot& slot) {
  slot.reader.secret_part(node);
  auto uri = read_address(node, slot);
  if (!uri) return;
  if (uri->scheme == "amqp10" || uri->scheme == "amqps10") {
    return slot.complain(node, "with '" + uri->scheme +
                                   "://' is not supported by this version yet; use amqp://, amqps:// or embedded:");
  }
  register_secret(uri->password);
  brokers.push_back(std::move(*uri));
}

}  // namespace

void read_brokers(std::vector<Uri>& brokers, const Node& node, const Slot& slot) {
  brokers.clear();
  if (!node.list()) return add_broker(brokers, node, slot);
  if (node.items.empty()) return slot.complain(node, "is an empty list; give at least one address");
  for (const auto& item : node.items) add_broker(brokers, item, slot);
}

std::string brokers_text(const std::vector<Uri>& brokers) {
  std::string text;
  for (const auto& uri : brokers) text += (text.empty() ? "" : ", ") + uri.redacted();
  return brokers.size() > 1 ? "[" + text + "]" : text;
}

}  // namespace amqpace::model
