// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Add, Equal and NotEqual of strings.
#include "absl/strings/str_cat.h"
#include "kernels/elementwise/binary_op.h"
#include "kernels/elementwise/broadcast.h"

namespace opgraft_internal {
namespace {

// Calls visit(output index, x index, y index) for every element of the output.
template <typename Visit>
void ForEachElement(const Broadcast& broadcast, Visit visit) {
  const int64_t x_step = broadcast.moves(0);
  const int64_t y_step = broadcast.moves(1);
  broadcast.ForEachRun(0, broadcast.num_runs(), [&](int64_t out, const int64_t* from) {
    for (int64_t i = 0; i < broadcast.run_length(); ++i)
      visit(out + i, from[0] + i * x_step, from[1] + i * y_step);
  });
}

const tstring* Strings(const Tensor& tensor) { return static_cast<const tstring*>(tensor.data()); }

class StringAddOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& x = context->input(0);
    const Tensor& y = context->input(1);
    Broadcast broadcast;
    OP_REQUIRES(context, broadcast.Init({&x.shape(), &y.shape()}),
                IncompatibleShapes(x.shape(), y.shape()));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, broadcast.output_shape(), &out));
    tstring* to = static_cast<tstring*>(out->data());
    ForEachElement(broadcast, [&](int64_t i, int64_t xi, int64_t yi) {
      to[i] = absl::StrCat(Strings(x)[xi], Strings(y)[yi]);
    });
  }
};

// Equal, or NotEqual where what is the same gives false.
template <bool kSame>
class StringEqualOp : public OpKernel {
 public:
  explicit StringEqualOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context,
                   context->GetAttr("incompatible_shape_error", &incompatible_shape_error_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& x = context->input(0);
    const Tensor& y = context->input(1);
    Broadcast broadcast;
    const bool compatible = broadcast.Init({&x.shape(), &y.shape()});
    OP_REQUIRES(context, compatible || !incompatible_shape_error_,
                IncompatibleShapes(x.shape(), y.shape()));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(
                                0, compatible ? broadcast.output_shape() : TensorShape(), &out));
    bool* to = static_cast<bool*>(out->data());
    if (!compatible) {
      *to = !kSame;
      return;
    }
    ForEachElement(broadcast, [&](int64_t i, int64_t xi, int64_t yi) {
      to[i] = (Strings(x)[xi] == Strings(y)[yi]) == kSame;
    });
  }

 private:
  bool incompatible_shape_error_ = true;
};

REGISTER_KERNEL_BUILDER(Name("Add").Device(DEVICE_CPU).TypeConstraint<tstring>("T"), StringAddOp);
REGISTER_KERNEL_BUILDER(Name("Equal").Device(DEVICE_CPU).TypeConstraint<tstring>("T"),
                        StringEqualOp<true>);
REGISTER_KERNEL_BUILDER(Name("NotEqual").Device(DEVICE_CPU).TypeConstraint<tstring>("T"),
                        StringEqualOp<false>);

}  // namespace
}  // namespace opgraft_internal
