// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/node_properties.h"

#include "framework/op/make_node_properties.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/proto/node_def.pb.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;

TEST(NodeProperties, AreMadeOfANodeAndItsOp) {
  const OpRegistrationData op = MakeOpData(OpDefBuilder("Op")
                                               .Input("x: T")
                                               .Input("xs: N * T")
                                               .Output("y: Ref(T)")
                                               .Output("zs: L")
                                               .Attr("T: type")
                                               .Attr("N: int")
                                               .Attr("L: list(type) = [DT_INT8, DT_INT16]"));
  const NodeDef node = FromText<NodeDef>(
      "name: 'n' op: 'Op' device: '/cpu:0' input: ['a', 'b:1', 'c', '^d'] attr { key: 'N' value { "
      "i: 2 } } attr { key: 'T' value { type: DT_HALF } }");
  const auto made = MakeNodeProperties(node, op, 7);
  ASSERT_TRUE(made.ok()) << made.status();
  const NodeProperties& p = **made;
  EXPECT_EQ(
      p.Summary(),
      "{{node n}} = Op[L=[DT_INT8, DT_INT16], N=2, T=DT_HALF, _device=\"/cpu:0\"](a, b:1, c, ^d)");
  EXPECT_EQ(p.Summary(1),
            "{{node n}} = Op[L=[DT_INT8, DT_INT16], N=2, T=DT_HALF, _device=\"/cpu:0\"](a, ...)");
  EXPECT_THAT(p.input_types, ElementsAre(DT_HALF, DT_HALF, DT_HALF));
  EXPECT_THAT(p.output_types, ElementsAre(DT_HALF_REF, DT_INT8, DT_INT16));
  EXPECT_EQ(p.InputName(0), "x");
  EXPECT_EQ(p.InputName(2), "xs[1]");
  EXPECT_EQ(p.OutputName(2), "zs[1]");
  EXPECT_EQ(p.InputName(3), "");
  EXPECT_EQ(p.InputName(-1), "");
  EXPECT_EQ(p.graph_def_version, 7);
  EXPECT_EQ(NodeDefView(&p).input_size(), 4);
  EXPECT_EQ(NodeDefView(&p).DebugString(), p.Summary());
}

TEST(NodeProperties, OfAWrongNodeAreAnError) {
  const OpRegistrationData op = MakeOpData(OpDefBuilder("Op").Input("x: T").Attr("T: type"));
  EXPECT_EQ(
      MakeNodeProperties(FromText<NodeDef>("name: 'n' op: 'Op' input: 'a'"), op).status().message(),
      "NodeDef missing attr 'T'; Op needs T: type; NodeDef: {{node n}} (Op)");
}

}  // namespace
}  // namespace opgraft
