// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that write some elements of a large variable: what a run keeps for its rollback is as much as
// they write.
#include <string>
#include <utility>

#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

constexpr int64_t kSide = 512;
constexpr int64_t kBytes = kSide * kSide * sizeof(float);

Value Variable(GraphBuilder* b, const std::string& name) {
  return b->Op(
      "VarHandleOp", {}, name,
      {{"shared_name", name}, {"dtype", DT_FLOAT}, {"shape", PartialTensorShape({kSide, kSide})}});
}

// Adds a node that changes some elements of v and slot, to a graph that has both.
using Change = Value (*)(GraphBuilder* b, Value v, Value slot);

Value Rows(GraphBuilder* b, int64_t rows) {
  Tensor value(DT_FLOAT, {rows, kSide});
  value.flat<float>().setConstant(7);
  return b->Const(value);
}

const std::pair<const char*, Change> kChanges[] = {
    {"ScatterAdd",
     [](GraphBuilder* b, Value v, Value /*slot*/) {
       return b->Op("ResourceScatterAdd", {v, b->Const({3, 510, 3}), Rows(b, 3)}, "change");
     }},
    {"ScatterNdUpdate",
     [](GraphBuilder* b, Value v, Value /*slot*/) {
       const Tensor at = Tensor::Of({3, 4, 500, 2}, {2, 2});
       return b->Op("ResourceScatterNdUpdate", {v, b->Const(at), b->Const({8.0f, 9.0f})}, "change");
     }},
    {"StridedSliceAssign",
     [](GraphBuilder* b, Value v, Value /*slot*/) {
       return b->Op(
           "ResourceStridedSliceAssign",
           {v, b->Const({400, 300}), b->Const({100, 0}), b->Const({-100, -1}), b->Const({5.0f})},
           "change");
     }},
    {"StridedSliceAssignOfAColumn",
     [](GraphBuilder* b, Value v, Value /*slot*/) {
       return b->Op(
           "ResourceStridedSliceAssign",
           {v, b->Const({0, 511}), b->Const({512, 512}), b->Const({1, 1}), b->Const({5.0f})},
           "change");
     }},
    {"SparseApplyAdagrad",
     [](GraphBuilder* b, Value v, Value slot) {
       return b->Op("ResourceSparseApplyAdagrad",
                    {v, slot, b->Const(Tensor(0.1f)), Rows(b, 2), b->Const({511, 0})}, "change");
     }},
    {"SparseApplyAdagradOfOneVariableTwice",
     [](GraphBuilder* b, Value v, Value /*slot*/) {
       return b->Op("ResourceSparseApplyAdagrad",
                    {v, v, b->Const(Tensor(0.1f)), Rows(b, 2), b->Const({511, 0})}, "change");
     }},
};

// A model that changes v and slot, and then fails if `fails`.
CompiledModel ModelThat(Change change, bool fails) {
  GraphBuilder b;
  const Value v = Variable(&b, "v");
  const Value changed = change(&b, v, Variable(&b, "slot"));
  if (fails) {
    const Value fail =
        b.Op("ResourceScatterUpdate", {v, b.Const({1 << 20}), b.Const(Tensor(0.0f))}, "fail");
    b.AddControlInput(fail, changed);
  }
  const absl::StatusOr<Graph> graph = b.Build();
  EXPECT_TRUE(graph.ok()) << graph.status();
  const absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph);
  EXPECT_TRUE(model.ok()) << model.status();
  return *model;
}

// Numbers that are all different.
Tensor Start() {
  Tensor value(DT_FLOAT, {kSide, kSide});
  for (int64_t i = 0; i < value.NumElements(); ++i)
    value.flat<float>()(i) = static_cast<float>(i + 1);
  return value;
}

void Set(InferRequest* request) {
  for (VariableState& variable : request->query_state()) {
    ASSERT_TRUE(variable.set(Start()).ok()) << variable.name();
  }
}

bool IsAtStart(InferRequest* request) {
  for (const VariableState& variable : request->query_state()) {
    if (variable.get().tensor_data() != Start().tensor_data()) return false;
  }
  return true;
}

class PartWrites : public testing::TestWithParam<std::pair<const char*, Change>> {};

// There is memory for a quarter of the variable beside what the request holds.
TEST_P(PartWrites, AreTakenBackAtTheCostOfTheParts) {
  InferRequest request = ModelThat(GetParam().second, true).CreateRequest();
  Set(&request);
  RunOptions options;
  options.max_bytes = request.memory_used() + kBytes / 4;
  for (int run = 0; run < 3; ++run) {
    const absl::Status status = request.Run({}, options).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
    EXPECT_TRUE(IsAtStart(&request)) << run;
  }
}

TEST_P(PartWrites, StayWhenTheRunSucceeds) {
  InferRequest request = ModelThat(GetParam().second, false).CreateRequest();
  Set(&request);
  const int64_t used = request.memory_used();
  RunOptions options;
  options.max_bytes = used + kBytes / 4;
  for (int run = 0; run < 3; ++run) {
    const absl::Status status = request.Run({}, options).status();
    EXPECT_TRUE(status.ok()) << status;
    EXPECT_FALSE(IsAtStart(&request));
  }
  EXPECT_LT(request.memory_used(), used + kBytes / 4);
}

INSTANTIATE_TEST_SUITE_P(Ops, PartWrites, testing::ValuesIn(kChanges),
                         [](const auto& tested) { return std::string(tested.param.first); });

// The same limit is too low for who changes all.
TEST(WholeWrites, NeedMemoryForTheWhole) {
  const auto change = [](GraphBuilder* b, Value v, Value /*slot*/) {
    return b->Op("AssignAddVariableOp", {v, b->Const(Start())}, "change");
  };
  InferRequest request = ModelThat(change, false).CreateRequest();
  Set(&request);
  RunOptions options;
  options.max_bytes = request.memory_used() + kBytes / 4;
  EXPECT_EQ(request.Run({}, options).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(IsAtStart(&request));
}

}  // namespace
}  // namespace opgraft
