// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_CACHE_STEPPED_INPUT_H_
#define KERNELS_OPENVINO_CACHE_STEPPED_INPUT_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "framework/tensor/growing_tensor.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"

namespace opgraft_internal {

// The elements of an input where they lie: those of a tensor in row-major order, those of a cache
// with the room between its rows. Borrows them. A value; thread-compatible.
//
// Example: a cache of shape [2, 3, 8] that has 5 rows along axis 1 in memory has the steps {40, 8,
// 1}.
struct SteppedInput {
  // `input` itself if it is of `type`, else the cache of this type that it holds. INVALID_ARGUMENT
  // if it is neither.
  static absl::StatusOr<SteppedInput> Of(const Tensor& input, DataType type);
  static SteppedInput OfCache(const GrowingTensor& cache);

  // Where the element lies that is so many elements behind the first.
  const void* At(int64_t offset) const;

  DataType dtype = DT_INVALID;
  TensorShape shape;
  const void* data = nullptr;
  absl::InlinedVector<int64_t, 6> steps;
};

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_CACHE_STEPPED_INPUT_H_
