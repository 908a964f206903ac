// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_MATH_LOOP_SCALAR_H_
#define KERNELS_OPENVINO_MATH_LOOP_SCALAR_H_

#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A number as the scalar operand of a loop of float or double.
//
// Example: add(x, LoopScalar(DT_FLOAT, 0.5).data(), out, n) of a loop for a vector and a scalar. A
// value; data() points into it.
class LoopScalar {
 public:
  LoopScalar(DataType dtype, double value)
      : is_float_(dtype == DT_FLOAT), float_(static_cast<float>(value)), double_(value) {}

  // The number as a float or a double.
  const void* data() const {
    return is_float_ ? static_cast<const void*>(&float_) : static_cast<const void*>(&double_);
  }

 private:
  bool is_float_;
  float float_;
  double double_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_MATH_LOOP_SCALAR_H_
