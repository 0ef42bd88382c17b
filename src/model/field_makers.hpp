// SPDX-License-Identifier: Apache-2.0
// What the lines of the field tables are made with: a line names its member (or a path of members), and the
// maker supplies how it is read and printed.  integer<&PublisherSpec::threads>({.key = "threads", …})
#pragma once

#include "base/units.hpp"
#include "model/read_block.hpp"
#include "model/values.hpp"

namespace amqpace::model {

template <class M>
struct MemberOf;
template <class C, class M>
struct MemberOf<M C::*> {
  using Class = C;
  using Type = M;
};

template <auto First, auto... Rest>
struct Path {
  using Class = typename MemberOf<decltype(First)>::Class;
  static auto& at(Class& c) {
    if constexpr (sizeof...(Rest) == 0) {
      return c.*First;
    } else {
      return Path<Rest...>::at(c.*First);
    }
  }
  static const auto& at(const Class& c) { return at(const_cast<Class&>(c)); }
};

template <class M>
struct Bare {
  using Type = M;
};
template <class M>
struct Bare<std::optional<M>> {
  using Type = M;
};

inline void print_scalar(std::string text, const std::string& path, Settings& out) {
  out.emplace_back(path, std::move(text));
}

// Read: Node -> optional value. Show: value -> text. An absent optional prints as the default of the table.
template <auto Read, auto Show, auto... Members>
auto scalar_field(FieldInfo info, FieldType type) {
  using P = Path<Members...>;
  using C = typename P::Class;
  info.type = type;
  Field<C> field;
  static_cast<FieldInfo&>(field) = info;
  field.set = [](C& c, const Node& node, const Slot& slot) {
    if (auto value = Read(node, slot)) {
      if (slot.info.secret) slot.reader.secret(node);
      P::at(c) = *value;
    }
  };
  field.print = [](const C& c, const FieldInfo& i, const std::string& path, Settings& out) {
    const auto& member = P::at(c);
    using M = std::remove_cvref_t<decltype(member)>;
    if constexpr (std::is_same_v<M, std::optional<typename Bare<M>::Type>>) {
      print_scalar(!member ? std::string(i.standard) : i.secret ? "***" : Show(*member), path, out);
    } else {
      print_scalar(i.secret ? "***" : Show(member), path, out);
    }
  };
  return field;
}

inline std::string show_text(const std::string& v) {
  return v;
}
inline std::string show_integer(std::int64_t v) {
  return std::to_string(v);
}
inline std::string show_number(double v) {
  return number_text(v);
}
inline std::string show_size(std::int64_t v) {
  return std::to_string(v);
}
inline std::string show_duration(Nanos v) {
  return duration_text(v);
}
inline std::string show_boolean(bool v) {
  return v ? "true" : "false";
}

template <auto... M>
auto text(FieldInfo info) {
  return scalar_field<read_text, show_text, M...>(info, FieldType::text);
}
template <auto... M>
auto integer(FieldInfo info) {
  return scalar_field<read_integer, show_integer, M...>(info, FieldType::integer);
}
template <auto... M>
auto rate(FieldInfo info) {
  return scalar_field<read_number, show_number, M...>(info, FieldType::rate);
}
template <auto... M>
auto share(FieldInfo info) {
  return scalar_field<read_number, show_number, M...>(info, FieldType::share);
}
template <auto... M>
auto size(FieldInfo info) {
  return scalar_field<read_size, show_size, M...>(info, FieldType::size);
}
template <auto... M>
auto duration(FieldInfo info) {
  return scalar_field<read_duration, show_duration, M...>(info, FieldType::duration);
}
template <auto... M>
auto boolean(FieldInfo info) {
  return scalar_field<read_boolean, show_boolean, M...>(info, FieldType::boolean);
}
template <auto... M>
auto arguments(FieldInfo info) {
  return scalar_field<read_arguments, arguments_text, M...>(info, FieldType::arguments);
}

// A member that is an enum (choices stand in its order) or a text (the choice itself).
template <auto Member>
auto choice(FieldInfo info) {
  using C = typename MemberOf<decltype(Member)>::Class;
  using M = typename Bare<typename MemberOf<decltype(Member)>::Type>::Type;
  info.type = FieldType::choice;
  Field<C> field;
  static_cast<FieldInfo&>(field) = info;
  field.set = [](C& c, const Node& node, const Slot& slot) {
    const auto index = read_choice(node, slot);
    if (!index) return;
    if constexpr (std::is_enum_v<M>) {
      c.*Member = static_cast<M>(*index);
    } else {
      c.*Member = std::string(slot.info.choices[*index]);
    }
  };
  field.print = [](const C& c, const FieldInfo& i, const std::string& path, Settings& out) {
    if constexpr (std::is_enum_v<M>) {
      print_scalar(std::string(i.choices[static_cast<std::size_t>(c.*Member)]), path, out);
    } else {
      const std::optional<std::string> value = c.*Member;
      print_scalar(value && !value->empty() ? *value : std::string(i.standard), path, out);
    }
  };
  return field;
}

template <auto Member>
auto block(FieldInfo info) {
  using C = typename MemberOf<decltype(Member)>::Class;
  using M = typename MemberOf<decltype(Member)>::Type;
  using B = typename Bare<M>::Type;
  info.type = FieldType::block;
  info.children = [] { return infos_of<B>(); };
  Field<C> field;
  static_cast<FieldInfo&>(field) = info;
  field.set = [](C& c, const Node& node, const Slot& slot) {
    B value;
    if constexpr (std::is_same_v<M, B>) value = c.*Member;
    read_block(value, node, slot.reader, slot.path);
    c.*Member = std::move(value);
  };
  field.print = [](const C& c, const FieldInfo& i, const std::string& path, Settings& out) {
    if constexpr (std::is_same_v<M, B>) {
      print_block(c.*Member, path, out);
    } else if (c.*Member) {
      print_block(*(c.*Member), path, out);
    } else {
      print_scalar(std::string(i.standard), path, out);
    }
  };
  return field;
}

// A line whose reading is its own.
template <class C>
Field<C> other(FieldInfo info, void (*set)(C&, const Node&, const Slot&),
               void (*print)(const C&, const FieldInfo&, const std::string&, Settings&)) {
  Field<C> field;
  static_cast<FieldInfo&>(field) = info;
  field.set = set;
  field.print = print;
  return field;
}

}  // namespace amqpace::model
