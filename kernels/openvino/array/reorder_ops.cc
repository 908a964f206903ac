// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's Roll, ReverseSequence and Reverse.
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "framework/types/visit_type.h"
#include "kernels/data_movement/reorder.h"

namespace opgraft_internal {
namespace {

class RollOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    const Tensor& shift = ctx->input(1);
    Integers axes = IntegersOf(ctx->input(2));
    OP_REQUIRES_OK(ctx, FindAxes(data.dims(), &axes));
    const bool one_for_all = shift.NumElements() == 1;
    OP_REQUIRES(ctx, one_for_all || shift.NumElements() == static_cast<int64_t>(axes.size()),
                absl::InvalidArgumentError(absl::StrCat("shift has ", shift.NumElements(),
                                                        " numbers for ", axes.size(), " axes")));
    Integers shifts(static_cast<size_t>(data.dims()), 0);
    for (size_t i = 0; i < axes.size(); ++i) {
      const int64_t size = std::max<int64_t>(data.dim_size(static_cast<int>(axes[i])), 1);
      int64_t& sum = shifts[static_cast<size_t>(axes[i])];
      sum =
          (sum + IntegerAt(shift, one_for_all ? 0 : static_cast<int64_t>(i)) % size + size) % size;
    }
    OP_REQUIRES_OK(ctx, RollInto(ctx, data, shifts));
  }
};

class ReverseSequenceOp : public OpKernel {
 public:
  explicit ReverseSequenceOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("batch_axis", &batch_axis_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("seq_axis", &seq_axis_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    int64_t batch = 0, sequence = 0;
    OP_REQUIRES_OK(ctx, FindAxis(batch_axis_, data.dims(), &batch));
    OP_REQUIRES_OK(ctx, FindAxis(seq_axis_, data.dims(), &sequence));
    OP_REQUIRES(ctx, batch != sequence,
                absl::InvalidArgumentError("batch_axis and seq_axis must be different"));
    const Tensor& tensor = ctx->input(1);
    OP_REQUIRES(ctx, tensor.shape() == TensorShape({data.dim_size(static_cast<int>(batch))}),
                absl::InvalidArgumentError(
                    absl::StrCat("seq_lengths must have a number for each batch, but is of shape ",
                                 tensor.shape().DebugString())));
    Integers lengths;
    OP_REQUIRES_OK(ctx, ReadLengths(tensor, data.dim_size(static_cast<int>(sequence)), &lengths));
    OP_REQUIRES_OK(ctx, ReversePrefixesInto(ctx, data, static_cast<size_t>(sequence),
                                            static_cast<size_t>(batch), lengths));
  }

 private:
  static absl::Status ReadLengths(const Tensor& tensor, int64_t most, Integers* lengths) {
    bool fit = true;
    VisitType(tensor.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      for (int64_t i = 0; i < tensor.NumElements(); ++i) {
        if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, half> ||
                      std::is_same_v<T, bfloat16>) {
          const auto length = static_cast<double>(static_cast<const T*>(tensor.data())[i]);
          // NaN does not fit either.
          fit = fit && length > -1 && length < static_cast<double>(most) + 1;
          lengths->push_back(fit ? static_cast<int64_t>(length) : 0);
        } else {
          lengths->push_back(IntegerAt(tensor, i));
          fit = fit && lengths->back() >= 0;
        }
        fit = fit && lengths->back() <= most;
      }
    });
    if (fit) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("seq_lengths must be in [0, ", most, "]"));
  }

  int64_t batch_axis_ = 0;
  int64_t seq_axis_ = 1;
};

class ReverseOp : public OpKernel {
 public:
  explicit ReverseOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::string mode;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("mode", &mode));
    is_mask_ = mode == "mask";
    OP_REQUIRES(
        ctx, is_mask_ == (input_type(1) == DT_BOOL),
        absl::InvalidArgumentError(
            "reversed_axes must be bool in mode 'mask', and whole numbers in mode 'index'"));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    const Tensor& axes = ctx->input(1);
    std::vector<bool> reversed(static_cast<size_t>(data.dims()), false);
    if (is_mask_) {
      OP_REQUIRES(ctx, axes.shape() == TensorShape({data.dims()}),
                  absl::InvalidArgumentError("the mask must have a bool for each dimension"));
      for (int d = 0; d < data.dims(); ++d) reversed[static_cast<size_t>(d)] = axes.vec<bool>()(d);
    } else {
      Integers dims = IntegersOf(axes);
      OP_REQUIRES_OK(ctx, FindAxes(data.dims(), &dims));
      for (const int64_t d : dims) reversed[static_cast<size_t>(d)] = true;
    }
    OP_REQUIRES_OK(ctx, ReverseInto(ctx, data, reversed));
  }

 private:
  bool is_mask_ = false;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>Roll").Device(DEVICE_CPU), RollOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>ReverseSequence").Device(DEVICE_CPU), ReverseSequenceOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>Reverse").Device(DEVICE_CPU), ReverseOp);

}  // namespace
}  // namespace opgraft_internal
