// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/index_tensor.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/text_budget.h"
#include "kernels/ragged/row_splits.h"

namespace opgraft_internal {
namespace {

// Rows [begin, end) that are taken together.
struct RowRange {
  int64_t begin;
  int64_t end;
};

// Takes rows of a ragged tensor. From level to level the rows that were taken become ranges of rows
// of the next, and in the end ranges of values.
class RaggedGatherOp : public OpKernel {
 public:
  explicit RaggedGatherOp(OpKernelConstruction* context) : OpKernel(context) {
    int64_t levels = 0;
    OP_REQUIRES_OK(context, context->GetAttr("PARAMS_RAGGED_RANK", &levels));
    levels_ = static_cast<int>(levels);
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& values = context->input(levels_);
    const Tensor& indices = context->input(levels_ + 1);
    std::vector<RowSplits> nested;
    OP_REQUIRES_OK(context,
                   ReadNestedSplits(context, levels_, values, &nested, ReadLooseRowSplits));
    OP_REQUIRES(context, context->num_outputs() == levels_ + indices.dims(),
                absl::InvalidArgumentError(absl::StrCat(
                    "OUTPUT_RAGGED_RANK must be PARAMS_RAGGED_RANK + indices.dims() - 1 = ",
                    levels_ + indices.dims() - 1, ", got ", context->num_outputs() - 1)));
    std::vector<RowRange> ranges;
    OP_REQUIRES_OK(context, ReadIndices(indices, RowCount(nested[0]), &ranges));
    OP_REQUIRES_OK(context, SetUniformSplits(context, indices.shape()));
    for (int level = 0; level < levels_; ++level) {
      RowSplits made;
      OP_REQUIRES_OK(context, Descend(nested[static_cast<size_t>(level)], &ranges, &made));
      // Of a scalar the one row is the result: its own splits are no part of it.
      const int output = level + indices.dims() - 1;
      if (output >= 0) OP_REQUIRES_OK(context, SetIndexOutput(context, output, made));
    }
    OP_REQUIRES_OK(context, SetValues(context, values, ranges));
  }

 private:
  static absl::Status ReadIndices(const Tensor& indices, int64_t rows,
                                  std::vector<RowRange>* ranges) {
    for (int64_t i = 0; i < indices.NumElements(); ++i) {
      const int64_t row = IndexAt(indices, i);
      if (row < 0 || row >= rows) {
        return absl::InvalidArgumentError(
            absl::StrCat("indices[", i, "] = ", row, " is not in [0, ", rows, ")"));
      }
      ranges->push_back({row, row + 1});
    }
    return absl::OkStatus();
  }

  // The dimensions of indices but the first: all rows are of one length.
  static absl::Status SetUniformSplits(OpKernelContext* context, const TensorShape& indices) {
    int64_t rows = 1;
    for (int d = 0; d + 1 < indices.dims(); ++d) {
      rows *= indices.dim_size(d);
      RowSplits splits;
      for (int64_t i = 0; i <= rows; ++i) splits.push_back(i * indices.dim_size(d + 1));
      OPGRAFT_RETURN_IF_ERROR(SetIndexOutput(context, d, splits));
    }
    return absl::OkStatus();
  }

  static absl::Status Descend(const RowSplits& splits, std::vector<RowRange>* ranges,
                              RowSplits* made) {
    made->push_back(0);
    for (RowRange& range : *ranges) {
      for (int64_t row = range.begin; row < range.end; ++row) {
        const size_t k = static_cast<size_t>(row);
        int64_t next = 0;
        if (__builtin_add_overflow(made->back(), splits[k + 1] - splits[k], &next))
          return absl::InvalidArgumentError("the result has more rows than int64 can count");
        made->push_back(next);
      }
      range = {splits[static_cast<size_t>(range.begin)], splits[static_cast<size_t>(range.end)]};
    }
    return absl::OkStatus();
  }

  static absl::Status SetValues(OpKernelContext* context, const Tensor& values,
                                const std::vector<RowRange>& ranges) {
    int64_t rows = 0;
    for (const RowRange& range : ranges) rows += range.end - range.begin;
    TensorShape shape = values.shape();
    OPGRAFT_RETURN_IF_ERROR(shape.SetDimWithStatus(0, rows));
    OPGRAFT_RETURN_IF_ERROR(CheckTextLength(values, ranges));
    Tensor* output = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(context->num_outputs() - 1, shape, &output));
    if (output->NumElements() == 0) return absl::OkStatus();
    const int64_t inner = output->NumElements() / rows;
    WithElements(values.dtype(), [&](auto elements) {
      using E = decltype(elements);
      char* to = static_cast<char*>(output->data());
      for (const RowRange& range : ranges) {
        const int64_t count = (range.end - range.begin) * inner;
        if (count == 0) continue;
        E::CopyRun(static_cast<const char*>(values.data()) + range.begin * inner * E::kSize, to,
                   count);
        to += count * E::kSize;
      }
    });
    return absl::OkStatus();
  }

  static absl::Status CheckTextLength(const Tensor& values, const std::vector<RowRange>& ranges) {
    if (values.dtype() != DT_STRING || values.NumElements() == 0) return absl::OkStatus();
    const int64_t inner = values.NumElements() / values.dim_size(0);
    const tstring* const texts = static_cast<const tstring*>(values.data());
    TextBudget budget;
    for (const RowRange& range : ranges) {
      for (int64_t i = range.begin * inner; i < range.end * inner; ++i)
        budget.Add(static_cast<int64_t>(texts[i].size()));
    }
    return budget.Check();
  }

  int levels_ = 1;
};

REGISTER_KERNEL_BUILDER(Name("RaggedGather").Device(DEVICE_CPU), RaggedGatherOp);

}  // namespace
}  // namespace opgraft_internal
