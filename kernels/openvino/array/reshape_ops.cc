// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's Reshape, Squeeze and Unsqueeze, which leave the elements where they are, and its
// Transpose.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "kernels/data_movement/permute.h"

namespace opgraft_internal {
namespace {

absl::Status TooManyElements(const Integers& pattern) {
  return absl::InvalidArgumentError(
      absl::StrCat("the shape [", absl::StrJoin(pattern, ", "), "] has too many elements"));
}

// The shape that a pattern asks for. Zeros that stand for dimensions of the input take those out on
// both sides; the size for which -1 stands is what is left.
class PatternReader {
 public:
  PatternReader(const TensorShape& input, bool special_zero)
      : input_(input), special_zero_(special_zero) {}

  absl::Status Read(const Tensor& tensor, TensorShape* shape) {
    if (tensor.dims() != 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("pattern must be a vector, not ", tensor.shape().DebugString()));
    }
    if (tensor.NumElements() > TensorShape::kMaxDims) {
      return absl::InvalidArgumentError(absl::StrCat("pattern has ", tensor.NumElements(),
                                                     " sizes; a tensor has at most ",
                                                     TensorShape::kMaxDims, " dimensions"));
    }
    sizes_ = IntegersOf(tensor);
    for (size_t i = 0; i < sizes_.size(); ++i) OPGRAFT_RETURN_IF_ERROR(ReadSize(i));
    if (unknown_ >= 0) OPGRAFT_RETURN_IF_ERROR(FindUnknown());
    OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape(sizes_, shape));
    if (shape->num_elements() == input_.num_elements()) return absl::OkStatus();
    return DoesNotFit();
  }

 private:
  absl::Status ReadSize(size_t i) {
    const auto d = static_cast<int>(i);
    if (sizes_[i] == 0 && special_zero_) {
      if (d >= input_.dims()) {
        return absl::InvalidArgumentError(
            absl::StrCat("pattern[", i, "] = 0 stands for a dimension that the input ",
                         input_.DebugString(), " has not"));
      }
      sizes_[i] = input_.dim_size(d);
      copied_ |= d < 64 ? uint64_t{1} << d : 0;
      return absl::OkStatus();
    }
    if (sizes_[i] == -1) {
      if (unknown_ >= 0)
        return absl::InvalidArgumentError("more than one size of the pattern is -1");
      unknown_ = d;
      return absl::OkStatus();
    }
    if (sizes_[i] < 0) {
      return absl::InvalidArgumentError(absl::StrCat("pattern[", i, "] must not be ", sizes_[i]));
    }
    return __builtin_mul_overflow(product_, sizes_[i], &product_) ? TooManyElements(sizes_)
                                                                  : absl::OkStatus();
  }

  absl::Status FindUnknown() {
    int64_t rest = 1;
    for (int d = 0; d < input_.dims(); ++d) {
      const bool copied = d < 64 && ((copied_ >> d) & 1) != 0;
      if (!copied && __builtin_mul_overflow(rest, input_.dim_size(d), &rest))
        return TooManyElements(sizes_);
    }
    int64_t& size = sizes_[static_cast<size_t>(unknown_)];
    // Of nothing there is room for one.
    size = 1;
    if (product_ == 0) return rest == 0 ? absl::OkStatus() : DoesNotFit();
    if (rest % product_ != 0) return DoesNotFit();
    size = rest / product_;
    return absl::OkStatus();
  }

  absl::Status DoesNotFit() const {
    return absl::InvalidArgumentError(absl::StrCat("cannot reshape ", input_.DebugString(), " to [",
                                                   absl::StrJoin(sizes_, ","), "]"));
  }

  const TensorShape& input_;
  const bool special_zero_;
  Integers sizes_;
  int unknown_ = -1;     // where the -1 is
  uint64_t copied_ = 0;  // bit d: dimension d of the input is taken as it is
  int64_t product_ = 1;  // of the other sizes
};

class ReshapeOp : public OpKernel {
 public:
  explicit ReshapeOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("special_zero", &special_zero_));
  }

  void Compute(OpKernelContext* ctx) override {
    TensorShape shape;
    OP_REQUIRES_OK(ctx,
                   PatternReader(ctx->input(0).shape(), special_zero_).Read(ctx->input(1), &shape));
    OP_REQUIRES_OK(ctx, ctx->set_output_alias(0, 0, shape));
  }

 private:
  bool special_zero_ = false;
};

class SqueezeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const TensorShape& input = ctx->input(0).shape();
    Integers axes;
    if (ctx->num_inputs() > 1) axes = IntegersOf(ctx->input(1));
    OP_REQUIRES_OK(ctx, FindAxes(input.dims(), &axes));
    TensorShape shape;
    for (int d = 0; d < input.dims(); ++d) {
      const bool named = axes.empty() || std::find(axes.begin(), axes.end(), d) != axes.end();
      if (!named || input.dim_size(d) != 1) shape.AddDim(input.dim_size(d));
    }
    OP_REQUIRES_OK(ctx, ctx->set_output_alias(0, 0, shape));
  }
};

class UnsqueezeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    TensorShape shape = ctx->input(0).shape();
    Integers axes = IntegersOf(ctx->input(1));
    OP_REQUIRES(ctx, !axes.empty(), absl::InvalidArgumentError("Unsqueeze must have an axis"));
    OP_REQUIRES_OK(ctx, FindAxes(shape.dims() + static_cast<int64_t>(axes.size()), &axes));
    std::sort(axes.begin(), axes.end());
    axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
    for (const int64_t axis : axes) {
      OP_REQUIRES(
          ctx, axis <= shape.dims(),
          absl::InvalidArgumentError(absl::StrCat("axis ", axis, " is beyond the output's rank")));
      OP_REQUIRES_OK(ctx, shape.InsertDimWithStatus(static_cast<int>(axis), 1));
    }
    OP_REQUIRES_OK(ctx, ctx->set_output_alias(0, 0, shape));
  }
};

class TransposeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    Integers order = IntegersOf(ctx->input(1));
    for (int64_t d = input.dims(); ctx->input(1).NumElements() == 0 && d-- > 0;) order.push_back(d);
    OP_REQUIRES_OK(ctx, FindDistinctAxes(input.dims(), &order));
    OP_REQUIRES(ctx, static_cast<int>(order.size()) == input.dims(),
                absl::InvalidArgumentError(absl::StrCat("order names ", order.size(), " of ",
                                                        input.dims(), " dimensions")));
    TensorShape shape;
    for (const int64_t d : order) shape.AddDim(input.dim_size(static_cast<int>(d)));
    OP_REQUIRES_OK(ctx, Permute(ctx, input, input.shape().sizes(), order, shape));
  }
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>Reshape").Device(DEVICE_CPU).Aliases(0), ReshapeOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>Squeeze").Device(DEVICE_CPU).Aliases(0), SqueezeOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>Unsqueeze").Device(DEVICE_CPU).Aliases(0), UnsqueezeOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>Transpose").Device(DEVICE_CPU), TransposeOp);

}  // namespace
}  // namespace opgraft_internal
