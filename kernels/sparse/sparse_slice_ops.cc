// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// SparseSlice, its gradient, and SparseSplit.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/sparse/sparse_part.h"

namespace opgraft_internal {
namespace {

class SparseSliceOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    SparseView whole;
    OP_REQUIRES_OK(context, ReadSparseInputs(context, 0, "input", &whole));
    SparsePart part;
    OP_REQUIRES_OK(context, ReadVector(context->input(3), "start", whole.rank, &part.start));
    OP_REQUIRES_OK(context, ReadVector(context->input(4), "size", whole.rank, &part.sizes));
    for (size_t d = 0; d < part.sizes.size(); ++d) {
      OP_REQUIRES(context, part.start[d] >= 0 && part.sizes[d] >= 0,
                  absl::InvalidArgumentError(
                      absl::StrCat("start and size must not be negative, got ", part.start[d],
                                   " and ", part.sizes[d], " for dimension ", d)));
      const int64_t rest = std::max<int64_t>(whole.sizes[d] - part.start[d], 0);
      part.sizes[d] = std::min(part.sizes[d], rest);
    }
    OP_REQUIRES_OK(context, SetSparsePart(context, whole, part, 0, 1));
  }

 private:
  static absl::Status ReadVector(const Tensor& tensor, const char* name, int rank,
                                 SparseSizes* values) {
    if (tensor.dims() != 1 || tensor.NumElements() != rank) {
      return absl::InvalidArgumentError(
          absl::StrCat(name, " must be a vector with an element for each of the ", rank,
                       " dimensions, got shape ", tensor.shape().DebugString()));
    }
    const int64_t* const from = static_cast<const int64_t*>(tensor.data());
    values->assign(from, from + rank);
    return absl::OkStatus();
  }
};

REGISTER_KERNEL_BUILDER(Name("SparseSlice").Device(DEVICE_CPU), SparseSliceOp);

// The gradient of a value is that of its copy, or 0. Indices of both are in the same order.
class SparseSliceGradOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& grads = context->input(0);
    const Tensor& indices = context->input(1);
    const Tensor& start = context->input(2);
    const Tensor& taken = context->input(3);
    OP_REQUIRES(context,
                grads.dims() == 1 && indices.dims() == 2 && start.dims() == 1 && taken.dims() == 2,
                absl::InvalidArgumentError("Inputs must be a vector, a matrix, a vector and a "
                                           "matrix"));
    OP_REQUIRES(
        context,
        indices.dim_size(1) == start.dim_size(0) && taken.dim_size(1) == start.dim_size(0) &&
            taken.dim_size(0) == grads.dim_size(0),
        absl::InvalidArgumentError(absl::StrCat(
            "The shapes of the gradients and indices do not fit: ", grads.shape().DebugString(),
            ", ", indices.shape().DebugString(), ", ", start.shape().DebugString(), ", ",
            taken.shape().DebugString())));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context,
                   context->allocate_output(0, TensorShape({indices.dim_size(0)}), &output));
    OP_REQUIRES_OK(context, Fill(grads, indices, start, taken, output));
  }

 private:
  static absl::Status Fill(const Tensor& grads, const Tensor& indices, const Tensor& start,
                           const Tensor& taken, Tensor* output) {
    const int64_t rank = start.NumElements();
    const int64_t* const all = static_cast<const int64_t*>(indices.data());
    const int64_t* const some = static_cast<const int64_t*>(taken.data());
    const int64_t* const first = static_cast<const int64_t*>(start.data());
    int64_t next = 0;
    WithElements(grads.dtype(), [&](auto elements) {
      using E = decltype(elements);
      static const char kZeros[sizeof(double) * 2] = {};
      for (int64_t i = 0; i < indices.dim_size(0); ++i) {
        bool is_next = next < taken.dim_size(0);
        for (int64_t d = 0; is_next && d < rank; ++d) {
          // Unsigned: numbers out of range wrap round, and are outside of the slice.
          is_next = static_cast<uint64_t>(all[i * rank + d]) - static_cast<uint64_t>(first[d]) ==
                    static_cast<uint64_t>(some[next * rank + d]);
        }
        const char* const from =
            is_next ? static_cast<const char*>(grads.data()) + next * E::kSize : kZeros;
        if constexpr (E::kSize <= static_cast<int64_t>(sizeof(kZeros)))
          E::CopyOne(from, static_cast<char*>(output->data()) + i * E::kSize);
        next += is_next ? 1 : 0;
      }
    });
    if (next == taken.dim_size(0)) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("Elements of the slice are not elements of the input in the same order: ",
                     taken.dim_size(0) - next, " are left over"));
  }
};

REGISTER_KERNEL_BUILDER(Name("SparseSliceGrad").Device(DEVICE_CPU), SparseSliceGradOp);

// Cuts a sparse tensor along a dimension into parts of nearly one size: the first are larger by 1.
class SparseSplitOp : public OpKernel {
 public:
  explicit SparseSplitOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("num_split", &num_split_));
  }

  void Compute(OpKernelContext* context) override {
    SparseView whole;
    OP_REQUIRES_OK(context, ReadSparseInputs(context, 1, "input", &whole));
    OP_REQUIRES(context, context->input(0).NumElements() == 1,
                absl::InvalidArgumentError("split_dim must be a scalar"));
    const int64_t wanted = *static_cast<const int64_t*>(context->input(0).data());
    int dim = 0;
    OP_REQUIRES(
        context, ResolveAxis(wanted, whole.rank, &dim),
        absl::InvalidArgumentError(absl::StrCat("Input split_dim should be in [", -whole.rank, ", ",
                                                whole.rank, "), got ", wanted)));
    const size_t d = static_cast<size_t>(dim);
    const int64_t size = whole.sizes[d];
    OP_REQUIRES(context, num_split_ >= 1 && num_split_ <= size,
                absl::InvalidArgumentError(
                    absl::StrCat("Input num_split should be between 1 and the splitting dimension "
                                 "size (",
                                 size, "), got ", num_split_)));
    OP_REQUIRES_OK(context, CheckSparseBounds(whole));
    SparsePart part = {SparseSizes(whole.sizes.size(), 0), whole.sizes};
    for (int64_t i = 0; i < num_split_; ++i) {
      part.sizes[d] = size / num_split_ + (i < size % num_split_ ? 1 : 0);
      OP_REQUIRES_OK(context, SetSparsePart(context, whole, part, static_cast<int>(i),
                                            static_cast<int>(num_split_)));
      part.start[d] += part.sizes[d];
    }
  }

 private:
  int64_t num_split_ = 1;
};

REGISTER_KERNEL_BUILDER(Name("SparseSplit").Device(DEVICE_CPU), SparseSplitOp);

}  // namespace
}  // namespace opgraft_internal
