// SPDX-License-Identifier: Apache-2.0
// Field tables as they come off the wire: views that decode while they are walked and allocate nothing.
// Values to be sent are built with table_value.hpp. The types are RabbitMQ's: 's' is a 16-bit integer, 'l'
// and 'L' are signed 64-bit ones, 'x' is an array of bytes. A view borrows the bytes it was made from.
// Walking one is safe whatever they hold: it ends at the first bad entry; check_table() tells where that is.
// Connection checks every table it hands out.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "wire/cursor.hpp"

namespace amqpace::amqp091 {

using wire::Bytes;

class TableView;
class ArrayView;

// Tables and arrays inside each other, the outermost counted.
inline constexpr int kMaxTableDepth = 32;

struct Decimal {
  std::uint8_t scale = 0;  // digits after the point
  std::uint32_t value = 0;
  friend bool operator==(const Decimal&, const Decimal&) = default;
};

// One value. `bytes` is what follows the type octet, without the length of 'S', 'x', 'A' and 'F'.
struct FieldView {
  char type = 'V';
  Bytes bytes;

  // Each is nothing when the value is of another type.
  std::optional<bool> boolean() const;           // t
  std::optional<std::int64_t> integer() const;   // b B s u I i l L T
  std::optional<double> number() const;          // f d, and what integer() takes
  std::optional<std::string_view> text() const;  // S
  std::optional<Bytes> byte_array() const;       // x
  std::optional<Decimal> decimal() const;        // D
  TableView table() const;                       // F; empty otherwise
  ArrayView array() const;                       // A; empty otherwise
};

// Walks names and values (of a table) or values alone (of an array).
template <bool kNamed>
class FieldIterator {
 public:
  struct Named {
    std::string_view name;
    FieldView value;
  };
  using value_type = std::conditional_t<kNamed, Named, FieldView>;
  using difference_type = std::ptrdiff_t;

  explicit FieldIterator(Bytes rest) : rest_(rest) { read(); }
  const value_type& operator*() const { return current_; }
  const value_type* operator->() const { return &current_; }
  FieldIterator& operator++() {
    read();
    return *this;
  }
  void operator++(int) { read(); }
  bool operator==(std::default_sentinel_t) const { return done_; }

 private:
  void read();

  Bytes rest_;
  value_type current_;
  bool done_ = false;
};

// The inside of a table: name, value, name, value …
class TableView {
 public:
  TableView() = default;
  explicit TableView(Bytes inside) : inside_(inside) {}

  FieldIterator<true> begin() const { return FieldIterator<true>(inside_); }
  std::default_sentinel_t end() const { return {}; }
  bool empty() const { return inside_.empty(); }
  Bytes bytes() const { return inside_; }  // without the length
  // The first of that name.
  std::optional<FieldView> find(std::string_view name) const;
  // Two tables are equal when their bytes are.
  friend bool operator==(TableView a, TableView b) {
    return wire::as_text(a.inside_) == wire::as_text(b.inside_);
  }

 private:
  Bytes inside_;
};

class ArrayView {
 public:
  ArrayView() = default;
  explicit ArrayView(Bytes inside) : inside_(inside) {}

  FieldIterator<false> begin() const { return FieldIterator<false>(inside_); }
  std::default_sentinel_t end() const { return {}; }
  bool empty() const { return inside_.empty(); }
  Bytes bytes() const { return inside_; }

 private:
  Bytes inside_;
};

// Whether every entry, nested ones too, is whole, of a known type and not deeper than kMaxTableDepth.
// Nothing when it is; else the place, counted from the table's first byte, of the first entry part that is
// not.
std::optional<std::size_t> check_table(TableView table);

}  // namespace amqpace::amqp091
