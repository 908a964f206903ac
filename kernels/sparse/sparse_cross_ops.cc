// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// SparseCross, SparseCrossV2 and SparseCrossHashed.
#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/sparse/feature_cross.h"

namespace opgraft_internal {
namespace {

// All combinations of a feature of each column, row by row: as texts or as hashes. Columns are
// sparse matrices first, then dense ones.
class SparseCrossOp : public OpKernel {
 public:
  // `has_hash_attrs`: the first version has attrs for what later ones have as inputs.
  explicit SparseCrossOp(OpKernelConstruction* context, bool has_hash_attrs = false)
      : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("N", &sparse_count_));
    OP_REQUIRES_OK(context, context->GetAttr("dense_types", &dense_types_));
    if (output_type(1) == DT_INT64) rule_.kind = CrossRule::Kind::kHash;
    if (has_hash_attrs) {
      OP_REQUIRES_OK(context, context->GetAttr("num_buckets", &rule_.buckets));
      int64_t key = 0;
      OP_REQUIRES_OK(context, context->GetAttr("hash_key", &key));
      rule_.hash_key = static_cast<uint64_t>(key);
      OP_REQUIRES_OK(context, context->GetAttr("internal_type", &internal_type_));
    }
  }

  void Compute(OpKernelContext* context) override {
    CrossRule rule = rule_;
    OP_REQUIRES_OK(context, ReadRule(context, &rule));
    std::vector<CrossColumn> columns;
    OP_REQUIRES_OK(context, ReadColumns(context, &columns));
    std::vector<int64_t> splits;
    OP_REQUIRES_OK(context, CountCrosses(columns, &splits));
    Tensor* indices = nullptr;
    Tensor* values = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({splits.back(), 2}), &indices));
    OP_REQUIRES_OK(context, context->allocate_output(1, TensorShape({splits.back()}), &values));
    int64_t* index = static_cast<int64_t*>(indices->data());
    int64_t most = 0;
    for (size_t row = 0; row + 1 < splits.size(); ++row) {
      const int64_t count = splits[row + 1] - splits[row];
      most = std::max(most, count);
      for (int64_t i = 0; i < count; ++i) {
        *index++ = static_cast<int64_t>(row);
        *index++ = i;
      }
    }
    const int64_t shape[] = {static_cast<int64_t>(splits.size()) - 1, most};
    OP_REQUIRES_OK(context, SetVectorOutput(context, 2, shape));
    OP_REQUIRES_OK(context, MakeCrosses(rule, columns, splits, values));
  }

 private:
  int first_dense() const { return static_cast<int>(3 * sparse_count_); }
  int first_setting() const { return first_dense() + static_cast<int>(dense_types_.size()); }

  // What V2 and Hashed have as inputs.
  absl::Status ReadRule(OpKernelContext* context, CrossRule* rule) const {
    const int first = first_setting();
    if (context->num_inputs() == first + 1) {
      const Tensor& separator = context->input(first);
      if (separator.dims() != 0)
        return absl::InvalidArgumentError("Input separator should be a scalar");
      const tstring& text = *static_cast<const tstring*>(separator.data());
      rule->separator.assign(text.data(), text.size());
    } else if (context->num_inputs() == first + 3) {
      const Tensor& salt = context->input(first + 2);
      if (context->input(first).dims() != 0 || context->input(first + 1).dims() != 0)
        return absl::InvalidArgumentError("num_buckets and strong_hash should be scalars");
      if (salt.dims() != 1 || salt.NumElements() != 2) {
        return absl::InvalidArgumentError(absl::StrCat(
            "Input \"salt\" must have length 2 but has shape ", salt.shape().DebugString()));
      }
      rule->kind = CrossRule::Kind::kSaltedHash;
      rule->buckets = *static_cast<const int64_t*>(context->input(first).data());
      rule->is_strong = *static_cast<const bool*>(context->input(first + 1).data());
      for (int i = 0; i < 2; ++i)
        rule->salt.words[i] = static_cast<uint64_t>(static_cast<const int64_t*>(salt.data())[i]);
    }
    return absl::OkStatus();
  }

  absl::Status ReadColumns(OpKernelContext* context, std::vector<CrossColumn>* columns) const {
    columns->resize(static_cast<size_t>(sparse_count_) + dense_types_.size());
    const int n = static_cast<int>(sparse_count_);
    for (int i = 0; i < n; ++i) {
      OPGRAFT_RETURN_IF_ERROR(MakeSparseColumn(context->input(i), context->input(n + i),
                                               context->input(2 * n + i),
                                               &(*columns)[static_cast<size_t>(i)]));
    }
    for (int i = first_dense(); i < first_setting(); ++i) {
      OPGRAFT_RETURN_IF_ERROR(MakeDenseColumn(
          context->input(i), &(*columns)[static_cast<size_t>(i - first_dense() + n)]));
    }
    for (const CrossColumn& column : *columns) {
      if (internal_type_ != DT_STRING || column.values->dtype() == DT_STRING) continue;
      return absl::InvalidArgumentError(absl::StrCat("Input values should be of internal type ",
                                                     DataTypeString(internal_type_), " but are ",
                                                     DataTypeString(column.values->dtype())));
    }
    return absl::OkStatus();
  }

  int64_t sparse_count_ = 0;
  DataTypeVector dense_types_;
  DataType internal_type_ = DT_INT64;
  CrossRule rule_;
};

class SparseCrossV1Op : public SparseCrossOp {
 public:
  explicit SparseCrossV1Op(OpKernelConstruction* context)
      : SparseCrossOp(context, /*has_hash_attrs=*/true) {}
};

REGISTER_KERNEL_BUILDER(Name("SparseCross").Device(DEVICE_CPU), SparseCrossV1Op);
REGISTER_KERNEL_BUILDER(Name("SparseCrossV2").Device(DEVICE_CPU), SparseCrossOp);
REGISTER_KERNEL_BUILDER(Name("SparseCrossHashed").Device(DEVICE_CPU), SparseCrossOp);

}  // namespace
}  // namespace opgraft_internal
