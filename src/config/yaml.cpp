// SPDX-License-Identifier: Apache-2.0
#include "config/yaml.hpp"

#include <libfyaml.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "base/text.hpp"

namespace amqpace::config {
namespace {

using model::Node;
using model::Place;

constexpr std::size_t kMostNodes = 200'000;  // aliases can multiply: ten lines can mean millions of nodes
constexpr int kDeepest = 64;

struct Close {
  void operator()(fy_parser* p) const { fy_parser_destroy(p); }
  void operator()(fy_diag* d) const { fy_diag_destroy(d); }
};

std::string text_of(fy_token* token) {
  std::size_t length = 0;
  const char* text = token != nullptr ? fy_token_get_text(token, &length) : nullptr;
  return text != nullptr ? std::string(text, length) : std::string();
}

Place place_of(const fy_mark* mark) {
  return mark != nullptr ? Place{mark->line + 1, mark->column + 1, {}} : Place{};
}

class Tree {
 public:
  Tree(fy_parser* parser, model::Reader& reader) : parser_(parser), reader_(reader) {}

  // The one document of the stream; false when the parser stopped at an error.
  bool read(Node& root) {
    bool seen = false;
    while (fy_event* event = fy_parser_parse(parser_)) {
      const auto type = event->type;
      const Place place = place_of(fy_event_start_mark(event));
      if (type == FYET_DOCUMENT_START && seen) complain(place, "a second document ('---'); a file holds one");
      if (type == FYET_DOCUMENT_START || type == FYET_DOCUMENT_END || type == FYET_STREAM_START ||
          type == FYET_STREAM_END) {
        seen = seen || type == FYET_DOCUMENT_END;
        fy_parser_event_free(parser_, event);
        continue;
      }
      Node node = take(event, 0);
      if (failed_) return false;
      if (!seen) root = std::move(node);
    }
    return !fy_parser_get_stream_error(parser_);
  }

 private:
  void complain(const Place& place, std::string text) {
    Node at;
    at.place = place;
    reader_.error(at, std::move(text));
  }

  void stop(const Place& place, std::string text) {
    if (!failed_) complain(place, std::move(text));
    failed_ = true;
  }

  // The node an event begins; frees the event.
  Node take(fy_event* event, int depth) {
    Node node;
    node.place = place_of(fy_event_start_mark(event));
    if (depth > kDeepest) stop(node.place, "nested too deep");
    if (++nodes_ > kMostNodes) stop(node.place, "too many values (an alias within an alias?)");
    std::string anchor;
    const auto type = event->type;
    if (type == FYET_SCALAR) {
      anchor = text_of(event->scalar.anchor);
      refuse_tag(event->scalar.tag, node.place);
      node.text = text_of(event->scalar.value);
      const auto style =
          event->scalar.value != nullptr ? fy_token_scalar_style(event->scalar.value) : FYSS_PLAIN;
      node.quoted = style != FYSS_PLAIN;
      // The library's mark is behind the opening quote; a reader looks for the quote.
      if (style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED) --node.place.column;
    } else if (type == FYET_ALIAS) {
      node = aliased(text_of(event->alias.anchor), node.place);
    } else if (type == FYET_MAPPING_START) {
      anchor = text_of(event->mapping_start.anchor);
      refuse_tag(event->mapping_start.tag, node.place);
    } else if (type == FYET_SEQUENCE_START) {
      anchor = text_of(event->sequence_start.anchor);
      refuse_tag(event->sequence_start.tag, node.place);
    }
    fy_parser_event_free(parser_, event);
    if (type == FYET_MAPPING_START) take_map(node, depth);
    if (type == FYET_SEQUENCE_START) take_list(node, depth);
    if (!anchor.empty() && !failed_) anchors_[anchor] = node;
    return node;
  }

  void refuse_tag(fy_token* tag, const Place& place) {
    if (tag != nullptr)
      complain(place, "a tag ('" + printable(text_of(tag), 64) + "'); the type follows from the setting");
  }

  Node aliased(const std::string& name, const Place& place) {
    const auto found = anchors_.find(name);
    if (found == anchors_.end()) {
      complain(place, "the alias '*" + printable(name, 64) + "' has no anchor '&" + printable(name, 64) +
                          "' before it");
      return {};
    }
    nodes_ += count(found->second);
    if (nodes_ > kMostNodes) {
      stop(place, "too many values (an alias within an alias?)");
      return {};
    }
    return found->second;
  }

  static std::size_t count(const Node& node) {
    std::size_t n = 1;
    for (const auto& item : node.items) n += count(item);
    for (const auto& [key, value] : node.entries) n += 1 + count(value);
    return n;
  }

  // The next event inside a collection; nullptr at its end or when the parser stopped.
  fy_event* next(fy_event_type end) {
    if (failed_) return nullptr;
    fy_event* event = fy_parser_parse(parser_);
    if (event == nullptr) {
      failed_ = true;
      return nullptr;
    }
    if (event->type != end) return event;
    fy_parser_event_free(parser_, event);
    return nullptr;
  }

  void take_list(Node& node, int depth) {
    node.kind = Node::Kind::list;
    while (fy_event* event = next(FYET_SEQUENCE_END)) node.items.push_back(take(event, depth + 1));
  }

  void take_map(Node& node, int depth) {
    node.kind = Node::Kind::map;
    std::vector<Node> merged;
    while (fy_event* event = next(FYET_MAPPING_END)) {
      Node key = take(event, depth + 1);
      if (failed_) return;
      fy_event* value_event = fy_parser_parse(parser_);
      if (value_event == nullptr) {
        failed_ = true;
        return;
      }
      Node value = take(value_event, depth + 1);
      if (!key.scalar()) {
        complain(key.place, "a key that is a list or a map; keys are words");
      } else if (key.text == "<<" && !key.quoted) {
        merged.push_back(std::move(value));
      } else {
        add(node, std::move(key), std::move(value));
      }
    }
    for (const auto& source : merged) merge(node, source);
  }

  void add(Node& map, Node key, Node value) {
    for (const auto& entry : map.entries) {
      if (entry.first.text != key.text) continue;
      return complain(key.place, "'" + printable(key.text, 64) + "' is given twice; the first is in line " +
                                     std::to_string(entry.first.place.line));
    }
    map.entries.push_back({std::move(key), std::move(value)});
  }

  // <<: a map, or a list of maps of which the earlier one wins; what the map says itself wins over both.
  void merge(Node& map, const Node& source) {
    if (source.list()) {
      for (const auto& item : source.items) merge(map, item);
      return;
    }
    if (!source.map()) return complain(source.place, "'<<' takes a map, or a list of maps");
    for (const auto& entry : source.entries) {
      if (map.find(entry.first.text) == nullptr) map.entries.push_back(entry);
    }
  }

  fy_parser* parser_;
  model::Reader& reader_;
  std::map<std::string, Node> anchors_;
  std::size_t nodes_ = 0;
  bool failed_ = false;
};

void take_errors(fy_diag* diag, model::Reader& reader) {
  void* state = nullptr;
  bool any = false;
  while (const auto* error = fy_diag_errors_iterate(diag, &state)) {
    Node at;
    at.place = {error->line, error->column, {}};
    reader.error(at, "not valid YAML: " + printable(error->msg != nullptr ? error->msg : "", 200));
    any = true;
  }
  if (!any && !model::has_errors(reader.problems)) reader.error(Node{}, "not valid YAML");
}

}  // namespace

std::optional<Node> parse_yaml(std::string_view text, model::Reader& reader) {
  Node root;
  if (trim(text).empty()) return root;
  fy_diag_cfg diag_config;
  fy_diag_cfg_default(&diag_config);
  diag_config.fp = nullptr;
  diag_config.output_fn = [](fy_diag*, void*, const char*, std::size_t) {};
  const std::unique_ptr<fy_diag, Close> diag(fy_diag_create(&diag_config));
  fy_diag_set_collect_errors(diag.get(), true);
  fy_parse_cfg config{};
  // Not FYPCF_QUIET: it would silence the collecting, too.
  config.flags = static_cast<fy_parse_cfg_flags>(FYPCF_JSON_NONE | FYPCF_DEFAULT_VERSION_1_2);
  config.diag = diag.get();
  const std::unique_ptr<fy_parser, Close> parser(fy_parser_create(&config));
  if (!parser || fy_parser_set_string(parser.get(), text.data(), text.size()) != 0) {
    reader.error(root, "the YAML library refused the text");
    return std::nullopt;
  }
  const bool good = Tree(parser.get(), reader).read(root);
  if (good) return root;
  take_errors(diag.get(), reader);
  return std::nullopt;
}

}  // namespace amqpace::config
