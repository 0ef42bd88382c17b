// SPDX-License-Identifier: Apache-2.0
// The one table of file formats: --format, its help and the reference page read it. Each is a function from
// records to bytes. To add one, write the function and its line in formats.cpp; every golden scenario then
// runs through it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "model/record.hpp"

namespace amqpace::report {

struct Format {
  std::string_view name, ending, sentence;
  std::string (*render)(std::span<const model::Record> records);
};

std::span<const Format> formats();
// Unknown: bad_input naming the known ones and the nearest.
Result<const Format*> find_format(std::string_view name);

}  // namespace amqpace::report
