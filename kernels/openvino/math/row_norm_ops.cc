// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that normalise the values along some dimensions: each row by what it has itself.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/visit_type.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/reduce_loops.h"
#include "kernels/nn/row_softmax.h"
#include "kernels/openvino/math/loop_scalar.h"
#include "kernels/openvino/math/row_centring.h"
#include "kernels/openvino/math/rows_op.h"

namespace opgraft_internal {
namespace {

// Softmax, or with kLog its logarithm, along attr axis.
template <bool kLog>
class SoftmaxOp : public RowsOp {
 public:
  explicit SoftmaxOp(OpKernelConstruction* context) : RowsOp(context, 1.5) {
    OP_REQUIRES_OK(context, context->GetAttr("axis", &axis_));
  }

 protected:
  absl::Status ReadAxes(OpKernelContext*, TensorRows::Flags* along) const override {
    return SetAxis(axis_, along);
  }
  void RunRow(const void* from, void* to, int64_t n) const override {
    if (loop_type() == DT_FLOAT) {
      of_float_.Run(static_cast<const float*>(from), static_cast<float*>(to), n);
    } else {
      of_double_.Run(static_cast<const double*>(from), static_cast<double*>(to), n);
    }
  }

 private:
  int64_t axis_ = 0;
  const RowSoftmax<float, kLog> of_float_;
  const RowSoftmax<double, kLog> of_double_;
};

// A row's values less their mean, and divided by their deviation if attr normalize_variance says
// so.
class MvnOp : public RowsOp {
 public:
  explicit MvnOp(OpKernelConstruction* context) : RowsOp(context, 1), centring_(loop_type()) {
    std::string mode;
    float eps = 0;
    OP_REQUIRES_OK(context, context->GetAttr("eps", &eps));
    OP_REQUIRES_OK(context, context->GetAttr("normalize_variance", &normalize_variance_));
    OP_REQUIRES_OK(context, context->GetAttr("eps_mode", &mode));
    epsilon_ = {static_cast<double>(eps), mode == "inside_sqrt"};
  }

  // Along no dimension nothing changes.
  void Compute(OpKernelContext* context) override {
    if (context->input(1).NumElements() > 0) return RowsOp::Compute(context);
    context->set_output(0, context->input(0));
  }

 protected:
  absl::Status ReadAxes(OpKernelContext* context, TensorRows::Flags* along) const override {
    return ReadAxesInput(context, 1, along);
  }
  void RunRow(const void* from, void* to, int64_t n) const override {
    centring_.Centre(from, to, n);
    if (normalize_variance_) centring_.Divide(to, epsilon_, n);
  }

 private:
  const RowCentring centring_;
  DeviationEpsilon epsilon_ = {};
  bool normalize_variance_ = true;
};

// A row divided by the root of the sum of its squares.
class RowLengthOpBase : public RowsOp {
 public:
  explicit RowLengthOpBase(OpKernelConstruction* context)
      : RowsOp(context, 0.7),
        squares_(loops::FindReduceLoops(loops::Reduction::kSumOfSquares, loop_type())),
        divide_(loops::FindBinaryLoops(loops::BinaryFunction::kDiv, loop_type())) {}

 protected:
  virtual double LengthOf(double squares) const = 0;

  void RunRow(const void* from, void* to, int64_t n) const override {
    double squares = 0;
    squares_.run(from, n, &squares);
    divide_[loops::kVectorScalar](from, LoopScalar(loop_type(), LengthOf(squares)).data(), to, n);
  }

 private:
  const loops::ReduceLoops squares_;
  const loops::BinaryLoops divide_;
};

// Along the axes of input 1. Without any, each value is divided by itself, and 0 stays.
class NormalizeL2Op : public RowLengthOpBase {
 public:
  explicit NormalizeL2Op(OpKernelConstruction* context) : RowLengthOpBase(context) {
    std::string mode;
    float eps = 0;
    OP_REQUIRES_OK(context, context->GetAttr("eps", &eps));
    OP_REQUIRES_OK(context, context->GetAttr("eps_mode", &mode));
    eps_ = static_cast<double>(eps);
    adds_ = mode == "add";
  }

  void Compute(OpKernelContext* context) override {
    if (context->input(1).NumElements() > 0) return RowsOp::Compute(context);
    const Tensor& in = context->input(0);
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, in.shape(), &out));
    VisitType(in.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, half> ||
                    std::is_same_v<T, bfloat16>) {
        const T* const x = static_cast<const T*>(in.data());
        T* const y = static_cast<T*>(out->data());
        for (int64_t i = 0; i < in.NumElements(); ++i) y[i] = T(x[i] != T(0) ? 1.f : 0.f);
      }
    });
  }

 protected:
  absl::Status ReadAxes(OpKernelContext* context, TensorRows::Flags* along) const override {
    return ReadAxesInput(context, 1, along);
  }
  double LengthOf(double squares) const override {
    return std::sqrt(adds_ ? squares + eps_ : std::max(squares, eps_));
  }

 private:
  double eps_ = 0;
  bool adds_ = true;
};

// Along the channels.
class GrnOp : public RowLengthOpBase {
 public:
  explicit GrnOp(OpKernelConstruction* context) : RowLengthOpBase(context) {
    float bias = 0;
    OP_REQUIRES_OK(context, context->GetAttr("bias", &bias));
    bias_ = static_cast<double>(bias);
  }

 protected:
  absl::Status ReadAxes(OpKernelContext*, TensorRows::Flags* along) const override {
    return SetAxis(1, along);
  }
  double LengthOf(double squares) const override { return std::sqrt(squares + bias_); }

 private:
  double bias_ = 0;
};

#define REGISTER_ROWS(op, T, ...) \
  REGISTER_KERNEL_BUILDER(        \
      Name("OpenVINO>" op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), __VA_ARGS__);

#define REGISTER(T)                               \
  REGISTER_ROWS("Softmax", T, SoftmaxOp<false>)   \
  REGISTER_ROWS("LogSoftmax", T, SoftmaxOp<true>) \
  REGISTER_ROWS("MVN", T, MvnOp)                  \
  REGISTER_ROWS("NormalizeL2", T, NormalizeL2Op)  \
  REGISTER_ROWS("GRN", T, GrnOp)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
