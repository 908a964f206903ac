// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/state_edits.h"

#include <memory>
#include <string>
#include <vector>

#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// A request with one variable of shape [2, ?, 2], set to 0..11.
class StateEdits : public testing::Test {
 protected:
  void SetUp() override {
    GraphBuilder b;
    const Value x = b.Placeholder("x", DT_INT32, {2, -1, 2});
    b.ReadValue("cache", DT_INT32, {2, -1, 2});
    b.Assign("cache", x);
    const auto graph = b.Build();
    ASSERT_TRUE(graph.ok()) << graph.status();
    model_ = std::make_unique<CompiledModel>(*CompiledModel::Compile(*graph));
    request_ = std::make_unique<InferRequest>(model_->CreateRequest());
    Tensor value(DT_INT32, TensorShape({2, 3, 2}));
    for (int i = 0; i < 12; ++i) value.flat<int32_t>()(i) = i;
    ASSERT_TRUE(state().set(value).ok());
  }
  VariableState state() { return request_->query_state()[0]; }
  std::string Text() { return state().get().DebugString(100); }

  std::unique_ptr<CompiledModel> model_;
  std::unique_ptr<InferRequest> request_;
};

TEST_F(StateEdits, TrimKeepsTheBeginOfAnAxis) {
  ASSERT_TRUE(TrimState(state(), 1, 2).ok());
  EXPECT_EQ(state().get().shape(), TensorShape({2, 2, 2}));
  EXPECT_EQ(state().get().SummarizeValue(-1), "[[0 1][2 3]][[6 7][8 9]]");
  ASSERT_TRUE(TrimState(state(), -2, 0).ok());
  EXPECT_EQ(state().get().shape(), TensorShape({2, 0, 2}));
}

TEST_F(StateEdits, ReorderPermutesRepeatsAndShrinks) {
  const struct {
    int axis;
    std::vector<int64_t> indices;
    const char* value;
  } cases[] = {
      {0, {1, 0}, "[[6 7][8 9][10 11]][[0 1][2 3][4 5]]"},
      {1, {2, 2, 0, 1}, "[[10 11][10 11][6 7][8 9]][[4 5][4 5][0 1][2 3]]"},
      {1, {3}, "[[8 9]][[2 3]]"},
      {-1, {1, 1}, "[[9 9]][[3 3]]"},
  };
  for (const auto& c : cases) {
    ASSERT_TRUE(ReorderState(state(), c.axis, c.indices).ok()) << c.value;
    EXPECT_EQ(state().get().SummarizeValue(-1), c.value);
  }
}

TEST_F(StateEdits, ThatCannotBeLeaveTheStateAsItIs) {
  const struct {
    absl::Status status;
    absl::StatusCode code;
    const char* message;
  } cases[] = {
      {TrimState(state(), 1, 4), absl::StatusCode::kOutOfRange,
       "variable 'cache' has 3 along axis 1; it cannot keep 4"},
      {TrimState(state(), 3, 1), absl::StatusCode::kInvalidArgument,
       "variable 'cache' has shape [2,3,2]; there is no axis 3"},
      {ReorderState(state(), 1, {0, 3}), absl::StatusCode::kOutOfRange,
       "variable 'cache' has 3 along axis 1; there is no 3"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(c.status.code(), c.code);
    EXPECT_EQ(c.status.message(), c.message);
  }
  EXPECT_FALSE(TrimState(state(), 0, 1).ok());  // the variable's first dimension is 2
  EXPECT_EQ(state().get().SummarizeValue(-1), "[[0 1][2 3][4 5]][[6 7][8 9][10 11]]");
}

// What was taken before keeps its contents.
TEST_F(StateEdits, LeaveCopiesAlone) {
  const Tensor before = state().get();
  ASSERT_TRUE(ReorderState(state(), 0, {1, 1}).ok());
  EXPECT_EQ(before.SummarizeValue(-1), "[[0 1][2 3][4 5]][[6 7][8 9][10 11]]");
}

}  // namespace
}  // namespace opgraft
