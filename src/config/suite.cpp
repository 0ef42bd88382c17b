// SPDX-License-Identifier: Apache-2.0
#include "config/suite.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/text.hpp"
#include "config/matrix.hpp"
#include "config/overlay.hpp"
#include "config/overrides.hpp"
#include "config/read_plan.hpp"
#include "config/suite_routes.hpp"

namespace amqpace::config {
namespace {

using model::Node;
using model::Reader;

constexpr std::array<std::string_view, 3> kKeys{"workloads", "matrix", "inherit"};

// "workloads[orders].publishers.rate" and "inherit" are about the file, everything else about each entry.
bool of_the_file(const Override& change) {
  return std::any_of(kKeys.begin(), kKeys.end(), [&](std::string_view key) {
    return change.path.starts_with(key) &&
           (change.path.size() == key.size() || change.path[key.size()] == '[' || change.path[key.size()] == '.');
  });
}

// A tree of one entry, on its way to a plan.
struct Entry {
  Overlaid overlaid;
  Combination combination;
};

class SuiteReader {
 public:
  SuiteReader(Node root, const Variables& variables, const LoadOptions& options, Reader& reader)
      : root_(std::move(root)), variables_(variables), options_(options), reader_(reader) {}

  Suite read() {
    for (const auto& change : options_.overrides)
      if (of_the_file(change)) apply(change, root_, reader_);
    for (auto& [key, value] : root_.entries)
      if (key.text == "matrix" || key.text == "inherit") variables_.resolve(value, options_.variables, reader_);
    top_ = root_;
    std::erase_if(top_.entries, [](const Node::Entry& entry) {
      return std::find(kKeys.begin(), kKeys.end(), entry.first.text) != kKeys.end();
    });
    inherit_ = inherit();
    axes_ = axes_of(root_, reader_);
    axes_are_not_set();
    const auto entries = expand();
    Suite suite;
    suite.name = read_top(entries);
    for (const auto& entry : entries) suite.plans.push_back(plan_of(entry));
    keep_apart(suite.plans);
    return suite;
  }

 private:
  Inherit inherit() {
    const Node* how = root_.find("inherit");
    if (how == nullptr || (how->scalar() && how->text == "replace")) return Inherit::replace;
    if (!how->scalar() || how->text != "merge")
      reader_.error(*how, "'inherit' is replace or merge: what a block of an entry does to the top level's");
    return Inherit::merge;
  }

  void axes_are_not_set() {
    for (const auto& change : options_.overrides) {
      for (const auto& axis : axes_) {
        if (axis.path.text != change.path) continue;
        Node at;
        at.place.origin = change.origin;
        reader_.error(at, "'" + printable(change.path, 64) + "' is an axis of the file's matrix: change the list, as in "
                          "--set 'matrix={" + printable(change.path, 64) + ": [" + printable(change.value, 64) + "]}'");
      }
    }
  }

  std::vector<Entry> expand() {
    std::vector<Entry> out;
    std::vector<Overlaid> bases;
    const Node* list = root_.find("workloads");
    if (list == nullptr) {
      bases.push_back({.tree = top_, .notes = {}});
      if (const Node* matrix = root_.find("matrix")) bases.back().tree.place = matrix->place;
    } else if (!list->list() || list->items.empty()) {
      reader_.error(*list, "'workloads' is a list of entries, each with what differs from the top level");
    } else {
      for (const auto& item : list->items) {
        if (!item.map()) {
          reader_.error(item, "an entry of 'workloads' is a block of settings");
          continue;
        }
        bases.push_back(overlay(top_, item, inherit_));
        if (item.find("name") == nullptr) inherits_its_name(item);
      }
    }
    for (const auto& base : bases)
      for (auto& combination : combinations_of(axes_)) out.push_back({base, std::move(combination)});
    return out;
  }

  void inherits_its_name(const Node& item) {
    if (top_.find("name") == nullptr) reader_.error(item, "an entry of 'workloads' needs a 'name'");
  }

  // The top level by itself: a slip in a block that every entry replaces must not go unseen. Its name.
  std::string read_top(const std::vector<Entry>& entries) {
    Reader top_reader, unheard;
    top_reader.read_files = reader_.read_files;
    Node top = top_;
    for (const auto& change : options_.overrides)
      if (!of_the_file(change)) apply(change, top, unheard);
    variables_.resolve(top, options_.variables, top_reader);
    const bool scenarios = !entries.empty() && std::all_of(entries.begin(), entries.end(), [](const Entry& entry) {
      return model::is_scenario(entry.overlaid.tree);
    });
    std::string name = scenarios || model::is_scenario(top) ? model::read_scenario(top, top_reader).run.name
                                                                  : model::read_workload(top, top_reader).name;
    take(top_reader, root_.place);
    return name;
  }

  model::Plan plan_of(const Entry& entry) {
    Reader reader;
    reader.read_files = reader_.read_files;
    Node tree = entry.overlaid.tree;
    apply(entry.combination, tree, reader);
    for (const auto& change : options_.overrides)
      if (!of_the_file(change)) apply(change, tree, reader);
    variables_.resolve(tree, options_.variables, reader);
    rename(tree, entry, reader);
    model::Plan plan = read_plan(tree, reader);
    for (const auto& [place, note] : entry.overlaid.notes) {
      Node at;
      at.place = place;
      reader.warning(at, note);
      plan.entry.notes.push_back(note);
    }
    for (const auto& choice : entry.combination)
      plan.entry.axes.emplace_back(choice.axis->path.text, value_text(choice.value));
    take(reader, tree.place);
    return plan;
  }

  static Node& made(Node& map, std::string_view key) {
    for (auto& [name, value] : map.entries)
      if (name.text == key) return value;
    Node name;
    name.text = std::string(key);
    name.place = map.place;
    map.entries.push_back({name, {}});
    map.entries.back().second.place = map.place;
    return map.entries.back().second;
  }

  // Names are made of the values; those that were taken before get a number.
  void rename(Node& tree, const Entry& entry, Reader& reader) {
    const Node* given = tree.find("name");
    if (given != nullptr && !given->scalar()) return;
    const std::string suffix = name_suffix(entry.combination);
    std::string name = given != nullptr ? given->text + suffix : suffix.empty() ? "" : suffix.substr(1);
    if (trim(name).empty()) return;
    if (!names_.insert(name).second) {
      std::string other;
      for (int n = 2; other = name + "-" + std::to_string(n), !names_.insert(other).second;) ++n;
      reader.warning(given != nullptr ? *given : tree, "an entry called '" + printable(name, 64) + "' is there already; reports call this one '" +
                                                           printable(other, 64) + "'");
      name = other;
    }
    Node& node = made(tree, "name");
    node.text = name;
    node.quoted = true;
    const std::string queue = queue_suffix(entry.combination);
    if (!queue.empty() && !model::is_scenario(tree)) rename_queue(tree, queue);
  }

  static void rename_queue(Node& tree, const std::string& suffix) {
    Node& topology = made(tree, "topology");
    if (topology.empty_value()) {
      topology.kind = Node::Kind::map;
      topology.text.clear();
    }
    if (!topology.map()) return;
    Node& queue = made(topology, "queue");
    if (!queue.scalar()) return;
    queue.text = (queue.empty_value() ? model::TopologySpec{}.queue : queue.text) + suffix;
    queue.quoted = true;
  }

  // Each problem once, though the top level is read with every entry; what is missing is missing in the entry.
  void take(Reader& from, const model::Place& entry) {
    for (auto& problem : from.problems) {
      if (problem.place.line == 0 && problem.place.origin.empty()) problem.place = entry;
      const auto same = [&](const model::Problem& other) {
        return other.text == problem.text && other.place.line == problem.place.line &&
               other.place.column == problem.place.column && other.place.origin == problem.place.origin;
      };
      if (std::none_of(reader_.problems.begin(), reader_.problems.end(), same))
        reader_.problems.push_back(std::move(problem));
    }
    reader_.secrets.insert(reader_.secrets.end(), from.secrets.begin(), from.secrets.end());
  }

  Node root_, top_;
  const Variables& variables_;
  const LoadOptions& options_;
  Reader& reader_;
  Inherit inherit_ = Inherit::replace;
  std::vector<Axis> axes_;
  std::set<std::string> names_;
};

}  // namespace

bool is_suite(const Node& root, const std::vector<Override>& overrides) {
  const auto makes_one = [](const Override& change) { return change.path == "workloads" || change.path == "matrix"; };
  return root.find("workloads") != nullptr || root.find("matrix") != nullptr ||
         (root.map() && std::any_of(overrides.begin(), overrides.end(), makes_one));
}

Suite read_suite(Node root, const Variables& variables, const LoadOptions& options, Reader& reader) {
  return SuiteReader(std::move(root), variables, options, reader).read();
}

}  // namespace amqpace::config
