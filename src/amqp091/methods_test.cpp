// SPDX-License-Identifier: Apache-2.0
// Goes over all generated methods: what is encoded is what is decoded, cut anywhere it is refused.
#include "amqp091/methods.hpp"

#include <gtest/gtest.h>

#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "amqp091/table_value.hpp"
#include "wire/cursor.hpp"

namespace amqpace::amqp091 {
namespace {

// Gives each field a value of its own, different from what the field begins with.
class Filler {
 public:
  explicit Filler(bool bits) : bits_(bits) {}
  void operator()(bool& field) { field = (bits_ = !bits_); }
  void operator()(std::string_view& field) {
    field = std::string_view("the quick brown fox").substr(0, 3 + ++n_);
  }
  void operator()(TableView& field) { field = TableView(table_); }
  template <class T>
  requires std::is_integral_v<T>
  void operator()(T& field) { field = static_cast<T>(0x8182838485868788u + ++n_); }

 private:
  ByteArray table_ = encode_table({{"x-max-length", std::int64_t{100}}, {"name", "value"}});
  unsigned n_ = 0;
  bool bits_;
};

template <class M>
std::vector<std::byte> encoded(const M& method) {
  std::vector<std::byte> bytes(encoded_size(method));
  wire::Writer out(bytes);
  encode(method, out);
  EXPECT_TRUE(out.at_end());
  return bytes;
}

template <class Check, std::size_t... I>
void each_method(Check check, std::index_sequence<I...>) {
  (check(std::variant_alternative_t<I, Method>{}), ...);
}
template <class Check>
void each_method(Check check) {
  each_method(check, std::make_index_sequence<std::variant_size_v<Method>>{});
}

template <class M>
void round_trip(const M& method) {
  const std::vector<std::byte> bytes = encoded(method);
  wire::Reader in(bytes);
  EXPECT_EQ(in.u16(), M::kId.class_id);
  EXPECT_EQ(in.u16(), M::kId.method_id);
  Method decoded;
  ASSERT_TRUE(decode_method(M::kId, in, decoded)) << M::kName;
  EXPECT_TRUE(in.ok() && in.at_end()) << M::kName;
  ASSERT_TRUE(std::holds_alternative<M>(decoded)) << M::kName;
  EXPECT_EQ(std::get<M>(decoded), method) << M::kName;
}

TEST(Methods, DecodeToWhatWasEncoded) {
  int count = 0;
  each_method([&](auto method) {
    ++count;
    round_trip(method);
    for (const bool bits : {false, true}) {
      Filler fill(bits);
      method.each_field(fill);
      round_trip(method);
    }
  });
  EXPECT_EQ(count, 58);
}

TEST(Methods, AreRefusedWhenCutAnywhere) {
  each_method([&]<class M>(M method) {
    Filler fill(false);
    method.each_field(fill);
    const std::vector<std::byte> bytes = encoded(method);
    for (std::size_t size = 4; size < bytes.size(); ++size) {
      wire::Reader in(Bytes(bytes).subspan(4, size - 4));
      Method decoded;
      ASSERT_TRUE(decode_method(M::kId, in, decoded));
      EXPECT_FALSE(in.ok()) << M::kName << " cut at " << size;
      EXPECT_LE(in.position(), size - 4);
    }
  });
}

TEST(Methods, HaveNoSizeWithAShortStringOfMoreThan255Bytes) {
  const std::string most(255, 'x');
  EXPECT_EQ(encoded_size(BasicCancel{.consumer_tag = most}), 4u + 256 + 1);
  EXPECT_EQ(encoded_size(BasicCancel{.consumer_tag = most + "x"}), 0u);
  EXPECT_EQ(encoded_size(Properties{}.with_reply_to(most + "x")), 0u);
}

TEST(Methods, KnowTheirNumbersNamesAndSenders) {
  std::set<std::uint32_t> ids;
  each_method([&]<class M>(M method) {
    EXPECT_TRUE(ids.insert(std::uint32_t{M::kId.class_id} << 16 | M::kId.method_id).second) << M::kName;
    EXPECT_EQ(traits(Method(method)).name, M::kName);
    EXPECT_EQ(traits(Method(method)).id, M::kId);
  });
  EXPECT_EQ(traits(BasicPublish{}).name, "basic.publish");
  EXPECT_TRUE(traits(BasicPublish{}).content);
  EXPECT_EQ(traits(BasicPublish{}).sender, Sender::client);
  EXPECT_EQ(traits(BasicDeliver{}).sender, Sender::server);
  EXPECT_EQ(traits(BasicNack{}).sender, Sender::both);
  EXPECT_EQ((MethodId{40, 51}), ExchangeUnbindOk::kId);
  EXPECT_EQ((MethodId{85, 10}), ConfirmSelect::kId);
}

TEST(Methods, UnknownOnesAreNotDecoded) {
  Method decoded;
  wire::Reader in(Bytes{});
  for (const MethodId id : {MethodId{90, 10}, MethodId{60, 99}, MethodId{0, 0}, MethodId{65535, 65535}})
    EXPECT_FALSE(decode_method(id, in, decoded));
}

TEST(Methods, LookOnTheWireAsTheProtocolWantsThem) {
  const std::vector<std::byte> bytes = encoded(QueueDeclare{.queue = "q", .durable = true, .no_wait = true});
  const unsigned char expected[] = {0, 50, 0, 10, 0, 0, 1, 'q', 0b10010, 0, 0, 0, 0};
  EXPECT_EQ(wire::as_text(bytes), std::string_view(reinterpret_cast<const char*>(expected), sizeof expected));
}

TEST(Methods, ReplyCodesHaveRabbitsNames) {
  EXPECT_EQ(reply_name(406), "PRECONDITION_FAILED");
  EXPECT_EQ(reply_name(320), "CONNECTION_FORCED");
  EXPECT_EQ(reply_name(1), "");
}

TEST(Properties, DecodeToWhatWasEncoded) {
  for (std::uint32_t present = 0; present <= 0xffff; present += 4) {
    Properties properties;
    Filler fill(false);
    properties.each_field(fill);
    properties.present = static_cast<std::uint16_t>(present);
    const std::vector<std::byte> bytes = encoded(properties);
    wire::Reader in(bytes);
    Properties decoded;
    decode(in, decoded);
    ASSERT_TRUE(in.ok() && in.at_end()) << present;
    ASSERT_EQ(encoded(decoded), bytes) << present;
  }
}

TEST(Properties, RefuseFlagsThatStandForNothing) {
  for (const std::uint8_t flags : {1, 2, 3}) {
    const std::byte bytes[] = {std::byte{0}, std::byte{flags}};
    wire::Reader in(bytes);
    Properties decoded;
    decode(in, decoded);
    EXPECT_FALSE(in.ok());
    EXPECT_EQ(in.position(), 0u);
  }
}

}  // namespace
}  // namespace amqpace::amqp091
