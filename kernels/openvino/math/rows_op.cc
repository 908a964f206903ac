// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/math/rows_op.h"

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {

TensorRows::TensorRows(const TensorShape& shape, const Flags& along) {
  const auto steps = RowMajorSteps(shape.dim_sizes());
  bool row_begun = false;
  for (const bool in_row : {false, true}) {
    for (int d = 0; d < shape.dims(); ++d) {
      const size_t i = static_cast<size_t>(d);
      if (along[i] != in_row) continue;
      const int64_t size = shape.dim_size(d);
      (in_row ? row_size_ : num_rows_) *= size;
      dims_.push_back({size, steps[i]});
    }
  }
  for (int d = 0; d < shape.dims(); ++d) {
    if (shape.dim_size(d) == 1) continue;
    const bool in_row = along[static_cast<size_t>(d)];
    lie_in_memory_ = lie_in_memory_ && (in_row || !row_begun);
    row_begun = row_begun || in_row;
  }
}

void TensorRows::Gather(OpKernelContext* context, DataType dtype, const void* tensor,
                        void* rows) const {
  absl::InlinedVector<CopyDim, 8> dims;
  int64_t step = num_rows_ * row_size_;
  for (const Dim& dim : dims_) {
    step /= dim.size;
    dims.push_back({dim.size, dim.step, step});
  }
  StridedCopy(dims).Run(dtype, tensor, rows, context->device());
}

void TensorRows::Scatter(OpKernelContext* context, DataType dtype, const void* rows,
                         void* tensor) const {
  absl::InlinedVector<CopyDim, 8> dims;
  int64_t step = num_rows_ * row_size_;
  for (const Dim& dim : dims_) {
    step /= dim.size;
    dims.push_back({dim.size, step, dim.step});
  }
  StridedCopy(dims).Run(dtype, rows, tensor, context->device());
}

absl::Status RowsOp::SetAxis(int64_t axis, TensorRows::Flags* along) {
  const int rank = static_cast<int>(along->size());
  int dim = 0;
  if (!ResolveAxis(axis, rank, &dim)) {
    return absl::InvalidArgumentError(absl::StrCat("axis ", axis, " is not in [", -rank, ", ", rank,
                                                   "), the dimensions of the input"));
  }
  (*along)[static_cast<size_t>(dim)] = true;
  return absl::OkStatus();
}

absl::Status RowsOp::ReadAxesInput(OpKernelContext* context, int input,
                                   TensorRows::Flags* along) const {
  const Tensor& axes = context->input(input);
  for (int64_t i = 0; i < axes.NumElements(); ++i)
    OPGRAFT_RETURN_IF_ERROR(SetAxis(IndexAt(axes, i), along));
  return absl::OkStatus();
}

void RowsOp::RunRows(OpKernelContext* context, const TensorRows& rows, const void* from,
                     void* to) const {
  const int64_t n = rows.row_size();
  const int64_t bytes = n * DataTypeSize(loop_type());
  const char* const in = static_cast<const char*>(from);
  char* const out = static_cast<char*>(to);
  ShardElements(context, rows.num_rows(), 10 + element_ns_ * static_cast<double>(n),
                [&](int64_t begin, int64_t end) {
                  for (int64_t row = begin; row < end; ++row)
                    RunRow(in + row * bytes, out + row * bytes, n);
                });
}

absl::Status RowsOp::RunAll(OpKernelContext* context, const TensorRows& rows,
                            const TensorShape& shape, const void* from, void* to) const {
  if (rows.lie_in_memory()) {
    RunRows(context, rows, from, to);
    return absl::OkStatus();
  }
  Tensor gathered;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(loop_type(), shape, &gathered));
  rows.Gather(context, loop_type(), from, gathered.data());
  RunRows(context, rows, gathered.data(), gathered.data());
  rows.Scatter(context, loop_type(), gathered.data(), to);
  return absl::OkStatus();
}

void RowsOp::Compute(OpKernelContext* context) {
  const Tensor& in = context->input(0);
  TensorRows::Flags along(static_cast<size_t>(in.dims()), false);
  OP_REQUIRES_OK(context, ReadAxes(context, &along));
  const TensorShape shape = in.shape();
  const TensorRows rows(shape, along);
  // No Tensor holds on to an input that the output may be put over.
  Tensor wide, room;
  const bool widens = loop_type() != in.dtype();
  if (widens) OP_REQUIRES_OK(context, view_.Read(context, in, /*channels_first=*/false, &wide));
  const void* const from = widens ? wide.data() : in.data();
  Tensor* out = nullptr;
  OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, shape, &out));
  if (out->NumElements() == 0) return;
  OP_REQUIRES_OK(context, view_.Room(context, *out, /*channels_first=*/false, &room));
  OP_REQUIRES_OK(context, RunAll(context, rows, shape, from, room.data()));
  OP_REQUIRES_OK(context, view_.Write(context, room, /*channels_first=*/false, out));
}

}  // namespace opgraft_internal
