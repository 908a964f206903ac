// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// INFER_OK and INFER_ERROR for a ShapeInferenceTestOp.
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
