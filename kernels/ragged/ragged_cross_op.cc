// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/ragged/row_splits.h"
#include "kernels/sparse/feature_cross.h"

namespace opgraft_internal {
namespace {

// All combinations of a feature of each column, row by row, as a ragged tensor. Columns are ragged,
// sparse or dense, in the order of an attr's letters.
class RaggedCrossOp : public OpKernel {
 public:
  explicit RaggedCrossOp(OpKernelConstruction* context) : OpKernel(context) {
    DataTypeVector ragged_types, dense_types;
    OP_REQUIRES_OK(context, context->GetAttr("ragged_values_types", &ragged_types));
    OP_REQUIRES_OK(context, context->GetAttr("dense_types", &dense_types));
    OP_REQUIRES_OK(context, context->GetAttr("Nsparse", &sparse_count_));
    OP_REQUIRES_OK(context, context->GetAttr("input_order", &order_));
    OP_REQUIRES_OK(context, context->GetAttr("num_buckets", &rule_.buckets));
    int64_t key = 0;
    OP_REQUIRES_OK(context, context->GetAttr("hash_key", &key));
    rule_.hash_key = static_cast<uint64_t>(key);
    if (output_type(0) == DT_INT64) rule_.kind = CrossRule::Kind::kHash;
    ragged_count_ = static_cast<int64_t>(ragged_types.size());
    dense_count_ = static_cast<int64_t>(dense_types.size());
    const auto letters = [this](char letter) {
      return static_cast<int64_t>(std::count(order_.begin(), order_.end(), letter));
    };
    OP_REQUIRES(
        context,
        letters('R') == ragged_count_ && letters('S') == sparse_count_ &&
            letters('D') == dense_count_ &&
            static_cast<int64_t>(order_.size()) == ragged_count_ + sparse_count_ + dense_count_,
        absl::InvalidArgumentError(absl::StrCat("input_order ", order_,
                                                " has not a letter for each of ", ragged_count_,
                                                " ragged (R), ", sparse_count_, " sparse (S) and ",
                                                dense_count_, " dense (D) inputs")));
  }

  void Compute(OpKernelContext* context) override {
    std::vector<CrossColumn> columns(order_.size());
    OP_REQUIRES_OK(context, ReadColumns(context, &columns));
    RowSplits splits;
    OP_REQUIRES_OK(context, CountCrosses(columns, &splits));
    OP_REQUIRES_OK(context, SetIndexOutput(context, 1, splits));
    Tensor* values = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({splits.back()}), &values));
    OP_REQUIRES_OK(context, MakeCrosses(rule_, columns, splits, values));
  }

 private:
  absl::Status ReadColumns(OpKernelContext* context, std::vector<CrossColumn>* columns) const {
    const int ragged = static_cast<int>(ragged_count_), sparse = static_cast<int>(sparse_count_);
    int next_ragged = 0, next_sparse = 2 * ragged, next_dense = 2 * ragged + 3 * sparse;
    for (size_t i = 0; i < order_.size(); ++i) {
      CrossColumn* const column = &(*columns)[i];
      if (order_[i] == 'R') {
        const Tensor& values = context->input(next_ragged);
        if (values.dims() != 1) {
          return absl::InvalidArgumentError(absl::StrCat(
              "ragged values must be vectors, got shape ", values.shape().DebugString()));
        }
        column->values = &values;
        OPGRAFT_RETURN_IF_ERROR(ReadRowSplits(context->input(ragged + next_ragged),
                                              values.NumElements(), &column->starts));
        ++next_ragged;
      } else if (order_[i] == 'S') {
        OPGRAFT_RETURN_IF_ERROR(MakeSparseColumn(context->input(next_sparse),
                                                 context->input(next_sparse + sparse),
                                                 context->input(next_sparse + 2 * sparse), column));
        ++next_sparse;
      } else {
        OPGRAFT_RETURN_IF_ERROR(MakeDenseColumn(context->input(next_dense++), column));
      }
    }
    return absl::OkStatus();
  }

  int64_t ragged_count_ = 0;
  int64_t sparse_count_ = 0;
  int64_t dense_count_ = 0;
  std::string order_;
  CrossRule rule_;
};

REGISTER_KERNEL_BUILDER(Name("RaggedCross").Device(DEVICE_CPU), RaggedCrossOp);

}  // namespace
}  // namespace opgraft_internal
