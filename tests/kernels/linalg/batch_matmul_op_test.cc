// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

Tensor Cycling(const TensorShape& shape, int64_t period) {
  Tensor tensor(DT_FLOAT, shape);
  for (int64_t i = 0; i < tensor.NumElements(); ++i)
    tensor.flat<float>()(i) = static_cast<float>(i % period);
  return tensor;
}

// Work is cut within a matrix and over the batch; each part must land at its place.
TEST(BatchMatMul, LargeAndManyMatricesAreCutIntoParts) {
  for (const auto& [batch, m, n, k] :
       {std::tuple(3, 250, 30, 20), std::tuple(3, 30, 250, 20), std::tuple(200, 5, 4, 3),
        std::tuple(50, 1, 90, 7), std::tuple(50, 90, 1, 7)}) {
    const Tensor x = Cycling({batch, m, k}, 7), y = Cycling({batch, k, n}, 5);
    const auto out = CallOp("BatchMatMulV2", {x, y});
    ASSERT_TRUE(out.ok()) << out.status();
    const auto at_x = x.tensor<float, 3>(), at_y = y.tensor<float, 3>();
    for (int b = 0; b < batch; ++b) {
      for (int i = 0; i < m; i += 3) {
        for (int j = 0; j < n; j += 3) {
          float want = 0;
          for (int l = 0; l < k; ++l) want += at_x(b, i, l) * at_y(b, l, j);
          ASSERT_EQ(((*out)[0].tensor<float, 3>()(b, i, j)), want) << b << " " << i << " " << j;
        }
      }
    }
  }
}

TEST(BatchMatMul, SaysWhatDoesNotFit) {
  const Tensor x = Counting<float>({2, 2, 3});
  EXPECT_EQ(CallText("BatchMatMulV2", {x, x}),
            "INVALID_ARGUMENT: Matrix size-incompatible: In[0]: [2,2,3], In[1]: [2,2,3]");
  EXPECT_EQ(CallText("BatchMatMulV2", {x, Counting<float>({3})}),
            "INVALID_ARGUMENT: In[1] ndims must be >= 2: 1");
  EXPECT_EQ(CallText("BatchMatMulV2", {x, Counting<float>({3, 3, 2})}),
            "INVALID_ARGUMENT: In[0] and In[1] must have compatible batch dimensions: [2,2,3] vs. "
            "[3,3,2]");
  EXPECT_EQ(CallText("BatchMatMul", {x, Counting<float>({1, 3, 2})}),
            "INVALID_ARGUMENT: In[0] and In[1] must have the same batch dimensions: [2,2,3] vs. "
            "[1,3,2]");
}

// The broadcast sizes are valid by themselves, not together.
TEST(BatchMatMul, RefusesABroadcastThatIsTooLarge) {
  const int64_t many = int64_t{1} << 31;
  const Tensor x(DT_FLOAT, {many, 1, 1, 1, 0, 1}), y(DT_FLOAT, {many, 1, many, 0});
  EXPECT_EQ(CallText("BatchMatMulV2", {x, y}).substr(0, 16), "INVALID_ARGUMENT");
}

}  // namespace
}  // namespace opgraft
