// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_COMPRESSED_COMPRESSED_WEIGHTS_H_
#define KERNELS_OPENVINO_COMPRESSED_COMPRESSED_WEIGHTS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/loops/compressed_loops.h"

namespace opgraft_internal {

// The compressed weights that a kernel takes: attrs weight_type, rows, columns and group_size, an
// input of packed bytes, and inputs 2 and 3, scale and zero, where they are given. A value;
// thread-safe once it is read.
class CompressedWeights {
 public:
  // `input`: of the packed bytes. Call Read before all else.
  CompressedWeights(const OpKernelConstruction* context, int input);

  // INVALID_ARGUMENT if the attrs or inputs do not fit each other.
  absl::Status Read(OpKernelConstruction* context);
  // INVALID_ARGUMENT if an input has not the size that the attrs give it.
  absl::Status Check(const OpKernelContext* context) const;

  // The attrs.
  loops::WeightType type() const { return type_; }
  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  int64_t group() const { return group_; }

  // How many floats of room RowsAt needs for so many rows.
  int64_t RoomFor(int64_t count) const { return 2 * count * groups(); }
  // Rows [first, first + count), their scale and zero in float at `room`. `*before`: weights that
  // lie in front of the first in its byte.
  loops::WeightRows RowsAt(const OpKernelContext* context, int64_t first, int64_t count,
                           float* room, int64_t* before) const;

 private:
  int64_t groups() const { return columns_ / group_; }

  const int input_;
  const int num_inputs_;
  const CastFunction to_float_[2];
  int64_t rows_ = 0;
  int64_t columns_ = 0;
  int64_t group_ = 1;
  loops::WeightType type_ = loops::WeightType::kInt8;
};

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_COMPRESSED_COMPRESSED_WEIGHTS_H_
