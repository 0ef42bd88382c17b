// SPDX-License-Identifier: Apache-2.0
// A block that holds another block's members takes that block's lines over: same key, type, bounds and sentence. So a
// scenario's producers have every setting of `publishers` without a second table that could differ.
#pragma once

#include <algorithm>
#include <vector>

#include "model/field_makers.hpp"

namespace amqpace::model {

template <class T>
const Field<T>& field_of(std::string_view key) {
  const auto fields = table<T>().fields;
  return *std::find_if(fields.begin(), fields.end(), [key](const auto& f) { return f.key == key; });
}

// One line of the block at `Member`, for the block around it.
template <auto Member>
auto lifted(std::string_view key) {
  using Outer = typename MemberOf<decltype(Member)>::Class;
  using Inner = typename MemberOf<decltype(Member)>::Type;
  Field<Outer> out;
  static_cast<FieldInfo&>(out) = field_of<Inner>(key);
  out.set = [](Outer& o, const Node& node, const Slot& slot) {
    field_of<Inner>(slot.info.key).set(o.*Member, node, slot);
  };
  out.print = [](const Outer& o, const FieldInfo& info, const std::string& path, Settings& settings) {
    field_of<Inner>(info.key).print(o.*Member, info, path, settings);
  };
  return out;
}

// The same with another default.
template <auto Member>
auto lifted(std::string_view key, std::string_view standard) {
  auto out = lifted<Member>(key);
  out.standard = standard;
  return out;
}

// Adds every line of the block at `Member` whose key is neither among `own` already nor left out.
template <auto Member>
void add_lifted(std::vector<Field<typename MemberOf<decltype(Member)>::Class>>& own,
                std::initializer_list<std::string_view> left_out = {}) {
  using Inner = typename MemberOf<decltype(Member)>::Type;
  for (const auto& field : table<Inner>().fields) {
    const bool there = std::any_of(own.begin(), own.end(), [&](const auto& f) { return f.key == field.key; });
    const bool out = std::find(left_out.begin(), left_out.end(), field.key) != left_out.end();
    if (!there && !out) own.push_back(lifted<Member>(field.key));
  }
}

// A list of blocks. A path counts them from 0: "queues[2].name".
template <auto... Members>
auto blocks(FieldInfo info) {
  using P = Path<Members...>;
  using C = typename P::Class;
  using B = typename std::remove_cvref_t<decltype(P::at(std::declval<C&>()))>::value_type;
  info.type = FieldType::block_list;
  info.children = [] { return infos_of<B>(); };
  return other<C>(
      info,
      [](C& c, const Node& node, const Slot& slot) {
        if (node.empty_value()) return;
        if (!node.list()) return slot.complain(node, "is a list of blocks of settings");
        for (std::size_t i = 0; i < node.items.size(); ++i) {
          B item;
          read_block(item, node.items[i], slot.reader, slot.path + "[" + std::to_string(i) + "]");
          P::at(c).push_back(std::move(item));
        }
      },
      [](const C& c, const FieldInfo& i, const std::string& path, Settings& out) {
        const auto& list = P::at(c);
        if (list.empty()) print_scalar(std::string(i.standard), path, out);
        for (std::size_t n = 0; n < list.size(); ++n) print_block(list[n], path + "[" + std::to_string(n) + "]", out);
      });
}

}  // namespace amqpace::model
