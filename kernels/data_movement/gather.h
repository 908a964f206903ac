// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_DATA_MOVEMENT_GATHER_H_
#define KERNELS_DATA_MOVEMENT_GATHER_H_

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/work_sharder.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/text_budget.h"

namespace opgraft_internal {

// params is [batches, outer, choices, run], indices is [batches, picks], the output is [batches,
// outer, picks, run].
//
// Example: params [2, 5, 3], axis 1, one batch dimension, indices [2, 4]: batches 2, outer 1,
// choices 5, run 3, picks 4; the output is [2, 4, 3].
struct GatherSizes {
  int64_t batches = 1;
  int64_t outer = 1;
  int64_t choices = 1;
  int64_t run = 1;
  int64_t picks = 1;
};

// How many leading dimensions params and indices have in common; a negative `wanted` counts from
// the rank of indices. INVALID_ARGUMENT.
absl::Status ResolveBatchRank(const TensorShape& params, const TensorShape& indices, int axis,
                              int64_t wanted, int* batch_rank);
// The sizes for shapes that GatheredShape accepts.
GatherSizes GatherSizesOf(const TensorShape& params, const TensorShape& indices, int axis,
                          int batch_rank);
// params[:axis] + indices[batch_rank:] + params[axis+1:]
//
// Example: [2, 5, 3] and [2, 4] with axis 1 and batch_rank 1 give [2, 4, 3].
absl::Status GatheredShape(const TensorShape& params, const TensorShape& indices, int axis,
                           int batch_rank, TensorShape* shape);
// The place of element `i` of a tensor of this shape: "1,0".
std::string PlaceOf(const TensorShape& shape, int64_t i);

// How an index is understood: which of `choices` it names; negative: none, and zeros are gathered.
//
// TensorFlow's: as it is, and what names none is an error, which CheckIndices has looked for.
struct PlainIndexRule {
  static constexpr bool kMayNameNone = false;
  static int64_t Choose(int64_t index, int64_t) { return index; }
};
// OpenVINO's: negative ones count from the end.
struct WrappingIndexRule {
  static constexpr bool kMayNameNone = true;
  static int64_t Choose(int64_t index, int64_t choices) {
    const int64_t choice = index < 0 ? index + choices : index;
    return choice < choices ? choice : -1;
  }
};

// INVALID_ARGUMENT, naming the first, if an index is not in [0, choices).
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
template <typename Index, typename Rule>
absl::Status CheckTextLength(const GatherSizes& sizes, const Tensor& params,
                             const Tensor& indices) {
  if (params.dtype() != DT_STRING) return absl::OkStatus();
  const tstring* const texts = static_cast<const tstring*>(params.data());
  const Index* const index = static_cast<const Index*>(indices.data());
  TextBudget budget;
  for (int64_t row = 0; row < sizes.batches * sizes.outer; ++row) {
    for (int64_t pick = 0; pick < sizes.picks; ++pick) {
      const int64_t choice = Rule::Choose(
          static_cast<int64_t>(index[row / sizes.outer * sizes.picks + pick]), sizes.choices);
      if (Rule::kMayNameNone && choice < 0) continue;
      const tstring* const run = texts + (row * sizes.choices + choice) * sizes.run;
      for (int64_t i = 0; i < sizes.run; ++i) budget.Add(static_cast<int64_t>(run[i].size()));
    }
  }
  return budget.Check();
}

// Makes the picks [start, limit) of all that the output consists of. Indices have been checked, if
// the rule asks for it.
template <typename Index, typename Rule>
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
        const int64_t choice = Rule::Choose(static_cast<int64_t>(index[i]), sizes.choices);
        if (Rule::kMayNameNone && choice < 0) {
          E::ClearRun(to, length);
          continue;
        }
        const char* const chosen = choices + choice * run_bytes;
        length == 1 ? E::CopyOne(chosen, to) : E::CopyRun(chosen, to, length);
      }
      done += count;
    }
  });
}

// Output 0 of a kernel becomes what the indices pick of `params` along the axis. REQUIRES: the axis
// is one of params, batch_rank is of ResolveBatchRank.
//
// Example: GatherAlong<int32_t>(ctx, params, indices, 0, 0) for params [3, 4] and indices [2, 0]
// gives the rows 2 and 0. INVALID_ARGUMENT for an index out of range, RESOURCE_EXHAUSTED.
template <typename Index, typename Rule = PlainIndexRule>
void GatherAlong(OpKernelContext* ctx, const Tensor& params, const Tensor& indices, int axis,
                 int batch_rank) {
  TensorShape shape;
  OP_REQUIRES_OK(ctx, GatheredShape(params.shape(), indices.shape(), axis, batch_rank, &shape));
  Tensor* output = nullptr;
  OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
  // Indices into nothing are not looked at, as in TensorFlow.
  if (shape.num_elements() == 0) return;
  if (!Rule::kMayNameNone) OP_REQUIRES_OK(ctx, CheckIndices<Index>(indices, params.dim_size(axis)));
  const GatherSizes gather = GatherSizesOf(params.shape(), indices.shape(), axis, batch_rank);
  OP_REQUIRES_OK(ctx, (CheckTextLength<Index, Rule>(gather, params, indices)));
  const DeviceBase::CpuWorkerThreads* threads = ctx->device()->tensorflow_cpu_worker_threads();
  Shard(threads->num_threads, threads->workers, gather.batches * gather.outer * gather.picks,
        gather.run * ElementSize(params.dtype()) / 8 + 1, [&](int64_t start, int64_t limit) {
          GatherRuns<Index, Rule>(gather, params, indices, output, start, limit);
        });
}

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_GATHER_H_
