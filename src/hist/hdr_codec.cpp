// SPDX-License-Identifier: Apache-2.0
// The compressed form is a cookie, the length of what follows, and a zlib stream. In it: a cookie, the length
// of the counters, the index offset (0 unless somebody shifted values), digits, range, the ratio of a value
// to what is shown (1), then the counters. All numbers are big-endian.
#include "hist/hdr_codec.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <climits>

#include "hist/hdr_counts.hpp"
#include "hist/hdr_layout.hpp"

namespace amqpace::hist {

namespace {

constexpr std::uint32_t kCookie = 0x1c849303, kCompressedCookie = 0x1c849304;
constexpr std::uint32_t kVariableLength = 0x10;  // in the cookie's place for the size of a counter
constexpr std::uint32_t kSizeMask = 0xF0;
constexpr std::size_t kHeader = 40, kCompressedHeader = 8;
constexpr int kCompression = 6;
// 5 digits over all of 63 bits, two bytes a counter: nobody has more to say, and a bomb gets no further.
constexpr std::size_t kMostInflated = 16 << 20;

template <class T>
void append(std::string& out, T value) {
  for (std::size_t shift = sizeof(T) * CHAR_BIT; shift > 0; shift -= CHAR_BIT)
    out += static_cast<char>(static_cast<std::uint64_t>(value) >> (shift - CHAR_BIT) & 0xFF);
}

template <class T>
T take(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  bytes.remove_prefix(sizeof(T));
  return static_cast<T>(value);
}

std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  const int result =
      compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                static_cast<uLong>(bytes.size()), kCompression);
  assert(result == Z_OK && "room for the worst case was given");
  static_cast<void>(result);
  out.resize(size);
  return out;
}

Result<std::string> inflated(std::string_view bytes) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return fail(ErrorKind::internal, "zlib could not be started");
  // zlib does not write to its input; its interface is older than const.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  int result = Z_OK;
  while (result == Z_OK && out.size() < kMostInflated) {
    const std::size_t had = out.size();
    out.resize(std::min(kMostInflated, had + 16'384 + had));
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + had);
    stream.avail_out = static_cast<uInt>(out.size() - had);
    result = inflate(&stream, Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (result == Z_STREAM_END) return out;
  if (out.size() == kMostInflated)
    return fail(ErrorKind::malformed, "the histogram is larger than any can be");
  return fail(ErrorKind::malformed, "the compressed histogram is damaged or incomplete");
}

Result<void> check_cookie(std::uint32_t found, std::uint32_t expected, const char* what) {
  if ((found & ~kSizeMask) == expected && (found & kSizeMask) == kVariableLength) return {};
  return fail(ErrorKind::malformed, std::string(what) + " is not of HdrHistogram's V2 encoding");
}

// From the header on.
Result<Histogram> decoded(std::string_view bytes) {
  if (bytes.size() < kHeader) return fail(ErrorKind::malformed, "the histogram ends within its header");
  if (auto good = check_cookie(take<std::uint32_t>(bytes), kCookie, "the histogram"); !good)
    return tl::unexpected(good.error());
  const auto length = take<std::uint32_t>(bytes);
  const auto offset = take<std::int32_t>(bytes);
  const auto digits = take<std::int32_t>(bytes);
  const auto lowest = take<std::int64_t>(bytes), highest = take<std::int64_t>(bytes);
  const auto ratio = std::bit_cast<double>(take<std::uint64_t>(bytes));
  if (offset != 0 || ratio != 1)
    return fail(ErrorKind::malformed, "a histogram with shifted or scaled values is not read here");
  if (length != bytes.size()) {
    return fail(ErrorKind::malformed, "the histogram says it has " + std::to_string(length) +
                                          " bytes of counters, and has " + std::to_string(bytes.size()));
  }
  const auto layout = HdrLayout::of(lowest, highest, digits);
  if (!layout) return tl::unexpected(layout.error());
  Histogram histogram(digits <= 2 ? 2 : 3);
  const auto record = [&](std::size_t index, std::uint64_t count) -> Result<void> {
    if (layout->lowest_at(index) > kHighest)
      return fail(ErrorKind::malformed, "the histogram has values above one hour");
    if (count > INT64_MAX - histogram.count())
      return fail(ErrorKind::malformed, "the counts of the histogram exceed 64 bits");
    histogram.record(std::min(layout->highest_at(index), kHighest), count);
    return {};
  };
  if (auto good = read_counts(bytes, layout->counters(), record); !good) return tl::unexpected(good.error());
  return histogram;
}

}  // namespace

std::string hdr_encoded(const Histogram& histogram) {
  CountsWriter counts;
  for (std::size_t i = 0; i < histogram.bucket_count(); ++i) counts.add(histogram.count_at_index(i));
  // Other readers want at least one counter.
  const std::string counters = counts.bytes().empty() ? std::string(1, '\0') : counts.bytes();
  std::string plain;
  append(plain, kCookie | kVariableLength);
  append(plain, static_cast<std::uint32_t>(counters.size()));
  append(plain, std::int32_t{0});
  append(plain, static_cast<std::int32_t>(histogram.digits()));
  append(plain, std::int64_t{1});
  append(plain, std::int64_t{kHighest});
  append(plain, std::bit_cast<std::uint64_t>(1.0));
  plain += counters;
  const std::string packed = deflated(plain);
  std::string out;
  append(out, kCompressedCookie | kVariableLength);
  append(out, static_cast<std::uint32_t>(packed.size()));
  return out + packed;
}

Result<Histogram> hdr_decoded(std::string_view bytes) {
  if (bytes.size() < kCompressedHeader)
    return fail(ErrorKind::malformed, "the compressed histogram ends within its header");
  if (auto good = check_cookie(take<std::uint32_t>(bytes), kCompressedCookie, "the compressed histogram");
      !good)
    return tl::unexpected(good.error());
  const auto length = take<std::uint32_t>(bytes);
  if (length != bytes.size()) {
    return fail(ErrorKind::malformed, "the compressed histogram says it has " + std::to_string(length) +
                                          " bytes, and has " + std::to_string(bytes.size()));
  }
  const auto plain = inflated(bytes);
  if (!plain) return tl::unexpected(plain.error());
  return decoded(*plain);
}

}  // namespace amqpace::hist
