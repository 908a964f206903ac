// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/functions/condition.h"

#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

struct TruthCase {
  Tensor value;
  bool truth;
};

TEST(Condition, AScalarIsTrueWhenNotZeroOrEmpty) {
  const TruthCase cases[] = {
      {Tensor(true), true},
      {Tensor(false), false},
      {Tensor(0.5f), true},
      {Tensor(-0.0f), false},
      {Tensor(std::numeric_limits<float>::quiet_NaN()), true},
      {Tensor(0.0), false},
      {Tensor(int64_t{1} << 40), true},
      {Tensor(uint8_t{255}), true},
      {Tensor(int8_t{0}), false},
      {Tensor(int16_t{-1}), true},
      {Tensor(int32_t{0}), false},
      {Tensor("a"), true},
      {Tensor(""), false},
  };
  for (const TruthCase& c : cases) {
    const auto truth = TruthOf(c.value);
    ASSERT_TRUE(truth.ok()) << truth.status();
    EXPECT_EQ(*truth, c.truth) << c.value.DebugString();
  }
}

TEST(Condition, AnyOtherTensorIsTrueWhenItHasElements) {
  EXPECT_TRUE(*TruthOf(Tensor::Of({0.0f})));
  EXPECT_FALSE(*TruthOf(Tensor(DT_FLOAT, {0})));
  EXPECT_TRUE(*TruthOf(Tensor(DT_HALF, {1, 1})));
  EXPECT_FALSE(*TruthOf(Tensor(DT_HALF, {3, 0})));
}

TEST(Condition, ScalarsOfOtherTypesAreRefused) {
  for (DataType type :
       {DT_HALF, DT_BFLOAT16, DT_UINT16, DT_UINT32, DT_UINT64, DT_COMPLEX64, DT_INT4, DT_QINT8}) {
    EXPECT_FALSE(ScalarHasTruth(type));
    EXPECT_EQ(TruthOf(Tensor(type, TensorShape())).status().code(),
              absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(CheckCondition(type, PartialTensorShape(TensorShape())).message(),
                HasSubstr(DataTypeString(type)));
    EXPECT_TRUE(CheckCondition(type, {-1}).ok());
    EXPECT_TRUE(CheckCondition(type, PartialTensorShape()).ok());
  }
  EXPECT_TRUE(CheckCondition(DT_STRING, PartialTensorShape(TensorShape())).ok());
}

TEST(Condition, OfALoopIsOneBool) {
  EXPECT_TRUE(*LoopTruthOf(Tensor(true)));
  EXPECT_FALSE(*LoopTruthOf(Tensor::Of({false})));
  EXPECT_FALSE(*LoopTruthOf(Tensor::Of({false}, {1, 1})));
  EXPECT_EQ(LoopTruthOf(Tensor::Of({true, true})).status().message(),
            "the condition of a loop must be one bool, not bool [2]");
  EXPECT_EQ(LoopTruthOf(Tensor(1)).status().message(),
            "the condition of a loop must be one bool, not int32 []");
}

TEST(Condition, ATripCountIsOneNumber) {
  EXPECT_EQ(*TripCountOf(Tensor(3)), 3);
  EXPECT_EQ(*TripCountOf(Tensor::Of({int64_t{1} << 40})), int64_t{1} << 40);
  EXPECT_EQ(*TripCountOf(Tensor(-1)), -1);
  EXPECT_EQ(TripCountOf(Tensor::Of({1, 2})).status().message(),
            "the trip count of a loop must be one int32 or int64, not int32 [2]");
  EXPECT_EQ(TripCountOf(Tensor(3.0f)).status().message(),
            "the trip count of a loop must be one int32 or int64, not float []");
}

}  // namespace
}  // namespace opgraft
