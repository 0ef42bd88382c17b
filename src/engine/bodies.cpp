// SPDX-License-Identifier: Apache-2.0
#include "engine/bodies.hpp"

#include <algorithm>
#include <numeric>

#include "base/random.hpp"
#include "model/message_sizes.hpp"
#include "model/message_text.hpp"

namespace amqpace::engine {

namespace {
constexpr std::int64_t kRandomVariants = 16, kTextVariants = 100;
constexpr std::int64_t kVariantBytes = 16 << 20;  // what the variants of one key may take

bool varies(const std::string& text) {
  const auto parsed = model::MessageText::parse(text);
  return parsed && parsed->varies();
}

struct Varies {
  bool operator()(const std::string& text) const { return varies(text); }
  bool operator()(const ArgumentList& list) const {
    return std::any_of(list.begin(), list.end(), [this](const auto& e) { return std::visit(*this, e.value); });
  }
  bool operator()(const Arguments& map) const {
    return std::any_of(map.begin(), map.end(), [this](const auto& e) { return std::visit(*this, e.second.value); });
  }
  template <class T>
  bool operator()(const T&) const {
    return false;
  }
};

bool envelope_varies(const model::PublisherSpec& publish) {
  const auto& p = publish.properties;
  for (const auto* text : {&p.content_type, &p.content_encoding, &p.correlation_id, &p.reply_to, &p.message_id, &p.type,
                           &p.user_id, &p.app_id, &p.cluster_id})
    if (*text && varies(**text)) return true;
  return Varies{}(publish.headers);
}

std::string random_bytes(std::size_t size, std::uint64_t seed) {
  std::string body(size, '\0');
  Random bytes(seed);
  for (char& c : body) c = static_cast<char>(bytes.next());
  return body;
}

// The different bodies before variants are made of them: sizes of generated ones, or the user's own.
struct Kinds {
  std::vector<std::int64_t> sizes;
  std::vector<std::uint32_t> order{0};
};

Kinds kinds_of(const model::PublisherSpec& publish, std::int64_t only_size, std::uint64_t seed) {
  if (only_size > 0) return {{only_size}};
  Kinds kinds;
  if (publish.payload.kind == model::PayloadSpec::Kind::files) {
    for (const auto& body : publish.payload.bodies) kinds.sizes.push_back(static_cast<std::int64_t>(body.size()));
    kinds.order.resize(kinds.sizes.size());
    std::iota(kinds.order.begin(), kinds.order.end(), 0U);
  } else if (publish.payload.own()) {
    kinds.sizes = {model::body_size(publish).largest};
  } else if (publish.sizes.kind == model::SizeSpec::Kind::fixed) {
    kinds.sizes = {publish.message_size};
  } else {
    auto pool = model::size_pool(publish.sizes, draw(seed, UINT64_MAX));
    kinds.sizes = std::move(pool.sizes);
    kinds.order = std::move(pool.order);
  }
  return kinds;
}

std::int64_t variants_of(const model::PublisherSpec& publish, const Kinds& kinds, bool generated) {
  std::int64_t wanted = generated && (publish.random_payload || publish.payload.random) ? kRandomVariants : 1;
  const bool text_varies = !generated && varies(publish.payload.text);
  if (text_varies || envelope_varies(publish)) wanted = kTextVariants;
  const auto different = static_cast<std::int64_t>(kinds.sizes.size());
  const std::int64_t bytes = std::accumulate(kinds.sizes.begin(), kinds.sizes.end(), std::int64_t{0});
  const std::int64_t enough = (wanted + different - 1) / different;
  return std::clamp<std::int64_t>(kVariantBytes / std::max<std::int64_t>(bytes, 1), 1, enough);
}

Body text_body(const model::PayloadSpec& payload, std::uint64_t seed, std::uint64_t variant) {
  const auto text = model::MessageText::parse(payload.text, payload.kind == model::PayloadSpec::Kind::json);
  std::vector<model::MessageText::Sequence> sequences;
  Body body;
  if (text) body.bytes = text->render(seed, variant, &sequences);
  for (const auto& at : sequences) body.sequences.push_back({at.offset, at.pad});
  return body;
}
}  // namespace

BodyPool make_bodies(const model::PublisherSpec& publish, std::int64_t only_size, std::uint64_t seed) {
  const auto& payload = publish.payload;
  const bool generated = only_size > 0 || !payload.own();
  const bool random = publish.random_payload || payload.random;
  const Kinds kinds = kinds_of(publish, only_size, seed);
  const auto variants = static_cast<std::size_t>(variants_of(publish, kinds, generated));
  BodyPool pool;
  for (std::size_t v = 0; v < variants; ++v) {
    for (std::size_t k = 0; k < kinds.sizes.size(); ++k) {
      const std::uint64_t member = pool.bodies.size();
      const auto size = static_cast<std::size_t>(kinds.sizes[k]);
      if (generated) {
        pool.bodies.push_back({random ? random_bytes(size, draw(seed, member)) : std::string(size, '\0')});
      } else if (payload.kind == model::PayloadSpec::Kind::files) {
        pool.bodies.push_back({payload.bodies[k]});
      } else {
        pool.bodies.push_back(text_body(payload, seed, member));
      }
    }
    for (const std::uint32_t k : kinds.order)
      pool.order.push_back(k + static_cast<std::uint32_t>(v * kinds.sizes.size()));
  }
  pool.smallest = static_cast<std::int64_t>(pool.bodies.front().bytes.size());
  for (const Body& body : pool.bodies)
    pool.smallest = std::min(pool.smallest, static_cast<std::int64_t>(body.bytes.size()));
  return pool;
}

}  // namespace amqpace::engine
