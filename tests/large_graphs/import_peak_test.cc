// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A process that imports a file takes at most 64 MB, 25 times the file, and 1 KB for each node and
// function: what is kept of them, beside the message that protobuf makes of the file. So does one
// that checks it, though it compiles the graph as well.

#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/config.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "framework/files/write_file.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import_options.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/large_graphs/large_graphs.h"
#include "tools/cli/check_model.h"

namespace opgraft {
namespace {

constexpr int kLarge = 100'000;

// A file in one of the formats, and what its import may take.
struct File {
  std::string bytes;
  int64_t most;
};

File MakeFile(const LargeGraph& large, bool is_text) {
  const GraphDef def = large.make(kLarge);
  std::string bytes;
  if (is_text) {
    google::protobuf::TextFormat::PrintToString(def, &bytes);
  } else {
    bytes = def.SerializeAsString();
  }
  int64_t count = def.node_size() + def.library().function_size();
  for (const FunctionDef& function : def.library().function()) count += function.node_def_size();
  const auto size = static_cast<int64_t>(bytes.size());
  return {std::move(bytes), 64'000'000 + 25 * size + 1000 * count};
}

// Of a process of its own that does `work`: what was taken to make the file does not count.
template <typename Work>
int64_t PeakOf(const Work& work) {
  malloc_trim(0);
  const pid_t child = fork();
  if (child == 0) _exit(work() ? 0 : 1);
  int status = -1;
  rusage usage{};
  EXPECT_EQ(wait4(child, &status, 0, &usage), child);
  EXPECT_EQ(status, 0) << "it fails";
  return int64_t{usage.ru_maxrss} << 10;
}

int64_t PeakOfImport(const std::string& bytes) {
  return PeakOf([&] { return Graph::FromBytes(bytes, ImportOptions()).ok(); });
}

// `opgraft check` of a file, which reads it anew.
int64_t PeakOfCheck(const std::string& path) {
  return PeakOf([&] {
    std::cout.setstate(std::ios::failbit);
    ModelArguments arguments;
    arguments.path = path;
    bool problems = true;
    return CheckModel(arguments, &problems).ok() && !problems;
  });
}

class ImportPeakTest : public testing::TestWithParam<LargeGraph> {};

TEST_P(ImportPeakTest, IsWithinTheBoundInBothFormats) {
#if defined(ABSL_HAVE_ADDRESS_SANITIZER) || defined(ABSL_HAVE_THREAD_SANITIZER)
  GTEST_SKIP() << "the sanitizer takes more than the import";
#endif
  for (const bool is_text : {false, true}) {
    const File file = MakeFile(GetParam(), is_text);
    EXPECT_LE(PeakOfImport(file.bytes), file.most) << (is_text ? "text" : "binary");
  }
}

// It kept the file's message until the graph was compiled, for a report.
TEST_P(ImportPeakTest, OfACheckIsWithinItToo) {
#if defined(ABSL_HAVE_ADDRESS_SANITIZER) || defined(ABSL_HAVE_THREAD_SANITIZER)
  GTEST_SKIP() << "the sanitizer takes more than the check";
#endif
  if (absl::StartsWith(GetParam().name, "V1"))
    GTEST_SKIP() << "compilation makes a function of each branch, and the file has none";
  const File file = MakeFile(GetParam(), /*is_text=*/false);
  const std::string path = testing::TempDir() + "/checked.pb";
  ASSERT_TRUE(WriteFile(path, file.bytes).ok());
  EXPECT_LE(PeakOfCheck(path), file.most);
}

std::vector<LargeGraph> Graphs() {
  constexpr absl::string_view kNames[] = {"Chain",       "Functions",  "FunctionsThatNothingCalls",
                                          "NestedCalls", "CallsTwice", "IfsInARow",
                                          "NestedIfs",   "Variables",  "V1CondsInARow"};
  std::vector<LargeGraph> graphs;
  for (const LargeGraph& graph : LargeGraphs()) {
    if (std::count(std::begin(kNames), std::end(kNames), graph.name) > 0) graphs.push_back(graph);
  }
  return graphs;
}

std::string NameOf(const testing::TestParamInfo<LargeGraph>& test) { return test.param.name; }

INSTANTIATE_TEST_SUITE_P(Graphs, ImportPeakTest, testing::ValuesIn(Graphs()), NameOf);

}  // namespace
}  // namespace opgraft
