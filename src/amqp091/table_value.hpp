// SPDX-License-Identifier: Apache-2.0
// Field tables as values: built, compared and kept; encoded once into bytes that a TableView looks at.
// For set-up and for a broker's own headers (x-death); the message path uses views and rendered templates.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "amqp091/table.hpp"

namespace amqpace::amqp091 {

struct Field;
class FieldValue;
using Table = std::vector<Field>;  // keeps the order; names are not made unique
using Array = std::vector<FieldValue>;
using ByteArray = std::vector<std::byte>;
struct Timestamp {
  std::uint64_t seconds = 0;
  friend bool operator==(const Timestamp&, const Timestamp&) = default;
};
using Void = std::monostate;

class FieldValue {
 public:
  // In the order of the types V t b B s u I i l f d D S x T A F.
  using Variant = std::variant<Void, bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                               std::int32_t, std::uint32_t, std::int64_t, float, double, Decimal, std::string,
                               ByteArray, Timestamp, Array, Table>;

  FieldValue() = default;
  template <class T>
  requires(!std::is_same_v<std::remove_cvref_t<T>, FieldValue> && std::is_constructible_v<std::string, T>)
      FieldValue(T&& text)
      : value_(std::in_place_type<std::string>, std::forward<T>(text)) {
  }  // NOLINT(google-explicit-constructor)
  template <class T>
  requires(!std::is_same_v<std::remove_cvref_t<T>, FieldValue> && !std::is_constructible_v<std::string, T>)
      FieldValue(T value)
      : value_(std::in_place_type<T>, std::move(value)) {}  // NOLINT(google-explicit-constructor)

  const Variant& get() const { return value_; }
  Variant& get() { return value_; }
  template <class T>
  const T* as() const {
    return std::get_if<T>(&value_);
  }
  friend bool operator==(const FieldValue& a, const FieldValue& b);

 private:
  Variant value_;
};

struct Field {
  std::string name;  // at most 255 bytes: longer names are cut
  FieldValue value;
  friend bool operator==(const Field&, const Field&) = default;
};

// The inside of the table, as TableView takes it. Strings and byte arrays of 4 GiB or more are a bug of the
// caller.
ByteArray encode_table(const Table& table);
// A copy that owns its parts. A table that check_table() refuses gives what stands before its first bad
// entry; what is nested deeper than kMaxTableDepth becomes Void.
Table copy_table(TableView view);

}  // namespace amqpace::amqp091
