// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/parse_cost.h"

#include <initializer_list>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/graph/io/graph_text.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"
#include "opgraft/proto/state.pb.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

std::string Repeat(absl::string_view text, size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) all.append(text.data(), text.size());
  return all;
}

// A field of a binary message that holds `bytes`.
std::string Field(int number, absl::string_view bytes) {
  std::string field(1, static_cast<char>(number << 3 | 2));
  size_t size = bytes.size();
  for (; size >= 0x80; size >>= 7) field.push_back(static_cast<char>(size | 0x80));
  field.push_back(static_cast<char>(size));
  return absl::StrCat(field, bytes);
}

std::string Bytes(std::initializer_list<int> bytes) {
  std::string all;
  for (const int byte : bytes) all.push_back(static_cast<char>(byte));
  return all;
}

struct Counts {
  const char* about;
  const char* text;
  int nodes, functions, attrs, nameless;
};

constexpr Counts kCounts[] = {
    {"nothing", "versions { producer: 22 }", 0, 0, 0, 0},
    {"names that look like messages", "node { name: 'node { } # \\' {' op: \"node {\" }  # node {",
     1, 0, 0, 0},
    {"other brackets", "node < name: 'a' op: 'b' > node { name: 'c' } node [{name:'d'},{op:'e'}]",
     4, 0, 0, 1},
    {"attrs",
     "node { name: 'a' attr { key: 'T' value { type: DT_FLOAT } }"
     "       attr { key: 'f' value { func { name: 'f' attr { key: 'x' value { i: 1 } } } } } }",
     1, 0, 2, 0},
    {"a library",
     "library { function { signature { name: 'f' } node_def { name: 'n' op: 'o' } node_def { } }"
     "          function { } }",
     2, 2, 0, 2},
};

TEST(ParseCost, CountsTheSameInBothFormats) {
  for (const Counts& c : kCounts) {
    GraphDef def;
    ASSERT_TRUE(ParseGraphText(c.text, &def).ok()) << c.about;
    for (const ParseCost& cost : {CostOfText(c.text), CostOfText(PrintGraphText(def)),
                                  CostOfBinary(def.SerializeAsString())}) {
      EXPECT_EQ(cost.nodes, c.nodes) << c.about;
      EXPECT_EQ(cost.functions, c.functions) << c.about;
      EXPECT_EQ(cost.attrs, c.attrs) << c.about;
      EXPECT_EQ(cost.nameless, c.nameless) << c.about;
    }
  }
}

TEST(ParseCost, IsNearWhatProtobufTakes) {
  GraphDef def;
  for (int i = 0; i < 1000; ++i) {
    NodeDef* node = def.add_node();
    node->set_name(absl::StrCat("n", i));
    node->add_input("x");
    AttrValue& value = (*node->mutable_attr())["shapes"];
    for (int dim = 0; dim < 4; ++dim) value.mutable_list()->add_shape()->add_dim()->set_size(dim);
  }
  const auto taken = static_cast<double>(def.SpaceUsedLong());
  const auto counted = static_cast<double>(CostOfBinary(def.SerializeAsString()).bytes);
  EXPECT_GT(counted, taken * 0.7);
  EXPECT_LT(counted, taken * 1.5);
}

struct Wire {
  const char* about;
  std::string bytes;
};

// Where a walk lost its way in what protobuf reads on, the rest of a file was not counted.
TEST(ParseCost, ReadsBytesAsProtobufDoes) {
  const std::string node = Field(1, Field(1, "n"));
  const std::string library = Field(2, Field(1, Field(1, Field(1, "f")) + Field(3, "")));
  const Wire cases[] = {
      {"an empty group", Bytes({0x7b, 0x7c}) + node + library},
      {"a group in a group", Bytes({0x7b, 0x73, 0x74, 0x7c}) + node},
      {"fields in a group", Bytes({0x7b, 0x0a, 0, 0x08, 1, 0x7c}) + node},
      {"a group for a message", Bytes({0x0b, 0x0a, 0, 0x0c}) + node},
      {"a group that stays open", node + Bytes({0x7b})},
      {"a group that another number closes", node + Bytes({0x7b, 0x74}) + node},
      {"the end of no group", node + Bytes({0x7c}) + node},
      {"a group that goes on behind its message", Field(1, Bytes({0x7b})) + Bytes({0x7c})},
      {"groups as deep as may be", Repeat(Bytes({0x7b}), 100) + Repeat(Bytes({0x7c}), 100) + node},
      {"groups too deep", Repeat(Bytes({0x7b}), 101) + Repeat(Bytes({0x7c}), 101) + node},
      {"a tag whose upper bits are dropped",
       Bytes({0x8a, 0x80, 0x80, 0x80, 0x10, 3}) + Field(1, "n") + node},
      {"a tag of two bytes for one", Bytes({0x8a, 0, 3}) + Field(1, "n")},
      {"a tag of six bytes", node + Bytes({0x8a, 0x80, 0x80, 0x80, 0x80, 0, 0}) + node},
      {"a size of four bytes for one", Bytes({0x0a, 0x83, 0x80, 0x80, 0}) + Field(1, "n")},
      {"a size of six bytes", node + Bytes({0x0a, 0x80, 0x80, 0x80, 0x80, 0x80, 0}) + node},
      {"a number for a message", Bytes({0x08, 1}) + node},
      {"a long number",
       Bytes({0x78, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}) + node},
      {"a number of eleven bytes", Bytes({0x78}) + Repeat(Bytes({0x80}), 10) + Bytes({0}) + node},
      {"four and eight bytes", Bytes({0x7d, 0, 0, 0, 0, 0x79, 0, 0, 0, 0, 0, 0, 0, 0}) + node},
      {"field 0", node + Bytes({0x02, 0}) + node},
      {"wire type 6", node + Bytes({0x0e}) + node},
      {"a message that is longer than the one it is in", node + Bytes({0x0a, 2, 0x0a, 9}) + node},
      {"two libraries", library + library},
      {"a merged signature", Field(2, Field(1, Repeat(Field(1, Field(1, "f")), 3)))},
  };
  for (const Wire& c : cases) {
    GraphDef def;
    const bool is_parsed = def.ParseFromString(c.bytes);
    const ParseCost cost = CostOfBinary(c.bytes);
    EXPECT_EQ(cost.is_broken, !is_parsed) << c.about;
    if (!is_parsed) continue;
    int nodes = def.node_size();
    for (const FunctionDef& function : def.library().function()) nodes += function.node_def_size();
    EXPECT_EQ(cost.nodes, nodes) << c.about;
    EXPECT_EQ(cost.functions, def.library().function_size()) << c.about;
  }
}

// Behind such an error protobuf makes messages on; that it fails in the end is too late.
TEST(ParseCost, ATextGoesOnBehindAnOpenString) {
  const std::string rest = " op: 'o' } node { name: 'n' }";
  EXPECT_EQ(CostOfText("node { name: 'a\n" + rest).nodes, 2);
  EXPECT_EQ(CostOfText("node { name: 'a\\\n" + rest).nodes, 2);
  EXPECT_EQ(CostOfText("node { name: 'a" + Bytes({0}) + rest).nodes, 2);
  EXPECT_EQ(CostOfText("node { name: 'a\\" + Bytes({0}) + rest).nodes, 2);
  EXPECT_EQ(CostOfText("node { name: 'a' # no end" + Bytes({0}) + rest).nodes, 2);
  EXPECT_EQ(CostOfText("node { name: 'a\\'" + rest).nodes, 1);
}

struct Refused {
  const char* about;
  std::string binary;
  absl::StatusCode code;
  const char* message;
};

// Each a few million bytes that would take a hundred times as many.
TEST(ParseCost, RefusesSmallFilesThatWouldTakeMuchMemory) {
  const auto attr = [](absl::string_view value) {
    return Field(1, absl::StrCat(Field(1, "n"), Field(5, Field(1, "a") + Field(2, value))));
  };
  const auto list = [&attr](int number) {
    return attr(Field(1, Repeat(Field(number, ""), 500'000)));
  };
  const Refused cases[] = {
      {"a shape of many dimensions", attr(Field(7, Repeat(Field(2, ""), 2'500'000))),
       absl::StatusCode::kResourceExhausted, "would take"},
      {"a list of shapes", attr(Field(1, Repeat(Field(7, ""), 2'000'000))),
       absl::StatusCode::kResourceExhausted, "would take"},
      {"a list of tensors", list(8), absl::StatusCode::kResourceExhausted, "would take"},
      {"a list of functions", list(9), absl::StatusCode::kResourceExhausted, "would take"},
      {"unknown fields", Repeat(Bytes({0x7a, 0}), 2'000'000), absl::StatusCode::kResourceExhausted,
       "would take"},
      {"unknown groups", Repeat(Bytes({0x7b, 0x7c}), 2'000'000),
       absl::StatusCode::kResourceExhausted, "would take"},
      {"unknown fields of a node", Field(1, Field(1, "n") + Repeat(Bytes({0x7a, 0}), 2'000'000)),
       absl::StatusCode::kResourceExhausted, "would take"},
      {"numbers for strings", Field(1, Field(1, "n") + Repeat(Bytes({0x18, 0}), 2'000'000)),
       absl::StatusCode::kResourceExhausted, "would take"},
      {"many returns",
       Field(2,
             Field(1, Field(1, Field(1, "f")) + Repeat(Field(4, Field(1, "123456")), 1'000'000))),
       absl::StatusCode::kResourceExhausted, "would take"},
      {"an open group", Field(1, Field(1, "n")) + Bytes({0x7b}), absl::StatusCode::kInvalidArgument,
       "no whole binary message"},
      {"functions without a name", Field(2, Repeat(Field(1, ""), 100'000)),
       absl::StatusCode::kInvalidArgument, "100000 nodes and functions of the file have no name"},
      {"nodes without a name", Repeat(Field(1, ""), 100'000), absl::StatusCode::kInvalidArgument,
       "100000 nodes and functions of the file have no name"},
      {"nodes of a function without a name", Field(2, Field(1, Repeat(Field(3, ""), 100'000))),
       absl::StatusCode::kInvalidArgument, "100001 nodes and functions"},
  };
  for (const Refused& c : cases) {
    const absl::Status status =
        CheckParseCost(CostOfBinary(c.binary), static_cast<int64_t>(c.binary.size()), {});
    EXPECT_EQ(status.code(), c.code) << c.about << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message)) << c.about;
  }
}

TEST(ParseCost, RefusesShortTextsThatWouldTakeMuchMemory) {
  const std::string text = absl::StrCat("node { name: 'n' attr { key: 'a' value { shape { dim [",
                                        Repeat("{},", 3'000'000), "{}] } } } }");
  const absl::Status status =
      CheckParseCost(CostOfText(text), static_cast<int64_t>(text.size()), {});
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
}

TEST(ParseCost, CountsOtherMessagesToo) {
  State state;
  EXPECT_EQ(ParseCounted(Field(2, Field(1, "v")), {}, &state), absl::OkStatus());
  ASSERT_EQ(state.variable_size(), 1);
  EXPECT_EQ(state.variable(0).id(), "v");
  for (const int field : {2, 3}) {
    const absl::Status status = ParseCounted(Repeat(Field(field, ""), 1'000'000), {}, &state);
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  }
  EXPECT_EQ(ParseCounted(Bytes({0x12, 5}), {}, &state).code(), absl::StatusCode::kInvalidArgument);
}

TEST(ParseCost, AdmitsWhatNodesAreMadeOf) {
  const std::string node = Field(1, Field(1, "n") + Field(2, "o"));
  const std::string with_attr =
      Field(1, Field(1, "n") + Field(2, "o") + Field(5, Field(1, "T") + Field(2, "\x30\x01")));
  const std::string function = Field(1, Field(1, Field(1, "f")));
  const std::string contents(50'000'000, 'c');
  const std::string graphs[] = {Repeat(node, 200'000), Repeat(with_attr, 200'000),
                                Field(2, Repeat(function, 200'000)),
                                Field(1, Field(5, Field(2, Field(8, Field(4, contents)))))};
  for (const std::string& graph : graphs) {
    const absl::Status status =
        CheckParseCost(CostOfBinary(graph), static_cast<int64_t>(graph.size()), {});
    EXPECT_TRUE(status.ok()) << status;
  }
}

TEST(ParseCost, StopsWhereTheFileIsNoGraph) {
  const std::string graph = Field(1, Field(1, "n"));
  EXPECT_FALSE(CostOfBinary(graph).is_broken);
  EXPECT_TRUE(CostOfBinary(graph + "\x0a\x7f").is_broken);
  EXPECT_EQ(CostOfBinary(graph + "\x0a\x7f").nodes, 1);             // cut off
  EXPECT_EQ(CostOfBinary(graph + std::string("\0", 1)).nodes, 1);   // no tag
  EXPECT_EQ(CostOfText("node { name: 'n' } } } node {").nodes, 1);  // closed too often
  EXPECT_EQ(CostOfText("node { name: 'n").nodes, 1);                // an open string
  EXPECT_EQ(CostOfText(Repeat("node {", 100'000)).nodes, 1);        // no field of a node
  EXPECT_EQ(CostOfText("unknown { node { } } node { }").nodes, 1);
}

}  // namespace
}  // namespace opgraft
