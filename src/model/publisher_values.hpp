// SPDX-License-Identifier: Apache-2.0
// The settings of `publishers` whose values have a grammar of their own: rate profiles, sizes, payloads, headers. For the
// field table (fields_publishers.cpp) only.
#pragma once

#include "model/fields.hpp"

namespace amqpace::model {

void set_rate(PublisherSpec& publishers, const Node& node, const Slot& slot);
void print_rate(const PublisherSpec& publishers, const FieldInfo& info, const std::string& path, Settings& out);
void set_sizes(PublisherSpec& publishers, const Node& node, const Slot& slot);
void print_sizes(const PublisherSpec& publishers, const FieldInfo& info, const std::string& path, Settings& out);
void set_payload(PublisherSpec& publishers, const Node& node, const Slot& slot);
void print_payload(const PublisherSpec& publishers, const FieldInfo& info, const std::string& path, Settings& out);
void set_headers(PublisherSpec& publishers, const Node& node, const Slot& slot);
void print_headers(const PublisherSpec& publishers, const FieldInfo& info, const std::string& path, Settings& out);

}  // namespace amqpace::model
