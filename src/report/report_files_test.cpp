// SPDX-License-Identifier: Apache-2.0
#include "report/report_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace amqpace::report {
namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
 protected:
  Files() {
    std::string pattern = (fs::temp_directory_path() / "amqpace-report-XXXXXX").string();
    root_ = mkdtemp(pattern.data());
  }
  ~Files() override { fs::remove_all(root_); }

  ReportRequest request(const std::string& dir) const {
    return {(root_ / dir).string(), {"json"}, "workload", "hello", 1'767'225'600 * kSecond};
  }
  static std::string text_of(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  fs::path root_;
};

TEST_F(Files, AreNamedByKindTimeAndName) {
  auto files = ReportFiles::open(request("a/b"));
  ASSERT_TRUE(files.has_value());
  const model::Record record;
  const auto paths = files->write(record);
  ASSERT_TRUE(paths.has_value());
  EXPECT_EQ(*paths, std::vector{(root_ / "a/b/workload-20260101-000000-hello.json").string()});
  EXPECT_EQ(text_of(paths->front()), (*find_format("json"))->render(std::span(&record, 1)));
}

TEST_F(Files, NeverReplaceWhatIsThere) {
  fs::create_directories(root_ / "a");
  std::ofstream(root_ / "a/workload-20260101-000000-hello.json") << "precious";
  auto files = ReportFiles::open(request("a"));
  ASSERT_TRUE(files.has_value());
  const auto paths = files->write(model::Record{});
  EXPECT_EQ(paths->front(), (root_ / "a/workload-20260101-000000-hello-2.json").string());
  EXPECT_EQ(text_of(root_ / "a/workload-20260101-000000-hello.json"), "precious");
}

TEST_F(Files, AreGoneWhenNothingWasWritten) {
  { const auto files = ReportFiles::open(request("a")); }
  EXPECT_TRUE(fs::is_empty(root_ / "a"));
}

TEST_F(Files, CannotLeaveTheirFolder) {
  auto r = request("a");
  r.name = "../../etc/x y";
  auto files = ReportFiles::open(r);
  EXPECT_EQ(files->write(model::Record{})->front(),
            (root_ / "a/workload-20260101-000000--.-..-etc-x-y.json").string());
}

TEST_F(Files, OfAnUnknownFormatAreAnErrorBeforeAnythingIsMade) {
  auto r = request("a");
  r.formats = {"jason"};
  const auto files = ReportFiles::open(r);
  ASSERT_FALSE(files.has_value());
  EXPECT_EQ(files.error().kind, ErrorKind::bad_input);
  EXPECT_EQ(files.error().what, "unknown report format 'jason'");
  EXPECT_EQ(files.error().detail, "did you mean 'json'?");
  EXPECT_FALSE(fs::exists(root_ / "a"));
}

TEST_F(Files, InAFolderThatIsAFileAreAnError) {
  std::ofstream(root_ / "a") << "x";
  const auto files = ReportFiles::open(request("a/b"));
  ASSERT_FALSE(files.has_value());
  EXPECT_EQ(files.error().kind, ErrorKind::bad_input);
}

}  // namespace
}  // namespace amqpace::report
