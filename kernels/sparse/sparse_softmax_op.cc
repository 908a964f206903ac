// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/sparse/sparse_view.h"

namespace opgraft_internal {
namespace {

// Softmax along the last dimension, of what is there. Elements of a row follow each other.
class SparseSoftmaxOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    SparseView view;
    OP_REQUIRES_OK(context, ReadSparseInputs(context, 0, "sp", &view));
    OP_REQUIRES(context, view.rank >= 2,
                absl::InvalidArgumentError(absl::StrCat(
                    "Input should have rank >= 2, but received shape of rank ", view.rank)));
    OP_REQUIRES_OK(context, CheckSparseBounds(view));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(
        context, context->forward_input_or_allocate_output({1}, 0, view.values->shape(), &output));
    if (input_type(1) == DT_DOUBLE) {
      OP_REQUIRES_OK(context, SoftmaxRows<double>(context, view, output));
    } else {
      OP_REQUIRES_OK(context, SoftmaxRows<float>(context, view, output));
    }
  }

 private:
  template <typename F>
  static absl::Status SoftmaxRows(OpKernelContext* context, const SparseView& view,
                                  Tensor* output) {
    constexpr DataType kType = DataTypeToEnum<F>::v();
    Tensor wide;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(kType, view.values->shape(), &wide));
    F* const value = static_cast<F*>(wide.data());
    CastFunction(output->dtype(), kType).Run(view.values->data(), value, view.count);
    for (int64_t begin = 0, end = 0; begin < view.count; begin = end) {
      for (end = begin + 1; end < view.count; ++end) {
        if (CompareIndices(view.At(begin), view.At(end), view.rank - 1) != 0) break;
      }
      const F largest = *std::max_element(value + begin, value + end);
      F sum = 0;
      for (int64_t i = begin; i < end; ++i) sum += value[i] = std::exp(value[i] - largest);
      for (int64_t i = begin; i < end; ++i) value[i] /= sum;
    }
    CastFunction(kType, output->dtype()).Run(value, output->data(), view.count);
    return absl::OkStatus();
  }
};

#define REGISTER(T)                                                                \
  REGISTER_KERNEL_BUILDER(                                                         \
      Name("SparseSoftmax").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(1), \
      SparseSoftmaxOp)
TF_CALL_half(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
