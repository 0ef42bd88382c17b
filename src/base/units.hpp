// SPDX-License-Identifier: Apache-2.0
// The one grammar of values (files.md, "Grammar rules") and the one way they are printed (reports.md).
// parse_*: ErrorKind::bad_input with a sentence that says what is accepted. No locale anywhere.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace amqpace {

// "250us" "1.5ms" "30s" "2m" "1m30s" "1h" "100ns"; a bare number is refused, saying why ("a minute to one
// reader…").
Result<Nanos> parse_duration(std::string_view text);
// "5000" "5k" "0.5" "1.2M" "300/m" "5/s" "10/h" -> messages per second; > 0 is the caller's to check.
Result<double> parse_rate(std::string_view text);
// "512" "4KiB" "1MB" "64k"(=1000) "2MiB" "1GiB" -> bytes.
Result<std::int64_t> parse_size(std::string_view text);
// "5%" -> 0.05, or a number below 1 as it is. ("5" is refused.)
Result<double> parse_share(std::string_view text);
// "017" is 17; "5k" is not an integer here.
Result<std::int64_t> parse_integer(std::string_view text);
Result<double> parse_number(std::string_view text);
// true/false/yes/no/on/off in any case.
Result<bool> parse_boolean(std::string_view text);

// Times as reports print them: below 1 ms whole us ("847us", "0us"), below 10 s ms with one decimal ("1.8ms",
// "2412.7ms"), from 10 s on s with one decimal ("16.3s"). Values that would round up to the next unit's start
// use that unit.
std::string time_text(Nanos t);
// A setting as the file would say it: 30s, 1m30s, 250us, 2m, 1h; 0 -> "0s".
std::string duration_text(Nanos t);
// ISO-8601 as the seed's Spec lines print it: 0 -> "PT0S", 5 ms -> "PT0.005S", 90 s -> "PT1M30S".
std::string iso_duration_text(Nanos t);
// 150000 -> "150,000".
std::string count_text(std::int64_t n);
// Rates for reports: >= 100 rounded to whole with thousands commas ("5,000"), below that up to one decimal,
// trailing .0 dropped ("12.5", "0.5"); below 1 up to three significant digits.
std::string rate_text(double per_second);
// 0.0512 -> "5.1%", 0.81 -> "81%": whole from 10 % on, else one decimal.
std::string share_text(double share);
// "512 bytes" is the caller's; this gives "512", "4KiB", "1MiB" where exact.
std::string size_text(std::int64_t bytes);
// A plain decimal number, shortest form, for JSON and Spec lines: 5000 -> "5000", 0.5 -> "0.5".
std::string number_text(double v);

}  // namespace amqpace
