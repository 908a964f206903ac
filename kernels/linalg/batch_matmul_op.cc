// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstring>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/linalg/batch_plan.h"
#include "kernels/math/matrix_product.h"

namespace opgraft_internal {
namespace {

template <typename Part>
void Conjugate(Part* parts, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i) parts[2 * i + 1] = -parts[2 * i + 1];
}

// BatchMatMul and its versions; V3 multiplies in the type of its output.
class BatchMatMulOp : public OpKernel {
 public:
  // `broadcasts`: whether batch dimensions are broadcast; if not, they must be the same.
  explicit BatchMatMulOp(OpKernelConstruction* context, bool broadcasts = true)
      : OpKernel(context),
        broadcasts_(broadcasts),
        type_(ComputeTypeOf(output_type(0))),
        product_(type_),
        widen_{CastFunction(input_type(0), type_), CastFunction(input_type(1), type_)},
        narrow_(type_, output_type(0)) {
    OP_REQUIRES_OK(context, context->GetAttr("adj_x", &adjoint_[0]));
    OP_REQUIRES_OK(context, context->GetAttr("adj_y", &adjoint_[1]));
  }

  void Compute(OpKernelContext* context) override {
    const TensorShape& x = context->input(0).shape();
    const TensorShape& y = context->input(1).shape();
    BatchPlan plan;
    OP_REQUIRES_OK(context, CheckRanks(x, y));
    OP_REQUIRES_OK(context, Plan(x, y, &plan));
    DenseProduct product;
    product.m = x.dim_size(x.dims() - (adjoint_[0] ? 1 : 2));
    product.k = x.dim_size(x.dims() - (adjoint_[0] ? 2 : 1));
    product.n = y.dim_size(y.dims() - (adjoint_[1] ? 2 : 1));
    OP_REQUIRES(
        context, product.k == y.dim_size(y.dims() - (adjoint_[1] ? 1 : 2)),
        absl::InvalidArgumentError(absl::StrCat(
            "Matrix size-incompatible: In[0]: ", x.DebugString(), ", In[1]: ", y.DebugString())));
    plan.shape.AddDim(product.m);
    plan.shape.AddDim(product.n);
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, plan.shape, &out));
    if (out->NumElements() == 0) return;
    if (product.k == 0) {
      std::memset(out->data(), 0, out->TotalBytes());
      return;
    }
    OP_REQUIRES_OK(context, Multiply(context, &plan, product, out));
  }

 private:
  static absl::Status CheckRanks(const TensorShape& x, const TensorShape& y) {
    const TensorShape* shapes[] = {&x, &y};
    for (int i = 0; i < 2; ++i) {
      if (shapes[i]->dims() >= 2) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("In[", i, "] ndims must be >= 2: ", shapes[i]->dims()));
    }
    return absl::OkStatus();
  }

  absl::Status Plan(const TensorShape& x, const TensorShape& y, BatchPlan* plan) const {
    const bool fits = PlanBatch(x, y, plan);
    if (!broadcasts_) {
      TensorShape batch_x = x, batch_y = y;
      batch_x.RemoveLastDims(2);
      batch_y.RemoveLastDims(2);
      if (batch_x == batch_y) return absl::OkStatus();
    } else if (fits) {
      return absl::OkStatus();
    }
    return absl::InvalidArgumentError(
        absl::StrCat("In[0] and In[1] must have ", broadcasts_ ? "compatible" : "the same",
                     " batch dimensions: ", x.DebugString(), " vs. ", y.DebugString()));
  }

  absl::Status Multiply(OpKernelContext* context, BatchPlan* plan, DenseProduct product,
                        Tensor* out) const {
    Tensor x, y, wide_out;
    OPGRAFT_RETURN_IF_ERROR(Operand(context, 0, &x));
    OPGRAFT_RETURN_IF_ERROR(Operand(context, 1, &y));
    if (type_ != out->dtype())
      OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(type_, out->shape(), &wide_out));
    const int64_t matrix_sizes[] = {product.m * product.k, product.k * product.n,
                                    product.m * product.n};
    for (OdometerDim<3>& dim : plan->dims) {
      for (int i = 0; i < 3; ++i) dim.strides[i] *= matrix_sizes[i];
    }
    product.a = x.data();
    product.b = y.data();
    product.c = type_ != out->dtype() ? wide_out.data() : out->data();
    product.transpose_a = adjoint_[0];
    product.transpose_b = adjoint_[1];
    product.batch = plan->dims;
    product.a_matrices = x.NumElements() / matrix_sizes[0];
    OPGRAFT_RETURN_IF_ERROR(product_.RunDense(context, product));
    if (type_ != out->dtype()) narrow_.Run(wide_out.data(), out->data(), out->NumElements());
    return absl::OkStatus();
  }

  // Input `i` as it is multiplied: itself, unless it is of another type or to be conjugated.
  absl::Status Operand(OpKernelContext* context, int i, Tensor* operand) const {
    const Tensor& in = context->input(i);
    const bool conjugate = adjoint_[i] && DataTypeIsComplex(type_);
    *operand = in;
    if (in.dtype() == type_ && !conjugate) return absl::OkStatus();
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(type_, in.shape(), operand));
    const int64_t from_size = DataTypeSize(in.dtype()), to_size = DataTypeSize(type_);
    ShardElements(context, in.NumElements(), 1, [&](int64_t begin, int64_t end) {
      widen_[i].Run(static_cast<const char*>(in.data()) + begin * from_size,
                    static_cast<char*>(operand->data()) + begin * to_size, end - begin);
      if (!conjugate) return;
      if (type_ == DT_COMPLEX64) Conjugate(static_cast<float*>(operand->data()), begin, end);
      if (type_ == DT_COMPLEX128) Conjugate(static_cast<double*>(operand->data()), begin, end);
    });
    return absl::OkStatus();
  }

  const bool broadcasts_;
  const DataType type_;
  const MatrixProduct product_;
  const CastFunction widen_[2];
  const CastFunction narrow_;
  bool adjoint_[2] = {};
};

class BatchMatMulV1Op : public BatchMatMulOp {
 public:
  explicit BatchMatMulV1Op(OpKernelConstruction* context)
      : BatchMatMulOp(context, /*broadcasts=*/false) {}
};

#define REGISTER(T)                                                                      \
  REGISTER_KERNEL_BUILDER(Name("BatchMatMul").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          BatchMatMulV1Op);
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER

#define REGISTER(T)                                                                        \
  REGISTER_KERNEL_BUILDER(Name("BatchMatMulV2").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          BatchMatMulOp);
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
TF_CALL_int16(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER

#define REGISTER_V3(Ta, Tb, Tout)                            \
  REGISTER_KERNEL_BUILDER(Name("BatchMatMulV3")              \
                              .Device(DEVICE_CPU)            \
                              .TypeConstraint<Ta>("Ta")      \
                              .TypeConstraint<Tb>("Tb")      \
                              .TypeConstraint<Tout>("Tout"), \
                          BatchMatMulOp);
#define REGISTER(T) REGISTER_V3(T, T, T)
TF_CALL_bfloat16(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
TF_CALL_int16(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER
REGISTER_V3(int8, int8, int32);
REGISTER_V3(int8, uint8, int32);
REGISTER_V3(uint8, int8, int32);
REGISTER_V3(uint8, uint8, int32);
REGISTER_V3(int8, bfloat16, bfloat16);
REGISTER_V3(uint8, bfloat16, bfloat16);
REGISTER_V3(bfloat16, int8, bfloat16);
REGISTER_V3(bfloat16, uint8, bfloat16);
#undef REGISTER_V3

}  // namespace
}  // namespace opgraft_internal
