// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/op/range_size.h"
#include "kernels/data_movement/index_input.h"

namespace opgraft_internal {
namespace {

// start + i * delta, in the arithmetic of T; integers wrap round on the way, the elements
// themselves fit.
template <typename T>
T Element(T start, int64_t i, T delta) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(start) +
                          static_cast<uint64_t>(i) * static_cast<uint64_t>(delta));
  } else {
    return start + static_cast<T>(static_cast<float>(i)) * delta;
  }
}
template <>
double Element(double start, int64_t i, double delta) {
  return start + static_cast<double>(i) * delta;
}

template <typename T>
class RangeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    static constexpr const char* kNames[] = {"start", "limit", "delta"};
    for (int i = 0; i < 3; ++i) {
      const TensorShape& shape = context->input(i).shape();
      OP_REQUIRES(context, IsScalarOrOneElementVector(shape),
                  absl::InvalidArgumentError(absl::StrCat(
                      kNames[i], " must be a scalar, not shape ", shape.DebugString())));
    }
    const T start = Value(context->input(0));
    const T delta = Value(context->input(2));
    int64_t size = 0;
    OP_REQUIRES_OK(context, RangeSize(start, Value(context->input(1)), delta, &size));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({size}), &out));
    T* to = static_cast<T*>(out->data());
    for (int64_t i = 0; i < size; ++i) to[i] = Element(start, i, delta);
  }

 private:
  static T Value(const Tensor& tensor) { return *static_cast<const T*>(tensor.data()); }
};

#define REGISTER(T)                                      \
  REGISTER_KERNEL_BUILDER(Name("Range")                  \
                              .Device(DEVICE_CPU)        \
                              .TypeConstraint<T>("Tidx") \
                              .HostMemory("start")       \
                              .HostMemory("limit")       \
                              .HostMemory("delta"),      \
                          RangeOp<T>);
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_int8(REGISTER);
TF_CALL_int16(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
TF_CALL_uint16(REGISTER);
TF_CALL_uint32(REGISTER);
TF_CALL_uint64(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
