// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops on two sparse tensors of one shape, where what is not there is 0: SparseAdd and its gradient,
// SparseSparseMaximum, SparseSparseMinimum.
#include <cmath>
#include <complex>
#include <numeric>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/visit_type.h"
#include "kernels/elementwise/binary_element_function.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/sparse/sparse_union.h"

namespace opgraft_internal {
namespace {

// The result of a function at each place of the union: a temporary tensor.
absl::Status CombineValues(OpKernelContext* context, const BinaryElementFunction& function,
                           const SparseUnion& merged, const SparseView& a, const SparseView& b,
                           Tensor* result) {
  const DataType dtype = a.values->dtype();
  const TensorShape shape({merged.size()});
  Tensor of_b;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(dtype, shape, result));
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(dtype, shape, &of_b));
  PickOrZero(dtype, a.values->data(), merged.a, result->data());
  PickOrZero(dtype, b.values->data(), merged.b, of_b.data());
  function.Run(loops::kVectorVector, result->data(), of_b.data(), result->data(), merged.size());
  return absl::OkStatus();
}

// Output 0: the indices of the places `picked` of the union.
absl::Status SetIndices(OpKernelContext* context, const SparseUnion& merged, const SparseView& a,
                        const SparseView& b, absl::Span<const int64_t> picked) {
  Tensor* indices = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(
      0, TensorShape({static_cast<int64_t>(picked.size()), a.rank}), &indices));
  PickUnionIndices(merged, a, b, picked, static_cast<int64_t*>(indices->data()));
  return absl::OkStatus();
}

template <loops::BinaryFunction kFunction>
class SparseSparseOp : public OpKernel {
 public:
  explicit SparseSparseOp(OpKernelConstruction* context)
      : OpKernel(context), function_(kFunction, input_type(1)) {}

  void Compute(OpKernelContext* context) override {
    SparseView a, b;
    OP_REQUIRES_OK(context, ReadSparsePair(context, &a, &b));
    const SparseUnion merged(a.indices, a.count, b.indices, b.count, a.rank);
    std::vector<int64_t> all(merged.a.size());
    std::iota(all.begin(), all.end(), 0);
    OP_REQUIRES_OK(context, SetIndices(context, merged, a, b, all));
    Tensor values;
    OP_REQUIRES_OK(context, CombineValues(context, function_, merged, a, b, &values));
    context->set_output(1, std::move(values));
  }

 private:
  const BinaryElementFunction function_;
};

// Sums of two elements whose magnitude is below a threshold are left out.
class SparseAddOp : public OpKernel {
 public:
  explicit SparseAddOp(OpKernelConstruction* context)
      : OpKernel(context), add_(loops::BinaryFunction::kAdd, input_type(1)) {}

  void Compute(OpKernelContext* context) override {
    SparseView a, b;
    OP_REQUIRES_OK(context, ReadSparsePair(context, &a, &b));
    const Tensor& threshold = context->input(6);
    OP_REQUIRES(context, threshold.dims() == 0,
                absl::InvalidArgumentError(
                    absl::StrCat("The magnitude threshold must be a scalar: got shape ",
                                 threshold.shape().DebugString())));
    const SparseUnion merged(a.indices, a.count, b.indices, b.count, a.rank);
    Tensor sums;
    OP_REQUIRES_OK(context, CombineValues(context, add_, merged, a, b, &sums));
    std::vector<int64_t> kept;
    VisitType(sums.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      if constexpr (IsSummable<T>()) kept = Keep<T>(merged, sums, threshold);
    });
    OP_REQUIRES_OK(context, SetIndices(context, merged, a, b, kept));
    Tensor* values = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(
                                1, TensorShape({static_cast<int64_t>(kept.size())}), &values));
    PickElements(sums.dtype(), sums.data(), kept, values->data());
    context->set_output(2, context->input(2));
  }

 private:
  template <typename T>
  static constexpr bool IsSummable() {
    return (std::is_arithmetic<T>::value && std::is_signed<T>::value) ||
           std::is_same<T, complex64>::value || std::is_same<T, complex128>::value;
  }

  // Of integers as a double: the lowest one has no magnitude of its own type.
  template <typename T>
  static auto MagnitudeOf(T value) {
    if constexpr (std::is_integral<T>::value) {
      return std::abs(static_cast<double>(value));
    } else {
      return std::abs(value);
    }
  }

  // The threshold is of the type of a magnitude, but the two attrs are apart.
  template <typename T>
  static std::vector<int64_t> Keep(const SparseUnion& merged, const Tensor& sums,
                                   const Tensor& threshold) {
    double least = 0;
    CastFunction(threshold.dtype(), DT_DOUBLE).Run(threshold.data(), &least, 1);
    const T* const sum = static_cast<const T*>(sums.data());
    std::vector<int64_t> kept;
    for (int64_t i = 0; i < sums.NumElements(); ++i) {
      const auto magnitude = MagnitudeOf(sum[i]);
      const size_t k = static_cast<size_t>(i);
      const bool is_sum = merged.a[k] >= 0 && merged.b[k] >= 0;
      if (!is_sum || static_cast<decltype(magnitude)>(least) <= magnitude) kept.push_back(i);
    }
    return kept;
  }

  const BinaryElementFunction add_;
};

// Each operand's gradient is that of the sum at its place, or 0 if that was left out.
class SparseAddGradOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_OK(context, CheckInputs(context));
    const Tensor& grads = context->input(0);
    const Tensor& sum = context->input(3);
    for (int i = 0; i < 2; ++i) {
      const Tensor& indices = context->input(1 + i);
      Tensor* output = nullptr;
      OP_REQUIRES_OK(context,
                     context->allocate_output(i, TensorShape({indices.dim_size(0)}), &output));
      const auto* const of = static_cast<const int64_t*>(indices.data());
      const auto* const of_sum = static_cast<const int64_t*>(sum.data());
      const SparseUnion merged(of, indices.dim_size(0), of_sum, sum.dim_size(0),
                               static_cast<int>(sum.dim_size(1)));
      std::vector<int64_t> places(static_cast<size_t>(indices.dim_size(0)));
      for (size_t k = 0; k < merged.a.size(); ++k) {
        if (merged.a[k] >= 0) places[static_cast<size_t>(merged.a[k])] = merged.b[k];
      }
      PickOrZero(grads.dtype(), grads.data(), places, output->data());
    }
  }

 private:
  static absl::Status CheckInputs(const OpKernelContext* context) {
    const Tensor& grads = context->input(0);
    const Tensor& sum = context->input(3);
    for (int i = 1; i < 4; ++i) {
      const TensorShape& indices = context->input(i).shape();
      if (indices.dims() == 2 && indices.dim_size(1) == sum.shape().dim_size(1)) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("Input indices should be matrices of the same number of columns, got shape ",
                       indices.DebugString()));
    }
    if (grads.dims() == 1 && grads.dim_size(0) == sum.dim_size(0)) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("# elements of backprop_val_grad and # rows of sum_indices should match, got ",
                     grads.shape().DebugString(), " and ", sum.shape().DebugString()));
  }
};

#define REGISTER(T)                                                                              \
  REGISTER_KERNEL_BUILDER(Name("SparseSparseMaximum").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          SparseSparseOp<loops::BinaryFunction::kMaximum>);                      \
  REGISTER_KERNEL_BUILDER(Name("SparseSparseMinimum").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          SparseSparseOp<loops::BinaryFunction::kMinimum>)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                                                                        \
  REGISTER_KERNEL_BUILDER(Name("SparseAdd").Device(DEVICE_CPU).TypeConstraint<T>("T"),     \
                          SparseAddOp);                                                    \
  REGISTER_KERNEL_BUILDER(Name("SparseAddGrad").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          SparseAddGradOp)
TF_CALL_int8(REGISTER);
TF_CALL_int16(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
