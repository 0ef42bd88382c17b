// SPDX-License-Identifier: Apache-2.0
// Writing a text to an open file, through short writes and interruptions.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace amqpace::app {

// 0, or the errno that ended it.
inline int write_text(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno != EINTR) return errno;
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

}  // namespace amqpace::app
