// SPDX-License-Identifier: Apache-2.0
#include "net/tls_stream.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/units.hpp"

namespace amqpace::net {

namespace {

// Encrypted at once, written at once: four records.
constexpr std::size_t kBurst = std::size_t{64} << 10;
constexpr std::size_t kRecordOverhead = 256;
constexpr std::size_t kFirstBytes = 8;

}  // namespace

std::unique_ptr<Stream> connect_tls(Loop& loop, const Address& to, Nanos deadline, StreamEvents& events,
                                    const std::shared_ptr<const TlsContext>& context) {
  auto stream = std::make_unique<TlsStream>(loop, context->client(to.host), events, context);
  stream->carry(loop.connect(to, deadline, *stream), context->name_for(to.host), deadline);
  return stream;
}

TlsStream::TlsStream(Loop& loop, SslHandle ssl, StreamEvents& events,
                     std::shared_ptr<const TlsContext> context)
    : loop_(loop),
      events_(events),
      context_(std::move(context)),
      ssl_(std::move(ssl)),
      deadline_(loop,
                [this] {
                  if (state_ == State::connecting) return;  // the stream below says so itself
                  fail({ErrorKind::unreachable,
                        peer() + ": no TLS connection",
                        {},
                        "no answer to the TLS handshake",
                        "check that " + peer() + " is the broker's TLS port"});
                }),
      wake_(loop, [this] { on_wake(); }) {
  assert(ssl_ && "no memory for a TLS connection");
  out_.reserve(kBurst + 4 * kRecordOverhead);
  BIO* const bio = BIO_new(bio_method());
  BIO_set_data(bio, this);
  BIO_set_init(bio, 1);
  SSL_set_bio(ssl_.get(), bio, bio);
  SSL_set_app_data(ssl_.get(), this);
  SSL_set_verify(ssl_.get(), SSL_get_verify_mode(ssl_.get()), on_verify);
  SSL_set_cert_cb(ssl_.get(), on_certificate_asked, this);
}

TlsStream::~TlsStream() {
  // Said if the socket takes it at once; nobody waits for the answer.
  if (state_ != State::open || shutting_down_ || !below_) return;
  ERR_clear_error();
  SSL_shutdown(ssl_.get());
  write_below();
}

void TlsStream::carry(std::unique_ptr<Stream> below, std::string host, Nanos deadline) {
  below_ = std::move(below);
  host_ = std::move(host);
  if (deadline != kNever) deadline_.arm(deadline);
}

// --- the library's view of the stream below

const bio_method_st* TlsStream::bio_method() {
  static const bio_method_st* const made = [] {
    BIO_METHOD* const method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "amqpace stream");
    BIO_meth_set_read(method, bio_read);
    BIO_meth_set_write(method, bio_write);
    BIO_meth_set_ctrl(method, bio_control);
    return method;
  }();
  return made;
}

int TlsStream::bio_read(bio_st* bio, char* into, int size) {
  auto& self = *static_cast<TlsStream*>(BIO_get_data(bio));
  BIO_clear_retry_flags(bio);
  const IoResult result =
      self.below_->read(std::as_writable_bytes(std::span(into, static_cast<std::size_t>(size))));
  switch (result.status) {
    case IoStatus::ok:
      if (self.first_bytes_.size() < kFirstBytes)
        self.first_bytes_.append(into, std::min(result.bytes, kFirstBytes - self.first_bytes_.size()));
      return static_cast<int>(result.bytes);
    case IoStatus::would_block:
      BIO_set_retry_read(bio);
      return -1;
    case IoStatus::closed:
      self.below_ended_ = true;
      return 0;
    case IoStatus::failed:
      return -1;
  }
  return -1;
}

// Takes all; what bounds out_ is that nothing is encrypted while there is something in it.
int TlsStream::bio_write(bio_st* bio, const char* from, int size) {
  auto& self = *static_cast<TlsStream*>(BIO_get_data(bio));
  BIO_clear_retry_flags(bio);
  self.out_.insert(self.out_.end(), from, from + size);
  return size;
}

long TlsStream::bio_control(bio_st* bio, int command, long, void*) {
  if (command == BIO_CTRL_FLUSH) return 1;
  if (command == BIO_CTRL_EOF) return static_cast<TlsStream*>(BIO_get_data(bio))->below_ended_ ? 1 : 0;
  return 0;
}

int TlsStream::on_verify(int good, x509_store_ctx_st* store) {
  if (good == 1) return 1;
  auto* const ssl =
      static_cast<SSL*>(X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()));
  auto& self = *static_cast<TlsStream*>(SSL_get_app_data(ssl));
  if ((SSL_get_verify_mode(ssl) & SSL_VERIFY_PEER) == 0) return 1;
  const X509* const certificate = X509_STORE_CTX_get_current_cert(store);
  self.unverified_ = Unverified{X509_STORE_CTX_get_error(store),
                                certificate != nullptr ? facts_of(certificate) : CertificateFacts{}};
  return 0;
}

int TlsStream::on_certificate_asked(ssl_st*, void* self) {
  static_cast<TlsStream*>(self)->certificate_asked_ = true;
  return 1;
}

// --- the handshake

void TlsStream::on_connected() {
  state_ = State::handshake;
  continue_handshake();
}

void TlsStream::continue_handshake() {
  ERR_clear_error();
  const int answer = SSL_do_handshake(ssl_.get());
  const int error = SSL_get_error(ssl_.get(), answer);
  if (answer == 1) return handshake_done();
  if (error == SSL_ERROR_WANT_READ) {
    write_below();
    return;
  }
  fail_from_library();
  write_below();  // our alert, so that the other side knows why
}

void TlsStream::handshake_done() {
  state_ = State::open;
  deadline_.cancel();
  maybe_more_ = true;
  want_readable(want_readable_);
  write_below();
  if (state_ == State::open) events_.on_connected();
}

// --- what the owner calls

IoResult TlsStream::read(std::span<std::byte> into) {
  if (state_ < State::open) return {IoStatus::would_block};
  if (state_ != State::open) return {IoStatus::failed};
  if (ended_) return {IoStatus::closed};
  std::size_t total = 0;
  while (total < into.size()) {
    std::size_t some = 0;
    ERR_clear_error();
    const int answer = SSL_read_ex(ssl_.get(), into.data() + total, into.size() - total, &some);
    if (answer == 1) {
      total += some;
      continue;
    }
    const int error = SSL_get_error(ssl_.get(), answer);
    if (error == SSL_ERROR_WANT_READ) {
      maybe_more_ = false;
      wake_.cancel();
    } else if (error != SSL_ERROR_ZERO_RETURN) {
      fail_from_library();  // read() answers `failed` from the next call on
      if (total == 0) return {IoStatus::failed};
    } else if (total == 0) {
      ended_ = true;
      wake_.cancel();
      below_->want_readable(false);
      return {IoStatus::closed};
    }
    break;
  }
  if (total > 0) received_ = true;
  if (!out_.empty()) write_below();  // the library answered something: new keys
  return {total > 0 || into.empty() ? IoStatus::ok : IoStatus::would_block, total};
}

IoResult TlsStream::write(std::span<const std::byte> from) {
  if (state_ < State::open) return {IoStatus::would_block};
  if (state_ != State::open || shutting_down_) return {IoStatus::failed};
  const auto stuck = [this] {
    return IoResult{state_ == State::open ? IoStatus::would_block : IoStatus::failed};
  };
  if (from.empty()) return {IoStatus::ok, 0};
  assert(from.size() >= owed_ && "a write after a partial one begins with the same bytes");
  if (!write_below()) return stuck();
  std::size_t done = std::exchange(owed_, 0);
  while (done < from.size()) {
    const std::size_t some = std::min(from.size() - done, kBurst);
    std::size_t taken = 0;
    ERR_clear_error();
    if (SSL_write_ex(ssl_.get(), from.data() + done, some, &taken) != 1) {
      fail_from_library();
      return {IoStatus::failed};
    }
    if (!write_below()) {
      owed_ = taken;
      return done > 0 ? IoResult{IoStatus::ok, done} : stuck();
    }
    done += taken;
  }
  return {IoStatus::ok, done};
}

void TlsStream::want_writable(bool on) {
  want_writable_ = on;
  if (state_ == State::open) below_->want_writable(on || !out_.empty());
}

void TlsStream::want_readable(bool on) {
  want_readable_ = on;
  if (state_ != State::open || ended_) return;
  below_->want_readable(on);
  if (on && maybe_more_) {
    wake_.arm(loop_.now());
  } else {
    wake_.cancel();
  }
}

void TlsStream::shutdown_write() {
  if (state_ != State::open || shutting_down_) return;
  ERR_clear_error();
  SSL_shutdown(ssl_.get());
  shutting_down_ = true;
  write_below();
}

std::string TlsStream::last_error() const {
  return state_ >= State::failed ? (failure_.detail.empty() ? failure_.what : failure_.detail)
                                 : below_->last_error();
}

// --- what the stream below says

void TlsStream::on_readable() {
  if (state_ == State::handshake) return continue_handshake();
  if (state_ != State::open || !want_readable_ || ended_) return;
  maybe_more_ = true;
  wake_.arm(loop_.now());  // unless the owner reads all
  events_.on_readable();
}

void TlsStream::on_writable() {
  if (!out_.empty() && !write_below()) return;
  if (state_ == State::open && want_writable_) events_.on_writable();
}

void TlsStream::on_failed(const Error& error) {
  if (state_ >= State::failed) return;  // ours is older
  if (state_ == State::connecting) {
    failure_ = error;
  } else {
    TlsTrouble found = trouble();
    found.lost_because = below_->last_error();
    const bool answered = state_ == State::open && !(certificate_asked_ && !found.certificate_given);
    failure_ = received_ || answered ? error : tls_failure(found);
  }
  tell();
}

// --- failures

void TlsStream::on_wake() {
  if (state_ == State::failed) return tell();
  if (state_ != State::open || !want_readable_ || ended_ || !maybe_more_) return;
  wake_.arm(loop_.now());  // in the next turn, unless the owner reads all
  events_.on_readable();
}

// True: all of out_ is gone.
bool TlsStream::write_below() {
  while (out_sent_ < out_.size()) {
    const IoResult result = below_->write(std::as_bytes(std::span(out_).subspan(out_sent_)));
    if (result.status == IoStatus::ok) {
      out_sent_ += result.bytes;
      continue;
    }
    if (result.status == IoStatus::would_block) below_->want_writable(true);
    return false;  // of a failure, on_failed comes
  }
  const bool waited = out_sent_ > 0;
  out_.clear();
  out_sent_ = 0;
  if (waited && state_ >= State::handshake) below_->want_writable(want_writable_ && state_ == State::open);
  if (shutting_down_) below_->shutdown_write();
  return true;
}

TlsTrouble TlsStream::trouble() const {
  static const TlsOptions kNone;
  const TlsOptions& options = context_ ? context_->options() : kNone;
  return {.peer = below_->peer(),
          .host = host_,
          .options = &options,
          .unverified = unverified_,
          .first_bytes = first_bytes_,
          .ended = below_ended_,
          .lost_because = {},
          .certificate_asked = certificate_asked_,
          .certificate_given = !options.certificate.empty(),
          .proven = received_};
}

void TlsStream::fail_from_library() {
  TlsTrouble found = trouble();
  found.error = ERR_peek_error();
  if (found.error == 0 && !below_ended_) {
    // The stream below failed: it tells, in this turn or the next.
    return;
  }
  fail(tls_failure(found));
}

void TlsStream::fail(const Error& error) {
  failure_ = error;
  state_ = State::failed;
  deadline_.cancel();
  below_->want_readable(false);
  wake_.arm(loop_.now());
}

void TlsStream::tell() {
  state_ = State::told;
  deadline_.cancel();
  wake_.cancel();
  const Error failure = failure_;
  events_.on_failed(failure);
}

}  // namespace amqpace::net
