// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/renamed_ops.h"

#include "gtest/gtest.h"
#include "opgraft/proto/node_def.pb.h"

namespace opgraft {
namespace {

NodeDef Assign(int inputs, const char* attr) {
  NodeDef node;
  node.set_op("Assign");
  for (int i = 0; i < inputs; ++i) node.add_input("x");
  node.add_input("^c");
  if (attr[0] != '\0') (*node.mutable_attr())[attr];
  return node;
}

TEST(RenamedOpsTest, TellsTheTwoAssignsApart) {
  EXPECT_EQ(OpNameHere(Assign(1, "variable_id")), "Assign");
  EXPECT_EQ(OpNameHere(Assign(2, "variable_id")), "Assign") << "ours, with an input too many";
  EXPECT_EQ(OpNameHere(Assign(1, "")), "Assign") << "ours, without its variable_id";
  EXPECT_EQ(OpNameHere(Assign(2, "")), "RefAssign");
  EXPECT_EQ(OpNameHere(Assign(1, "validate_shape")), "RefAssign");
  EXPECT_EQ(OpNameHere(Assign(2, "use_locking")), "RefAssign");
}

TEST(RenamedOpsTest, WritesTensorFlowsNames) {
  EXPECT_EQ(OpNameInFile("RefAssign"), "Assign");
  EXPECT_EQ(OpNameInFile("Assign"), "Assign");
  EXPECT_EQ(OpNameInFile("Neg"), "Neg");
}

}  // namespace
}  // namespace opgraft
