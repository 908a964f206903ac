// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/parsed_graph.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/files/write_file.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/framework/graph/test_ops.h"

namespace opgraft_internal {
namespace {

absl::StatusOr<ParsedGraph> Parse(const std::string& text) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/parsed.pbtxt");
  EXPECT_EQ(WriteFile(path, text), absl::OkStatus());
  absl::StatusOr<InputFile> file = InputFile::Open(path);
  EXPECT_TRUE(file.ok()) << file.status();
  return ParsedGraph::FromFile(&*file, TestOptions());
}

TEST(ParsedGraph, HasTheMessageOfAFileThatCannotBeImported) {
  const auto parsed = Parse("node { name: 'a' op: 'ABC' } node { name: 'b' op: 'No' }");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->def().node_size(), 2);
  EXPECT_FALSE(parsed->Import(TestOptions()).ok());
}

TEST(ParsedGraph, ImportsAsOftenAsIsAsked) {
  const auto parsed = Parse("node { name: 'a' op: 'ABC' }");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  for (int i = 0; i < 2; ++i) {
    const auto graph = parsed->Import(TestOptions());
    ASSERT_TRUE(graph.ok()) << graph.status();
    EXPECT_EQ(graph->num_nodes(), 1);
  }
}

// With a library that is most of it, and with one that is not.
TEST(ParsedGraph, ImportsOnceWhatItImportsOften) {
  for (const int num_nodes : {1, 100}) {
    std::string text =
        "versions { producer: 21 } library { function { signature { name: 'f' output_arg { name: "
        "'r' type: DT_FLOAT } } node_def { name: 'n' op: 'TestParams' } ret { key: 'r' value: "
        "'n:o:0' } } gradient { function_name: 'f' gradient_func: 'f' } }";
    for (int i = 0; i < num_nodes; ++i) absl::StrAppend(&text, "node { name: 'n", i, "' op: 'f' }");
    auto parsed = Parse(text);
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    const auto often = parsed->Import(TestOptions());
    ASSERT_TRUE(often.ok()) << often.status();
    const auto once = std::move(*parsed).ImportOnce(TestOptions());
    ASSERT_TRUE(once.ok()) << once.status();
    EXPECT_EQ(once->ToGraphDef().DebugString(), often->ToGraphDef().DebugString());
  }
}

TEST(ParsedGraph, NamesTheFileThatIsNoGraph) {
  EXPECT_EQ(Parse("node {").status().message().substr(0, ::testing::TempDir().size()),
            ::testing::TempDir());
}

}  // namespace
}  // namespace opgraft_internal
