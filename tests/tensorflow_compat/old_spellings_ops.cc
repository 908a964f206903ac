// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// An op as it was written for TensorFlow 1.x: spellings that TensorFlow has dropped since.
#define EIGEN_USE_THREADS

#include <vector>

#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/shape_inference.h"
#include "tensorflow/core/kernels/bounds_check.h"
#include "tensorflow/core/lib/core/error_codes.pb.h"
#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/core/lib/strings/str_util.h"
#include "tensorflow/core/lib/strings/stringprintf.h"
#include "tensorflow/core/platform/default/integral_types.h"
#include "tensorflow/core/platform/default/logging.h"
#include "tensorflow/core/util/work_sharder.h"
#include "third_party/eigen3/unsupported/Eigen/CXX11/Tensor"

#if GOOGLE_CUDA
#include "tensorflow/core/util/cuda_kernel_helper.h"
#endif

#if TF_MAJOR_VERSION > 2
#error "no such TensorFlow"
#endif

using namespace tensorflow;

typedef Eigen::ThreadPoolDevice CPUDevice;
typedef Eigen::GpuDevice GPUDevice;

REGISTER_OP("OldScale")
    .Attr("T: {float, int64}")
    .Attr("factor: float = 2.0")
    .Attr("words: string = 'a,b,,c'")
    .Input("x: T")
    .Output("y: T")
    .Output("count: int64")
    .SetShapeFn([](::tensorflow::shape_inference::InferenceContext* c) {
      shape_inference::ShapeHandle rows;
      TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &rows));
      c->set_output(0, rows);
      c->set_output(1, c->Vector(c->Dim(rows, 0)));
      return Status::OK();
    })
    .Doc(R"doc(
Scales.

x: A matrix.
)doc");

REGISTER_OP("OldStrings")
    .Input("x: string")
    .Output("y: string")
    .SetShapeFn(shape_inference::UnchangedShape);

namespace {

Status CheckFactor(float factor) {
  if (factor < 0)
    return Status(error::INVALID_ARGUMENT, strings::StrCat("factor is negative: ", factor));
  return Status::OK();
}

template <typename Device, typename T>
class OldScaleOp : public OpKernel {
 public:
  explicit OldScaleOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("factor", &factor_));
    OP_REQUIRES_OK(context, context->GetAttr("words", &words_));
    Tensor* zeros = nullptr;
    OP_REQUIRES_OK(context,
                   context->allocate_persistent(DT_FLOAT, TensorShape({4}), &kept_, &zeros));
    zeros->flat<float>().setZero();
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& x = context->input(0);
    OP_REQUIRES(context, TensorShapeUtils::IsMatrix(x.shape()),
                errors::InvalidArgument("x must be a matrix, got ", x.shape().DebugString()));
    const Status fit = CheckFactor(factor_);
    OP_REQUIRES(context, fit.ok(),
                errors::InvalidArgument(fit.error_message(), " code ",
                                        fit.code() == error::INVALID_ARGUMENT));
    Tensor* y = NULL;
    OP_REQUIRES_OK(context, context->allocate_output(0, x.shape(), &y));
    y->template flat<T>().device(context->template eigen_device<Device>()) =
        x.template flat<T>() * static_cast<T>(factor_);

    Tensor* count = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output("count", {x.dim_size(0)}, &count));
    auto counts = count->vec<int64>();
    auto workers = *(context->device()->tensorflow_cpu_worker_threads());
    const int64 words =
        static_cast<int64>(str_util::Split(words_, ",", str_util::SkipEmpty()).size());
    Shard(workers.num_threads, workers.workers, x.dim_size(0), 100, [&](int64 start, int64 limit) {
      for (int64 i = start; i < limit; ++i) counts(i) = words + i;
      mutex_lock lock(mu_);
      calls_ += FastBoundsCheck(start, limit) ? 1 : 0;
    });
    VLOG(1) << strings::Printf("%d calls", calls_) << kept_.AccessTensor(context)->NumElements();
    record(context);
  }

 private:
  void record(OpKernelContext* context) {
    if (context->track_allocations()) context->record_persistent_memory_allocation(16, 1);
  }

  float factor_;
  string words_;
  PersistentTensor kept_;
  mutex mu_;
  int calls_ GUARDED_BY(mu_) = 0;

  TF_DISALLOW_COPY_AND_ASSIGN(OldScaleOp);
};

#define REGISTER_CPU(T)                                                               \
  REGISTER_KERNEL_BUILDER(Name("OldScale").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          OldScaleOp<CPUDevice, T>);
REGISTER_CPU(float);
REGISTER_CPU(int64);
#undef REGISTER_CPU

class OldStringsOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* context) override {
    const Tensor* x;
    OP_REQUIRES_OK(context, context->input("x", &x));
    Tensor* y = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, x->shape(), &y));
    for (int64 i = 0; i < x->NumElements(); ++i) {
      StringPiece text = x->flat<string>()(i);
      CHECK_LT(text.size(), 5u) << " for " << text;
      y->flat<string>()(i) = str_util::Uppercase(text);
    }
  }
};

// Without a semicolon, as author macros are used.
REGISTER_KERNEL_BUILDER(Name("OldStrings").Device(DEVICE_CPU), OldStringsOp)

}  // namespace
