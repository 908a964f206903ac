// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Unary element-wise ops. A new one: its function in kernels/loops/unary_loops_isa.cc, and a
// REGISTER line here.
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/elementwise/unary_element_function.h"

namespace opgraft {
namespace {

using loops::UnaryFunction;

class UnaryOpBase : public OpKernel {
 public:
  UnaryOpBase(OpKernelConstruction* context, UnaryFunction function)
      : OpKernel(context),
        function_(function, input_type(0)),
        element_size_(DataTypeSize(input_type(0))) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    const char* from = static_cast<const char*>(in.data());
    const int64_t n = in.NumElements();
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, in.shape(), &out));
    char* to = static_cast<char*>(out->data());
    ShardElements(context, n, kElementNs, [&](int64_t begin, int64_t end) {
      function_.Run(from + begin * element_size_, to + begin * element_size_, end - begin);
    });
  }

 private:
  static constexpr double kElementNs = 0.5;

  const UnaryElementFunction function_;
  const int64_t element_size_;
};

template <UnaryFunction kFunction>
class UnaryOp : public UnaryOpBase {
 public:
  explicit UnaryOp(OpKernelConstruction* context) : UnaryOpBase(context, kFunction) {}
};

#define REGISTER_UNARY(op, function, T)                                                   \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          UnaryOp<UnaryFunction::function>);

#define CALL_SIGNED_TYPES(m) TF_CALL_int8(m) TF_CALL_int16(m) TF_CALL_int32(m) TF_CALL_int64(m)

#define REGISTER(T) REGISTER_UNARY("Neg", kNeg, T)
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
CALL_SIGNED_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T) REGISTER_UNARY("Abs", kAbs, T)
TF_CALL_FLOAT_TYPES(REGISTER);
CALL_SIGNED_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T) REGISTER_UNARY("Square", kSquare, T)
TF_CALL_NUMBER_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                \
  REGISTER_UNARY("Sqrt", kSqrt, T) \
  REGISTER_UNARY("Exp", kExp, T)   \
  REGISTER_UNARY("Tanh", kTanh, T) \
  REGISTER_UNARY("Sigmoid", kSigmoid, T)
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T) REGISTER_UNARY("Relu", kRelu, T)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

REGISTER_KERNEL_BUILDER(Name("LogicalNot").Device(DEVICE_CPU).Forwards(0),
                        UnaryOp<UnaryFunction::kLogicalNot>);

}  // namespace
}  // namespace opgraft
