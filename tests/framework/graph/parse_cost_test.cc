// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/parse_cost.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "framework/graph/io/graph_text.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"

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
  EXPECT_EQ(CostOfBinary(graph + "\x0a\x7f").nodes, 1);             // cut off
  EXPECT_EQ(CostOfBinary(graph + std::string("\0", 1)).nodes, 1);   // no tag
  EXPECT_EQ(CostOfText("node { name: 'n' } } } node {").nodes, 1);  // closed too often
  EXPECT_EQ(CostOfText("node { name: 'n").nodes, 1);                // an open string
  EXPECT_EQ(CostOfText(Repeat("node {", 100'000)).nodes, 1);        // no field of a node
  EXPECT_EQ(CostOfText("unknown { node { } } node { }").nodes, 1);
}

}  // namespace
}  // namespace opgraft
