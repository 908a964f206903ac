// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_DIMENSION_SIZES_H_
#define FRAMEWORK_OP_DIMENSION_SIZES_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/op/shape_inference.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The `Sizes` of window_arithmetic.h for shape functions: sizes of dimensions, which may be unknown
// or known by their bounds. Does not own the context. Errors are those of InferenceContext.
//
// Example: CountWindowPlaces(DimensionSizes{c}, c->Dim(input, 1), c->MakeDim(3), step, &count).
struct DimensionSizes {
  using Size = opgraft::shape_inference::DimensionHandle;

  Size Of(int64_t size) const { return c->MakeDim(size); }
  absl::Status Add(Size a, int64_t b, Size* sum) const { return c->Add(a, b, sum); }
  absl::Status Subtract(Size a, Size b, Size* difference) const {
    return c->Subtract(a, b, difference);
  }
  absl::Status Multiply(Size a, int64_t b, Size* product) const {
    return c->Multiply(a, b, product);
  }
  absl::Status Divide(Size a, int64_t b, Size* quotient) const {
    return c->Divide(a, b, /*evenly_divisible=*/false, quotient);
  }

  opgraft::shape_inference::InferenceContext* c;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_DIMENSION_SIZES_H_
