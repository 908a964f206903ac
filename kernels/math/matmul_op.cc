// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstring>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/math/matrix_product.h"

namespace opgraft_internal {
namespace {

class MatMulOp : public OpKernel {
 public:
  explicit MatMulOp(OpKernelConstruction* context)
      : OpKernel(context),
        type_(ComputeTypeOf(input_type(0))),
        product_(type_),
        a_to_product_(input_type(0), type_),
        b_to_product_(input_type(1), type_),
        from_product_(type_, output_type(0)) {
    OP_REQUIRES_OK(context, context->GetAttr("transpose_a", &transpose_a_));
    OP_REQUIRES_OK(context, context->GetAttr("transpose_b", &transpose_b_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& a = context->input(0);
    const Tensor& b = context->input(1);
    OP_REQUIRES_OK(context, CheckShapes(a.shape(), b.shape()));
    DenseProduct product = ProductOfShapes(a.shape(), b.shape(), transpose_a_, transpose_b_);
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({product.m, product.n}), &out));
    if (out->NumElements() == 0) return;
    if (product.k == 0) {
      std::memset(out->data(), 0, out->TotalBytes());
      return;
    }
    product.a = a.data();
    product.b = b.data();
    product.c = out->data();
    const bool is_wide = type_ == input_type(0) && type_ == input_type(1);
    OP_REQUIRES_OK(context, is_wide ? product_.RunDense(context, product)
                                    : MultiplyWidened(context, a, b, product, out));
  }

 private:
  absl::Status CheckShapes(const TensorShape& a, const TensorShape& b) const {
    const TensorShape* shapes[] = {&a, &b};
    for (int i = 0; i < 2; ++i) {
      if (shapes[i]->dims() == 2) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "In[", i, "] is not a matrix. Instead it has shape ", shapes[i]->DebugString()));
    }
    if (a.dim_size(transpose_a_ ? 0 : 1) == b.dim_size(transpose_b_ ? 1 : 0))
      return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "Matrix size-incompatible: In[0]: ", a.DebugString(), ", In[1]: ", b.DebugString()));
  }

  // half and bfloat16: all in float, rounded once.
  absl::Status MultiplyWidened(OpKernelContext* context, const Tensor& a, const Tensor& b,
                               DenseProduct product, Tensor* out) const {
    Tensor wide_a, wide_b, wide_out;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(type_, a.shape(), &wide_a));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(type_, b.shape(), &wide_b));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(type_, out->shape(), &wide_out));
    a_to_product_.Run(a.data(), wide_a.data(), a.NumElements());
    b_to_product_.Run(b.data(), wide_b.data(), b.NumElements());
    product.a = wide_a.data();
    product.b = wide_b.data();
    product.c = wide_out.data();
    OPGRAFT_RETURN_IF_ERROR(product_.RunDense(context, product));
    from_product_.Run(wide_out.data(), out->data(), out->NumElements());
    return absl::OkStatus();
  }

  const DataType type_;
  const MatrixProduct product_;
  const CastFunction a_to_product_;
  const CastFunction b_to_product_;
  const CastFunction from_product_;
  bool transpose_a_ = false;
  bool transpose_b_ = false;
};

#define REGISTER(T) \
  REGISTER_KERNEL_BUILDER(Name("MatMul").Device(DEVICE_CPU).TypeConstraint<T>("T"), MatMulOp);
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
TF_CALL_uint8(REGISTER);
TF_CALL_uint16(REGISTER);
TF_CALL_uint32(REGISTER);
TF_CALL_uint64(REGISTER);
#undef REGISTER

// What says that many elements are 0 changes no result.
#define REGISTER(Ta, Tb)                                                                         \
  REGISTER_KERNEL_BUILDER(                                                                       \
      Name("SparseMatMul").Device(DEVICE_CPU).TypeConstraint<Ta>("Ta").TypeConstraint<Tb>("Tb"), \
      MatMulOp);
REGISTER(float, float)
REGISTER(float, bfloat16)
REGISTER(bfloat16, float)
REGISTER(bfloat16, bfloat16)
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
