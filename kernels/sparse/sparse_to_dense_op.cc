// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/text_budget.h"
#include "kernels/sparse/sparse_view.h"

namespace opgraft_internal {
namespace {

// A tensor of one value, with others where the indices say. Indices may be a matrix, a vector of a
// vector's indices, or one of these as a scalar.
class SparseToDenseOp : public OpKernel {
 public:
  explicit SparseToDenseOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("validate_indices", &validates_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& values = context->input(2);
    const Tensor& default_value = context->input(3);
    SparseView view;
    TensorShape shape;
    IndexValues indices;
    OP_REQUIRES_OK(context, ReadIndexInputs(context, &indices, &view, &shape));
    OP_REQUIRES(context, values.dims() == 0 || values.shape() == TensorShape({view.count}),
                absl::InvalidArgumentError(absl::StrCat("sparse_values has incorrect shape ",
                                                        values.shape().DebugString(),
                                                        ", should be [] or [", view.count, "]")));
    OP_REQUIRES(context, default_value.dims() == 0,
                absl::InvalidArgumentError("default_value should be a scalar"));
    if (validates_) OP_REQUIRES_OK(context, CheckSparseOrder(view));
    OP_REQUIRES_OK(context, CheckSparseBounds(view));
    OP_REQUIRES_OK(context, CheckTextLength(shape.num_elements(), values, default_value, view));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    Scatter(view, values, default_value, output);
  }

 private:
  // `*indices` owns what the view shows.
  static absl::Status ReadIndexInputs(OpKernelContext* context, IndexValues* indices,
                                      SparseView* view, TensorShape* shape) {
    const Tensor& from = context->input(0);
    const Tensor& sizes = context->input(1);
    if (from.dims() > 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("sparse_indices should be a scalar, vector, or matrix, got shape ",
                       from.shape().DebugString()));
    }
    view->count = from.dims() > 0 ? from.dim_size(0) : 1;
    const int64_t rank = from.dims() > 1 ? from.dim_size(1) : 1;
    if (sizes.dims() != 1 || sizes.NumElements() != rank) {
      return absl::InvalidArgumentError(
          absl::StrCat("output_shape has incorrect number of elements: its shape is ",
                       sizes.shape().DebugString(), ", but the indices are of rank ", rank));
    }
    const IndexValues dims = ReadIndices(sizes);
    OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape(dims, shape));
    *indices = ReadIndices(from);
    view->indices = indices->data();
    view->rank = static_cast<int>(rank);
    view->sizes.assign(dims.begin(), dims.end());
    return absl::OkStatus();
  }

  static absl::Status CheckTextLength(int64_t elements, const Tensor& values,
                                      const Tensor& default_value, const SparseView& view) {
    if (values.dtype() != DT_STRING) return absl::OkStatus();
    TextBudget budget;
    const tstring* const texts = static_cast<const tstring*>(values.data());
    budget.Add(static_cast<int64_t>(static_cast<const tstring*>(default_value.data())->size()),
               elements);
    for (int64_t i = 0; i < view.count; ++i)
      budget.Add(static_cast<int64_t>(texts[values.dims() == 0 ? 0 : i].size()));
    return budget.Check();
  }

  static void Scatter(const SparseView& view, const Tensor& values, const Tensor& default_value,
                      Tensor* output) {
    const SparseSizes steps = StepsOf(view.sizes);
    const int64_t value_step = values.dims() == 0 ? 0 : 1;
    WithElements(values.dtype(), [&](auto elements) {
      using E = decltype(elements);
      const char* const from = static_cast<const char*>(values.data());
      char* const to = static_cast<char*>(output->data());
      E::FillRun(static_cast<const char*>(default_value.data()), to, output->NumElements());
      for (int64_t i = 0; i < view.count; ++i) {
        int64_t place = 0;
        for (size_t d = 0; d < steps.size(); ++d) place += view.At(i)[d] * steps[d];
        E::CopyOne(from + i * value_step * E::kSize, to + place * E::kSize);
      }
    });
  }

  bool validates_ = true;
};

REGISTER_KERNEL_BUILDER(Name("SparseToDense").Device(DEVICE_CPU), SparseToDenseOp);

}  // namespace
}  // namespace opgraft_internal
