// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/large_contents.h"

#include <cstring>
#include <fstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/graph_file.h"
#include "framework/graph/io/import.h"
#include "framework/op/node_attrs.h"
#include "gmock/gmock.h"
#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft {
namespace {

using google::protobuf::util::MessageDifferencer;
using ::testing::HasSubstr;

constexpr int kLargeFloats = 300'000;

NodeDef* AddConst(const std::string& name, DataType dtype, int elements, const std::string& content,
                  GraphDef* def) {
  NodeDef* node = def->add_node();
  node->set_name(name);
  node->set_op("Const");
  (*node->mutable_attr())["dtype"].set_type(dtype);
  TensorProto* value = (*node->mutable_attr())["value"].mutable_tensor();
  value->set_dtype(dtype);
  value->mutable_tensor_shape()->add_dim()->set_size(elements);
  value->set_tensor_content(content);
  return node;
}

// The floats 0, 1, 2, ...
std::string Floats(int count) {
  std::string bytes(static_cast<size_t>(count) * sizeof(float), '\0');
  for (int i = 0; i < count; ++i) {
    const auto value = static_cast<float>(i);
    std::memcpy(&bytes[static_cast<size_t>(i) * sizeof(float)], &value, sizeof(float));
  }
  return bytes;
}

// A small constant, two large ones and one of bools.
GraphDef SomeConstants() {
  GraphDef def;
  AddConst("small", DT_FLOAT, 10, Floats(10), &def);
  AddConst("large", DT_FLOAT, kLargeFloats, Floats(kLargeFloats), &def);
  AddConst("bools", DT_BOOL, 5000, std::string(5000, '\1'), &def);
  AddConst("twice", DT_FLOAT, kLargeFloats, Floats(kLargeFloats), &def);
  return def;
}

std::string WriteTemporary(const std::string& name, const std::string& bytes) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/", name);
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

TEST(LargeContents, AreTakenOutOfTheGraphDefAndKnownByPlace) {
  const GraphDef def = SomeConstants();
  const std::string bytes = def.SerializeAsString();
  const SplitGraphDef split = SplitLargeContents(bytes, nullptr);
  ASSERT_EQ(split.contents.size(), 3u);
  EXPECT_LT(split.bytes.size(), 1000u);
  GraphDef rest;
  ASSERT_TRUE(rest.ParseFromString(split.bytes));
  for (const auto& [place, content] : split.contents) {
    EXPECT_GE(content.bytes.data(), bytes.data());
    EXPECT_LE(content.bytes.data() + content.bytes.size(), bytes.data() + bytes.size());
    auto& value = (*rest.mutable_node(place)->mutable_attr())["value"];
    EXPECT_EQ(value.tensor().tensor_content(), "");
    value.mutable_tensor()->set_tensor_content(std::string(content.bytes));
  }
  EXPECT_TRUE(MessageDifferencer::Equals(rest, def));
}

TEST(LargeContents, OnlyPlainConstantsAreSplit) {
  const std::string large = Floats(kLargeFloats);
  GraphDef other_op = SomeConstants();
  for (NodeDef& node : *other_op.mutable_node()) node.set_op("Other");
  GraphDef small;
  AddConst("small", DT_FLOAT, 10, Floats(10), &small);
  GraphDef one;
  AddConst("one", DT_FLOAT, kLargeFloats, large, &one);
  const std::string node = one.node(0).SerializeAsString();
  GraphDef twice;  // the value again, as an unknown field that protobuf merges when it is parsed
  twice.GetReflection()->MutableUnknownFields(&twice)->AddLengthDelimited(1,
                                                                          absl::StrCat(node, node));
  struct Case {
    const char* what;
    std::string bytes;
  } cases[] = {
      {"nothing", ""},
      {"another op", other_op.SerializeAsString()},
      {"a small constant", small.SerializeAsString()},
      {"a node with its fields twice", twice.SerializeAsString()},
      {"cut off", one.SerializeAsString().substr(0, 900'000)},
      {"no message", large},
  };
  for (const Case& c : cases) {
    const SplitGraphDef split = SplitLargeContents(c.bytes, nullptr);
    EXPECT_TRUE(split.contents.empty()) << c.what;
    EXPECT_EQ(split.bytes, "") << c.what;
  }
}

TEST(LargeContents, AligningAddsFieldsThatReadersSkip) {
  const GraphDef def = SomeConstants();
  const std::string aligned = AlignLargeContents(def.SerializeAsString());
  const SplitGraphDef split = SplitLargeContents(aligned, nullptr);
  ASSERT_EQ(split.contents.size(), 3u);
  for (const auto& [place, content] : split.contents) {
    EXPECT_EQ((content.bytes.data() - aligned.data()) % 64, 0) << place;
  }
  GraphDef read;
  ASSERT_TRUE(ParseGraphDef(aligned, ImportOptions(), &read).ok());
  EXPECT_TRUE(MessageDifferencer::Equals(read, def)) << "the padding is not kept";
}

TEST(LargeContents, AnAlignedFileBacksItsConstants) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/aligned.pb");
  ASSERT_TRUE(WriteGraphFile(SomeConstants(), path).ok());
  const absl::StatusOr<Graph> graph = Graph::FromFile(path);
  ASSERT_TRUE(graph.ok()) << graph.status();
  const Tensor* large = graph->node(graph->FindNode("large")).attrs().HeldTensor("value");
  ASSERT_NE(large, nullptr);
  EXPECT_TRUE(large->buffer()->is_wrapped());
  EXPECT_EQ(large->flat<float>()(12345), 12345.0f);
  const Tensor* bools = graph->node(graph->FindNode("bools")).attrs().HeldTensor("value");
  ASSERT_NE(bools, nullptr);
  EXPECT_FALSE(bools->buffer()->is_wrapped()) << "their bytes are looked at, so they are copied";
  EXPECT_EQ(graph->node(graph->FindNode("small")).attrs().HeldTensor("value"), nullptr);
}

TEST(LargeContents, WritingIntoAMappedConstantLeavesTheFileAsItIs) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/written.pb");
  ASSERT_TRUE(WriteGraphFile(SomeConstants(), path).ok());
  {
    const absl::StatusOr<Graph> graph = Graph::FromFile(path);
    ASSERT_TRUE(graph.ok()) << graph.status();
    Tensor large = *graph->node(graph->FindNode("large")).attrs().HeldTensor("value");
    large.flat<float>()(0) = 99;
  }
  const absl::StatusOr<Graph> graph = Graph::FromFile(path);
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->node(graph->FindNode("large")).attrs().HeldTensor("value")->flat<float>()(0),
            0.0f);
}

TEST(LargeContents, AFileMayBeWrittenOverWhileItIsMapped) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/over.pb");
  ASSERT_TRUE(WriteGraphFile(SomeConstants(), path).ok());
  const absl::StatusOr<Graph> graph = Graph::FromFile(path);
  ASSERT_TRUE(graph.ok()) << graph.status();
  ASSERT_EQ(graph->ToFile(path), absl::OkStatus()) << "over the file that it is mapped from";
  ASSERT_EQ(Graph().ToFile(path), absl::OkStatus()) << "which becomes shorter";
  const Tensor* large = graph->node(graph->FindNode("large")).attrs().HeldTensor("value");
  ASSERT_TRUE(large->buffer()->is_wrapped());
  for (int64_t i = 0; i < large->NumElements(); ++i)
    ASSERT_EQ(large->flat<float>()(i), static_cast<float>(i));
}

TEST(LargeContents, AnyOtherWayInGivesTheSameGraph) {
  const GraphDef def = SomeConstants();
  const std::string aligned = absl::StrCat(::testing::TempDir(), "/same.pb");
  ASSERT_TRUE(WriteGraphFile(def, aligned).ok());
  const std::string plain = WriteTemporary("plain.pb", absl::StrCat(def.SerializeAsString()));
  ImportOptions unmapped;
  unmapped.map_constants = false;
  struct Case {
    const char* what;
    absl::StatusOr<Graph> graph;
  } cases[] = {
      {"aligned file", Graph::FromFile(aligned)},
      {"aligned file, not mapped", Graph::FromFile(aligned, unmapped)},
      {"plain file", Graph::FromFile(plain)},
      {"bytes", Graph::FromBytes(def.SerializeAsString(), unmapped)},
      {"message", Graph::Import(def)},
  };
  for (const Case& c : cases) {
    ASSERT_TRUE(c.graph.ok()) << c.what << ": " << c.graph.status();
    EXPECT_TRUE(MessageDifferencer::Equals(c.graph->ToGraphDef().node(1), def.node(1))) << c.what;
    Tensor value;
    ASSERT_TRUE(GetNodeAttr(c.graph->node(1).attrs(), "value", &value).ok()) << c.what;
    EXPECT_EQ(value.flat<float>()(kLargeFloats - 1), static_cast<float>(kLargeFloats - 1))
        << c.what;
    EXPECT_EQ(value.buffer()->is_wrapped(), &c == &cases[0]) << c.what;
  }
}

TEST(LargeContents, ThatLieAreToldOfAsIfTheyWereSmall) {
  GraphDef def = SomeConstants();
  (*def.mutable_node(1)->mutable_attr())["value"]
      .mutable_tensor()
      ->mutable_tensor_shape()
      ->mutable_dim(0)
      ->set_size(7);
  const std::string path = WriteTemporary("lying.pb", AlignLargeContents(def.SerializeAsString()));
  const absl::StatusOr<Graph> graph = Graph::FromFile(path);
  ASSERT_TRUE(graph.ok()) << graph.status();
  Tensor value;
  EXPECT_THAT(
      std::string(GetNodeAttr(graph->node(1).attrs(), "value", &value).message()),
      HasSubstr("tensor_content has 1200000 bytes, but the shape has 7 elements of type float"));
}

}  // namespace
}  // namespace opgraft
