// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/sparse/sparse_view.h"

namespace opgraft_internal {
namespace {

absl::Status ReadSizes(const Tensor& tensor, const char* name, SparseSizes* sizes) {
  if (tensor.dims() != 1) {
    return absl::InvalidArgumentError(absl::StrCat(name, " should be a vector but received shape ",
                                                   tensor.shape().DebugString()));
  }
  const int64_t* const values = static_cast<const int64_t*>(tensor.data());
  sizes->assign(values, values + tensor.NumElements());
  return absl::OkStatus();
}

// Puts what is left of `total` into the size that is -1.
absl::Status CompleteSizes(int64_t total, SparseSizes* sizes) {
  int64_t known = 1;
  int64_t* unknown = nullptr;
  for (int64_t& size : *sizes) {
    if (size == -1) {
      if (unknown != nullptr)
        return absl::InvalidArgumentError("only one output dimension may be -1");
      unknown = &size;
    } else if (size < 0) {
      return absl::InvalidArgumentError(absl::StrCat("size ", size, " must be non-negative"));
    } else if (__builtin_mul_overflow(known, size, &known)) {
      return absl::InvalidArgumentError("the new shape has more elements than int64 can count");
    }
  }
  if (unknown != nullptr) {
    if (known == 0) {
      return absl::InvalidArgumentError(
          "reshape cannot infer the missing input size for an empty tensor unless all specified "
          "input sizes are non-zero");
    }
    *unknown = total / known;
    known *= *unknown;
  }
  if (known == total) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Input to reshape is a tensor with ", total,
                                                 " dense values, but the requested shape has ",
                                                 known));
}

// The same elements under the indices of another shape.
class SparseReshapeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& indices = context->input(0);
    SparseSizes from, to;
    OP_REQUIRES_OK(context, ReadSizes(context->input(1), "Input shape", &from));
    OP_REQUIRES_OK(context, ReadSizes(context->input(2), "Target shape", &to));
    OP_REQUIRES(context,
                indices.dims() == 2 && indices.dim_size(1) == static_cast<int64_t>(from.size()),
                absl::InvalidArgumentError(absl::StrCat(
                    "Input indices must be a matrix with a column for each of the ", from.size(),
                    " dimensions, got shape ", indices.shape().DebugString())));
    TensorShape shape;
    OP_REQUIRES_OK(context, TensorShape::BuildTensorShape(from, &shape));
    OP_REQUIRES_OK(context, CompleteSizes(shape.num_elements(), &to));
    OP_REQUIRES_OK(context, SetVectorOutput(context, 1, to));
    if (from == to) return context->set_output(0, indices);
    OP_REQUIRES_OK(context, SetIndices(context, from, to));
  }

 private:
  static absl::Status SetIndices(OpKernelContext* context, const SparseSizes& from,
                                 const SparseSizes& to) {
    const int64_t count = context->input(0).dim_size(0);
    Tensor* output = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(
        0, TensorShape({count, static_cast<int64_t>(to.size())}), &output));
    const SparseSizes from_steps = StepsOf(from), to_steps = StepsOf(to);
    const int64_t* index = static_cast<const int64_t*>(context->input(0).data());
    int64_t* made = static_cast<int64_t*>(output->data());
    for (int64_t i = 0; i < count; ++i) {
      int64_t place = 0;
      for (size_t d = 0; d < from.size(); ++d) {
        if (index[d] < 0 || index[d] >= from[d]) {
          return absl::InvalidArgumentError(absl::StrCat("Input index ", index[d], " of element ",
                                                         i, " is not in [0, ", from[d], ")"));
        }
        place += index[d] * from_steps[d];
      }
      index += from.size();
      for (const int64_t step : to_steps) {
        *made++ = place / step;
        place %= step;
      }
    }
    return absl::OkStatus();
  }
};

REGISTER_KERNEL_BUILDER(Name("SparseReshape").Device(DEVICE_CPU), SparseReshapeOp);

}  // namespace
}  // namespace opgraft_internal
