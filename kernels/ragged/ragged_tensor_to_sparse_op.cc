// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "kernels/ragged/row_splits.h"

namespace opgraft_internal {
namespace {

// Walks the rows of all levels beside each other: for each value its place in its row, in that
// row's row, and so on.
class RaggedTensorToSparseOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const int levels = context->num_inputs() - 1;
    const Tensor& values = context->input(levels);
    std::vector<RowSplits> nested;
    OP_REQUIRES_OK(context, ReadNestedSplits(context, levels, values, &nested));
    const int64_t count = values.NumElements();
    const int rank = levels + values.dims();
    Tensor* indices = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({count, rank}), &indices));
    WriteIndices(nested, values, rank, static_cast<int64_t*>(indices->data()));
    Tensor flat;
    OP_REQUIRES(context, flat.CopyFrom(values, TensorShape({count})),
                absl::InternalError("values cannot be made a vector"));
    context->set_output(1, std::move(flat));
    Tensor* shape = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(2, TensorShape({rank}), &shape));
    int64_t* size = static_cast<int64_t*>(shape->data());
    *size++ = RowCount(nested[0]);
    for (const RowSplits& splits : nested) {
      int64_t widest = 0;
      for (size_t i = 1; i < splits.size(); ++i)
        widest = std::max(widest, splits[i] - splits[i - 1]);
      *size++ = widest;
    }
    for (int d = 1; d < values.dims(); ++d) *size++ = values.dim_size(d);
  }

 private:
  static void WriteIndices(const std::vector<RowSplits>& nested, const Tensor& values, int rank,
                           int64_t* index) {
    const size_t levels = nested.size();
    std::vector<size_t> row(levels, 0);  // that the current value, or row, belongs to
    const int64_t rows = values.dim_size(0);
    const int64_t inner = rows == 0 ? 0 : values.NumElements() / rows;
    for (int64_t i = 0; i < rows; ++i) {
      int64_t place = i;
      for (size_t level = levels; level-- > 0;) {
        const RowSplits& splits = nested[level];
        while (splits[row[level] + 1] <= place) ++row[level];
        place = static_cast<int64_t>(row[level]);
      }
      for (int64_t k = 0; k < inner; ++k, index += rank) {
        index[0] = static_cast<int64_t>(row[0]);
        for (size_t level = 0; level < levels; ++level) {
          const int64_t below = level + 1 < levels ? static_cast<int64_t>(row[level + 1]) : i;
          index[level + 1] = below - nested[level][row[level]];
        }
        int64_t rest = k;
        for (int d = values.dims() - 1; d > 0; --d) {
          index[static_cast<int>(levels) + d] = rest % values.dim_size(d);
          rest /= values.dim_size(d);
        }
      }
    }
  }
};

REGISTER_KERNEL_BUILDER(Name("RaggedTensorToSparse").Device(DEVICE_CPU), RaggedTensorToSparseOp);

}  // namespace
}  // namespace opgraft_internal
