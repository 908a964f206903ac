// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/cast_loops.h"
#include "kernels/nn/row_softmax.h"

namespace opgraft_internal {
namespace {

// Over the last dimension.
class SoftmaxOpBase : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    OP_REQUIRES(context, in.dims() >= 1,
                absl::InvalidArgumentError(absl::StrCat("logits must have >= 1 dimension, got ",
                                                        in.shape().DebugString())));
    const int64_t n = in.dim_size(in.dims() - 1);
    const int64_t elements = in.NumElements();
    const void* from = in.data();
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, in.shape(), &out));
    if (elements == 0) return;
    void* to = out->data();
    ShardElements(context, elements / n, 10 + 1.5 * static_cast<double>(n),
                  [&](int64_t begin, int64_t end) { RunRows(from, to, begin, end, n); });
  }

 protected:
  virtual void RunRows(const void* in, void* out, int64_t begin, int64_t end, int64_t n) const = 0;
};

template <typename T, bool kLog>
class SoftmaxOp : public SoftmaxOpBase {
 public:
  using SoftmaxOpBase::SoftmaxOpBase;

 protected:
  void RunRows(const void* in, void* out, int64_t begin, int64_t end, int64_t n) const override {
    for (int64_t row = begin; row < end; ++row) {
      softmax_.Run(static_cast<const T*>(in) + row * n, static_cast<T*>(out) + row * n, n);
    }
  }

 private:
  const RowSoftmax<T, kLog> softmax_;
};

// half and bfloat16: a row at a time in float.
template <bool kLog>
class FloatSoftmaxOp : public SoftmaxOpBase {
 public:
  explicit FloatSoftmaxOp(OpKernelConstruction* context)
      : SoftmaxOpBase(context),
        to_float_(loops::FindCastLoop(input_type(0), DT_FLOAT)),
        from_float_(loops::FindCastLoop(DT_FLOAT, input_type(0))) {}

 protected:
  void RunRows(const void* in, void* out, int64_t begin, int64_t end, int64_t n) const override {
    absl::InlinedVector<float, 1024> values(static_cast<size_t>(n));
    for (int64_t row = begin; row < end; ++row) {
      to_float_(static_cast<const uint16_t*>(in) + row * n, values.data(), n);
      softmax_.Run(values.data(), values.data(), n);
      from_float_(values.data(), static_cast<uint16_t*>(out) + row * n, n);
    }
  }

 private:
  const loops::CastLoop to_float_;
  const loops::CastLoop from_float_;
  const RowSoftmax<float, kLog> softmax_;
};

#define REGISTER_SOFTMAX(op, T, ...)                                                      \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          __VA_ARGS__);
#define REGISTER_BOTH(op, kLog)                          \
  REGISTER_SOFTMAX(op, float, SoftmaxOp<float, kLog>);   \
  REGISTER_SOFTMAX(op, double, SoftmaxOp<double, kLog>); \
  REGISTER_SOFTMAX(op, half, FloatSoftmaxOp<kLog>);      \
  REGISTER_SOFTMAX(op, bfloat16, FloatSoftmaxOp<kLog>)
REGISTER_BOTH("Softmax", false);
REGISTER_BOTH("LogSoftmax", true);
#undef REGISTER_BOTH
#undef REGISTER_SOFTMAX

}  // namespace
}  // namespace opgraft_internal
