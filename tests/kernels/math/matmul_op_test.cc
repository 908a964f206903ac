// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

TestAttrs Transposes(bool a, bool b) {
  return {{"transpose_a", BoolAttr(a)}, {"transpose_b", BoolAttr(b)}};
}

// numpy: [[-2,-1,0],[1,2,3]] @ (arange(12).reshape(3,4) // 4), and of the halves of arange(12).
template <typename T>
void ExpectProduct(const std::string& want) {
  const auto of = [](const std::vector<int>& values, const TensorShape& shape) {
    Tensor tensor(DataTypeToEnum<T>::v(), shape);
    for (size_t i = 0; i < values.size(); ++i)
      tensor.flat<T>()(static_cast<int64_t>(i)) = static_cast<T>(static_cast<float>(values[i]));
    return tensor;
  };
  const Tensor a = of({2, 1, 0, 1, 2, 3}, {2, 3}), turned_a = of({2, 1, 1, 2, 0, 3}, {3, 2});
  const Tensor b = of({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {3, 4});
  const Tensor turned_b = of({0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}, {4, 3});
  EXPECT_EQ(CallText("MatMul", {a, b}), want);
  EXPECT_EQ(CallText("MatMul", {turned_a, b}, Transposes(true, false)), want);
  EXPECT_EQ(CallText("MatMul", {a, turned_b}, Transposes(false, true)), want);
  EXPECT_EQ(CallText("MatMul", {turned_a, turned_b}, Transposes(true, true)), want);
}

TEST(MatMul, MultipliesWithEveryPairOfTransposes) {
  ExpectProduct<float>("float[2,4] [4 7 10 13][32 38 44 50]");
  ExpectProduct<double>("double[2,4] [4 7 10 13][32 38 44 50]");
  ExpectProduct<half>("half[2,4] [4 7 10 13][32 38 44 50]");
  ExpectProduct<bfloat16>("bfloat16[2,4] [4 7 10 13][32 38 44 50]");
  ExpectProduct<int32_t>("int32[2,4] [4 7 10 13][32 38 44 50]");
  ExpectProduct<int64_t>("int64[2,4] [4 7 10 13][32 38 44 50]");
  ExpectProduct<uint8_t>("uint8[2,4] [4 7 10 13][32 38 44 50]");
  ExpectProduct<uint16_t>("uint16[2,4] [4 7 10 13][32 38 44 50]");
  ExpectProduct<uint32_t>("uint32[2,4] [4 7 10 13][32 38 44 50]");
  ExpectProduct<uint64_t>("uint64[2,4] [4 7 10 13][32 38 44 50]");
  ExpectProduct<complex64>(
      "complex64[2,4] [(4,0) (7,0) (10,0) (13,0)][(32,0) (38,0) (44,0) (50,0)]");
  ExpectProduct<complex128>(
      "complex128[2,4] [(4,0) (7,0) (10,0) (13,0)][(32,0) (38,0) (44,0) (50,0)]");
}

TEST(MatMul, MultipliesRowsAndColumns) {
  const Tensor row = Counting<float>({1, 3}), column = Counting<float>({3, 1}),
               square = Counting<float>({3, 3});
  EXPECT_EQ(CallText("MatMul", {row, square}), "float[1,3] [15 18 21]");
  EXPECT_EQ(CallText("MatMul", {row, square}, Transposes(false, true)), "float[1,3] [5 14 23]");
  EXPECT_EQ(CallText("MatMul", {column, square}, Transposes(true, false)), "float[1,3] [15 18 21]");
  EXPECT_EQ(CallText("MatMul", {square, column}), "float[3,1] [5][14][23]");
  EXPECT_EQ(CallText("MatMul", {square, column}, Transposes(true, false)),
            "float[3,1] [15][18][21]");
  EXPECT_EQ(CallText("MatMul", {square, row}, Transposes(true, true)), "float[3,1] [15][18][21]");
  EXPECT_EQ(CallText("MatMul", {row, column}), "float[1,1] [5]");
  EXPECT_EQ(CallText("MatMul", {column, row}), "float[3,3] [0 0 0][0 1 2][0 2 4]");
}

TEST(MatMul, WrapsIntegersAround) {
  EXPECT_EQ(CallText("MatMul", {Tensor::Of({1 << 30, 2}, {1, 2}), Tensor::Of({4, 2}, {2, 1})}),
            "int32[1,1] [4]");
}

TEST(MatMul, AddsHalvesInFloat) {
  Tensor ones(DT_HALF, {1, 5000}), column(DT_HALF, {5000, 1});
  ones.flat<half>().setConstant(half(1.f));
  column.flat<half>().setConstant(half(1.f));
  EXPECT_EQ(CallText("MatMul", {ones, column}), "half[1,1] [5000]");
}

TEST(MatMul, OfNothingIsZeros) {
  EXPECT_EQ(CallText("MatMul", {Tensor(DT_FLOAT, {2, 0}), Tensor(DT_FLOAT, {0, 3})}),
            "float[2,3] [0 0 0][0 0 0]");
  EXPECT_EQ(CallText("MatMul", {Tensor(DT_HALF, {2, 0}), Tensor(DT_HALF, {0, 1})}),
            "half[2,1] [0][0]");
  EXPECT_EQ(CallText("MatMul", {Tensor(DT_FLOAT, {0, 2}), Counting<float>({2, 3})}), "float[0,3]");
}

TEST(MatMul, LargeOnesAreCutIntoBlocks) {
  for (const auto& [m, n, k] : {std::tuple(500, 70, 40), std::tuple(70, 500, 40)}) {
    Tensor a(DT_FLOAT, {m, k}), b(DT_FLOAT, {k, n});
    for (int i = 0; i < m * k; ++i) a.flat<float>()(i) = static_cast<float>(i % 7);
    for (int i = 0; i < k * n; ++i) b.flat<float>()(i) = static_cast<float>(i % 5);
    const auto out = CallOp("MatMul", {a, b});
    ASSERT_TRUE(out.ok()) << out.status();
    for (int i = 0; i < m; i += 3) {
      for (int j = 0; j < n; j += 3) {
        float want = 0;
        for (int l = 0; l < k; ++l) want += a.matrix<float>()(i, l) * b.matrix<float>()(l, j);
        ASSERT_EQ((*out)[0].matrix<float>()(i, j), want);
      }
    }
  }
}

TEST(MatMul, SaysWhatDoesNotFit) {
  const Tensor a = Counting<float>({2, 3});
  EXPECT_EQ(CallText("MatMul", {a, a}),
            "INVALID_ARGUMENT: Matrix size-incompatible: In[0]: [2,3], In[1]: [2,3]");
  EXPECT_EQ(CallText("MatMul", {Counting<float>({2}), a}),
            "INVALID_ARGUMENT: In[0] is not a matrix. Instead it has shape [2]");
}

}  // namespace
}  // namespace opgraft
