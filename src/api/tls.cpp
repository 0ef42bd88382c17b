// SPDX-License-Identifier: Apache-2.0
#include "api/tls.hpp"

#include <algorithm>

namespace amqpace::api {

Result<std::shared_ptr<const net::TlsContext>> tls_of(const model::Plan& plan) {
  const model::TlsSpec& spec = plan.tls;
  const net::TlsOptions options{.ca = spec.ca.value_or(""),
                                .certificate = spec.cert.value_or(""),
                                .key = spec.key.value_or(""),
                                .key_password = spec.key_password.value_or(""),
                                .server_name = spec.server_name.value_or(""),
                                .verify = spec.verify == model::TlsSpec::Verify::full,
                                .min_version = spec.min_version == model::TlsSpec::Version::v1_3
                                                   ? net::TlsVersion::v1_3
                                                   : net::TlsVersion::v1_2};
  const auto is_tls = [](const Uri& uri) { return uri.tls(); };
  bool encrypted = std::any_of(plan.brokers.begin(), plan.brokers.end(), is_tls);
  for (const auto& queue : plan.queues)
    encrypted = encrypted || std::any_of(queue.brokers.begin(), queue.brokers.end(), is_tls);
  if (!encrypted && options.ca.empty() && options.certificate.empty())
    return std::shared_ptr<const net::TlsContext>();
  return net::TlsContext::make(options);
}

}  // namespace amqpace::api
