// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/sparse/sparse_view.h"

namespace opgraft_internal {
namespace {

// Sparse tensors one behind the other along a dimension; the result is in row-major order.
class SparseConcatOp : public OpKernel {
 public:
  explicit SparseConcatOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("concat_dim", &wanted_dim_));
  }

  void Compute(OpKernelContext* context) override {
    const int n = context->num_inputs() / 3;
    std::vector<SparseView> parts(static_cast<size_t>(n));
    for (int i = 0; i < n; ++i) {
      OP_REQUIRES_OK(context,
                     ReadSparse(context->input(i), context->input(n + i), context->input(2 * n + i),
                                absl::StrCat(i), &parts[static_cast<size_t>(i)]));
    }
    int dim = 0;
    SparseSizes sizes;
    OP_REQUIRES_OK(context, JoinSizes(parts, &dim, &sizes));
    int64_t count = 0;
    for (const SparseView& part : parts) count += part.count;
    const int rank = parts[0].rank;
    Tensor indices, values;
    OP_REQUIRES_OK(context, context->allocate_temp(DT_INT64, TensorShape({count, rank}), &indices));
    OP_REQUIRES_OK(context,
                   context->allocate_temp(parts[0].values->dtype(), TensorShape({count}), &values));
    Join(parts, dim, &indices, &values);
    OP_REQUIRES_OK(context, SetSorted(context, indices, values, rank));
    OP_REQUIRES_OK(context, SetVectorOutput(context, 2, sizes));
  }

 private:
  absl::Status JoinSizes(const std::vector<SparseView>& parts, int* dim, SparseSizes* sizes) const {
    *sizes = parts[0].sizes;
    if (!ResolveAxis(wanted_dim_, parts[0].rank, dim)) {
      return absl::InvalidArgumentError(absl::StrCat("Concat dimension must be in range [",
                                                     -parts[0].rank, ", ", parts[0].rank, "), got ",
                                                     wanted_dim_));
    }
    for (size_t i = 1; i < parts.size(); ++i) {
      if (parts[i].rank != parts[0].rank)
        return absl::InvalidArgumentError("Ranks of all input tensors must match");
      for (int d = 0; d < parts[0].rank; ++d) {
        const size_t k = static_cast<size_t>(d);
        if (d == *dim) {
          if (__builtin_add_overflow((*sizes)[k], parts[i].sizes[k], &(*sizes)[k]))
            return absl::InvalidArgumentError("the result is longer than int64 can count");
        } else if (parts[i].sizes[k] != (*sizes)[k]) {
          return absl::InvalidArgumentError(
              absl::StrCat("Input shapes must match: expected ", (*sizes)[k], " for dimension ", d,
                           " but got ", parts[i].sizes[k], " at position ", i));
        }
      }
    }
    TensorShape valid;
    return TensorShape::BuildTensorShape(*sizes, &valid);
  }

  static void Join(const std::vector<SparseView>& parts, int dim, Tensor* indices, Tensor* values) {
    int64_t* index = static_cast<int64_t*>(indices->data());
    int64_t offset = 0;
    for (const SparseView& part : parts) {
      for (int64_t i = 0; i < part.count; ++i, index += part.rank) {
        std::copy_n(part.At(i), part.rank, index);
        // An index outside of its shape wraps round; it is not used as an offset here.
        index[dim] =
            static_cast<int64_t>(static_cast<uint64_t>(index[dim]) + static_cast<uint64_t>(offset));
      }
      offset += part.sizes[static_cast<size_t>(dim)];
    }
    WithElements(values->dtype(), [&](auto elements) {
      using E = decltype(elements);
      char* to = static_cast<char*>(values->data());
      for (const SparseView& part : parts) {
        E::CopyRun(static_cast<const char*>(part.values->data()), to, part.count);
        to += part.count * E::kSize;
      }
    });
  }

  static absl::Status SetSorted(OpKernelContext* context, const Tensor& indices,
                                const Tensor& values, int rank) {
    const int64_t* const from = static_cast<const int64_t*>(indices.data());
    const auto order = RowMajorOrder(from, values.NumElements(), rank);
    if (order.empty()) {
      context->set_output(0, indices);
      context->set_output(1, values);
      return absl::OkStatus();
    }
    Tensor* to_indices = nullptr;
    Tensor* to_values = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, indices.shape(), &to_indices));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(1, values.shape(), &to_values));
    PickIndices(from, rank, order, static_cast<int64_t*>(to_indices->data()));
    PickElements(values.dtype(), values.data(), order, to_values->data());
    return absl::OkStatus();
  }

  int64_t wanted_dim_ = 0;
};

REGISTER_KERNEL_BUILDER(Name("SparseConcat").Device(DEVICE_CPU), SparseConcatOp);

}  // namespace
}  // namespace opgraft_internal
