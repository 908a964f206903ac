// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "saved_model/constant_variables.h"

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/op/common_call_sites.h"
#include "framework/op/op_registry.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

using opgraft::OpDefBuilder;
using opgraft::OpRegistry;
using opgraft::OpRegistryBuilder;
using opgraft::OpRole;

absl::Status ChooseSite(const CallSiteNode& node, CallSite* site) {
  return TwoBranches(node, "right", "wrong", site);
}

absl::Status CallSiteOfBody(const CallSiteNode& node, CallSite* site) {
  return CallOfAttr(node, "body", site);
}

// The ops of the process, a branch and a call under names of their own, and an Identity.
std::shared_ptr<const OpRegistry> Ops() {
  OpRegistryBuilder builder(OpRegistry::Global());
  builder.Add(OpDefBuilder("Choose")
                  .Input("i: int32")
                  .Input("x: Tx")
                  .Output("y: Ty")
                  .Attr("Tx: list(type)")
                  .Attr("Ty: list(type)")
                  .Attr("right: func")
                  .Attr("wrong: func")
                  .SetCallSiteFn(OpRole::kBranch, ChooseSite));
  builder.Add(OpDefBuilder("RunBody")
                  .Input("x: Tx")
                  .Output("y: Ty")
                  .Attr("Tx: list(type)")
                  .Attr("Ty: list(type)")
                  .Attr("body: func")
                  .SetCallSiteFn(OpRole::kCall, CallSiteOfBody));
  builder.Add(OpDefBuilder("Same").Input("in: K").Output("out: K").Attr("K: type").SetRole(
      OpRole::kPassOn));
  return *builder.Build();
}

// A graph of a variable whose handle goes through Same into `call`, and two functions of a handle:
// f reads it, and g does `in_g`.
GraphDef GraphOf(const std::string& call, const std::string& in_g) {
  const auto function = [](const std::string& name, const std::string& body) {
    return absl::StrCat("function { signature { name: '", name,
                        "' input_arg { name: 'h' type: DT_RESOURCE } "
                        "output_arg { name: 'r' type: DT_FLOAT } } ",
                        body, " ret { key: 'r' value: 'value:value:0' } } ");
  };
  const std::string read =
      "node_def { name: 'value' op: 'ReadVariableOp' input: 'h' "
      "attr { key: 'dtype' value { type: DT_FLOAT } } } ";
  GraphDef def;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      absl::StrCat("node { name: 'v' op: 'VarHandleOp' "
                   "attr { key: 'shared_name' value { s: 'v' } } "
                   "attr { key: 'dtype' value { type: DT_FLOAT } } "
                   "attr { key: 'shape' value { shape {} } } } ",
                   "node { name: 'i' op: 'Placeholder' "
                   "attr { key: 'dtype' value { type: DT_INT32 } } } ",
                   "node { name: 'same' op: 'Same' input: 'v' "
                   "attr { key: 'K' value { type: DT_RESOURCE } } } ",
                   "node { name: 'call' ", call,
                   " attr { key: 'Tx' value { list { type: DT_RESOURCE } } } "
                   "attr { key: 'Ty' value { list { type: DT_FLOAT } } } } ",
                   "library { ", function("f", read), function("g", absl::StrCat(in_g, read)), "}"),
      &def));
  return def;
}

ConstantVariables Made(const GraphDef& def) {
  const Tensor value(3.0f);
  ConstantVariables made;
  const absl::Status status = MakeVariablesConstant(
      def, *Ops(), [&](const CellKey&) { return &value; }, &made);
  EXPECT_TRUE(status.ok()) << status;
  return made;
}

const char kChoose[] =
    "op: 'Choose' input: 'i' input: 'same' "
    "attr { key: 'right' value { func { name: 'f' } } } "
    "attr { key: 'wrong' value { func { name: 'g' } } }";

TEST(ConstantVariables, AHandleIsFollowedThroughOpsOfAnyName) {
  for (const std::string& call :
       {std::string(kChoose),
        std::string(
            "op: 'RunBody' input: 'same' attr { key: 'body' value { func { name: 'f' } } }")}) {
    const ConstantVariables made = Made(GraphOf(call, ""));
    EXPECT_TRUE(made.variables.empty()) << call;
    EXPECT_EQ(made.graph.node(0).op(), "Const");
    EXPECT_EQ(made.graph.node(2).attr().at("K").type(), DT_FLOAT);
    EXPECT_EQ(made.graph.node(3).attr().at("Tx").list().type(0), DT_FLOAT);
    const FunctionDef& f = made.graph.library().function(0);
    EXPECT_EQ(f.signature().input_arg(0).type(), DT_FLOAT);
    EXPECT_EQ(f.node_def(0).op(), "Identity");
    EXPECT_EQ(f.ret().at("r"), "value:output:0");
  }
}

// Python may have set a shape that no shape function knows.
TEST(ConstantVariables, TheShapesThatAFileGivesStay) {
  GraphDef def = GraphOf(kChoose, "");
  const auto give = [](NodeDef* node, int64_t size) {
    auto* const shape = (*node->mutable_attr())["_output_shapes"].mutable_list()->add_shape();
    shape->add_dim()->set_size(size);
  };
  ASSERT_EQ(def.node(2).op(), "Same");
  give(def.mutable_node(2), 5);
  give(def.mutable_node(3), 6);
  const ConstantVariables made = Made(def);
  const auto given = [&](int node) {
    return made.graph.node(node).attr().at("_output_shapes").list().shape(0);
  };
  EXPECT_EQ(given(3).dim(0).size(), 6);
  EXPECT_TRUE(given(2).unknown_rank());  // that of a handle, which is a value now
}

TEST(ConstantVariables, AVariableThatABranchOfAnyNameAssignsStaysOne) {
  const GraphDef def =
      GraphOf(kChoose,
              "node_def { name: 'set' op: 'AssignVariableOp' input: 'h' input: 'value:value:0' } ");
  const ConstantVariables made = Made(def);
  ASSERT_EQ(made.variables.size(), 1);
  EXPECT_EQ(made.variables[0].name, "v");
  EXPECT_EQ(made.graph.node(0).op(), "VarHandleOp");
  EXPECT_EQ(made.graph.node(3).attr().at("Tx").list().type(0), DT_RESOURCE);
}

}  // namespace
}  // namespace opgraft_internal
