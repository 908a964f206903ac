// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The gradients of SparseSegmentSum, ...Mean and ...SqrtN: each row of the data gets the gradient
// of each segment that it was added to, divided as the segment's sum was.
#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/sparse/sparse_segment.h"

namespace opgraft_internal {
namespace {

template <typename F>
class SparseSegmentGradOp : public OpKernel {
 public:
  SparseSegmentGradOp(OpKernelConstruction* context, SegmentScale scale)
      : OpKernel(context),
        scale_(scale),
        compute_(DataTypeToEnum<F>::v()),
        to_compute_(input_type(0), compute_),
        from_compute_(compute_, input_type(0)),
        is_packed_(num_outputs() == 2) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& grad = context->input(0);
    OP_REQUIRES_OK(context, CheckSegmentShapes(context->input(1), context->input(2)));
    OP_REQUIRES(context, grad.dims() >= 1 && context->input(3).dims() == 0,
                absl::InvalidArgumentError(absl::StrCat(
                    "grad must have rows and output_dim0 must be a scalar, got shapes ",
                    grad.shape().DebugString(), " and ", context->input(3).shape().DebugString())));
    const int64_t rows = IndexAt(context->input(3), 0);
    std::vector<int64_t> indices, ids, unique;
    OP_REQUIRES_OK(context, ReadRange(context->input(1), rows, "Index", &indices));
    OP_REQUIRES_OK(context, ReadRange(context->input(2), grad.dim_size(0), "Segment id", &ids));
    if (is_packed_) OP_REQUIRES_OK(context, Pack(context, &indices, &unique));
    TensorShape shape = grad.shape();
    OP_REQUIRES_OK(context, shape.SetDimWithStatus(
                                0, is_packed_ ? static_cast<int64_t>(unique.size()) : rows));
    Tensor* output = nullptr;
    Tensor sums;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES_OK(context, context->allocate_temp(compute_, shape, &sums));
    AddRows(grad, indices, ids, output->NumElements() / shape.dim_size(0), &sums);
    from_compute_.Run(sums.data(), output->data(), sums.NumElements());
  }

 private:
  static absl::Status ReadRange(const Tensor& tensor, int64_t limit, const char* name,
                                std::vector<int64_t>* values) {
    for (int64_t i = 0; i < tensor.NumElements(); ++i) {
      values->push_back(IndexAt(tensor, i));
      if (values->back() >= 0 && values->back() < limit) continue;
      return absl::InvalidArgumentError(
          absl::StrCat(name, " ", values->back(), " out of range [0, ", limit, ")."));
    }
    return absl::OkStatus();
  }

  // Output 1 are the indices that occur, sorted; each index becomes its place among them.
  static absl::Status Pack(OpKernelContext* context, std::vector<int64_t>* indices,
                           std::vector<int64_t>* unique) {
    *unique = *indices;
    std::sort(unique->begin(), unique->end());
    unique->erase(std::unique(unique->begin(), unique->end()), unique->end());
    for (int64_t& index : *indices)
      index = std::lower_bound(unique->begin(), unique->end(), index) - unique->begin();
    Tensor* output = nullptr;
    const int64_t count = static_cast<int64_t>(unique->size());
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(1, TensorShape({count}), &output));
    CastFunction(DT_INT64, output->dtype()).Run(unique->data(), output->data(), count);
    return absl::OkStatus();
  }

  void AddRows(const Tensor& grad, const std::vector<int64_t>& indices,
               const std::vector<int64_t>& ids, int64_t size, Tensor* sums) const {
    std::vector<int64_t> counts(static_cast<size_t>(grad.dim_size(0)));
    for (const int64_t id : ids) ++counts[static_cast<size_t>(id)];
    F* const to = static_cast<F*>(sums->data());
    std::fill_n(to, sums->NumElements(), F(0));
    const char* const from = static_cast<const char*>(grad.data());
    std::vector<F> row(static_cast<size_t>(size));
    for (size_t i = 0; i < indices.size(); ++i) {
      to_compute_.Run(from + ids[i] * size * DataTypeSize(grad.dtype()), row.data(), size);
      const F factor =
          static_cast<F>(1.0 / SegmentDivisor(scale_, counts[static_cast<size_t>(ids[i])]));
      F* const sum = to + indices[i] * size;
      for (size_t k = 0; k < row.size(); ++k) sum[k] += row[k] * factor;
    }
  }

  const SegmentScale scale_;
  const DataType compute_;
  const CastFunction to_compute_;
  const CastFunction from_compute_;
  const bool is_packed_;
};

template <typename F, SegmentScale kScale>
class ScaledSegmentGradOp : public SparseSegmentGradOp<F> {
 public:
  explicit ScaledSegmentGradOp(OpKernelConstruction* context)
      : SparseSegmentGradOp<F>(context, kScale) {}
};

#define REGISTER_OP_KERNEL(op, T, F, kScale)                                  \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          ScaledSegmentGradOp<F, SegmentScale::kScale>)
#define REGISTER(T, F)                                        \
  REGISTER_OP_KERNEL("SparseSegmentSumGrad", T, F, kSum);     \
  REGISTER_OP_KERNEL("SparseSegmentSumGradV2", T, F, kSum);   \
  REGISTER_OP_KERNEL("SparseSegmentMeanGrad", T, F, kMean);   \
  REGISTER_OP_KERNEL("SparseSegmentMeanGradV2", T, F, kMean); \
  REGISTER_OP_KERNEL("SparseSegmentSqrtNGrad", T, F, kSqrtN); \
  REGISTER_OP_KERNEL("SparseSegmentSqrtNGradV2", T, F, kSqrtN)
REGISTER(bfloat16, float);
REGISTER(Eigen::half, float);
REGISTER(float, float);
REGISTER(double, double);
#undef REGISTER
#undef REGISTER_OP_KERNEL

}  // namespace
}  // namespace opgraft_internal
