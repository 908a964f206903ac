// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/strided_copy.h"

#include <complex>
#include <numeric>
#include <string>
#include <vector>

#include "framework/tensor/variant.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

struct Case {
  const char* what;
  std::vector<CopyDim> dims;
  int64_t from = 0;  // the first element on either side
  int64_t to = 0;
};

int64_t Last(const std::vector<CopyDim>& dims, int64_t first, int64_t CopyDim::*step) {
  int64_t highest = first;
  for (const CopyDim& dim : dims)
    highest += std::max<int64_t>(dim.size - 1, 0) * std::max<int64_t>(dim.*step, 0);
  return highest;
}

// What the copy should do, element by element.
template <typename T>
void CopySlowly(const std::vector<CopyDim>& dims, size_t d, const T* from, T* to) {
  if (d == dims.size()) {
    *to = *from;
    return;
  }
  for (int64_t i = 0; i < dims[d].size; ++i) {
    CopySlowly(dims, d + 1, from + i * dims[d].from_step, to + i * dims[d].to_step);
  }
}

template <typename T>
T Make(int i) {
  if constexpr (std::is_same_v<T, tstring>) {
    return "a string that owns its memory: " + std::to_string(i);
  } else {
    return static_cast<T>(i + 1);
  }
}

template <typename T>
void ExpectCopiesLikeTheSlowLoop(const Case& c) {
  std::vector<T> from(static_cast<size_t>(Last(c.dims, c.from, &CopyDim::from_step) + 1));
  for (size_t i = 0; i < from.size(); ++i) from[i] = Make<T>(static_cast<int>(i));
  std::vector<T> expected(static_cast<size_t>(Last(c.dims, c.to, &CopyDim::to_step) + 1));
  std::vector<T> actual = expected;
  CopySlowly(c.dims, 0, from.data() + c.from, expected.data() + c.to);
  const StridedCopy copy(c.dims);
  copy.Run(DataTypeToEnum<T>::v(), from.data() + c.from, actual.data() + c.to);
  EXPECT_EQ(actual, expected) << c.what;
  std::fill(actual.begin(), actual.end(), T());
  copy.Run(DataTypeToEnum<T>::v(), from.data() + c.from, actual.data() + c.to, DeviceBase::Cpu());
  EXPECT_EQ(actual, expected) << c.what << ", on threads";
}

const std::vector<Case>& Cases() {
  static const auto* const cases = new std::vector<Case>{
      {"one element", {}},
      {"nothing", {{3, 4, 4}, {0, 1, 1}}},
      {"a run", {{100, 1, 1}}},
      {"a row of a matrix", {{2, 10, 4}, {4, 1, 1}}, 3, 0},
      {"rows that lie together", {{5, 4, 4}, {4, 1, 1}}},
      {"pairs", {{7, 5, 2}, {2, 1, 1}}},
      {"runs of three", {{7, 5, 3}, {3, 1, 1}}},
      {"every third", {{6, 3, 1}}, 1},
      {"backwards", {{6, -1, 1}}, 5},
      {"every second row backwards", {{3, -6, 3}, {3, 1, 1}}, 12},
      {"repeated element", {{9, 0, 1}}},
      {"repeated row", {{4, 0, 3}, {3, 1, 1}}},
      {"repeated inside", {{4, 1, 3}, {3, 0, 1}}},
      {"transposed", {{3, 1, 2}, {2, 3, 1}}},
      {"large transposed", {{67, 1, 131}, {131, 67, 1}}},
      {"transposed pairs", {{5, 2, 14}, {7, 10, 2}, {2, 1, 1}}},
      {"four dimensions turned around", {{2, 1, 24}, {3, 2, 8}, {4, 6, 2}, {2, 24, 1}}},
      {"read direction outside", {{3, 1, 20}, {4, 15, 5}, {5, 3, 1}}},
      {"scattered", {{3, 1, 7}, {5, 3, 30}}},
      {"ones in between", {{1, 99, 99}, {3, 4, 4}, {1, 7, 7}, {4, 1, 1}, {1, 0, 0}}},
      {"nine dimensions",
       {{2, 1, 256},
        {2, 2, 128},
        {2, 4, 64},
        {2, 8, 32},
        {2, 16, 16},
        {2, 32, 8},
        {2, 64, 4},
        {2, 128, 2},
        {2, 256, 1}}},
      {"worth several threads", {{600, 1, 500}, {500, 600, 1}}},
  };
  return *cases;
}

TEST(StridedCopy, CopiesWhatItsDimensionsSayForEverySizeOfElement) {
  for (const Case& c : Cases()) {
    ExpectCopiesLikeTheSlowLoop<uint8_t>(c);
    ExpectCopiesLikeTheSlowLoop<int16_t>(c);
    ExpectCopiesLikeTheSlowLoop<float>(c);
    ExpectCopiesLikeTheSlowLoop<int64_t>(c);
    ExpectCopiesLikeTheSlowLoop<std::complex<double>>(c);
  }
}

TEST(StridedCopy, CopiesStrings) {
  for (const Case& c : Cases()) ExpectCopiesLikeTheSlowLoop<tstring>(c);
}

TEST(StridedCopy, JoinsDimensionsThatLieTogether) {
  EXPECT_EQ(StridedCopy({{2, 12, 12}, {3, 4, 4}, {4, 1, 1}}).dims().size(), 1u);
  EXPECT_EQ(StridedCopy({{2, 24, 12}, {3, 4, 4}, {4, 1, 1}}).dims().size(), 2u);
  EXPECT_EQ(StridedCopy({{5, 0, 1}, {1, 3, 3}}).dims().size(), 1u);
  EXPECT_EQ(StridedCopy({{5, -2, 2}, {2, -1, 1}}).dims().size(), 1u);
  EXPECT_EQ(StridedCopy({}).dims().size(), 1u);
}

TEST(StridedCopy, LeavesAloneWhatLiesBetween) {
  const std::vector<float> from = {1, 2, 3, 4};
  std::vector<float> to(7, -1);
  StridedCopy({{2, 2, 4}, {2, 1, 1}}).Run(DT_FLOAT, from.data(), to.data() + 1);
  EXPECT_EQ(to, (std::vector<float>{-1, 1, 2, -1, -1, 3, 4}));
}

TEST(StridedCopy, CopiesVariants) {
  const Tensor from(DT_VARIANT, TensorShape({2}));
  static_cast<Variant*>(from.data())[1] = 5;
  Tensor to(DT_VARIANT, TensorShape({2}));
  StridedCopy({{2, 1, 1}}).Run(DT_VARIANT, from.data(), to.data());
  EXPECT_TRUE(to.flat<Variant>()(0).is_empty());
  EXPECT_EQ(*to.flat<Variant>()(1).get<int>(), 5);
}

TEST(RowMajorSteps, AreTheDistancesOfNeighbours) {
  EXPECT_EQ(RowMajorSteps({2, 3, 4}), (absl::InlinedVector<int64_t, 6>{12, 4, 1}));
  EXPECT_TRUE(RowMajorSteps({}).empty());
}

TEST(ElementAt, PointsIntoATensorAndToNothingInAnEmptyOne) {
  const Tensor tensor(DT_COMPLEX128, TensorShape({4}));
  EXPECT_EQ(ElementAt(tensor, 3), static_cast<const char*>(tensor.data()) + 48);
  EXPECT_EQ(ElementAt(Tensor(DT_INT8, TensorShape({0, 3})), 5), nullptr);
}

}  // namespace
}  // namespace opgraft
