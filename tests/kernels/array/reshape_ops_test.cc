// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

constexpr int64_t kMin = INT64_MIN;
constexpr int64_t kMax = INT64_MAX;
constexpr int64_t kHuge = int64_t{1} << 32;

struct Case {
  Tensor x;
  Tensor argument;
  std::string result;
};

TEST(Reshape, GivesTheElementsAnotherShape) {
  const Tensor six = Counting<float>({6});
  const std::vector<Case> cases = {
      {six, Ints({2, 3}), "float[2,3] [0 1 2][3 4 5]"},
      {six, Longs({3, -1}), "float[3,2] [0 1][2 3][4 5]"},
      {Counting<float>({1}), Ints({}), "float[] 0"},
      {Counting<float>({2}), Tensor(2), "float[2] 0 1"},
      {Counting<float>({0}), Ints({0, -1}), "float[0,1]"},
      {Counting<float>({0}), Ints({-1, 0}), "float[1,0]"},
      {Counting<float>({0}), Ints({-1}), "float[0]"},
      {Counting<float>({0, 3}), Ints({3, -1}), "float[3,0]"},
      {Texts({"a", "b"}), Ints({2, 1}), "string[2,1] [a][b]"},
  };
  for (const Case& c : cases) EXPECT_EQ(CallText("Reshape", {c.x, c.argument}), c.result);
}

TEST(Reshape, SharesTheBufferOfItsInput) {
  const Tensor x = Counting<float>({6});
  const auto outputs = CallOp("Reshape", {x, Ints({2, 3})});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_TRUE((*outputs)[0].SharesBufferWith(x));
}

TEST(Reshape, SaysWhatDoesNotFit) {
  const Tensor six = Counting<float>({6});
  const Tensor none = Counting<float>({0});
  const std::vector<Case> cases = {
      {six, Ints({-1, -1}), "Only one input size may be -1, not both 0 and 1"},
      {six, Ints({4, -1}),
       "Input to reshape is a tensor with 6 values, but the requested shape requires a multiple of "
       "4"},
      {six, Ints({4}), "Input to reshape is a tensor with 6 values, but the requested shape has 4"},
      {six, Ints({0, -1}),
       "Input to reshape is a tensor with 6 values, but the requested shape has 0"},
      {six, Ints({-2, 3}), "Size 0 must be non-negative, not -2"},
      {six, Longs({kMin, 2}), "Size 0 must be non-negative, not -9223372036854775808"},
      {six, Longs({kMax, 2}), "Shape [9223372036854775807, 2] has too many elements"},
      {none, Longs({kHuge, kHuge}), "Shape [4294967296, 4294967296] has too many elements"},
      {none, Longs({0, kHuge, kHuge}), "Shape [0, 4294967296, 4294967296] has too many elements"},
      {six, Tensor::Of<int32_t>({6}, {1, 1}), "sizes input must be 1-D, not [1,1]"},
      {Counting<float>({1}), Ints(std::vector<int32_t>(300, 1)),
       "too many dimensions: must be at most 254, but received 300"},
  };
  for (const Case& c : cases)
    EXPECT_EQ(CallText("Reshape", {c.x, c.argument}), "INVALID_ARGUMENT: " + c.result);
}

TEST(ExpandDims, InsertsADimensionOfOne) {
  const Tensor x = Counting<float>({2});
  const std::vector<Case> cases = {
      {x, Tensor(0), "float[1,2] [0 1]"},   {x, Tensor(1), "float[2,1] [0][1]"},
      {x, Tensor(-1), "float[2,1] [0][1]"}, {x, Tensor(int64_t{-2}), "float[1,2] [0 1]"},
      {x, Ints({0}), "float[1,2] [0 1]"},   {Tensor(1.f), Tensor(0), "float[1] 1"},
  };
  for (const Case& c : cases) EXPECT_EQ(CallText("ExpandDims", {c.x, c.argument}), c.result);
}

TEST(ExpandDims, SaysWhatIsOutOfRange) {
  const Tensor x = Counting<float>({2});
  const std::vector<Case> cases = {
      {x, Tensor(2), "Tried to expand dim index 2 for tensor with 1 dimensions."},
      {x, Tensor(-3), "Tried to expand dim index -3 for tensor with 1 dimensions."},
      {x, Tensor(kMin),
       "Tried to expand dim index -9223372036854775808 for tensor with 1 dimensions."},
      {x, Ints({0, 1}), "'dim' must be a tensor with a single value"},
      {x, Ints({}), "'dim' must be a tensor with a single value"},
  };
  for (const Case& c : cases)
    EXPECT_EQ(CallText("ExpandDims", {c.x, c.argument}), "INVALID_ARGUMENT: " + c.result);
}

TEST(ExpandDims, RefusesMoreDimensionsThanATensorHas) {
  const Tensor x(DT_INT8, TensorShape(std::vector<int64_t>(254, 1)));
  EXPECT_EQ(CallOp("ExpandDims", {x, Tensor(0)}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

std::string Squeeze(const Tensor& x, const std::vector<int64_t>& axes) {
  AttrValue dims;
  dims.mutable_list();
  for (const int64_t axis : axes) dims.mutable_list()->add_i(axis);
  return CallText("Squeeze", {x}, {{"squeeze_dims", dims}});
}

TEST(Squeeze, DropsDimensionsOfOne) {
  const Tensor x = Counting<float>({1, 2, 1});
  EXPECT_EQ(Squeeze(x, {}), "float[2] 0 1");
  EXPECT_EQ(Squeeze(x, {0}), "float[2,1] [0][1]");
  EXPECT_EQ(Squeeze(x, {-1}), "float[1,2] [0 1]");
  EXPECT_EQ(Squeeze(x, {0, -3}), "float[2,1] [0][1]");
  EXPECT_EQ(Squeeze(Counting<float>({1, 1}), {}), "float[] 0");
}

TEST(Squeeze, SaysWhatIsNotOne) {
  const Tensor x = Counting<float>({1, 2, 1});
  EXPECT_EQ(Squeeze(x, {1}),
            "INVALID_ARGUMENT: Can not squeeze dim[1], expected a dimension of 1, got 2");
  EXPECT_EQ(Squeeze(x, {3}),
            "INVALID_ARGUMENT: Tried to squeeze dim index 3 for tensor with 3 dimensions.");
  EXPECT_EQ(Squeeze(x, {-4}),
            "INVALID_ARGUMENT: Tried to squeeze dim index -4 for tensor with 3 dimensions.");
  EXPECT_EQ(Squeeze(x, {kMin}).substr(0, 17), "INVALID_ARGUMENT:");
}

}  // namespace
}  // namespace opgraft
