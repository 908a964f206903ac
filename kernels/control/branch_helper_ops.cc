// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Helpers of functional branches.
#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace {

template <typename T>
bool IsTrue(const Tensor& scalar) {
  if constexpr (std::is_same_v<T, tstring>) {
    return !static_cast<const tstring*>(scalar.data())->empty();
  } else {
    return *static_cast<const T*>(scalar.data()) != T(0);
  }
}

class ToBoolOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    bool is_true = input.NumElements() > 0;
    if (input.dims() == 0) OP_REQUIRES_OK(context, OfScalar(input, &is_true));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &output));
    output->scalar<bool>()() = is_true;
  }

 private:
  static absl::Status OfScalar(const Tensor& input, bool* is_true) {
    switch (input.dtype()) {
#define CASE(T)                  \
  case DataTypeToEnum<T>::value: \
    *is_true = IsTrue<T>(input); \
    return absl::OkStatus();
      CASE(float)
      CASE(double)
      CASE(int32)
      CASE(int64_t)
      CASE(uint8_t)
      CASE(int8_t)
      CASE(int16_t)
      CASE(bool)
      CASE(tstring)
#undef CASE
      default:
        return absl::InvalidArgumentError(absl::StrCat(
            "a scalar of type ", DataTypeString(input.dtype()), " cannot be a condition"));
    }
  }
};

class DeviceIndexOp : public OpKernel {
 public:
  explicit DeviceIndexOp(OpKernelConstruction* context) : OpKernel(context) {
    std::vector<std::string> names;
    OP_REQUIRES_OK(context, context->GetAttr("device_names", &names));
    index_ = static_cast<int32_t>(std::find(names.begin(), names.end(), "CPU") - names.begin());
  }
  void Compute(OpKernelContext* context) override {
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &output));
    output->scalar<int32_t>()() = index_;
  }

 private:
  int32_t index_ = 0;
};

class FakeParamOp : public OpKernel {
 public:
  explicit FakeParamOp(OpKernelConstruction* context) : OpKernel(context) {
    PartialTensorShape partial;
    OP_REQUIRES_OK(context, context->GetAttr("shape", &partial));
    TensorShape shape;
    for (int d = 0; d < partial.dims(); ++d)
      OP_REQUIRES_OK(context, shape.AddDimWithStatus(std::max<int64_t>(partial.dim_size(d), 0)));
    OP_REQUIRES_VALUE(value_, context, Tensor::Create(output_type(0), shape));
    if (DataTypeCanUseMemcpy(value_.dtype()) && value_.NumElements() > 0)
      std::memset(value_.data(), 0, value_.TotalBytes());
  }
  void Compute(OpKernelContext* context) override { context->set_output(0, value_); }

 private:
  Tensor value_;
};

REGISTER_KERNEL_BUILDER(Name("ToBool").Device(DEVICE_CPU), ToBoolOp);
REGISTER_KERNEL_BUILDER(Name("DeviceIndex").Device(DEVICE_CPU), DeviceIndexOp);
REGISTER_KERNEL_BUILDER(Name("FakeParam").Device(DEVICE_CPU), FakeParamOp);

}  // namespace
}  // namespace opgraft_internal
