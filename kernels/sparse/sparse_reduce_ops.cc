// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Sums and maxima of sparse tensors along axes, as dense and as sparse tensors.
#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/sparse/sparse_view.h"

namespace opgraft_internal {
namespace {

using loops::BinaryFunction;

// Which dimensions stay, and the shape of the result.
struct SparseReduction {
  absl::InlinedVector<int, 6> kept;
  SparseSizes sizes;
};

absl::Status PlanReduction(const SparseView& view, const Tensor& axes, bool keep_dims,
                           SparseReduction* plan) {
  if (axes.dims() > 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Expected reduction_axes to be a scalar or a vector, got ", axes.shape().DebugString()));
  }
  absl::InlinedVector<bool, 6> reduced(view.sizes.size(), false);
  for (const int64_t axis : ReadIndices(axes)) {
    int dim = 0;
    if (!ResolveAxis(axis, view.rank, &dim)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "Invalid reduction dimension ", axis, ", for input with ", view.rank, " dimensions."));
    }
    reduced[static_cast<size_t>(dim)] = true;
  }
  for (int d = 0; d < view.rank; ++d) {
    const size_t k = static_cast<size_t>(d);
    if (!reduced[k]) plan->kept.push_back(d);
    if (!reduced[k] || keep_dims) plan->sizes.push_back(reduced[k] ? 1 : view.sizes[k]);
  }
  return absl::OkStatus();
}

// The place of element `i` among those that are left.
int64_t PlaceOf(const SparseView& view, const SparseReduction& plan, int64_t i) {
  int64_t place = 0;
  for (const int d : plan.kept) place = place * view.sizes[static_cast<size_t>(d)] + view.At(i)[d];
  return place;
}

template <BinaryFunction kFunction>
class SparseReduceOp : public OpKernel {
 public:
  explicit SparseReduceOp(OpKernelConstruction* context)
      : OpKernel(context),
        compute_(ComputeTypeOf(input_type(1))),
        combine_(loops::FindBinaryLoops(kFunction, compute_)[loops::kVectorVector]),
        gives_sparse_(num_outputs() == 3) {
    OP_REQUIRES_OK(context, context->GetAttr("keep_dims", &keep_dims_));
  }

  void Compute(OpKernelContext* context) override {
    SparseView view;
    SparseReduction plan;
    OP_REQUIRES_OK(context, ReadSparseInputs(context, 0, "input", &view));
    OP_REQUIRES_OK(context, CheckSparseBounds(view));
    OP_REQUIRES_OK(context, PlanReduction(view, context->input(3), keep_dims_, &plan));
    // The elements of each place lie together; those of one place in their order.
    std::vector<std::pair<int64_t, int64_t>> order(static_cast<size_t>(view.count));
    for (size_t i = 0; i < order.size(); ++i)
      order[i] = {PlaceOf(view, plan, static_cast<int64_t>(i)), static_cast<int64_t>(i)};
    std::sort(order.begin(), order.end());
    std::vector<int64_t> places;
    for (const auto& [place, element] : order) {
      if (places.empty() || places.back() != place) places.push_back(place);
    }
    Tensor results;
    OP_REQUIRES_OK(context,
                   Combine(context, view, order, static_cast<int64_t>(places.size()), &results));
    if (gives_sparse_) {
      OP_REQUIRES_OK(context, SetSparse(context, view, plan, places, results));
    } else {
      OP_REQUIRES_OK(context, SetDense(context, plan, places, results));
    }
  }

 private:
  // One result a place, in the type of the output.
  absl::Status Combine(OpKernelContext* context, const SparseView& view,
                       const std::vector<std::pair<int64_t, int64_t>>& order, int64_t places,
                       Tensor* results) const {
    const DataType dtype = view.values->dtype();
    const int64_t size = DataTypeSize(compute_);
    Tensor wide, sums;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(compute_, view.values->shape(), &wide));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(compute_, TensorShape({places}), &sums));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(dtype, TensorShape({places}), results));
    CastFunction(dtype, compute_).Run(view.values->data(), wide.data(), view.count);
    const char* const from = static_cast<const char*>(wide.data());
    char* sum = static_cast<char*>(sums.data()) - size;
    int64_t before = -1;
    for (const auto& [place, element] : order) {
      const char* const value = from + element * size;
      if (place != before) {
        sum += size;
        std::copy_n(value, size, sum);
      } else {
        combine_(sum, value, sum, 1);
      }
      before = place;
    }
    CastFunction(compute_, dtype).Run(sums.data(), results->data(), places);
    return absl::OkStatus();
  }

  static absl::Status SetDense(OpKernelContext* context, const SparseReduction& plan,
                               const std::vector<int64_t>& places, const Tensor& results) {
    TensorShape shape;
    OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape(plan.sizes, &shape));
    Tensor* output = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, shape, &output));
    const int64_t size = DataTypeSize(results.dtype());
    char* const to = static_cast<char*>(output->data());
    std::fill_n(to, output->NumElements() * size, char{0});
    const char* from = static_cast<const char*>(results.data());
    for (const int64_t place : places) {
      std::copy_n(from, size, to + place * size);
      from += size;
    }
    return absl::OkStatus();
  }

  static absl::Status SetSparse(OpKernelContext* context, const SparseView& view,
                                const SparseReduction& plan, const std::vector<int64_t>& places,
                                const Tensor& results) {
    Tensor* indices = nullptr;
    const int64_t rank = static_cast<int64_t>(plan.sizes.size());
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(
        0, TensorShape({static_cast<int64_t>(places.size()), rank}), &indices));
    int64_t* index = static_cast<int64_t*>(indices->data());
    std::fill_n(index, indices->NumElements(), 0);
    for (int64_t place : places) {
      for (size_t k = plan.kept.size(); k-- > 0;) {
        const int64_t size = view.sizes[static_cast<size_t>(plan.kept[k])];
        // With all dimensions kept, each has its own place; without, they move together.
        const size_t column =
            static_cast<size_t>(rank) == view.sizes.size() ? static_cast<size_t>(plan.kept[k]) : k;
        index[column] = place % size;
        place /= size;
      }
      index += rank;
    }
    context->set_output(1, results);
    return SetVectorOutput(context, 2, plan.sizes);
  }

  const DataType compute_;
  const loops::BinaryLoop combine_;
  const bool gives_sparse_;
  bool keep_dims_ = false;
};

#define REGISTER(T)                                                                                \
  REGISTER_KERNEL_BUILDER(Name("SparseReduceSum").Device(DEVICE_CPU).TypeConstraint<T>("T"),       \
                          SparseReduceOp<BinaryFunction::kAdd>);                                   \
  REGISTER_KERNEL_BUILDER(Name("SparseReduceSumSparse").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          SparseReduceOp<BinaryFunction::kAdd>)
TF_CALL_NUMBER_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                                                                                \
  REGISTER_KERNEL_BUILDER(Name("SparseReduceMax").Device(DEVICE_CPU).TypeConstraint<T>("T"),       \
                          SparseReduceOp<BinaryFunction::kMaximum>);                               \
  REGISTER_KERNEL_BUILDER(Name("SparseReduceMaxSparse").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          SparseReduceOp<BinaryFunction::kMaximum>)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
