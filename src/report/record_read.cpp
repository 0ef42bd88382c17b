// SPDX-License-Identifier: Apache-2.0
#include "report/record_read.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "report/exact_members.hpp"
#include "report/json.hpp"
#include "report/member_reader.hpp"

namespace amqpace::report {

using model::Record;

namespace {

constexpr const char* kWhatIsOne = "a record is what `amqpace run FILE --report DIR --format json` writes";

tl::unexpected<Error> no_record(std::string detail) {
  return fail(ErrorKind::bad_input, "this is no record of amqpace", std::move(detail), kWhatIsOne);
}

tl::unexpected<Error> not_json(std::string_view text) {
  const auto rest = trim(text);
  if (rest.empty()) return no_record("it is empty");
  if (rest.front() != '{') return no_record("it is not JSON");
  if (rest.back() != '}') return fail(ErrorKind::bad_input, "this record is cut short", "it ends in the middle of something",
                                      "copy the whole file, or run again");
  return no_record("it is not JSON; was it edited?");
}

Result<void> check_version(const Json& document) {
  const auto version = document.find("schemaVersion");
  if (version == document.end() || !version->is_number_unsigned() || document.value("tool", Json()) != "amqpace")
    return no_record("it has no \"tool\": \"amqpace\" and \"schemaVersion\"");
  if (const auto n = version->get<std::uint64_t>(); n > static_cast<std::uint64_t>(kSchemaVersion)) {
    return fail(ErrorKind::bad_input, "this record was written by a newer amqpace",
                "it is of schema version " + std::to_string(n) + ", and this program reads up to " + std::to_string(kSchemaVersion),
                "render it with the amqpace that wrote it, or a newer one");
  }
  return {};
}

// The public part of the plan has the texts, `exact` the rest.
void read_texts(const Json& run, Record& record, std::string& problem) {
  const auto plan = run.find("plan");
  if (plan == run.end() || !plan->is_object()) {
    problem = "plan is missing";
    return;
  }
  MemberReader texts(*plan, problem);
  texts("source", record.plan.source);
  texts("sourceName", record.plan.source_name);
  texts("overrides", record.plan.overrides);
  const auto settings = plan->find("settings");
  if (settings == plan->end() || !settings->is_object()) return;
  for (const auto& [path, value] : settings->items()) {
    if (value.is_string()) record.plan.settings.emplace_back(path, value.get<std::string>());
  }
}

struct Placed {
  std::uint64_t place = 0;
  Record record;
};

Result<Placed> read_run(const Json& run) {
  if (!run.is_object()) return no_record("an entry of it is no object");
  const auto exact = run.find("exact");
  if (exact == run.end() || !exact->is_object()) {
    return fail(ErrorKind::bad_input, "this record cannot be rendered again", "an entry of it has no \"exact\"",
                "records have it since amqpace has the command `report`; run again to get one");
  }
  Placed out;
  std::string problem;
  MemberReader whole(run, problem);
  whole("samples", out.record.samples);
  whole("findings", out.record.findings);
  whole("rules", out.record.results);
  read_texts(run, out.record, problem);
  MemberReader rest(*exact, problem);
  rest("place", out.place);
  members(rest, out.record);
  const auto& plan = out.record.plan;
  if (problem.empty() &&
      (plan.producers.size() < out.record.producers.size() || plan.queues.size() < out.record.queues.size()))
    problem = "exact.plan has fewer producers or queues than the run";
  if (!problem.empty())
    return fail(ErrorKind::bad_input, "this record is not as a run wrote it", problem, "was it edited? Run again to get one");
  return out;
}

}  // namespace

Result<std::vector<Record>> read_records(std::string_view text) {
  const auto document = Json::parse(text.begin(), text.end(), nullptr, false);
  if (document.is_discarded()) return not_json(text);
  if (!document.is_object()) return no_record("it is JSON, but no object");
  if (const auto known = check_version(document); !known) return tl::unexpected(known.error());
  std::vector<Placed> runs;
  for (const char* kind : {"workloads", "scenarios"}) {
    const auto entries = document.find(kind);
    if (entries == document.end()) continue;
    if (!entries->is_array()) return no_record(std::string(kind) + " is no list");
    for (const auto& entry : *entries) {
      auto run = read_run(entry);
      if (!run) return tl::unexpected(run.error());
      runs.push_back(std::move(*run));
    }
  }
  if (runs.empty()) return no_record("it has no run in it");
  std::stable_sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) { return a.place < b.place; });
  std::vector<Record> records;
  records.reserve(runs.size());
  for (auto& run : runs) records.push_back(std::move(run.record));
  return records;
}

}  // namespace amqpace::report
