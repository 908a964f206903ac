// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Arithmetic on integers that stand for numbers; what comes out has 32 bits.
#include <algorithm>
#include <cstring>

#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/math/matrix_product.h"
#include "kernels/nn/from_zero.h"
#include "kernels/nn/quantized_range.h"

namespace opgraft_internal {
namespace {

constexpr double kIntegerNs = 1;

class QuantizedMatMulOp : public OpKernel {
 public:
  explicit QuantizedMatMulOp(OpKernelConstruction* context)
      : OpKernel(context), product_(DT_INT32) {
    OP_REQUIRES_OK(context, context->GetAttr("transpose_a", &transpose_a_));
    OP_REQUIRES_OK(context, context->GetAttr("transpose_b", &transpose_b_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& a = context->input(0);
    const Tensor& b = context->input(1);
    OP_REQUIRES(context, a.dims() == 2 && b.dims() == 2,
                absl::InvalidArgumentError(absl::StrCat("a and b must be matrices, got shapes ",
                                                        a.shape().DebugString(), " and ",
                                                        b.shape().DebugString())));
    OP_REQUIRES_VALUE(const QuantizedRange a_range, context, ProperRange(context, 2));
    OP_REQUIRES_VALUE(const QuantizedRange b_range, context, ProperRange(context, 4));
    DenseProduct product;
    OP_REQUIRES_OK(context, FindProduct(a.shape(), b.shape(), &product));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({product.m, product.n}), &out));
    OP_REQUIRES_OK(context, SetRange(context, 1, ProductRange<uint8_t, uint8_t>(a_range, b_range)));
    if (out->NumElements() == 0) return;
    product.c = out->data();
    if (product.k == 0) {
      std::memset(product.c, 0, out->TotalBytes());
      return;
    }
    Tensor wide_a, wide_b;
    OP_REQUIRES_OK(context, FromZero<uint8_t>(context, a, a_range, &wide_a));
    OP_REQUIRES_OK(context, FromZero<uint8_t>(context, b, b_range, &wide_b));
    product.a = wide_a.data();
    product.b = wide_b.data();
    OP_REQUIRES_OK(context, product_.RunDense(context, product));
  }

 private:
  // The sizes of the product of two matrices.
  absl::Status FindProduct(const TensorShape& a, const TensorShape& b,
                           DenseProduct* product) const {
    *product = ProductOfShapes(a, b, transpose_a_, transpose_b_);
    if (product->k == b.dim_size(transpose_b_ ? 1 : 0)) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("Matrix size-incompatible: a: ", a.DebugString(), ", b: ", b.DebugString()));
  }

  const MatrixProduct product_;
  bool transpose_a_ = false;
  bool transpose_b_ = false;
};

REGISTER_KERNEL_BUILDER(Name("QuantizedMatMul")
                            .Device(DEVICE_CPU)
                            .TypeConstraint<quint8>("T1")
                            .TypeConstraint<quint8>("T2")
                            .TypeConstraint<qint32>("Toutput"),
                        QuantizedMatMulOp);

// Numbers below 0 become 0; with `kIs6` those above 6 become 6.
template <typename Integer, bool kIs6>
class QuantizedReluOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    OP_REQUIRES_VALUE(const QuantizedRange range, context, ScalarRange(context, 1));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, input.shape(), &output));
    const Integer least = LevelOf<Integer>(0.0f, range);
    Integer most = std::numeric_limits<Integer>::max();
    if (kIs6) most = LevelOf<Integer>(6.0f, range);
    const Integer* const from = static_cast<const Integer*>(input.data());
    Integer* const to = static_cast<Integer*>(output->data());
    ShardElements(context, input.NumElements(), kIntegerNs, [=](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) to[i] = std::min(std::max(from[i], least), most);
    });
    OP_REQUIRES_OK(context, SetRange(context, 1, range));
  }
};

#define REGISTER(op, T, is6)                                                                 \
  REGISTER_KERNEL_BUILDER(                                                                   \
      Name(op).Device(DEVICE_CPU).TypeConstraint<T>("Tinput").TypeConstraint<T>("out_type"), \
      QuantizedReluOp<T::Storage, is6>);
REGISTER("QuantizedRelu", quint8, false)
REGISTER("QuantizedRelu", qint32, false)
REGISTER("QuantizedRelu6", quint8, true)
REGISTER("QuantizedRelu6", qint32, true)
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
