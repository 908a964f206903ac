// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

struct Case {
  Tensor params;
  Tensor indices;
  Tensor axis;
  int64_t batch_dims;
  std::string result;
};

std::string Gather(const Case& c) {
  return CallText("GatherV2", {c.params, c.indices, c.axis},
                  {{"batch_dims", IntAttr(c.batch_dims)}});
}

Tensor Zeros(const TensorShape& shape) {
  Tensor tensor(DT_INT32, shape);
  tensor.flat<int32>().setZero();
  return tensor;
}

TEST(GatherV2, PicksAlongAnAxis) {
  const Tensor x = Counting<float>({2, 3, 4});
  const std::vector<Case> cases = {
      {x, Ints({1}), Tensor(0), 0, "float[1,3,4] [[12 13 14 15][16 17 18 19][20 21 22 23]]"},
      {x, Longs({2, 0}), Tensor(1), 0,
       "float[2,2,4] [[8 9 10 11][0 1 2 3]][[20 21 22 23][12 13 14 15]]"},
      {x, Tensor::Of<int32_t>({3, 0}, {2, 1}), Tensor(-1), 0,
       "float[2,3,2,1] [[[3][0]][[7][4]][[11][8]]][[[15][12]][[19][16]][[23][20]]]"},
      {x, Tensor(1), Tensor(int64_t{1}), 0, "float[2,4] [4 5 6 7][16 17 18 19]"},
      {x, VectorOf<int16_t>({1}), Tensor(2), 0, "float[2,3,1] [[1][5][9]][[13][17][21]]"},
      {x, Ints({}), Tensor(2), 0, "float[2,3,0]"},
      {Counting<float>({0, 3}), Ints({}), Tensor(0), 0, "float[0,3]"},
      {Texts({"a", "b", "c"}), Ints({2, 0, 2}), Tensor(0), 0, "string[3] c a c"},
      {Counting<complex128>({3}), Ints({2, 1}), Tensor(0), 0, "complex128[2] (2,0) (1,0)"},
  };
  for (const Case& c : cases) EXPECT_EQ(Gather(c), c.result);
}

TEST(GatherV2, PicksInEachBatch) {
  const Tensor x = Counting<float>({2, 3, 4});
  const Tensor i = Tensor::Of<int64_t>({0, 2, 1, 1}, {2, 2});
  EXPECT_EQ(Gather({x, i, Tensor(1), 1, ""}),
            "float[2,2,4] [[0 1 2 3][8 9 10 11]][[16 17 18 19][16 17 18 19]]");
  EXPECT_EQ(Gather({x, i, Tensor(1), -1, ""}), Gather({x, i, Tensor(1), 1, ""}));
  EXPECT_EQ(Gather({x, Tensor::Of<int64_t>({3, 0}, {2, 1}), Tensor(2), 1, ""}),
            "float[2,3,1] [[3][7][11]][[12][16][20]]");
  EXPECT_EQ(Gather({x, Zeros({2, 3, 1}), Tensor(2), 2, ""}),
            "float[2,3,1] [[0][4][8]][[12][16][20]]");
  EXPECT_EQ(Gather({Counting<float>({2, 2}), Ints({0, 1}), Tensor(1), 1, ""}), "float[2] 0 3");
}

TEST(GatherV2, DoesNotLookAtIndicesIntoNothing) {
  EXPECT_EQ(Gather({Counting<float>({3, 0}), Ints({0, 5}), Tensor(0), 0, ""}), "float[2,0]");
}

TEST(GatherV2, SaysWhatIsOutOfRange) {
  const Tensor m = Counting<float>({2, 2});
  const Tensor v = Counting<float>({3});
  const std::vector<Case> cases = {
      {v, Ints({0, 7}), Tensor(0), 0, "indices[1] = 7 is not in [0, 3)"},
      {v, Tensor::Of<int32_t>({0, 1, 2, -1}, {2, 2}), Tensor(0), 0,
       "indices[1,1] = -1 is not in [0, 3)"},
      {v, Tensor(INT64_MIN), Tensor(0), 0, "indices = -9223372036854775808 is not in [0, 3)"},
      {Counting<float>({0, 3}), Ints({0}), Tensor(0), 0, "indices[0] = 0 is not in [0, 0)"},
      {m, Tensor::Of<int32_t>({0, 5}, {2, 1}), Tensor(1), 1, "indices[1,0] = 5 is not in [0, 2)"},
      {m, Ints({0}), Tensor(2), 0, "Expected axis in the range [-2, 2), but got 2"},
      {m, Ints({0}), Tensor(INT64_MIN), 0,
       "Expected axis in the range [-2, 2), but got -9223372036854775808"},
      {m, Ints({0}), Ints({0}), 0, "axis must be scalar"},
      {Tensor(1.f), Ints({0}), Tensor(0), 0, "params must be at least 1 dimensional"},
      {m, Ints({0}), Tensor(0), 7, "Expected batch_dims in the range [-1, 1], but got 7"},
      {m, Ints({0}), Tensor(0), INT64_MIN,
       "Expected batch_dims in the range [-1, 1], but got -9223372036854775808"},
      {m, Ints({0}), Tensor(0), 1, "batch_dims (1) must be less than or equal to axis (0)."},
      {m, Zeros({2, 2}), Tensor(-1), 2, "batch_dims (2) must be less than rank(params) (2)."},
      {m, Ints({0}), Tensor(1), 1, "params.shape[0]: 2 should be equal to indices.shape[0]: 1"},
  };
  for (const Case& c : cases) EXPECT_EQ(Gather(c), "INVALID_ARGUMENT: " + c.result);
}

TEST(GatherV2, RefusesStringsBeyondTheLimitOfATensor) {
  const auto limits = std::make_shared<MemoryBudget>(10000, 100000);
  const MemoryScope scope(limits);
  const Tensor text = Texts({std::string(1000, 'x')});
  EXPECT_EQ(
      CallOp("GatherV2", {text, Ints(std::vector<int32_t>(11, 0)), Tensor(0)}).status().code(),
      absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace opgraft
