// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// While and Case as GraphBuilder makes them, run with the ops and kernels that come with Opgraft.

#include <string>
#include <utility>
#include <vector>

#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "framework/runtime/infer_request.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

InferRequest MakeRequest(const GraphBuilder& b) {
  absl::StatusOr<Graph> graph = b.Build();
  EXPECT_TRUE(graph.ok()) << graph.status();
  absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph);
  EXPECT_TRUE(model.ok()) << model.status();
  absl::StatusOr<InferRequest> request = model->CreateRequest();
  EXPECT_TRUE(request.ok()) << request.status();
  return *std::move(request);
}

// while (0 < n) { product *= n; n -= 1; }
GraphBuilder Factorial() {
  GraphBuilder cond;
  const Value n_left = cond.Arg("n", DT_INT32);
  cond.Arg("product", DT_INT32);
  cond.Return("go", cond.Op("Less", {cond.Const(Tensor(0)), n_left}));

  GraphBuilder body;
  const Value n = body.Arg("n", DT_INT32);
  const Value product = body.Arg("product", DT_INT32);
  body.Return("n_next", body.Op("Sub", {n, body.Const(Tensor(1))}));
  body.Return("product_next", body.Op("Mul", {product, n}));

  GraphBuilder b;
  const Value start = b.Placeholder("n", DT_INT32, TensorShape());
  const std::vector<Value> end =
      b.While({start, b.Const(Tensor(1))}, std::move(cond), std::move(body), "loop");
  b.Op("Identity", {end[1]}, "factorial");
  return b;
}

TEST(BuilderLoops, AWhileComputesAFactorial) {
  InferRequest request = MakeRequest(Factorial());
  for (const auto& [n, factorial] : std::vector<std::pair<int, int>>{{0, 1}, {1, 1}, {5, 120}}) {
    const auto outputs = request.Run({{"n", Tensor(n)}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ((*outputs)["factorial"].scalar<int>()(), factorial) << n;
  }
}

GraphBuilder Unary(const std::string& op) {
  GraphBuilder body;
  body.Return("y", body.Op(op, {body.Arg("x", DT_FLOAT)}));
  return body;
}

TEST(BuilderLoops, ACaseOutOfRangeTakesItsLastBranch) {
  GraphBuilder b;
  const Value index = b.Placeholder("index", DT_INT32, TensorShape());
  const Value x = b.Placeholder("x", DT_FLOAT, TensorShape());
  std::vector<GraphBuilder> branches;
  for (const char* op : {"Neg", "Square", "Abs"}) branches.push_back(Unary(op));
  const std::vector<Value> y =
      b.Case(index, std::move(branches), {{x, {"x", "x", "x"}}}, {{"y", "y", "y"}}, "choice");
  b.Op("Identity", {y[0]}, "y");
  InferRequest request = MakeRequest(b);
  for (const auto& [branch, expected] :
       std::vector<std::pair<int, float>>{{0, 3}, {1, 9}, {2, 3}, {7, 3}, {-1, 3}}) {
    const auto outputs = request.Run({{"index", Tensor(branch)}, {"x", Tensor(-3.0f)}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ((*outputs)["y"].scalar<float>()(), expected) << branch;
  }
}

}  // namespace
}  // namespace opgraft
