// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops on a sparse and a dense tensor, element by element.
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "framework/types/visit_type.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/elementwise/binary_element_function.h"
#include "kernels/sparse/sparse_view.h"

namespace opgraft_internal {
namespace {

using loops::BinaryFunction;

// Where the dense element for each sparse one is: the dense tensor is stretched to the shape of the
// sparse one.
absl::Status FindDense(const SparseView& sparse, const TensorShape& dense,
                       std::vector<int64_t>* places) {
  OPGRAFT_RETURN_IF_ERROR(CheckSparseBounds(sparse));
  const int missing = sparse.rank - dense.dims();
  bool fits = missing >= 0;
  SparseSizes steps(static_cast<size_t>(sparse.rank), 0);
  int64_t step = 1;
  for (int d = dense.dims() - 1; fits && d >= 0; --d) {
    const size_t k = static_cast<size_t>(d + missing);
    fits = dense.dim_size(d) == 1 || dense.dim_size(d) == sparse.sizes[k];
    if (dense.dim_size(d) != 1) steps[k] = step;
    step *= dense.dim_size(d);
  }
  if (!fits) {
    return absl::InvalidArgumentError(
        absl::StrCat("broadcasts dense to sparse only; got incompatible shapes: [",
                     absl::StrJoin(sparse.sizes, ","), "] vs. ", dense.DebugString()));
  }
  for (int64_t i = 0; i < sparse.count; ++i) {
    int64_t place = 0;
    for (size_t d = 0; d < steps.size(); ++d) place += sparse.At(i)[d] * steps[d];
    places->push_back(place);
  }
  return absl::OkStatus();
}

template <BinaryFunction kFunction>
class SparseDenseCwiseOp : public OpKernel {
 public:
  explicit SparseDenseCwiseOp(OpKernelConstruction* context)
      : OpKernel(context), function_(kFunction, input_type(1)) {}

  void Compute(OpKernelContext* context) override {
    SparseView sparse;
    const Tensor& dense = context->input(3);
    OP_REQUIRES_OK(context, ReadSparseInputs(context, 0, "sp", &sparse));
    std::vector<int64_t> places;
    OP_REQUIRES_OK(context, FindDense(sparse, dense.shape(), &places));
    Tensor picked;
    OP_REQUIRES_OK(context, context->allocate_temp(dense.dtype(), sparse.values->shape(), &picked));
    PickElements(dense.dtype(), dense.data(), places, picked.data());
    OP_REQUIRES(context, kFunction != BinaryFunction::kDiv || IsDivisor(picked),
                absl::InvalidArgumentError("the dense tensor is 0 where it should divide"));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, sparse.values->shape(), &output));
    function_.Run(loops::kVectorVector, sparse.values->data(), picked.data(), output->data(),
                  sparse.count);
  }

 private:
  // False if there is a 0, of whatever type: TensorFlow does not divide floats by it either.
  static bool IsDivisor(const Tensor& values) {
    bool good = true;
    VisitType(values.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      if constexpr (std::is_arithmetic<T>::value || std::is_same<T, Eigen::half>::value ||
                    std::is_same<T, bfloat16>::value) {
        const T* const value = static_cast<const T*>(values.data());
        for (int64_t i = 0; i < values.NumElements(); ++i) good = good && value[i] != T(0);
      }
    });
    return good;
  }

  const BinaryElementFunction function_;
};

// The dense tensor with the sparse one added. Indices may be int32.
template <typename T>
class SparseTensorDenseAddOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& indices = context->input(0);
    const Tensor& values = context->input(1);
    const Tensor& dense = context->input(3);
    OP_REQUIRES_OK(context, CheckShapes(indices, values, context->input(2), dense));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context,
                   context->forward_input_or_allocate_output({3}, 0, dense.shape(), &output));
    T* const sum = static_cast<T*>(output->data());
    if (sum != dense.data())
      std::copy_n(static_cast<const T*>(dense.data()), dense.NumElements(), sum);
    const T* const value = static_cast<const T*>(values.data());
    const SparseSizes steps = StepsOf(dense.shape().sizes());
    for (int64_t i = 0; i < values.NumElements(); ++i) {
      int64_t place = 0;
      for (int d = 0; d < dense.dims(); ++d) {
        const int64_t index = IndexAt(indices, i * dense.dims() + d);
        OP_REQUIRES(context, index >= 0 && index < dense.dim_size(d),
                    absl::InvalidArgumentError(absl::StrCat(
                        "Sparse tensor has invalid index ", index, " in dimension ", d,
                        " of element ", i, "; b has shape ", dense.shape().DebugString())));
        place += index * steps[static_cast<size_t>(d)];
      }
      sum[place] = static_cast<T>(sum[place] + value[i]);
    }
  }

 private:
  static absl::Status CheckShapes(const Tensor& indices, const Tensor& values, const Tensor& shape,
                                  const Tensor& dense) {
    const bool fit = indices.dims() == 2 && values.dims() == 1 && shape.dims() == 1 &&
                     indices.dim_size(0) == values.dim_size(0) &&
                     indices.dim_size(1) == shape.dim_size(0) && shape.dim_size(0) == dense.dims();
    bool same = fit;
    for (int d = 0; same && d < dense.dims(); ++d) same = IndexAt(shape, d) == dense.dim_size(d);
    if (same) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("a must be a sparse tensor of the shape of b, ", dense.shape().DebugString(),
                     "; its indices, values and shape have shapes ", indices.shape().DebugString(),
                     ", ", values.shape().DebugString(), " and ", shape.shape().DebugString()));
  }
};

#define REGISTER(T)                                                                              \
  REGISTER_KERNEL_BUILDER(Name("SparseDenseCwiseMul").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          SparseDenseCwiseOp<BinaryFunction::kMul>);                             \
  REGISTER_KERNEL_BUILDER(Name("SparseDenseCwiseAdd").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          SparseDenseCwiseOp<BinaryFunction::kAdd>);                             \
  REGISTER_KERNEL_BUILDER(Name("SparseDenseCwiseDiv").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          SparseDenseCwiseOp<BinaryFunction::kDiv>)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                                                                       \
  REGISTER_KERNEL_BUILDER(                                                                \
      Name("SparseTensorDenseAdd").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(3), \
      SparseTensorDenseAddOp<T>)
TF_CALL_NUMBER_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
