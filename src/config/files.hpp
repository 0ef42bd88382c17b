// SPDX-License-Identifier: Apache-2.0
// The files a workload file names: bodies of messages. Read while the file is loaded, so that one that is missing is a
// problem with a place, before any connection.
#pragma once

#include <functional>
#include <string>

#include "model/fields.hpp"

namespace amqpace::config {

// Reads a file, or all of a folder in the order of their names (not those that begin with a dot, and no folders in it).
// A relative path begins where the workload file is. bad_input: what cannot be read, with the system's words.
std::function<Result<model::Reader::Files>(const std::string& path)> files_beside(const std::string& workload_file);

}  // namespace amqpace::config
