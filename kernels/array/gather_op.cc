// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/work_sharder.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/data_movement/text_budget.h"

namespace opgraft_internal {
namespace {

// params is [batches, outer, choices, run], indices is [batches, picks], the output is [batches,
// outer, picks, run].
struct GatherSizes {
  int64_t batches = 1;
  int64_t outer = 1;
  int64_t choices = 1;
  int64_t run = 1;
  int64_t picks = 1;
};

absl::Status ReadAxis(OpKernelContext* ctx, int* axis) {
  const TensorShape& params = ctx->input(0).shape();
  if (params.dims() == 0)
    return absl::InvalidArgumentError("params must be at least 1 dimensional");
  if (ctx->num_inputs() < 3) return absl::OkStatus();
  if (ctx->input(2).dims() != 0) return absl::InvalidArgumentError("axis must be scalar");
  const int64_t wanted = IndexAt(ctx->input(2), 0);
  if (ResolveAxis(wanted, params.dims(), axis)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Expected axis in the range [", -params.dims(),
                                                 ", ", params.dims(), "), but got ", wanted));
}

// How many leading dimensions params and indices have in common; a negative `wanted` counts from
// the rank of indices.
absl::Status ResolveBatchRank(const TensorShape& params, const TensorShape& indices, int axis,
                              int64_t wanted, int* batch_rank) {
  const int rank = indices.dims();
  if (wanted < -rank || wanted > rank) {
    return absl::InvalidArgumentError(absl::StrCat("Expected batch_dims in the range [", -rank,
                                                   ", ", rank, "], but got ", wanted));
  }
  const int batch = static_cast<int>(wanted < 0 ? wanted + rank : wanted);
  if (batch >= params.dims()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "batch_dims (", batch, ") must be less than rank(params) (", params.dims(), ")."));
  }
  if (batch > axis) {
    return absl::InvalidArgumentError(
        absl::StrCat("batch_dims (", batch, ") must be less than or equal to axis (", axis, ")."));
  }
  for (int d = 0; d < batch; ++d) {
    if (params.dim_size(d) == indices.dim_size(d)) continue;
    return absl::InvalidArgumentError(absl::StrCat("params.shape[", d, "]: ", params.dim_size(d),
                                                   " should be equal to indices.shape[", d,
                                                   "]: ", indices.dim_size(d)));
  }
  *batch_rank = batch;
  return absl::OkStatus();
}

GatherSizes SizesOf(const TensorShape& params, const TensorShape& indices, int axis,
                    int batch_rank) {
  GatherSizes gather;
  gather.batches = ProductOf(params.sizes(), 0, batch_rank);
  gather.outer = ProductOf(params.sizes(), batch_rank, axis);
  gather.choices = params.dim_size(axis);
  gather.run = ProductOf(params.sizes(), axis + 1, params.dims());
  gather.picks = ProductOf(indices.sizes(), batch_rank, indices.dims());
  return gather;
}

// params[:axis] + indices[batch_rank:] + params[axis+1:]
absl::Status GatheredShape(const TensorShape& params, const TensorShape& indices, int axis,
                           int batch_rank, TensorShape* shape) {
  absl::InlinedVector<int64_t, 8> sizes(params.sizes().begin(), params.sizes().begin() + axis);
  sizes.insert(sizes.end(), indices.sizes().begin() + batch_rank, indices.sizes().end());
  sizes.insert(sizes.end(), params.sizes().begin() + axis + 1, params.sizes().end());
  return TensorShape::BuildTensorShape(sizes, shape);
}

// The place of element `i` of a tensor of this shape: "1,0".
std::string PlaceOf(const TensorShape& shape, int64_t i) {
  absl::InlinedVector<int64_t, 4> place(static_cast<size_t>(shape.dims()));
  for (size_t d = place.size(); d-- > 0;) {
    place[d] = i % shape.sizes()[d];
    i /= shape.sizes()[d];
  }
  return absl::StrJoin(place, ",");
}

template <typename Index>
absl::Status CheckIndices(const Tensor& indices, int64_t choices) {
  const Index* const index = static_cast<const Index*>(indices.data());
  const int64_t count = indices.NumElements();
  for (int64_t i = 0; i < count; ++i) {
    if (index[i] >= 0 && index[i] < choices) continue;
    const std::string place =
        indices.dims() == 0 ? "" : absl::StrCat("[", PlaceOf(indices.shape(), i), "]");
    return absl::InvalidArgumentError(
        absl::StrCat("indices", place, " = ", index[i], " is not in [0, ", choices, ")"));
  }
  return absl::OkStatus();
}

// How long the strings of the output are together.
template <typename Index>
absl::Status CheckTextLength(const GatherSizes& sizes, const Tensor& params,
                             const Tensor& indices) {
  if (params.dtype() != DT_STRING) return absl::OkStatus();
  const tstring* const texts = static_cast<const tstring*>(params.data());
  const Index* const index = static_cast<const Index*>(indices.data());
  TextBudget budget;
  for (int64_t row = 0; row < sizes.batches * sizes.outer; ++row) {
    for (int64_t pick = 0; pick < sizes.picks; ++pick) {
      const int64_t choice = static_cast<int64_t>(index[row / sizes.outer * sizes.picks + pick]);
      const tstring* const run = texts + (row * sizes.choices + choice) * sizes.run;
      for (int64_t i = 0; i < sizes.run; ++i) budget.Add(static_cast<int64_t>(run[i].size()));
    }
  }
  return budget.Check();
}

// Makes the picks [start, limit) of all that the output consists of. Indices have been checked.
template <typename Index>
void GatherRuns(const GatherSizes& sizes, const Tensor& params, const Tensor& indices,
                Tensor* output, int64_t start, int64_t limit) {
  const char* const from = static_cast<const char*>(params.data());
  const int64_t run_bytes = sizes.run * ElementSize(params.dtype());
  char* to = static_cast<char*>(output->data()) + start * run_bytes;
  WithRuns(params.dtype(), sizes.run, [&](auto elements, int64_t length) {
    using E = decltype(elements);
    for (int64_t done = start; done < limit;) {
      const int64_t row = done / sizes.picks;  // of the batches * outer
      const int64_t pick = done % sizes.picks;
      const int64_t count = std::min(sizes.picks - pick, limit - done);
      const Index* const index =
          static_cast<const Index*>(indices.data()) + row / sizes.outer * sizes.picks + pick;
      const char* const choices = from + row * sizes.choices * run_bytes;
      for (int64_t i = 0; i < count; ++i, to += run_bytes) {
        const char* const chosen = choices + static_cast<int64_t>(index[i]) * run_bytes;
        length == 1 ? E::CopyOne(chosen, to) : E::CopyRun(chosen, to, length);
      }
      done += count;
    }
  });
}

// GatherV2, and Gather, which goes along the first dimension.
template <typename Index>
class GatherOp : public OpKernel {
 public:
  explicit GatherOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    if (ctx->HasAttr("batch_dims")) OP_REQUIRES_OK(ctx, ctx->GetAttr("batch_dims", &batch_dims_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& params = ctx->input(0);
    const Tensor& indices = ctx->input(1);
    int axis = 0;
    int batch_rank = 0;
    OP_REQUIRES_OK(ctx, ReadAxis(ctx, &axis));
    OP_REQUIRES_OK(
        ctx, ResolveBatchRank(params.shape(), indices.shape(), axis, batch_dims_, &batch_rank));
    TensorShape shape;
    OP_REQUIRES_OK(ctx, GatheredShape(params.shape(), indices.shape(), axis, batch_rank, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    // Indices into nothing are not looked at, as in TensorFlow.
    if (shape.num_elements() == 0) return;
    OP_REQUIRES_OK(ctx, CheckIndices<Index>(indices, params.dim_size(axis)));

    const GatherSizes gather = SizesOf(params.shape(), indices.shape(), axis, batch_rank);
    OP_REQUIRES_OK(ctx, CheckTextLength<Index>(gather, params, indices));
    const DeviceBase::CpuWorkerThreads* threads = ctx->device()->tensorflow_cpu_worker_threads();
    Shard(threads->num_threads, threads->workers, gather.batches * gather.outer * gather.picks,
          gather.run * ElementSize(params.dtype()) / 8 + 1, [&](int64_t start, int64_t limit) {
            GatherRuns<Index>(gather, params, indices, output, start, limit);
          });
  }

 private:
  int64_t batch_dims_ = 0;
};

#define REGISTER_GATHER(op, Index)                                                       \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<Index>("Tindices"), \
                          GatherOp<Index>)
REGISTER_GATHER("Gather", int32_t);
REGISTER_GATHER("Gather", int64_t);
REGISTER_GATHER("GatherV2", int16_t);
REGISTER_GATHER("GatherV2", int32_t);
REGISTER_GATHER("GatherV2", int64_t);
#undef REGISTER_GATHER

}  // namespace
}  // namespace opgraft_internal
