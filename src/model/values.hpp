// SPDX-License-Identifier: Apache-2.0
// One scalar of a file against one line of a table: strict types, bounds, choices. nullopt means: complained.
#pragma once

#include <optional>

#include "model/fields.hpp"

namespace amqpace::model {

std::optional<std::string> read_text(const Node& node, const Slot& slot);
std::optional<bool> read_boolean(const Node& node, const Slot& slot);
std::optional<std::int64_t> read_integer(const Node& node, const Slot& slot);
// number, rate and share.
std::optional<double> read_number(const Node& node, const Slot& slot);
std::optional<std::int64_t> read_size(const Node& node, const Slot& slot);
std::optional<Nanos> read_duration(const Node& node, const Slot& slot);
// The index of the choice.
std::optional<std::size_t> read_choice(const Node& node, const Slot& slot);
// A scalar with its type: quotes make a text, what looks like a boolean or a number is one.
ArgumentValue scalar_argument(const Node& node);
// Headers and arguments go into one frame together with what stands around them, and frames of 128 KiB are what brokers
// agree to; more than this is refused here rather than when the run begins.
inline constexpr std::size_t kMostArgumentBytes = 125 * 1024;
// As AMQP 0-9-1 writes them.
std::size_t encoded_bytes(const Arguments& arguments);
std::string too_many_bytes(std::size_t bytes);  // the complaint, behind the setting's name
std::optional<Arguments> read_arguments(const Node& node, const Slot& slot);
std::optional<Uri> read_address(const Node& node, const Slot& slot);

std::string argument_text(const ArgumentValue& value);
std::string arguments_text(const Arguments& arguments);

}  // namespace amqpace::model
