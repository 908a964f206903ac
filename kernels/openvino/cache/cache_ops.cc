// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Caches that grow in place. OpenVINO>ReadCache is a step of the plan and has no kernel.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "framework/tensor/growing_tensor.h"
#include "framework/types/partial_tensor_shape.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

absl::StatusOr<const GrowingTensor*> CacheOf(const OpKernelContext* context) {
  const GrowingTensor* const cache = FindGrowingTensor(context->input(0));
  if (cache == nullptr) return absl::InvalidArgumentError("input 0 holds no cache");
  return cache;
}

absl::Status SetCache(OpKernelContext* context, absl::StatusOr<GrowingTensor> cache) {
  OPGRAFT_RETURN_IF_ERROR(cache.status());
  Tensor* holder = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, TensorShape(), &holder));
  SetGrowingTensor(*std::move(cache), holder);
  return absl::OkStatus();
}

// What a cache may be, by the attr `shape`.
absl::Status CheckCache(DataType type, const PartialTensorShape& shape, DataType got_type,
                        const TensorShape& got) {
  if (got_type == type && shape.IsCompatibleWith(got)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("the cache is ", DataTypeString(type),
                                                 shape.DebugString(), "; got ",
                                                 DataTypeString(got_type), got.DebugString()));
}

// -1: it has no such axis, which it says itself.
int AxisOf(int64_t axis, const GrowingTensor& cache) {
  return axis < cache.shape().dims() ? static_cast<int>(axis) : -1;
}

// A copy: the input may be of memory that others write later.
class ToCacheOp : public OpKernel {
 public:
  explicit ToCacheOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("shape", &shape_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& value = context->input(0);
    OP_REQUIRES_OK(context, CheckCache(input_type(0), shape_, value.dtype(), value.shape()));
    OP_REQUIRES_VALUE(const Tensor copy, context, value.DeepCopy());
    OP_REQUIRES_OK(context, SetCache(context, GrowingTensor(copy)));
  }

 private:
  PartialTensorShape shape_;
};

class FromCacheOp : public OpKernel {
 public:
  explicit FromCacheOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("shape", &shape_));
  }

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const GrowingTensor* const cache, context, CacheOf(context));
    OP_REQUIRES_OK(context, CheckCache(output_type(0), shape_, cache->dtype(), cache->shape()));
    if (cache->IsDense()) {
      OP_REQUIRES_VALUE(Tensor value, context, cache->ToTensor());
      return context->set_output(0, std::move(value));
    }
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, cache->shape(), &out));
    cache->CopyTo(out);
  }

 private:
  PartialTensorShape shape_;
};

class ShapeOfCacheOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const GrowingTensor* const cache, context, CacheOf(context));
    const TensorShape& shape = cache->shape();
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({shape.dims()}), &out));
    for (int d = 0; d < shape.dims(); ++d) {
      if (output_type(0) == DT_INT64) {
        out->vec<int64_t>()(d) = shape.dim_size(d);
      } else {
        out->vec<int32_t>()(d) = static_cast<int32_t>(shape.dim_size(d));
      }
    }
  }
};

class PickFromCacheOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const GrowingTensor* const cache, context, CacheOf(context));
    OP_REQUIRES(context, context->input(1).dims() == 1,
                absl::InvalidArgumentError("parts must be a vector"));
    const Integers parts = IntegersOf(context->input(1));
    if (AreAllInOrder(parts, cache->shape())) return context->set_output(0, context->input(0));
    OP_REQUIRES_OK(context, SetCache(context, cache->Pick(parts)));
  }

 private:
  static bool AreAllInOrder(const Integers& parts, const TensorShape& shape) {
    bool in_order = shape.dims() > 0 && shape.dim_size(0) == static_cast<int64_t>(parts.size());
    for (size_t i = 0; in_order && i < parts.size(); ++i)
      in_order = parts[i] == static_cast<int64_t>(i);
    return in_order;
  }
};

class AppendToCacheOp : public OpKernel {
 public:
  explicit AppendToCacheOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("axis", &axis_));
    OP_REQUIRES_OK(context, context->GetAttr("shape", &shape_));
  }

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const GrowingTensor* const cache, context, CacheOf(context));
    OP_REQUIRES_VALUE(GrowingTensor joined, context,
                      cache->Append(AxisOf(axis_, *cache), context->input(1)));
    OP_REQUIRES_OK(context, CheckCache(input_type(1), shape_, joined.dtype(), joined.shape()));
    OP_REQUIRES_OK(context, SetCache(context, std::move(joined)));
  }

 private:
  int64_t axis_ = 0;
  PartialTensorShape shape_;
};

class RowsOfCacheOp : public OpKernel {
 public:
  explicit RowsOfCacheOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("T", &type_));
    OP_REQUIRES_OK(context, context->GetAttr("axis", &axis_));
    OP_REQUIRES_OK(context, context->GetAttr("begin", &begin_));
    OP_REQUIRES_OK(context, context->GetAttr("end", &end_));
    OP_REQUIRES_OK(context, context->GetAttr("shape", &shape_));
  }

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const GrowingTensor* const cache, context, CacheOf(context));
    const int axis = AxisOf(axis_, *cache);
    OP_REQUIRES_VALUE(GrowingTensor rows, context, cache->RowsFrom(axis, begin_));
    const int64_t all = cache->shape().dim_size(axis), count = rows.shape().dim_size(axis);
    const int64_t cut = all - std::clamp<int64_t>(end_ < 0 ? all + end_ : end_, 0, all);
    if (cut > 0) rows = rows.FirstRows(std::max<int64_t>(count - cut, 0));
    OP_REQUIRES_OK(context, CheckCache(type_, shape_, rows.dtype(), rows.shape()));
    OP_REQUIRES_OK(context, SetCache(context, std::move(rows)));
  }

 private:
  DataType type_ = DT_INVALID;
  int64_t axis_ = 0;
  int64_t begin_ = 0;
  int64_t end_ = 0;
  PartialTensorShape shape_;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>ToCache").Device(DEVICE_CPU), ToCacheOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>FromCache").Device(DEVICE_CPU), FromCacheOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>ShapeOfCache").Device(DEVICE_CPU), ShapeOfCacheOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>PickFromCache").Device(DEVICE_CPU), PickFromCacheOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>AppendToCache").Device(DEVICE_CPU), AppendToCacheOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>RowsOfCache").Device(DEVICE_CPU), RowsOfCacheOp);

}  // namespace
}  // namespace opgraft_internal
