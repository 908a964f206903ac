// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Norms of rows with their weights, each row while it is in the cache.
#include <cmath>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/reduce_loops.h"
#include "kernels/openvino/math/loop_scalar.h"
#include "kernels/openvino/math/row_centring.h"

namespace opgraft_internal {
namespace {

constexpr double kRowNs = 20;
constexpr double kElementNs = 0.5;

// Makes each row of input 0, which lies along the last `axes` dimensions, into one of the output;
// the other inputs are weights, a number for each place of a row.
class WeightedNormOp : public OpKernel {
 public:
  explicit WeightedNormOp(OpKernelConstruction* context)
      : OpKernel(context),
        multiply_(loops::FindBinaryLoops(loops::BinaryFunction::kMul, input_type(0))) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    OP_REQUIRES(context, in.dims() >= axes_, absl::InvalidArgumentError("x must have rows"));
    const TensorShape shape = in.shape();
    int64_t length = 1;
    for (int d = 1; d <= axes_; ++d) length *= shape.dim_size(shape.dims() - d);
    for (int i = 1; i < context->num_inputs(); ++i) {
      OP_REQUIRES(context, context->input(i).NumElements() == length,
                  absl::InvalidArgumentError(absl::StrCat("the weight must have ", length,
                                                          " numbers as a row has, not ",
                                                          context->input(i).NumElements())));
    }
    const char* const x = static_cast<const char*>(in.data());
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, shape, &out));
    if (out->NumElements() == 0) return;
    char* const y = static_cast<char*>(out->data());
    const int64_t bytes = length * DataTypeSize(input_type(0));
    ShardElements(context, shape.num_elements() / length,
                  kRowNs + kElementNs * static_cast<double>(length),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t row = begin; row < end; ++row)
                      RunRow(context, x + row * bytes, length, y + row * bytes);
                  });
  }

 protected:
  // `y` may be `x`.
  virtual void RunRow(OpKernelContext* context, const char* x, int64_t length, char* y) const = 0;

  void Multiply(OpKernelContext* context, int weight, char* y, int64_t length) const {
    multiply_[loops::kVectorVector](y, context->input(weight).data(), y, length);
  }

  int axes_ = 1;
  const loops::BinaryLoops multiply_;
};

class RmsNormOp : public WeightedNormOp {
 public:
  explicit RmsNormOp(OpKernelConstruction* context)
      : WeightedNormOp(context),
        squares_(loops::FindReduceLoops(loops::Reduction::kSumOfSquares, input_type(0))) {
    float epsilon = 0;
    OP_REQUIRES_OK(context, context->GetAttr("epsilon", &epsilon));
    epsilon_ = static_cast<double>(epsilon);
  }

 private:
  void RunRow(OpKernelContext* context, const char* x, int64_t length, char* y) const override {
    double squares = 0;
    squares_.run(x, length, &squares);
    const double factor = 1 / std::sqrt(squares / static_cast<double>(length) + epsilon_);
    multiply_[loops::kVectorScalar](x, LoopScalar(input_type(0), factor).data(), y, length);
    if (context->num_inputs() > 1) Multiply(context, 1, y, length);
  }

  const loops::ReduceLoops squares_;
  double epsilon_ = 0;
};

class LayerNormOp : public WeightedNormOp {
 public:
  explicit LayerNormOp(OpKernelConstruction* context)
      : WeightedNormOp(context),
        centring_(input_type(0)),
        add_(loops::FindBinaryLoops(loops::BinaryFunction::kAdd, input_type(0))) {
    std::string mode;
    float epsilon = 0;
    OP_REQUIRES_OK(context, context->GetAttr("epsilon", &epsilon));
    OP_REQUIRES_OK(context, context->GetAttr("eps_mode", &mode));
    OP_REQUIRES_OK(context, context->GetAttr("axes", &axes_));
    epsilon_ = {static_cast<double>(epsilon), mode == "inside_sqrt"};
  }

 private:
  void RunRow(OpKernelContext* context, const char* x, int64_t length, char* y) const override {
    centring_.Centre(x, y, length);
    centring_.Divide(y, epsilon_, length);
    if (context->num_inputs() > 1) Multiply(context, 1, y, length);
    if (context->num_inputs() > 2)
      add_[loops::kVectorVector](y, context->input(2).data(), y, length);
  }

  const RowCentring centring_;
  const loops::BinaryLoops add_;
  DeviationEpsilon epsilon_ = {};
};

#define REGISTER(T)                                                                               \
  REGISTER_KERNEL_BUILDER(                                                                        \
      Name("OpenVINO>RMSNorm").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), RmsNormOp); \
  REGISTER_KERNEL_BUILDER(                                                                        \
      Name("OpenVINO>LayerNorm").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0),           \
      LayerNormOp);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
