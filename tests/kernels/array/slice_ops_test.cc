// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

constexpr int64_t kMin = INT64_MIN;
constexpr int64_t kMax = INT64_MAX;

TEST(Slice, TakesABox) {
  const Tensor x = Counting<float>({2, 3, 4});
  EXPECT_EQ(CallText("Slice", {x, Ints({1, 0, 1}), Ints({1, -1, 2})}),
            "float[1,3,2] [[13 14][17 18][21 22]]");
  EXPECT_EQ(CallText("Slice", {x, Longs({0, 0, 0}), Longs({2, 3, 0})}), "float[2,3,0]");
  EXPECT_EQ(CallText("Slice", {Ints({0, 1, 2, 3}), Ints({4}), Ints({-1})}), "int32[0]");
  EXPECT_EQ(CallText("Slice", {Texts({"a", "b", "c"}), Ints({1}), Ints({2})}), "string[2] b c");
  EXPECT_EQ(CallText("Slice", {Tensor(1.f), Ints({}), Ints({})}), "float[] 1");
}

TEST(Slice, SaysWhatIsOutOfRange) {
  struct Case {
    Tensor begin, size;
    std::string result;
  };
  const std::vector<Case> cases = {
      {Longs({5}), Longs({-1}), "Expected begin[0] in [0, 4], but got 5"},
      {Longs({kMin}), Longs({-1}), "Expected begin[0] in [0, 4], but got -9223372036854775808"},
      {Longs({2}), Longs({3}), "Expected size[0] in [0, 2], but got 3"},
      {Longs({2}), Longs({kMax}), "Expected size[0] in [0, 2], but got 9223372036854775807"},
      {Longs({0}), Longs({kMin}), "Expected size[0] in [0, 4], but got -9223372036854775808"},
      {Longs({1, 2}), Longs({1, 2}),
       "Expected begin and size arguments to be 1-D tensors of size 1, but got shapes [2] and [2] "
       "instead."},
      {Tensor(1), Tensor(1),
       "Expected begin and size arguments to be 1-D tensors of size 1, but got shapes [] and [] "
       "instead."},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(CallText("Slice", {Counting<float>({4}), c.begin, c.size}),
              "INVALID_ARGUMENT: " + c.result);
  }
}

struct Masks {
  int64_t begin = 0, end = 0, ellipsis = 0, new_axis = 0, shrink_axis = 0;
};

std::string StridedSlice(const Tensor& x, const Tensor& begin, const Tensor& end,
                         const Tensor& strides, const Masks& masks = {}) {
  return CallText("StridedSlice", {x, begin, end, strides},
                  {{"begin_mask", IntAttr(masks.begin)},
                   {"end_mask", IntAttr(masks.end)},
                   {"ellipsis_mask", IntAttr(masks.ellipsis)},
                   {"new_axis_mask", IntAttr(masks.new_axis)},
                   {"shrink_axis_mask", IntAttr(masks.shrink_axis)}});
}

TEST(StridedSlice, StepsForwardsAndBackwards) {
  const Tensor x = Counting<float>({4});
  EXPECT_EQ(StridedSlice(x, Ints({1}), Ints({3}), Ints({1})), "float[2] 1 2");
  EXPECT_EQ(StridedSlice(x, Ints({-3}), Ints({-1}), Ints({1})), "float[2] 1 2");
  EXPECT_EQ(StridedSlice(x, Ints({3}), Ints({0}), Ints({-2})), "float[2] 3 1");
  EXPECT_EQ(StridedSlice(x, Ints({3}), Ints({0}), Ints({-1}), {1, 1}), "float[4] 3 2 1 0");
  EXPECT_EQ(StridedSlice(x, Ints({3}), Ints({1}), Ints({1})), "float[0]");
  EXPECT_EQ(StridedSlice(Texts({"a", "b", "c"}), Ints({2}), Ints({-9}), Ints({-1})),
            "string[3] c b a");
}

TEST(StridedSlice, TakesTheLargestAndSmallestNumbers) {
  const Tensor x = Counting<float>({4});
  EXPECT_EQ(StridedSlice(x, Longs({kMax}), Longs({kMin}), Longs({kMin})), "float[1] 3");
  EXPECT_EQ(StridedSlice(x, Longs({kMax}), Longs({kMin}), Longs({-1})), "float[4] 3 2 1 0");
  EXPECT_EQ(StridedSlice(x, Longs({kMin}), Longs({kMax}), Longs({kMax})), "float[1] 0");
  EXPECT_EQ(StridedSlice(x, Longs({kMin}), Longs({0}), Longs({1}), {0, 0, 0, 0, 1}),
            "INVALID_ARGUMENT: slice index -9223372036854775804 of dimension 0 out of bounds.");
}

TEST(StridedSlice, UnderstandsItsMasks) {
  const Tensor x = Counting<float>({2, 3, 4});
  const Tensor zero2 = Ints({0, 0});
  const Tensor one2 = Ints({1, 1});
  EXPECT_EQ(StridedSlice(x, Ints({0, 1}), Ints({0, 2}), one2, {0, 0, 1, 0, 2}),
            "float[2,3] [1 5 9][13 17 21]");
  EXPECT_EQ(StridedSlice(x, Ints({0, 0, 1}), Ints({0, 0, 2}), Ints({1, 1, 1}), {0, 0, 2, 1, 4}),
            "float[1,2,3] [[1 5 9][13 17 21]]");
  EXPECT_EQ(StridedSlice(x, zero2, zero2, one2, {0, 0, 1, 1, 0}), "float[2,3,0]");
  EXPECT_EQ(StridedSlice(x, Ints({1}), Ints({2}), Ints({1}), {1, 0, 0, 0, 1}),
            "float[3,4] [12 13 14 15][16 17 18 19][20 21 22 23]");
  EXPECT_EQ(StridedSlice(x, Ints({1, 2}), Ints({2, 3}), one2, {0, 0, 0, 0, 3}),
            "float[4] 20 21 22 23");
  EXPECT_EQ(StridedSlice(Tensor(1.f), Ints({0}), Ints({0}), Ints({1}), {0, 0, 0, 1, 0}),
            "float[1] 1");
  EXPECT_EQ(StridedSlice(Counting<int8>({2, 2, 2, 2, 2, 2, 2, 2, 2}), Ints({0}), Ints({0}),
                         Ints({1}), {0, 0, 1})
                .substr(0, 23),
            "int8[2,2,2,2,2,2,2,2,2]");
}

TEST(StridedSlice, SaysWhatIsWrong) {
  const Tensor x = Counting<float>({2, 3, 4});
  const std::string error = "INVALID_ARGUMENT: ";
  EXPECT_EQ(StridedSlice(x, Ints({2}), Ints({3}), Ints({1}), {0, 0, 0, 0, 1}),
            error + "slice index 2 of dimension 0 out of bounds.");
  EXPECT_EQ(StridedSlice(x, Ints({0, 0}), Ints({1, 1}), Ints({1, 0})),
            error + "strides[1] must be non-zero");
  EXPECT_EQ(StridedSlice(x, Ints({0, 0, 0, 0}), Ints({1, 1, 1, 1}), Ints({1, 1, 1, 1})),
            error + "Index out of range using input dim 3; input has only 3 dims");
  EXPECT_EQ(StridedSlice(x, Ints({0}), Ints({1}), Ints({-1}), {0, 0, 0, 0, 1}),
            error + "only stride 1 allowed on non-range indexing.");
  EXPECT_EQ(StridedSlice(x, Ints({0, 0}), Ints({1, 1}), Ints({1, 1}), {0, 0, 3}),
            error + "Multiple ellipses in slice spec not allowed");
  EXPECT_EQ(StridedSlice(Tensor(1.f), Ints({0}), Ints({1}), Ints({1})),
            error + "Attempting to slice scalar input.");
  EXPECT_EQ(StridedSlice(x, Ints({0}), Ints({1}), Ints({1, 1})),
            error +
                "Expected begin, end, and strides to be 1D equal size tensors, but got shapes [1], "
                "[1], and [2] instead.");
  const Tensor too_many = Ints(std::vector<int32_t>(32, 1));
  EXPECT_EQ(StridedSlice(x, too_many, too_many, too_many),
            error +
                "Expected begin, end, and strides to be 1D equal size tensors, but got shapes "
                "[32], [32], and [32] instead.");
}

}  // namespace
}  // namespace opgraft
