// SPDX-License-Identifier: Apache-2.0
// TLS around any other stream. Its owner sees the plain bytes and the Stream contract: on_connected comes
// after the handshake, a handshake that fails or is not over by the deadline is an on_failed (unreachable)
// that says why in detail and hint.
//
// Two things differ from a socket. A write() that answers less than it was given may have encrypted the bytes
// behind; the next write() has to begin with the same ones, and answers for them once the socket took them,
// so that "written" means the same on both. And bytes may wait decrypted while the socket is silent: a timer
// calls on_readable then, as level-triggered reading wants it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "net/loop.hpp"
#include "net/tls_context.hpp"
#include "net/tls_reason.hpp"

struct bio_st;
struct bio_method_st;
struct x509_store_ctx_st;

namespace amqpace::net {

// As Loop::connect, with TLS on top; `deadline` is for both.
std::unique_ptr<Stream> connect_tls(Loop& loop, const Address& to, Nanos deadline, StreamEvents& events,
                                    const std::shared_ptr<const TlsContext>& context);

class TlsStream final : public Stream, public StreamEvents {
 public:
  // `ssl` has its side set (client or server). `context`: kept, and the source of hints; none on the server's
  // side, which only tests have.
  TlsStream(Loop& loop, SslHandle ssl, StreamEvents& events, std::shared_ptr<const TlsContext> context);
  ~TlsStream() override;

  // The stream below, whose events come here; `host` is the name that is verified.
  void carry(std::unique_ptr<Stream> below, std::string host, Nanos deadline);

  IoResult read(std::span<std::byte> into) override;
  IoResult write(std::span<const std::byte> from) override;
  void want_writable(bool on) override;
  void want_readable(bool on) override;
  void shutdown_write() override;
  const std::string& peer() const override { return below_->peer(); }
  std::string last_error() const override;

  // Of the stream below; on_connected begins the handshake.
  void on_connected() override;
  void on_readable() override;
  void on_writable() override;
  void on_failed(const Error& error) override;

 private:
  enum class State : std::uint8_t { connecting, handshake, open, failed, told };

  static const bio_method_st* bio_method();
  static int bio_read(bio_st* bio, char* into, int size);
  static int bio_write(bio_st* bio, const char* from, int size);
  static long bio_control(bio_st* bio, int command, long, void*);
  static int on_verify(int good, x509_store_ctx_st* store);
  static int on_certificate_asked(ssl_st* ssl, void* self);

  void continue_handshake();
  void handshake_done();
  void on_wake();
  bool write_below();
  TlsTrouble trouble() const;
  void fail(const Error& error);
  void fail_from_library();
  void tell();

  Loop& loop_;
  StreamEvents& events_;
  std::shared_ptr<const TlsContext> context_;
  SslHandle ssl_;
  std::unique_ptr<Stream> below_;
  std::string host_;
  Timer deadline_;
  Timer wake_;  // armed: bytes may wait inside, or a failure is to be told
  State state_ = State::connecting;
  bool want_readable_ = true;
  bool want_writable_ = false;
  bool maybe_more_ = false;     // the library was not yet read empty
  bool ended_ = false;          // the end was read
  bool below_ended_ = false;    // and the stream below has none either
  bool shutting_down_ = false;  // the end of ours is in out_
  bool received_ = false;       // a byte of the application came
  bool certificate_asked_ = false;
  std::vector<char> out_;     // encrypted, not yet taken by the stream below
  std::size_t out_sent_ = 0;  // of out_
  std::size_t owed_ = 0;      // plain bytes that are in out_ and were not answered for
  std::optional<Unverified> unverified_;
  std::string first_bytes_;  // of the other side
  Error failure_;
};

}  // namespace amqpace::net
