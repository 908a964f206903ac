// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/graph_file.h"

#include <sys/stat.h>

#include <cstdio>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/framework/graph/test_ops.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

absl::Status Parse(absl::string_view contents, const ImportLimits& limits = ImportLimits()) {
  GraphDef def;
  ImportOptions options;
  options.limits = limits;
  return ParseGraphDef(contents, options, &def);
}

std::string PathOf(const std::string& name) {
  return absl::StrCat(::testing::TempDir(), "/", name);
}

void Write(const std::string& path, const std::string& bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  std::fwrite(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
}

TEST(GraphFileTest, TellsTextFromBinaryByItsContents) {
  GraphDef def = GraphOf("node { name: 'a' op: 'ABC' } versions { producer: 9 }");
  EXPECT_FALSE(LooksLikeText(def.SerializeAsString()));
  EXPECT_TRUE(LooksLikeText("node {}"));
  EXPECT_TRUE(LooksLikeText("\n\t# a comment in \xc3\xa9\n"));
  EXPECT_TRUE(LooksLikeText("")) << "an empty file is an empty graph";
  EXPECT_FALSE(LooksLikeText("\n ")) << "a binary file that is cut off";
}

TEST(GraphFileTest, ReadsWhatItWrites) {
  const auto graph = Graph::Import(GraphOf("node { name: 'a' op: 'ABC' } versions { producer: 9 }"),
                                   TestOptions());
  ASSERT_TRUE(graph.ok());
  for (const char* name : {"g.pb", "g.pbtxt"}) {
    ASSERT_TRUE(graph->ToFile(PathOf(name)).ok());
    const auto again = Graph::FromFile(PathOf(name), TestOptions());
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(again->ToGraphDef().DebugString(), graph->ToGraphDef().DebugString());
  }
}

TEST(GraphFileTest, RefusesFilesThatCannotBeRead) {
  EXPECT_EQ(Graph::FromFile("/no/such/file.pb").status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(Graph::FromFile("/no/such/file.pb").status().message()),
              HasSubstr("/no/such/file.pb"));
  EXPECT_EQ(Graph::FromFile(::testing::TempDir()).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Graph(TestRegistry()).ToFile("/no/such/folder/g.pb").code(),
            absl::StatusCode::kNotFound);
  Write(PathOf("long.pb"), std::string(1000, 'x'));
  ImportGraphDefOptions options = TestOptions();
  options.limits.max_file_bytes = 999;
  EXPECT_EQ(Graph::FromFile(PathOf("long.pb"), options).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(GraphFileTest, ReadsAPipeOnce) {
  const std::string path = PathOf("pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] {
    EXPECT_EQ(
        WriteGraphFile(GraphOf("node { name: 'a' op: 'ABC' } versions { producer: 9 }"), path),
        absl::OkStatus());
  });
  const auto graph = Graph::FromFile(path, TestOptions());
  writer.join();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->num_nodes(), 1);
}

TEST(GraphFileTest, AFullDiskIsAnError) {
  const GraphDef def = GraphOf("node { name: 'a' op: 'ABC' }");
  EXPECT_EQ(WriteGraphFile(def, "/dev/full"),
            absl::ResourceExhaustedError("cannot write '/dev/full': No space left on device"));
}

TEST(GraphFileTest, TellsTheFormatByTheEndingOfTheName) {
  for (const char* text : {"a.pbtxt", "b/a.txt", "a.textproto", "a.prototxt", "a.pb.pbtxt"})
    EXPECT_TRUE(FormatOfName(text) == GraphFormat::kText) << text;
  for (const char* binary : {"a.pb", "a.graphdef", "a.binpb", "a.txt.pb"})
    EXPECT_TRUE(FormatOfName(binary) == GraphFormat::kBinary) << binary;
  for (const char* neither : {"", "a", "a.json", "a.PB", "pb", "a.pb/"})
    EXPECT_FALSE(FormatOfName(neither).has_value()) << neither;
}

TEST(GraphFileTest, NamesFileLineAndColumnOfAnErrorInText) {
  Write(PathOf("bad.pbtxt"), "node {\n  name: 'a'\n  opp: 'ABC'\n}\n");
  const absl::Status status = Graph::FromFile(PathOf("bad.pbtxt"), TestOptions()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr(absl::StrCat(PathOf("bad.pbtxt"), ": line 3, column 6: ")));
  EXPECT_THAT(std::string(status.message()), HasSubstr("\"opp\""));
}

TEST(GraphFileTest, RefusesWhatIsNoGraph) {
  const std::string good =
      GraphOf("node { name: 'name' op: 'TestParams' } versions { producer: 9 }")
          .SerializeAsString();
  for (size_t size = 1; size < good.size(); ++size) {
    // A prefix may end between two fields; then it is a shorter graph.
    const absl::Status status = Parse(good.substr(0, size));
    EXPECT_TRUE(status.ok() || absl::IsInvalidArgument(status)) << size;
  }
  EXPECT_THAT(std::string(Parse(absl::string_view("\x0a\x7f\x01", 3)).message()),
              HasSubstr("not a GraphDef"));
  EXPECT_THAT(std::string(Parse(absl::string_view("\x08\x01\xfa\x3f\x00", 5)).message()),
              HasSubstr("binary message of another kind"));
  EXPECT_EQ(Parse("node { name: 'x' attr { key: 'i' value { i: 99999999999999999999 } } }").code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Parse("node { name: 'unfinished").code(), absl::StatusCode::kInvalidArgument);
}

std::string Repeat(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// A node whose attr is a function whose attr is a function and so on.
std::string NestedInBinary(int depth) {
  GraphDef def;
  AttrValue* value = &(*def.add_node()->mutable_attr())["a"];
  for (int i = 0; i < depth; ++i) value = &(*value->mutable_func()->mutable_attr())["a"];
  return def.SerializeAsString();
}

TEST(GraphFileTest, RefusesDeepNestingInTextAndBinary) {
  constexpr int kDepth = 10'000;
  const std::string open = "attr { key: 'a' value { func { name: 'f' ";
  const std::string text = absl::StrCat("node { name: 'x' op: 'ABC' ", Repeat(open, kDepth),
                                        Repeat("} } }", kDepth), "}");
  EXPECT_EQ(Parse(text).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Parse(Repeat("node {", 100'000)).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Parse(Repeat("unknown {", 100'000)).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Parse(Repeat("[", 100'000)).code(), absl::StatusCode::kInvalidArgument);
  // Groups of a field that is not known, each inside of the other.
  EXPECT_EQ(Parse(Repeat("\xfb\x7f", 100'000)).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Parse(NestedInBinary(200)).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(Parse(NestedInBinary(20)).ok());
}

TEST(GraphFileTest, CountsNodesBeforeItMakesThem) {
  ImportLimits limits;
  limits.max_nodes = 1000;
  const std::string node("\x0a\x06\x0a\x01\x61\x12\x01\x62", 8);  // name "a", op "b"
  EXPECT_EQ(Parse(Repeat(node, 1001), limits).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(Parse(Repeat(node, 1000), limits).ok());
}

TEST(GraphFileTest, KnowsASavedModelAndSaysWhatToDo) {
  const absl::Status status = Parse(std::string("\x08\x01\x12\x02\x0a\x00", 6));
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("a SavedModel, not a GraphDef: load the folder"),
            std::string::npos)
      << status;
}

TEST(GraphFileTest, RefusesWhatTakesFarMoreMemoryThanItsBytes) {
  const std::string text = absl::StrCat("node { name: 'a' op: 'b' attr { key: 's' value { list {",
                                        Repeat("tensor{}", 200'000), "} } } }");
  EXPECT_EQ(Parse(text).code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace opgraft
