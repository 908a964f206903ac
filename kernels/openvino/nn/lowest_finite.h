// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_NN_LOWEST_FINITE_H_
#define KERNELS_OPENVINO_NN_LOWEST_FINITE_H_

#include <cstdint>
#include <cstring>
#include <limits>

#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/math/lowest_value.h"

namespace opgraft_internal {

// One element: the lowest finite number of a type, from which OpenVINO's maxima start. A value.
class LowestFinite {
 public:
  // REQUIRES: float, double or an integer.
  explicit LowestFinite(DataType type) {
    const float as_float = std::numeric_limits<float>::lowest();
    const double as_double = std::numeric_limits<double>::lowest();
    FillWithLowest(type, bytes_, 1);
    if (type == DT_FLOAT) std::memcpy(bytes_, &as_float, sizeof(as_float));
    if (type == DT_DOUBLE) std::memcpy(bytes_, &as_double, sizeof(as_double));
  }

  // The element; good while this object lives.
  const void* data() const { return bytes_; }

 private:
  alignas(8) char bytes_[8] = {};
};

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_NN_LOWEST_FINITE_H_
