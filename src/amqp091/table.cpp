// SPDX-License-Identifier: Apache-2.0
#include "amqp091/table.hpp"

#include <bit>

namespace amqpace::amqp091 {

namespace {

// Reads one value; false with the reader failed, or at the type octet when that is unknown.
bool read_field(wire::Reader& in, FieldView& out) {
  const std::size_t start = in.position();
  out.type = static_cast<char>(in.u8());
  switch (out.type) {
    case 'V':
      out.bytes = {};
      break;
    case 't':
    case 'b':
    case 'B':
      out.bytes = in.bytes(1);
      break;
    case 's':
    case 'u':
      out.bytes = in.bytes(2);
      break;
    case 'I':
    case 'i':
    case 'f':
      out.bytes = in.bytes(4);
      break;
    case 'D':
      out.bytes = in.bytes(5);
      break;
    case 'l':
    case 'L':
    case 'd':
    case 'T':
      out.bytes = in.bytes(8);
      break;
    case 'S':
    case 'x':
    case 'A':
    case 'F':
      out.bytes = in.long_bytes();
      break;
    default:
      return false;
  }
  return in.ok() && in.position() > start;
}

class Checker {
 public:
  // Answers like check_table, counted from `base`.
  std::optional<std::size_t> entries(Bytes inside, std::size_t base, bool named, int depth) {
#if !defined(AMQPACE_PLANT_BUG) || AMQPACE_PLANT_BUG != 2  // 2: planted for tools/fuzz_planted.sh
    if (depth > kMaxTableDepth) return base;
#endif
    wire::Reader in(inside);
    while (!in.at_end()) {
      if (named) in.short_string();
      if (!in.ok()) return base + in.position();
      const std::size_t type_at = in.position();
      FieldView value;
      if (!read_field(in, value)) return base + (in.ok() ? type_at : in.position());
      if (value.type != 'A' && value.type != 'F') continue;
      const std::size_t nested_at = base + in.position() - value.bytes.size();
      if (const auto bad = entries(value.bytes, nested_at, value.type == 'F', depth + 1)) return bad;
    }
    return std::nullopt;
  }
};

}  // namespace

template <bool kNamed>
void FieldIterator<kNamed>::read() {
  if (rest_.empty()) {
    done_ = true;
    return;
  }
  wire::Reader in(rest_);
  bool good = true;
  if constexpr (kNamed) {
    current_.name = in.short_string();
    good = read_field(in, current_.value);
  } else {
    good = read_field(in, current_);
  }
  done_ = !good;
  rest_ = good ? rest_.subspan(in.position()) : Bytes{};
}

template class FieldIterator<true>;
template class FieldIterator<false>;

std::optional<bool> FieldView::boolean() const {
  if (type != 't') return std::nullopt;
  return bytes[0] != std::byte{0};
}

std::optional<std::int64_t> FieldView::integer() const {
  switch (type) {
    case 'b':
      return static_cast<std::int8_t>(bytes[0]);
    case 'B':
      return static_cast<std::uint8_t>(bytes[0]);
    case 's':
      return static_cast<std::int16_t>(wire::load_big<std::uint16_t>(bytes.data()));
    case 'u':
      return wire::load_big<std::uint16_t>(bytes.data());
    case 'I':
      return static_cast<std::int32_t>(wire::load_big<std::uint32_t>(bytes.data()));
    case 'i':
      return wire::load_big<std::uint32_t>(bytes.data());
    case 'l':
    case 'L':
    case 'T':
      return static_cast<std::int64_t>(wire::load_big<std::uint64_t>(bytes.data()));
    default:
      return std::nullopt;
  }
}

std::optional<double> FieldView::number() const {
  if (type == 'f')
    return static_cast<double>(std::bit_cast<float>(wire::load_big<std::uint32_t>(bytes.data())));
  if (type == 'd') return std::bit_cast<double>(wire::load_big<std::uint64_t>(bytes.data()));
  if (const auto whole = integer()) return static_cast<double>(*whole);
  return std::nullopt;
}

std::optional<std::string_view> FieldView::text() const {
  if (type != 'S') return std::nullopt;
  return wire::as_text(bytes);
}

std::optional<Bytes> FieldView::byte_array() const {
  if (type != 'x') return std::nullopt;
  return bytes;
}

std::optional<Decimal> FieldView::decimal() const {
  if (type != 'D') return std::nullopt;
  return Decimal{static_cast<std::uint8_t>(bytes[0]), wire::load_big<std::uint32_t>(bytes.data() + 1)};
}

TableView FieldView::table() const {
  return type == 'F' ? TableView(bytes) : TableView();
}
ArrayView FieldView::array() const {
  return type == 'A' ? ArrayView(bytes) : ArrayView();
}

std::optional<FieldView> TableView::find(std::string_view name) const {
  for (const auto& [found, value] : *this) {
    if (found == name) return value;
  }
  return std::nullopt;
}

std::optional<std::size_t> check_table(TableView table) {
  return Checker().entries(table.bytes(), 0, true, 1);
}

}  // namespace amqpace::amqp091
