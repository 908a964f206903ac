// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/shape_inference_testutil.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

TEST(NnOps, KeepTheShape) {
  INFER_OK(ShapeInferenceTestOp("Relu"), "[2,?]", "in0");
  INFER_OK(ShapeInferenceTestOp("Softmax"), "[2,?]", "in0");
  INFER_ERROR("Shape must be at least rank 1 but is rank 0", ShapeInferenceTestOp("Softmax"), "[]");
  INFER_OK(ShapeInferenceTestOp("BiasAdd"), "[2,?];[3]", "[d0_0,d1_0]");
}

}  // namespace
}  // namespace opgraft
