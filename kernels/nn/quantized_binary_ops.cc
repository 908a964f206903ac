// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Sums and products of integers that stand for numbers, as 32 bits.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/broadcast.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/quantized_range.h"

namespace opgraft_internal {
namespace {

// What an operand's 256 integers add to the sum, or are multiplied as.
using Terms = int32_t[256];

// Inputs: x, y, the ends of the range of x, those of y. Outputs: z and its range.
class QuantizedBinaryOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& x = context->input(0);
    const Tensor& y = context->input(1);
    for (int i = 2; i < num_inputs(); ++i) {
      OP_REQUIRES(context, context->input(i).dims() == 0,
                  absl::InvalidArgumentError("the ends of ranges must be scalars"));
    }
    OP_REQUIRES_VALUE(const QuantizedRange x_range, context, ProperRange(context, 2));
    OP_REQUIRES_VALUE(const QuantizedRange y_range, context, ProperRange(context, 4));
    Broadcast broadcast;
    OP_REQUIRES(
        context, broadcast.Init({&x.shape(), &y.shape()}),
        absl::InvalidArgumentError(absl::StrCat("Incompatible shapes: ", x.shape().DebugString(),
                                                " vs. ", y.shape().DebugString())));
    Tensor* z = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, broadcast.output_shape(), &z));
    const QuantizedRange range = RangeOf(x_range, y_range);
    OP_REQUIRES(context, std::isfinite(range.max - range.min),
                absl::InvalidArgumentError("the ranges are too wide for one of their results"));
    OP_REQUIRES_OK(context, SetRange(context, 1, range));
    Terms x_terms, y_terms;
    const bool is_x_alone = x.NumElements() == 1;
    FillTerms(x_range, range, is_x_alone, x_terms);
    FillTerms(y_range, range, !is_x_alone && y.NumElements() == 1, y_terms);
    Run(context, broadcast, {x_terms, y_terms}, z);
  }

 private:
  // Of the result.
  virtual QuantizedRange RangeOf(const QuantizedRange& x, const QuantizedRange& y) const = 0;
  // `is_alone`: the operand is one integer, for all of the other's.
  virtual void FillTerms(const QuantizedRange& range, const QuantizedRange& result, bool is_alone,
                         int32_t* terms) const = 0;
  virtual int32_t Join(int32_t x, int32_t y) const = 0;

  struct TermsOfBoth {
    const int32_t* x;
    const int32_t* y;
  };
  void Run(OpKernelContext* context, const Broadcast& broadcast, const TermsOfBoth& terms,
           Tensor* z) const {
    const auto* const x = static_cast<const uint8_t*>(context->input(0).data());
    const auto* const y = static_cast<const uint8_t*>(context->input(1).data());
    auto* const to = static_cast<int32_t*>(z->data());
    const int64_t length = broadcast.run_length();
    const int64_t x_step = broadcast.moves(0) ? 1 : 0;
    const int64_t y_step = broadcast.moves(1) ? 1 : 0;
    if (z->NumElements() == 0) return;
    ShardElements(context, broadcast.num_runs(), 3.0 * static_cast<double>(length),
                  [&](int64_t begin, int64_t end) {
                    broadcast.ForEachRun(begin, end, [&](int64_t out, const int64_t* offsets) {
                      const uint8_t* from_x = x + offsets[0];
                      const uint8_t* from_y = y + offsets[1];
                      for (int64_t i = 0; i < length; ++i)
                        to[out + i] =
                            Join(terms.x[from_x[i * x_step]], terms.y[from_y[i * y_step]]);
                    });
                  });
  }
};

class QuantizedAddOp : public QuantizedBinaryOp {
 public:
  using QuantizedBinaryOp::QuantizedBinaryOp;

 private:
  // So wide that sums of many fit, and with 0 in the middle: TensorFlow's.
  QuantizedRange RangeOf(const QuantizedRange& x, const QuantizedRange& y) const override {
    constexpr float kRoom = 1 << 14;
    const float most =
        std::max(std::fabs(std::min(x.min, y.min)), std::fabs(std::max(x.max, y.max))) * kRoom;
    return {-most, most};
  }
  // One integer is rounded for itself; of several, the steps are as long as that from 0 to 1.
  void FillTerms(const QuantizedRange& range, const QuantizedRange& result, bool is_alone,
                 int32_t* terms) const override {
    const auto level = [&](uint8_t x) {
      return WantedLevel<int32_t>(NumberOf<uint8_t>(x, range), result);
    };
    const double zero = level(0);
    const double step = level(1) - zero;
    for (int i = 0; i < 256; ++i)
      terms[i] = NearestLevel<int32_t>(is_alone ? level(static_cast<uint8_t>(i)) : zero + i * step);
  }
  int32_t Join(int32_t x, int32_t y) const override { return Wrapped(int64_t{x} + y); }
};

class QuantizedMulOp : public QuantizedBinaryOp {
 public:
  using QuantizedBinaryOp::QuantizedBinaryOp;

 private:
  QuantizedRange RangeOf(const QuantizedRange& x, const QuantizedRange& y) const override {
    return ProductRange<uint8_t, uint8_t>(x, y);
  }
  // The integers from the one that stands for 0, which may lie far away.
  void FillTerms(const QuantizedRange& range, const QuantizedRange&, bool,
                 int32_t* terms) const override {
    const auto zero = NearestLevel<int64_t>(WantedLevel<uint8_t>(0.0f, range));
    for (int i = 0; i < 256; ++i) terms[i] = Wrapped(int64_t{i} - Wrapped(zero));
  }
  int32_t Join(int32_t x, int32_t y) const override { return Wrapped(int64_t{x} * y); }
};

#define REGISTER(name, Op)                                        \
  REGISTER_KERNEL_BUILDER(Name(name)                              \
                              .Device(DEVICE_CPU)                 \
                              .TypeConstraint<quint8>("T1")       \
                              .TypeConstraint<quint8>("T2")       \
                              .TypeConstraint<qint32>("Toutput"), \
                          Op);
REGISTER("QuantizedAdd", QuantizedAddOp)
REGISTER("QuantizedMul", QuantizedMulOp)
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
