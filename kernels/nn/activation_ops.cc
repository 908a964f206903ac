// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Activations and their gradients. A new one: its function in
// kernels/loops/activation_loops_isa.cc, and a REGISTER line here.
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "kernels/elementwise/blocks_in_wider_type.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/activation_loops.h"

namespace opgraft_internal {
namespace {

using loops::Activation;

class ActivationOpBase : public OpKernel {
 public:
  explicit ActivationOpBase(OpKernelConstruction* context)
      : OpKernel(context), blocks_(input_type(0)) {
    if (context->HasAttr("alpha")) OP_REQUIRES_OK(context, context->GetAttr("alpha", &alpha_));
  }

 protected:
  static constexpr double kElementNs = 1;

  const BlocksInWiderType blocks_;
  float alpha_ = 0;
};

template <Activation kFunction>
class ActivationOp : public ActivationOpBase {
 public:
  explicit ActivationOp(OpKernelConstruction* context)
      : ActivationOpBase(context),
        loop_(loops::FindActivationLoop(kFunction, ComputeTypeOf(input_type(0)))) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    const void* x = in.data();
    const int64_t n = in.NumElements();
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, in.shape(), &out));
    ShardElements(context, n, kElementNs, [&](int64_t begin, int64_t end) {
      blocks_.Run(x, nullptr, out->data(), begin, end,
                  [this](const void* from, const void*, void* to, int64_t size) {
                    loop_(from, alpha_, to, size);
                  });
    });
  }

 private:
  const loops::ActivationLoop loop_;
};

template <Activation kFunction>
class ActivationGradOp : public ActivationOpBase {
 public:
  explicit ActivationGradOp(OpKernelConstruction* context)
      : ActivationOpBase(context),
        loop_(loops::FindActivationGradLoop(kFunction, ComputeTypeOf(input_type(0)))) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& gradients = context->input(0);
    const Tensor& features = context->input(1);
    OP_REQUIRES(
        context, gradients.shape() == features.shape(),
        absl::InvalidArgumentError("Inputs to operation " + name() +
                                   " must have the same shape: " + gradients.shape().DebugString() +
                                   " vs. " + features.shape().DebugString()));
    const void* g = gradients.data();
    const void* x = features.data();
    const int64_t n = gradients.NumElements();
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context,
                   context->forward_input_or_allocate_output({0, 1}, 0, gradients.shape(), &out));
    ShardElements(context, n, kElementNs, [&](int64_t begin, int64_t end) {
      blocks_.Run(g, x, out->data(), begin, end,
                  [this](const void* gradient, const void* at, void* to, int64_t size) {
                    loop_(gradient, at, alpha_, to, size);
                  });
    });
  }

 private:
  const loops::ActivationGradLoop loop_;
};

#define REGISTER_FORWARD(op, function, T)                                                 \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          ActivationOp<Activation::function>);
#define REGISTER_GRAD(op, function, T)                                            \
  REGISTER_KERNEL_BUILDER(                                                        \
      Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0).Forwards(1), \
      ActivationGradOp<Activation::function>);

#define REGISTER(T)                    \
  REGISTER_FORWARD("Relu6", kRelu6, T) \
  REGISTER_GRAD("ReluGrad", kRelu, T)  \
  REGISTER_GRAD("Relu6Grad", kRelu6, T)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                             \
  REGISTER_FORWARD("LeakyRelu", kLeakyRelu, T)  \
  REGISTER_FORWARD("Elu", kElu, T)              \
  REGISTER_FORWARD("Selu", kSelu, T)            \
  REGISTER_FORWARD("Softplus", kSoftplus, T)    \
  REGISTER_FORWARD("Softsign", kSoftsign, T)    \
  REGISTER_GRAD("LeakyReluGrad", kLeakyRelu, T) \
  REGISTER_GRAD("EluGrad", kElu, T)             \
  REGISTER_GRAD("SeluGrad", kSelu, T)           \
  REGISTER_GRAD("SoftplusGrad", kSoftplus, T)   \
  REGISTER_GRAD("SoftsignGrad", kSoftsign, T)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER
#undef REGISTER_FORWARD
#undef REGISTER_GRAD

}  // namespace
}  // namespace opgraft_internal
