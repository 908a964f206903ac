// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops as they are written for TensorFlow 2.21: in its namespace, with Abseil's names and tsl::.
#define EIGEN_USE_THREADS

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/log/check.h"
#include "absl/log/log.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/register_types.h"
#include "tensorflow/core/framework/shape_inference.h"
#include "tensorflow/core/framework/types.pb.h"
#include "tensorflow/core/platform/statusor.h"
#include "tsl/platform/errors.h"
#include "unsupported/Eigen/CXX11/Tensor"

namespace tensorflow {

class OpKernelContext;  // as headers of functors declare it

using CPUDevice = Eigen::ThreadPoolDevice;
using GPUDevice = Eigen::GpuDevice;

namespace functor {

template <typename Device, typename T>
struct AddOne {
  void operator()(OpKernelContext* ctx, const Device& d, typename TTypes<T>::ConstFlat in,
                  typename TTypes<T>::Flat out);
};

template <typename T>
struct AddOne<CPUDevice, T> {
  void operator()(OpKernelContext*, const CPUDevice& d, typename TTypes<T>::ConstFlat in,
                  typename TTypes<T>::Flat out) {
    out.device(d) = in + in.constant(T(1));
  }
};

extern template struct AddOne<GPUDevice, float>;

}  // namespace functor

namespace {

absl::StatusOr<int64_t> Halved(int64_t n) {
  if (n % 2 != 0) return absl::InvalidArgumentError(absl::StrCat(n, " is odd"));
  return n / 2;
}

absl::Status Pair(shape_inference::InferenceContext* c) {
  shape_inference::DimensionHandle merged;
  TF_RETURN_IF_ERROR(c->Merge(c->Dim(c->input(0), -1), c->Dim(c->input(0), 0), &merged));
  TF_ASSIGN_OR_RETURN(const int64_t half, Halved(c->ValueKnown(merged) ? c->Value(merged) : 2));
  c->set_output(0, c->MakeShape({half, merged, 1, c->UnknownDim()}));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("Compat>AddOne")
    .Input("x: N * T")
    .Output("y: N * T")
    .Attr("N: int >= 1")
    .Attr("T: {half, bfloat16, float, double} = DT_FLOAT")
    .SetShapeFn([](shape_inference::InferenceContext* c) -> absl::Status {
      for (int i = 0; i < c->num_inputs(); ++i) c->set_output(i, c->input(i));
      return absl::OkStatus();
    });
REGISTER_OP("Compat>Pair").Input("x: float").Output("y: float").SetShapeFn(Pair);
REGISTER_OP("Compat>Later")
    .Input("x: int32")
    .Output("y: int32")
    .SetShapeFn(shape_inference::UnchangedShape);

template <typename Device, typename T>
class AddOneOp : public OpKernel {
 public:
  explicit AddOneOp(OpKernelConstruction* ctx) : OpKernel(ctx) {}

  void Compute(OpKernelContext* ctx) override {
    OpInputList in;
    OpOutputList out;
    OP_REQUIRES_OK(ctx, ctx->input_list("x", &in));
    OP_REQUIRES_OK(ctx, ctx->output_list("y", &out));
    DCHECK_EQ(in.size(), out.size());
    for (int i = 0; i < in.size(); ++i) {
      Tensor* y = nullptr;
      OP_REQUIRES_OK(ctx, out.allocate(i, in[i].shape(), &y));
      functor::AddOne<Device, T>()(ctx, ctx->eigen_device<Device>(), in[i].flat<T>(), y->flat<T>());
    }
  }
};

#define REGISTER_CPU(T)                                                              \
  REGISTER_KERNEL_BUILDER(                                                           \
      Name("Compat>AddOne").Device(::tensorflow::DEVICE_CPU).TypeConstraint<T>("T"), \
      AddOneOp<CPUDevice, T>)
TF_CALL_FLOAT_TYPES(REGISTER_CPU)
#undef REGISTER_CPU

class PairOp : public OpKernel {
 public:
  explicit PairOp(OpKernelConstruction* ctx) : OpKernel(ctx) {}
  void Compute(OpKernelContext* ctx) override {
    const Tensor& x = ctx->input(0);
    OP_REQUIRES_VALUE(const int64_t half, ctx, Halved(x.dim_size(0)));
    Tensor y;
    OP_REQUIRES_OK(ctx, ctx->allocate_temp(DT_FLOAT, TensorShape({half, x.dim_size(0), 1, 1}), &y));
    y.tensor<float, 4>().setConstant(static_cast<float>(x.NumElements()));
    ctx->set_output(0, std::move(y));
  }
};
REGISTER_KERNEL_BUILDER(Name("Compat>Pair").Device(DEVICE_CPU), PairOp);

// Finishes on a thread of its own.
class LaterOp : public AsyncOpKernel {
 public:
  explicit LaterOp(OpKernelConstruction* ctx) : AsyncOpKernel(ctx) {}
  void ComputeAsync(OpKernelContext* ctx, DoneCallback done) override {
    OP_REQUIRES_ASYNC(ctx, ctx->input(0).dims() == 1,
                      tsl::errors::InvalidArgument("x must be a vector"), done);
    ctx->env()->SchedClosure([ctx, done = std::move(done)] {
      Tensor* y = nullptr;
      OP_REQUIRES_OK_ASYNC(ctx, ctx->allocate_output(0, ctx->input(0).shape(), &y), done);
      y->vec<int32_t>() = ctx->input(0).vec<int32_t>() + 7;
      LOG_IF(INFO, false) << "never";
      done();
    });
  }
};
REGISTER_KERNEL_BUILDER(Name("Compat>Later").Device(DEVICE_CPU), LaterOp);

}  // namespace tensorflow
