// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What programs do at the borders of lowering: feeds, control edges, bodies. Seen through runs.

#include <string>
#include <utility>
#include <vector>

#include "framework/graph/builder/graph_builder.h"
#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft {
namespace {

float First(const Tensor& tensor) { return tensor.flat<float>()(0); }

// A run of the first signature on `feeds`.
absl::StatusOr<float> FirstOutput(const GraphBuilder& b, const CompileOptions& options,
                                  const std::vector<NamedTensor>& feeds) {
  absl::StatusOr<Graph> graph = b.Build();
  if (!graph.ok()) return graph.status();
  absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph, options);
  if (!model.ok()) return model.status();
  InferRequest request = model->CreateRequest();
  absl::StatusOr<Outputs> outputs = request.Run(feeds);
  if (!outputs.ok()) return outputs.status();
  return First((*outputs)[0]);
}

// Nodes that may be fed in the place of what they would give, each with a node that waits for it by
// a control edge.
TEST(Lowering, ANodeThatIsFedKeepsItsFeedThoughAnotherWaitsForIt) {
  for (const char* const op : {"Placeholder", "Identity", "ReadValue", "Const", "Neg"}) {
    SCOPED_TRACE(op);
    GraphBuilder b;
    const Value one = b.Const({1.0f}, "one");
    Value fed = one;
    if (op == std::string("Placeholder")) fed = b.Placeholder("x", DT_FLOAT, {1});
    if (op == std::string("ReadValue")) fed = b.ReadValue("v", one);
    if (op == std::string("Identity") || op == std::string("Neg")) fed = b.Op(op, {one});
    const Value y = b.Op("AddV2", {fed, one}, "y");
    b.AddControlInput(y, fed);
    CompileOptions options;
    options.signatures.resize(1);
    options.signatures[0].feeds = {b.Build()->node(fed.node()).name()};
    options.signatures[0].fetches = {"y"};
    const absl::StatusOr<float> got =
        FirstOutput(b, options, {{options.signatures[0].feeds[0], Tensor::Of({41.0f})}});
    ASSERT_TRUE(got.ok()) << got.status();
    // The constant is both what is fed and what is added.
    EXPECT_EQ(*got, op == std::string("Const") ? 82 : 42);
  }
}

// Import infers [4,1] from the constant; the feed says otherwise, and is right.
TEST(Lowering, AFeedMayContradictTheConstantThatShapesWereInferredFrom) {
  GraphBuilder b;
  const Value axis = b.Const(Tensor(0), "axis");
  const Value x = b.Const(Tensor::Of({1.0f, 2.0f}, {2, 1}));
  b.Op("ConcatV2", {Input({x, x}), axis}, "y");
  absl::StatusOr<Graph> graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  CompileOptions options;
  options.signatures.resize(1);
  options.signatures[0].feeds = {"axis"};
  options.signatures[0].fetches = {"y"};
  InferRequest request = CompiledModel::Compile(*graph, options)->CreateRequest();
  for (const int at : {1, 0, 1}) {
    const absl::StatusOr<Outputs> outputs = request.Run({{"axis", Tensor(at)}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ((*outputs)[0].shape(), at == 0 ? TensorShape({4, 1}) : TensorShape({2, 2}));
  }
}

// Reshape gives a view; Neg may write over it only if nobody needs what it views.
TEST(Lowering, AFetchedTensorIsNotWrittenOverThroughAViewOfIt) {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, {1});
  const Value tripled = b.Op("Mul", {x, b.Const({3.0f})}, "tripled");
  b.Op("Neg", {b.Op("Reshape", {tripled, b.Const({1})})}, "y");
  CompileOptions options;
  options.signatures.resize(1);
  options.signatures[0].feeds = {"x"};
  options.signatures[0].fetches = {"tripled", "y"};
  const absl::StatusOr<float> got = FirstOutput(b, options, {{"x", Tensor::Of({2.0f})}});
  ASSERT_TRUE(got.ok()) << got.status();
  EXPECT_EQ(*got, 6);
}

// Nobody needs the result of the inner call, but what it assigns.
TEST(Lowering, ACallThatAssignsRunsInABodyThoughItsResultIsUnused) {
  GraphBuilder remember, outer, b;
  remember.Return("y", remember.Assign("v", remember.Arg("x", DT_FLOAT)));
  const Value x = outer.Arg("x", DT_FLOAT);
  outer.Function("Remember", std::move(remember)).Op("Remember", {x});
  outer.Return("y", x);
  b.Function("Outer", std::move(outer)).Op("Outer", {b.Placeholder("x", DT_FLOAT, {1})}, "y");
  b.ReadValue("v", DT_FLOAT, {1});
  // As most GraphDefs have it, the functions do not say of themselves that they have effects.
  GraphDef def = b.Build()->ToGraphDef();
  for (FunctionDef& function : *def.mutable_library()->mutable_function()) {
    function.mutable_signature()->clear_is_stateful();
  }
  for (const int max_inlined_steps : {1000, 0}) {
    SCOPED_TRACE(max_inlined_steps);
    CompileOptions options;
    options.limits.max_inlined_steps = max_inlined_steps;
    absl::StatusOr<Graph> graph = Graph::Import(def);
    ASSERT_TRUE(graph.ok()) << graph.status();
    InferRequest request = CompiledModel::Compile(*graph, options)->CreateRequest();
    const absl::StatusOr<Outputs> outputs = request.Run({{"x", Tensor::Of({3.0f})}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ(First(request.query_state()[0].get()), 3);
  }
}

}  // namespace
}  // namespace opgraft
