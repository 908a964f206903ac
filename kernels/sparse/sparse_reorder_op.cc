// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/op_kernel.h"
#include "kernels/sparse/sparse_view.h"

namespace opgraft_internal {
namespace {

// Elements in row-major order.
class SparseReorderOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    SparseView view;
    OP_REQUIRES_OK(context, ReadSparseInputs(context, 0, "input", &view));
    const auto order = RowMajorOrder(view.indices, view.count, view.rank);
    if (order.empty()) {
      context->set_output(0, context->input(0));
      context->set_output(1, context->input(1));
      return;
    }
    Tensor* indices = nullptr;
    Tensor* values = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, context->input(0).shape(), &indices));
    OP_REQUIRES_OK(context, context->allocate_output(1, view.values->shape(), &values));
    PickIndices(view.indices, view.rank, order, static_cast<int64_t*>(indices->data()));
    PickElements(values->dtype(), view.values->data(), order, values->data());
  }
};

REGISTER_KERNEL_BUILDER(Name("SparseReorder").Device(DEVICE_CPU), SparseReorderOp);

}  // namespace
}  // namespace opgraft_internal
