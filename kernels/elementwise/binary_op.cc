// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/elementwise/binary_op.h"

#include "absl/base/attributes.h"
#include "absl/strings/str_cat.h"

namespace opgraft_internal {

absl::Status IncompatibleShapes(const TensorShape& x, const TensorShape& y) {
  return absl::InvalidArgumentError(
      absl::StrCat("Incompatible shapes: ", x.DebugString(), " vs. ", y.DebugString()));
}

KernelFacets BinaryOpBase::Facets() {
  KernelFacets facets;
  facets.scalars = this;
  return facets;
}

void BinaryOpBase::ComputeIncompatible(OpKernelContext* context) {
  context->SetStatus(IncompatibleShapes(context->input(0).shape(), context->input(1).shape()));
}

// For operands that are a vector or a scalar each: no broadcast to plan.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline void BinaryOpBase::ComputeElements(OpKernelContext* context,
                                                                       loops::Operands operands,
                                                                       const Tensor& x,
                                                                       const Tensor& y,
                                                                       const TensorShape& shape) {
  const void* from_x = x.data();
  const void* from_y = y.data();
  Tensor* out = nullptr;
  OP_REQUIRES_OK(context, same_type_
                              ? context->forward_input_or_allocate_output({0, 1}, 0, shape, &out)
                              : context->allocate_output(0, shape, &out));
  function_.RunSharded(context, operands, from_x, from_y, out->data(), out->NumElements());
}

void BinaryOpBase::Compute(OpKernelContext* context) {
  const Tensor& x = context->input(0);
  const Tensor& y = context->input(1);
  if (ABSL_PREDICT_TRUE(x.shape() == y.shape())) {
    return ComputeElements(context, loops::kVectorVector, x, y, x.shape());
  }
  ComputeUnequal(context, x, y);
}

void BinaryOpBase::ComputeUnequal(OpKernelContext* context, const Tensor& x, const Tensor& y) {
  if (y.dims() == 0) return ComputeElements(context, loops::kVectorScalar, x, y, x.shape());
  if (x.dims() == 0) return ComputeElements(context, loops::kScalarVector, x, y, y.shape());
  ComputeBroadcast(context, x.shape(), y.shape());
}

void BinaryOpBase::ComputeBroadcast(OpKernelContext* context, const TensorShape& x_shape,
                                    const TensorShape& y_shape) {
  const Tensor& x = context->input(0);
  const Tensor& y = context->input(1);
  Broadcast broadcast;
  if (!broadcast.Init({&x_shape, &y_shape})) return ComputeIncompatible(context);
  const void* from_x = x.data();
  const void* from_y = y.data();
  Tensor* out = nullptr;
  const TensorShape& shape = broadcast.output_shape();
  // An input of as many elements as the output has them at the same places.
  OP_REQUIRES_OK(context, same_type_
                              ? context->forward_input_or_allocate_output({0, 1}, 0, shape, &out)
                              : context->allocate_output(0, shape, &out));
  function_.RunBroadcast(context, broadcast, from_x, from_y, out->data());
}

}  // namespace opgraft_internal
