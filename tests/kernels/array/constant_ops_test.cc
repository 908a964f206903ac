// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/tensor_proto.h"
#include "gtest/gtest.h"
#include "opgraft/proto/tensor.pb.h"
#include "opgraft/proto/tensor_shape.pb.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

AttrValue TensorAttr(const Tensor& tensor) {
  AttrValue value;
  tensor.AsProtoTensorContent(value.mutable_tensor());
  return value;
}

AttrValue ShapeAttr(const std::vector<int64_t>& sizes) {
  AttrValue value;
  value.mutable_shape();
  for (const int64_t size : sizes) value.mutable_shape()->add_dim()->set_size(size);
  return value;
}

TEST(Const, GivesItsTensor) {
  EXPECT_EQ(
      CallText("Const", {},
               {{"value", TensorAttr(Counting<float>({2, 2}))}, {"dtype", TypeAttr(DT_FLOAT)}}),
      "float[2,2] [0 1][2 3]");
}

TEST(Const, RefusesATensorOfAnotherType) {
  EXPECT_EQ(
      CallText("Const", {}, {{"value", TensorAttr(Tensor(1.f))}, {"dtype", TypeAttr(DT_INT32)}}),
      "INVALID_ARGUMENT: Type mismatch between value (float) and dtype (int32)");
}

TEST(Placeholder, AsksToBeFed) {
  EXPECT_EQ(
      CallText("Placeholder", {}, {{"dtype", TypeAttr(DT_FLOAT)}, {"shape", ShapeAttr({-1, 2})}}),
      "INVALID_ARGUMENT: You must feed a value for placeholder tensor 'n' with dtype float and "
      "shape [?,2]");
  EXPECT_EQ(CallText("Placeholder", {}, {{"dtype", TypeAttr(DT_STRING)}}),
            "INVALID_ARGUMENT: You must feed a value for placeholder tensor 'n' with dtype string");
}

TEST(PlaceholderWithDefault, GivesItsDefault) {
  EXPECT_EQ(
      CallText("PlaceholderWithDefault", {Counting<float>({2})}, {{"shape", ShapeAttr({-1})}}),
      "float[2] 0 1");
}

TEST(Fill, RepeatsAValueOfAnyType) {
  EXPECT_EQ(CallText("Fill", {Ints({2, 2}), Tensor(7.f)}), "float[2,2] [7 7][7 7]");
  EXPECT_EQ(CallText("Fill", {Longs({3}), Tensor(true)}), "bool[3] 1 1 1");
  EXPECT_EQ(CallText("Fill", {Ints({}), Tensor(int64_t{7})}), "int64[] 7");
  EXPECT_EQ(CallText("Fill", {Tensor(2), Counting<int16>({1})}), "int16[2] 0 0");
  EXPECT_EQ(CallText("Fill", {Ints({2, 0}), Tensor(1.)}), "double[2,0]");
  EXPECT_EQ(CallText("Fill", {Ints({2}), Tensor("a")}), "string[2] a a");
  EXPECT_EQ(CallText("Fill", {Ints({2}), Tensor(complex128(1, 2))}), "complex128[2] (1,2) (1,2)");
}

TEST(Fill, SaysWhatIsNoShape) {
  const Tensor one(1.f);
  EXPECT_EQ(CallText("Fill", {Tensor::Of<int32_t>({2}, {1, 1}), one}),
            "INVALID_ARGUMENT: dims must represent a vector, got shape [1,1]");
  EXPECT_EQ(CallText("Fill", {Ints({2}), Counting<float>({2})}),
            "INVALID_ARGUMENT: value must represent a scalar, got shape [2]");
  for (const Tensor& dims :
       {Ints({-1}), Longs({INT64_MIN}), Longs({int64_t{1} << 32, int64_t{1} << 32}),
        Ints(std::vector<int32_t>(300, 1))}) {
    EXPECT_EQ(CallOp("Fill", {dims, one}).status().code(), absl::StatusCode::kInvalidArgument);
  }
}

TEST(Fill, RefusesMoreThanTheMemoryThereIs) {
  const auto limits = std::make_shared<MemoryBudget>(10000, 100000);
  const MemoryScope scope(limits);
  for (const Tensor& dims : {Longs({INT64_MAX}), Longs({int64_t{1} << 40}), Longs({10001})}) {
    EXPECT_EQ(CallOp("Fill", {dims, Tensor(1.f)}).status().code(),
              absl::StatusCode::kResourceExhausted);
  }
  EXPECT_EQ(CallOp("Fill", {Longs({11}), Tensor(std::string(1000, 'x'))}).status().code(),
            absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace opgraft
