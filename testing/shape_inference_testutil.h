// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// INFER_OK and INFER_ERROR for a ShapeInferenceTestOp, as TensorFlow's tests use them: what an op's
// shape function gives for some shapes of inputs, and what it refuses. Shapes are written
// "[2,?];?": one for each input or output; "d0_1" is dimension 1 of input 0, "in0" the shape of
// input 0.
//
// Example:
//   ShapeInferenceTestOp op("MatMul");
//   INFER_OK(op, "[2,3];[3,4]", "[d0_0,d1_1]");
//   INFER_ERROR("Shape must be rank 2", op, "[2];[2,3]");
#ifndef TESTING_SHAPE_INFERENCE_TESTUTIL_H_
#define TESTING_SHAPE_INFERENCE_TESTUTIL_H_

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/right_registrations.h"  // IWYU pragma: keep
#include "testing/shape_inference_test_op.h"

#define INFER_OK(op, inputs, outputs) \
  EXPECT_EQ("", ::opgraft::CheckInference(op, inputs, outputs)) << "for " << (inputs)
#define INFER_ERROR(text, op, inputs)                                    \
  EXPECT_THAT(std::string(::opgraft::InferShapes(op, inputs).message()), \
              ::testing::HasSubstr(text))                                \
      << "for " << (inputs)

#endif  // TESTING_SHAPE_INFERENCE_TESTUTIL_H_
