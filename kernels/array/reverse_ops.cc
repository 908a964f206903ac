// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Elements in another order along dimensions: ReverseV2, Reverse, ReverseSequence and Roll.
#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/reorder.h"

namespace opgraft_internal {
namespace {

// What both ops share: the dimensions that `reversed` tells go from last to first.
class ReverseOpBase : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    std::vector<bool> reversed(static_cast<size_t>(input.dims()), false);
    OP_REQUIRES_OK(ctx, ReadReversed(ctx->input(1), &reversed));
    OP_REQUIRES_OK(ctx, ReverseInto(ctx, input, reversed));
  }

 protected:
  virtual absl::Status ReadReversed(const Tensor& tensor, std::vector<bool>* reversed) const = 0;
};

class ReverseV2Op : public ReverseOpBase {
 public:
  using ReverseOpBase::ReverseOpBase;

 protected:
  absl::Status ReadReversed(const Tensor& axes, std::vector<bool>* reversed) const override {
    if (axes.dims() != 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("'dims' must be 1-dimension, not ", axes.dims()));
    }
    const int rank = static_cast<int>(reversed->size());
    if (rank == 0) return absl::OkStatus();  // TensorFlow looks at no axis of a scalar
    for (int64_t i = 0; i < axes.NumElements(); ++i) {
      int d = 0;
      if (!ResolveAxis(IndexAt(axes, i), rank, &d)) {
        return absl::InvalidArgumentError(absl::StrCat(
            "'axis'[", i, "] = ", IndexAt(axes, i), " is out of valid range [0, ", rank - 1, "]"));
      }
      if ((*reversed)[static_cast<size_t>(d)])
        return absl::InvalidArgumentError(absl::StrCat("axis ", d, " specified more than once."));
      (*reversed)[static_cast<size_t>(d)] = true;
    }
    return absl::OkStatus();
  }
};

class ReverseOp : public ReverseOpBase {
 public:
  using ReverseOpBase::ReverseOpBase;

 protected:
  absl::Status ReadReversed(const Tensor& dims, std::vector<bool>* reversed) const override {
    const auto rank = static_cast<int64_t>(reversed->size());
    if (dims.dims() != 1 || dims.NumElements() != rank) {
      return absl::InvalidArgumentError(
          absl::StrCat("'dims' must have the same number of values as 'input' has dimensions. "
                       "'input' has ",
                       rank, ", 'dims' has ", dims.NumElements(), " values"));
    }
    for (int64_t d = 0; d < rank; ++d) (*reversed)[static_cast<size_t>(d)] = dims.vec<bool>()(d);
    return absl::OkStatus();
  }
};

class ReverseSequenceOp : public OpKernel {
 public:
  explicit ReverseSequenceOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    int64_t seq_dim = 0, batch_dim = 0;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("seq_dim", &seq_dim));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("batch_dim", &batch_dim));
    OP_REQUIRES(ctx, seq_dim >= 0 && batch_dim >= 0,
                absl::InvalidArgumentError(absl::StrCat("seq_dim and batch_dim must not be "
                                                        "negative, but are ",
                                                        seq_dim, " and ", batch_dim)));
    seq_dim_ = static_cast<size_t>(seq_dim);
    batch_dim_ = static_cast<size_t>(batch_dim);
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    const Tensor& lengths = ctx->input(1);
    OP_REQUIRES_OK(ctx, Check(input.shape(), lengths));
    OP_REQUIRES_OK(ctx,
                   ReversePrefixesInto(ctx, input, seq_dim_, batch_dim_, ReadIndices(lengths)));
  }

 private:
  absl::Status Check(const TensorShape& input, const Tensor& lengths) const {
    const auto rank = static_cast<size_t>(input.dims());
    if (seq_dim_ >= rank || batch_dim_ >= rank || seq_dim_ == batch_dim_) {
      return absl::InvalidArgumentError(
          absl::StrCat("seq_dim ", seq_dim_, " and batch_dim ", batch_dim_,
                       " must be different dimensions of the input, which has ", rank));
    }
    if (lengths.dims() != 1 || lengths.NumElements() != input.sizes()[batch_dim_]) {
      return absl::InvalidArgumentError(
          absl::StrCat("Length of seq_lengths != input.dims(", batch_dim_, "), (",
                       lengths.shape().DebugString(), " vs. ", input.sizes()[batch_dim_], ")"));
    }
    for (int64_t b = 0; b < lengths.NumElements(); ++b) {
      const int64_t length = IndexAt(lengths, b);
      if (length >= 0 && length <= input.sizes()[seq_dim_]) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "seq_lengths(", b, ") = ", length, " is not in [0, ", input.sizes()[seq_dim_], "]"));
    }
    return absl::OkStatus();
  }

  size_t seq_dim_ = 0;
  size_t batch_dim_ = 0;
};

class RollOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    IndexValues shifts;
    OP_REQUIRES_OK(ctx, ReadShifts(input.shape(), ctx->input(1), ctx->input(2), &shifts));
    OP_REQUIRES_OK(ctx, RollInto(ctx, input, shifts));
  }

 private:
  // How far each dimension is moved, in [0, size).
  static absl::Status ReadShifts(const TensorShape& input, const Tensor& shift, const Tensor& axis,
                                 IndexValues* shifts) {
    if (input.dims() < 1) return absl::InvalidArgumentError("input must be 1-D or higher");
    if (shift.dims() > 1) {
      return absl::InvalidArgumentError(absl::StrCat(
          "shift must be a scalar or a 1-D vector. Found: ", shift.shape().DebugString()));
    }
    if (axis.dims() > 1) {
      return absl::InvalidArgumentError(absl::StrCat(
          "axis must be a scalar or a 1-D vector. Found: ", axis.shape().DebugString()));
    }
    if (shift.NumElements() != axis.NumElements())
      return absl::InvalidArgumentError("shift and axis must have the same size");
    shifts->assign(static_cast<size_t>(input.dims()), 0);
    for (int64_t i = 0; i < axis.NumElements(); ++i) {
      int d = 0;
      if (!ResolveAxis(IndexAt(axis, i), input.dims(), &d)) {
        return absl::InvalidArgumentError(
            absl::StrCat("axis ", IndexAt(axis, i), " is out of range"));
      }
      const int64_t size = std::max<int64_t>(input.dim_size(d), 1);
      int64_t& sum = (*shifts)[static_cast<size_t>(d)];
      sum = (sum + IndexAt(shift, i) % size + size) % size;
    }
    return absl::OkStatus();
  }
};

REGISTER_KERNEL_BUILDER(Name("ReverseV2").Device(DEVICE_CPU), ReverseV2Op);
REGISTER_KERNEL_BUILDER(Name("Reverse").Device(DEVICE_CPU), ReverseOp);
REGISTER_KERNEL_BUILDER(Name("ReverseSequence").Device(DEVICE_CPU), ReverseSequenceOp);
REGISTER_KERNEL_BUILDER(Name("Roll").Device(DEVICE_CPU), RollOp);

}  // namespace
}  // namespace opgraft_internal
