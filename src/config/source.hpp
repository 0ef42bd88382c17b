// SPDX-License-Identifier: Apache-2.0
// The text of a file, its lines, and which stretches of it are secrets. Excerpts and the copy that goes into
// the record are made here, so that a secret that stands in a file cannot leave it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "model/node.hpp"
#include "model/problem.hpp"

namespace amqpace::config {

struct Source {
  std::string name;  // as messages call it: the path as given
  std::string text;
};

// Reads a file; bad_input when it cannot be read, is larger than 4 MiB, or is not UTF-8.
Result<Source> read_source(const std::string& path);

class Lines {
 public:
  explicit Lines(std::string_view text);

  // Masks `raw` where it stands on or after the place; all of the line from there on if it is spelled in
  // another way. A variable's ${NAME} is no secret and stays.
  void mask(const model::Place& place, std::string_view raw);
  // Masks the default of a variable whose name says that it is a secret.
  void mask_default(int line, std::size_t begin, std::size_t length);

  // The line and a caret under the place, secrets masked; "" without a place in the file.
  //   12 |   prefech: 100
  //      |   ^~~~~~~
  std::string excerpt(const model::Place& place) const;
  // The whole text, secrets masked.
  std::string masked() const;

 private:
  struct Mask {
    std::size_t begin, length;  // bytes of the line
  };
  std::vector<std::string> lines_;
  std::vector<std::vector<Mask>> masks_;
  bool ends_with_newline_ = false;

  void add_mask(std::size_t line, Mask mask);
  std::string masked_line(std::size_t line) const;
};

}  // namespace amqpace::config
