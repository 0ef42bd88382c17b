// SPDX-License-Identifier: Apache-2.0
#include "wire_tap.hpp"

#include <array>
#include <string>
#include <utility>

namespace amqpace::testing {

// One connection: two streams, and what has been read from one and not yet been written to the other.
class WireTap::Relay {
 public:
  Relay(std::unique_ptr<net::ServerStream> from_client, net::Loop& loop, const net::Address& broker,
        Tapped& into)
      : log_(into) {
    from_client->set_events(client_);
    client_.stream = std::move(from_client);
    client_.stands = true;
    broker_.stream = loop.connect(broker, kNever, broker_);
  }

 private:
  struct End final : net::StreamEvents {
    explicit End(Relay& of) : relay(of) {}
    void on_connected() override {
      stands = true;
      write();
    }
    void on_readable() override { relay.pass(*this); }
    void on_writable() override { write(); }
    void on_failed(const Error&) override { relay.drop(); }

    void write() {
      while (stands && !unwritten.empty()) {
        const auto put = stream->write(std::as_bytes(std::span(unwritten)));
        if (put.status != net::IoStatus::ok) break;
        unwritten.erase(0, put.bytes);
      }
      if (stands) stream->want_writable(!unwritten.empty());
      if (stands && unwritten.empty() && std::exchange(last_byte_known, false)) stream->shutdown_write();
    }

    Relay& relay;
    std::unique_ptr<net::Stream> stream;
    std::string unwritten;
    bool stands = false;
    bool last_byte_known = false;  // the other side has closed
  };

  void pass(End& from) {
    End& to = &from == &client_ ? broker_ : client_;
    std::array<std::byte, 16 * 1024> buffer;
    while (true) {
      const auto got = from.stream->read(buffer);
      if (got.status == net::IoStatus::closed) to.last_byte_known = true;
      if (got.status != net::IoStatus::ok) break;
      const auto bytes = std::span<const std::byte>(buffer).first(got.bytes);
      if (&from == &client_) log_.take(bytes);
      to.unwritten += wire::as_text(bytes);
    }
    if (to.stream) to.write();
  }

  // The one side is gone: the other learns it by losing the connection.
  void drop() {
    for (End* end : {&client_, &broker_}) {
      end->stands = false;
      end->stream.reset();
    }
  }

  WireLog log_;
  End client_{*this}, broker_{*this};
};

WireTap::WireTap(net::Loop& loop, net::Address broker) : loop_(loop), broker_(std::move(broker)) {}
WireTap::~WireTap() = default;

Result<void> WireTap::listen(const net::Address& at) {
  auto listening = loop_.listen(at, *this);
  if (!listening) return tl::unexpected<Error>(listening.error());
  listener_ = std::move(*listening);
  return {};
}

void WireTap::on_accept(std::unique_ptr<net::ServerStream> stream) {
  relays_.push_back(std::make_unique<Relay>(std::move(stream), loop_, broker_, tapped_));
}

}  // namespace amqpace::testing
