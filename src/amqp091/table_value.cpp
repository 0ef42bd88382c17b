// SPDX-License-Identifier: Apache-2.0
#include "amqp091/table_value.hpp"

#include <bit>

namespace amqpace::amqp091 {

namespace {

class Encoder {
 public:
  void table(const Table& fields) {
    for (const Field& field : fields) {
      const std::string_view name = std::string_view(field.name).substr(0, 255);
      put(static_cast<std::uint8_t>(name.size()));
      put(wire::as_bytes(name));
      value(field.value);
    }
  }
  ByteArray take() { return std::move(out_); }

 private:
  void value(const FieldValue& field) {
    std::visit([this](const auto& v) { encode(v); }, field.get());
  }
  void encode(Void) { type('V'); }
  void encode(bool v) { type('t'), put(static_cast<std::uint8_t>(v ? 1 : 0)); }
  void encode(std::int8_t v) { type('b'), put(static_cast<std::uint8_t>(v)); }
  void encode(std::uint8_t v) { type('B'), put(v); }
  void encode(std::int16_t v) { type('s'), put(static_cast<std::uint16_t>(v)); }
  void encode(std::uint16_t v) { type('u'), put(v); }
  void encode(std::int32_t v) { type('I'), put(static_cast<std::uint32_t>(v)); }
  void encode(std::uint32_t v) { type('i'), put(v); }
  void encode(std::int64_t v) { type('l'), put(static_cast<std::uint64_t>(v)); }
  void encode(float v) { type('f'), put(std::bit_cast<std::uint32_t>(v)); }
  void encode(double v) { type('d'), put(std::bit_cast<std::uint64_t>(v)); }
  void encode(const Decimal& v) { type('D'), put(v.scale), put(v.value); }
  void encode(Timestamp v) { type('T'), put(v.seconds); }
  void encode(const std::string& v) { type('S'), sized(wire::as_bytes(v)); }
  void encode(const ByteArray& v) { type('x'), sized(v); }
  void encode(const Array& v) {
    type('A');
    nested([&] {
      for (const FieldValue& element : v) value(element);
    });
  }
  void encode(const Table& v) {
    type('F');
    nested([&] { table(v); });
  }

  void type(char letter) { put(static_cast<std::uint8_t>(letter)); }
  template <class T>
  requires std::is_unsigned_v<T>
  void put(T v) {
    std::byte big[sizeof v];
    wire::store_big(big, v);
    put(Bytes(big));
  }
  void put(Bytes bytes) { out_.insert(out_.end(), bytes.begin(), bytes.end()); }
  void sized(Bytes bytes) {
    put(static_cast<std::uint32_t>(bytes.size()));
    put(bytes);
  }
  template <class Inside>
  void nested(Inside inside) {
    const std::size_t length_at = out_.size();
    put(std::uint32_t{0});
    inside();
    wire::store_big(out_.data() + length_at, static_cast<std::uint32_t>(out_.size() - length_at - 4));
  }

  ByteArray out_;
};

FieldValue copy_value(const FieldView& view, int depth);

Table copy_fields(TableView view, int depth) {
  Table table;
  for (const auto& [name, value] : view) table.push_back({std::string(name), copy_value(value, depth)});
  return table;
}

Array copy_array(ArrayView view, int depth) {
  Array array;
  for (const FieldView& element : view) array.push_back(copy_value(element, depth));
  return array;
}

FieldValue copy_value(const FieldView& view, int depth) {
  switch (view.type) {
    case 't':
      return *view.boolean();
    case 'b':
      return static_cast<std::int8_t>(*view.integer());
    case 'B':
      return static_cast<std::uint8_t>(*view.integer());
    case 's':
      return static_cast<std::int16_t>(*view.integer());
    case 'u':
      return static_cast<std::uint16_t>(*view.integer());
    case 'I':
      return static_cast<std::int32_t>(*view.integer());
    case 'i':
      return static_cast<std::uint32_t>(*view.integer());
    case 'l':
    case 'L':
      return *view.integer();
    case 'f':
      return static_cast<float>(*view.number());
    case 'd':
      return *view.number();
    case 'D':
      return *view.decimal();
    case 'S':
      return std::string(*view.text());
    case 'x':
      return ByteArray(view.bytes.begin(), view.bytes.end());
    case 'T':
      return Timestamp{static_cast<std::uint64_t>(*view.integer())};
    case 'A':
      if (depth == kMaxTableDepth) return Void{};
      return copy_array(view.array(), depth + 1);
    case 'F':
      if (depth == kMaxTableDepth) return Void{};
      return copy_fields(view.table(), depth + 1);
    default:
      return Void{};
  }
}

}  // namespace

bool operator==(const FieldValue& a, const FieldValue& b) {
  return a.value_ == b.value_;
}

ByteArray encode_table(const Table& table) {
  Encoder encoder;
  encoder.table(table);
  return encoder.take();
}

Table copy_table(TableView view) {
  return copy_fields(view, 1);
}

}  // namespace amqpace::amqp091
