// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_MATH_ROWS_OP_H_
#define KERNELS_OPENVINO_MATH_ROWS_OP_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"
#include "kernels/nn/loop_view.h"

namespace opgraft_internal {

// A tensor as rows: all elements whose positions differ along some dimensions only are one row.
// Where those dimensions are the last ones, that is how the tensor lies in memory; else rows are
// copies.
//
// Example: of [2,3,4] along dimension 1 there are 8 rows of 3, copies; along 1 and 2 there are 2 of
// 12, the tensor itself.
class TensorRows {
 public:
  using Flags = absl::InlinedVector<bool, 8>;  // a dimension each

  // A row goes along the dimensions whose flag is set.
  TensorRows(const TensorShape& shape, const Flags& along);

  int64_t num_rows() const { return num_rows_; }
  int64_t row_size() const { return row_size_; }
  // Whether rows need not be copied.
  bool lie_in_memory() const { return lie_in_memory_; }

  // Copies the elements of a tensor of the shape to those of its rows, and back.
  void Gather(OpKernelContext* context, DataType dtype, const void* tensor, void* rows) const;
  void Scatter(OpKernelContext* context, DataType dtype, const void* rows, void* tensor) const;

 private:
  struct Dim {
    int64_t size;
    int64_t step;
  };
  // The tensor's dimensions in the order of the rows'.
  absl::InlinedVector<Dim, 8> dims_;
  int64_t num_rows_ = 1;
  int64_t row_size_ = 1;
  bool lie_in_memory_ = true;
};

// An op that makes each row of input 0 into a row of its output: along some dimensions that it
// tells, in float or double.
class RowsOp : public OpKernel {
 public:
  // `element_ns` is about the nanoseconds of an element.
  RowsOp(OpKernelConstruction* context, double element_ns)
      : OpKernel(context), element_ns_(element_ns), view_(input_type(0)) {}

  void Compute(OpKernelContext* context) override;

 protected:
  // What loops take.
  DataType loop_type() const { return view_.type(); }

  // Sets the flags of the dimensions along which rows lie; all are false before.
  virtual absl::Status ReadAxes(OpKernelContext* context, TensorRows::Flags* along) const = 0;
  // `from` and `to` are of loop_type(), and may be the same.
  virtual void RunRow(const void* from, void* to, int64_t n) const = 0;

  // Those that the values of an input tell; negative ones count from the last. INVALID_ARGUMENT for
  // one that is out of range.
  absl::Status ReadAxesInput(OpKernelContext* context, int input, TensorRows::Flags* along) const;
  // The same for one axis.
  static absl::Status SetAxis(int64_t axis, TensorRows::Flags* along);

 private:
  // All rows: in place, or by way of copies.
  absl::Status RunAll(OpKernelContext* context, const TensorRows& rows, const TensorShape& shape,
                      const void* from, void* to) const;
  void RunRows(OpKernelContext* context, const TensorRows& rows, const void* from, void* to) const;

  const double element_ns_;
  const LoopView view_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_MATH_ROWS_OP_H_
