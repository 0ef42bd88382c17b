// SPDX-License-Identifier: Apache-2.0
// The folder of `--run-name NAME`: DIR/NAME/ with the files as read, the log of what was said, and the reports. One that is there
// already is refused, or with --replace taken away first, if it is such a folder.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace amqpace::app {

struct RunFolderRequest {
  std::string dir, name;
  bool replace = false;
  std::vector<std::pair<std::string, std::string>> files;  // path as given, text without secrets
};

// Makes it and begins the log; its path. bad_input for all that can go wrong.
Result<std::string> make_run_folder(const RunFolderRequest& request);

}  // namespace amqpace::app
