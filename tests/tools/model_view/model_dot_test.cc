// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/model_dot.h"

#include <sstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/model_view/viewed_models.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Dot(const std::string& model) {
  std::ostringstream out;
  WriteDot(ViewOf(model), out);
  return out.str();
}

TEST(ModelDot, FunctionsAreClustersOnceWithAnEdgeFromEachCaller) {
  const std::string dot = Dot(kTwoCalls);
  EXPECT_THAT(dot, HasSubstr("  n0 -> n1 [label=\"float [3]\"];\n"));
  EXPECT_THAT(dot, HasSubstr("  subgraph cluster_1 {\n  label=\"'c', 'd': f\";\n"));
  EXPECT_THAT(dot, HasSubstr("  f1_n0 -> f1_n1 [label=\"float <unknown>\"];\n"));
  EXPECT_THAT(dot, HasSubstr("  f1_n1 -> f1_r0 [label=\"float <unknown>\"];\n"));
  EXPECT_THAT(dot, HasSubstr("  n1 -> f1 [lhead=cluster_1, style=dotted"));
  EXPECT_THAT(dot, HasSubstr("  n2 -> f1 [lhead=cluster_1, style=dotted"));
  EXPECT_THAT(dot, HasSubstr("label=\"unused\""));
  EXPECT_EQ(dot.find("cluster_3"), std::string::npos);
}

TEST(ModelDot, WhatIsWrongIsMarked) {
  const std::string dot = Dot(kBroken);
  EXPECT_THAT(dot, HasSubstr("  n1 [label=\"odd\\nOdd (?)\", style=\"filled,rounded\", "
                             "fillcolor=\"#ffd2cc\""));
  EXPECT_THAT(dot, HasSubstr("tooltip=\"unknown op\""));
  EXPECT_THAT(dot, HasSubstr("  n0 -> n1 [style=dashed];\n"));
  EXPECT_THAT(dot, HasSubstr("  f1_n1 [label=\"inner\\nOdd (?)\""));
}

TEST(ModelDot, LongNamesGoOverSeveralLines) {
  const std::string dot =
      Dot("node { name: 'model/layer_1/attention/output/dense/BiasAdd' op: 'NoOp' }"
          "node { name: 'a_part_that_is_longer_than_a_line' op: 'NoOp' }");
  EXPECT_THAT(dot, HasSubstr("[label=\"model/layer_1/attention/\\noutput/dense/BiasAdd\\nNoOp\""));
  EXPECT_THAT(dot, HasSubstr("[label=\"a_part_that_is_longer_than_a_line\\nNoOp\""));
}

TEST(ModelDot, StateTellsItsVariable) {
  const std::string dot = Dot(R"(
      node { name: 'old' op: 'ReadValue' attr { key: 'variable_id' value { s: 'sum' } }
             attr { key: 'variable_type' value { type: DT_FLOAT } }
             attr { key: 'variable_shape' value { shape {} } } }
      node { name: 'set' op: 'Assign' input: 'old' attr { key: 'variable_id' value { s: 'sum' } }
             attr { key: 'T' value { type: DT_FLOAT } } })");
  EXPECT_THAT(dot, HasSubstr("[label=\"old\\nReadValue sum\", shape=cylinder"));
  EXPECT_THAT(dot, HasSubstr("[label=\"set\\nAssign sum\", shape=cylinder"));
}

TEST(ModelDot, NamesCannotLeaveTheirQuotes) {
  const std::string dot = Dot("node { name: 'a\"];x[' op: 'b\\\\' }");
  EXPECT_THAT(dot, HasSubstr("[label=\"a\\\"];x[\\nb"));
  EXPECT_THAT(dot, Not(HasSubstr("\"a\"]")));
}

}  // namespace
}  // namespace opgraft
