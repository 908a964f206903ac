// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Resources, reference inputs, variants, random numbers and messages, as TensorFlow's op sources
// use them.
#include <string>
#include <vector>

#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/resource_mgr.h"
#include "tensorflow/core/framework/resource_op_kernel.h"
#include "tensorflow/core/framework/shape_inference.h"
#include "tensorflow/core/framework/tensor.pb.h"
#include "tensorflow/core/framework/variant.h"
#include "tensorflow/core/lib/random/simple_philox.h"
#include "tensorflow/core/util/guarded_philox_random.h"

namespace tensorflow {

class CounterResource : public ResourceBase {
 public:
  explicit CounterResource(int64_t start) : count_(start) {}
  std::string DebugString() const override { return strings::StrCat("counter at ", count_); }
  int64_t MemoryUsed() const override { return sizeof(*this); }
  int64_t Next() TF_LOCKS_EXCLUDED(mu_) {
    mutex_lock l(mu_);
    return count_++;
  }

 private:
  mutable mutex mu_;
  int64_t count_ TF_GUARDED_BY(mu_);
};

REGISTER_OP("Compat>Counter")
    .Attr("start: int = 0")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .Output("handle: resource")
    .SetIsStateful()
    .SetShapeFn(shape_inference::ScalarShape);
REGISTER_OP("Compat>CounterNext")
    .Input("handle: resource")
    .Output("value: int64")
    .SetIsStateful()
    .SetShapeFn(shape_inference::ScalarShape);

class CounterOp : public ResourceOpKernel<CounterResource> {
 public:
  explicit CounterOp(OpKernelConstruction* ctx) : ResourceOpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("start", &start_));
  }

 private:
  Status CreateResource(CounterResource** resource) override TF_EXCLUSIVE_LOCKS_REQUIRED(mu_) {
    *resource = new CounterResource(start_);
    return OkStatus();
  }
  Status VerifyResource(CounterResource* resource) override {
    return resource->MemoryUsed() > 0 ? OkStatus() : errors::Internal("empty");
  }
  int64_t start_;
};

class CounterNextOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    core::RefCountPtr<CounterResource> counter;
    OP_REQUIRES_OK(ctx, LookupResource(ctx, HandleFromInput(ctx, 0), &counter));
    CounterResource* again = nullptr;
    OP_REQUIRES_OK(ctx, LookupResource(ctx, HandleFromInput(ctx, 0), &again));
    core::ScopedUnref unref(again);
    Tensor* value = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({}), &value));
    value->scalar<int64_t>()() = counter->Next();
  }
};

REGISTER_KERNEL_BUILDER(Name("Compat>Counter").Device(DEVICE_CPU), CounterOp);
REGISTER_KERNEL_BUILDER(Name("Compat>CounterNext").Device(DEVICE_CPU), CounterNextOp);

// --- References ---

REGISTER_OP("Compat>AddToRef")
    .Input("ref: Ref(float)")
    .Input("by: float")
    .Output("out: Ref(float)")
    .SetShapeFn([](shape_inference::InferenceContext* c) {
      c->set_output(0, c->input(0));
      return OkStatus();
    });

class AddToRefOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    mutex_lock l(*ctx->input_ref_mutex(0));
    Tensor ref = ctx->mutable_input(0, /*lock_held=*/true);
    ref.flat<float>() += ref.flat<float>().constant(ctx->input(1).scalar<float>()());
    ctx->forward_ref_input_to_ref_output(0, 0);
  }
};
REGISTER_KERNEL_BUILDER(Name("Compat>AddToRef").Device(DEVICE_CPU), AddToRefOp);

// --- Variants ---

struct Point {
  int x = 0;
  std::string TypeName() const { return "compat Point"; }
  void Encode(VariantTensorData* data) const { data->set_metadata(x); }
  bool Decode(const VariantTensorData& data) { return data.get_metadata(&x); }
  std::string DebugString() const { return strings::StrCat("Point ", x); }
};

REGISTER_OP("Compat>PointOf")
    .Input("x: int32")
    .Output("p: variant")
    .SetShapeFn(shape_inference::ScalarShape);
REGISTER_OP("Compat>XOf")
    .Input("p: variant")
    .Output("x: int32")
    .SetShapeFn(shape_inference::ScalarShape);

class PointOfOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    Tensor* p = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({}), &p));
    Point point;
    point.x = ctx->input(0).scalar<int32>()();
    p->scalar<Variant>()() = std::move(point);
  }
};
class XOfOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    const Variant& variant = ctx->input(0).scalar<Variant>()();
    const Point* point = variant.get<Point>();
    OP_REQUIRES(ctx, point != nullptr,
                errors::InvalidArgument("no Point: ", variant.DebugString()));
    OP_REQUIRES(ctx, variant.TypeId() == TypeIndex::Make<Point>(),
                errors::Internal("another type"));
    Tensor* x = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({}), &x));
    x->scalar<int32>()() = point->x;
  }
};
REGISTER_KERNEL_BUILDER(Name("Compat>PointOf").Device(DEVICE_CPU), PointOfOp);
REGISTER_KERNEL_BUILDER(Name("Compat>XOf").Device(DEVICE_CPU), XOfOp);

// --- Random numbers ---

REGISTER_OP("Compat>Dice")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0")
    .Input("n: int32")
    .Output("y: int64")
    .SetIsStateful();

class DiceOp : public OpKernel {
 public:
  explicit DiceOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, generator_.Init(ctx));
  }
  void Compute(OpKernelContext* ctx) override {
    const int32 n = ctx->input(0).scalar<int32>()();
    random::PhiloxRandom local = generator_.ReserveSamples32(n);
    random::SimplePhilox random(&local);
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, {n}, &y));
    for (int32 i = 0; i < n; ++i) y->vec<int64_t>()(i) = random.Rand32();
  }

 private:
  GuardedPhiloxRandom generator_;
};
REGISTER_KERNEL_BUILDER(Name("Compat>Dice").Device(DEVICE_CPU), DiceOp);

// --- Messages, without protobuf ---

REGISTER_OP("Compat>ThroughBytes")
    .Attr("shape: shape")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn([](shape_inference::InferenceContext* c) {
      TensorShapeProto proto;
      shape_inference::ShapeHandle shape;
      auto status = c->GetAttr("shape", &proto);
      status.Update(c->MakeShapeFromShapeProto(proto, &shape));
      c->set_output(0, shape);
      return status;
    });

class ThroughBytesOp : public OpKernel {
 public:
  explicit ThroughBytesOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("shape", &shape_));
  }
  void Compute(OpKernelContext* ctx) override {
    TensorProto written;
    ctx->input(0).AsProtoTensorContent(&written);
    std::string bytes;
    OP_REQUIRES(ctx, written.SerializeToString(&bytes), errors::Internal("not written"));
    TensorProto read;
    OP_REQUIRES(ctx, read.ParseFromString(bytes), errors::DataLoss("not read"));
    Tensor flat, y;
    OP_REQUIRES(ctx, flat.FromProto(read) && read.dtype() == DT_FLOAT,
                errors::InvalidArgument("no tensor"));
    OP_REQUIRES(ctx, read.tensor_shape().dim_size() == flat.dims(),
                errors::Internal("another rank"));
    OP_REQUIRES(ctx, y.CopyFrom(flat, TensorShape(shape_)),
                errors::InvalidArgument("wants ", shape_.dim_size(), " dimensions of size ",
                                        shape_.dim(0).size()));
    ctx->set_output(0, y);
  }

 private:
  TensorShapeProto shape_;
};
REGISTER_KERNEL_BUILDER(Name("Compat>ThroughBytes").Device(DEVICE_CPU), ThroughBytesOp);

}  // namespace tensorflow
