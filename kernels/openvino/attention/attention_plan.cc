// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/attention/attention_plan.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

using Plan = AttentionPlan;
constexpr int kNumInputs = 5;
constexpr const char* kNames[kNumInputs] = {"query", "key", "value", "attention_mask", "sink"};

absl::Status DoesNotFit(int operand, const AttentionShapes& shapes) {
  const TensorShape* all[] = {shapes.query, shapes.key, shapes.value, shapes.mask, shapes.sink};
  return absl::InvalidArgumentError(
      absl::StrCat(kNames[operand], " of shape ", all[operand]->DebugString(),
                   " does not fit query ", shapes.query->DebugString(), ", key ",
                   shapes.key->DebugString(), " and value ", shapes.value->DebugString()));
}

// A product that may be too large for a number wraps: then there is a dimension of 0, and nothing
// to compute.
int64_t Times(int64_t x, int64_t y) {
  return static_cast<int64_t>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
}

// Element `from_end` of the shape, counted from its end; 1 where it has none.
int64_t DimFromEnd(const TensorShape* shape, int from_end) {
  if (shape == nullptr || from_end > shape->dims()) return 1;
  return shape->dim_size(shape->dims() - from_end);
}

int64_t RowsApart(int64_t given, const Plan& plan) { return given == 0 ? plan.keys : given; }

// The rows and columns that the mask and the sink have, each 1 or as many as the scores have. A
// mask of many rows may go with a query of one, which then stands for all of them.
absl::Status ReadMaskAndSink(const AttentionShapes& shapes, Plan* plan) {
  if (shapes.mask != nullptr && shapes.mask->dims() == 1) return DoesNotFit(Plan::kMask, shapes);
  const int64_t mask_rows = DimFromEnd(shapes.mask, 2), mask_columns = DimFromEnd(shapes.mask, 1);
  if (mask_columns != 1 && mask_columns != plan->keys) return DoesNotFit(Plan::kMask, shapes);
  if (mask_rows != 1 && plan->rows == 1) {
    plan->rows = mask_rows;
    plan->query_row = 0;
  }
  if (mask_rows != 1 && mask_rows != plan->rows) return DoesNotFit(Plan::kMask, shapes);
  plan->mask_column = mask_columns == 1 ? 0 : 1;
  plan->mask_row = mask_rows == 1 ? 0 : mask_columns;
  const int64_t sink_rows = DimFromEnd(shapes.sink, 2);
  if (DimFromEnd(shapes.sink, 1) != 1 || (sink_rows != 1 && sink_rows != plan->rows))
    return DoesNotFit(Plan::kSink, shapes);
  plan->sink_row = sink_rows == 1 ? 0 : 1;
  return absl::OkStatus();
}

// The matrices, or what there is of them in a mask and a sink.
absl::Status ReadMatrices(const AttentionShapes& shapes, Plan* plan) {
  const TensorShape* matrices[] = {shapes.query, shapes.key, shapes.value};
  for (int operand = 0; operand < 3; ++operand)
    if (matrices[operand]->dims() < 3) return DoesNotFit(operand, shapes);
  plan->rows = DimFromEnd(shapes.query, 2);
  plan->depth = DimFromEnd(shapes.query, 1);
  plan->query_row = plan->depth;
  plan->keys = DimFromEnd(shapes.key, 2);
  plan->value_depth = DimFromEnd(shapes.value, 1);
  if (DimFromEnd(shapes.key, 1) != plan->depth) return DoesNotFit(Plan::kKey, shapes);
  if (DimFromEnd(shapes.value, 2) != plan->keys) return DoesNotFit(Plan::kValue, shapes);
  return ReadMaskAndSink(shapes, plan);
}

// The dimension `from_end` (3 and beyond): its size, and a step for each operand that has it.
absl::Status ReadBatchDim(const AttentionShapes& shapes, int from_end, int64_t* steps,
                          Plan::Dim* dim) {
  const TensorShape* all[] = {shapes.query, shapes.key, shapes.value, shapes.mask, shapes.sink};
  *dim = {1, {}};
  for (int operand = 0; operand < kNumInputs; ++operand) {
    const int64_t size = DimFromEnd(all[operand], from_end);
    if (size == 1) continue;
    if (dim->size != 1 && dim->size != size) return DoesNotFit(operand, shapes);
    dim->size = size;
    dim->strides[operand] = steps[operand];
    steps[operand] = Times(steps[operand], size);
  }
  return absl::OkStatus();
}

using BatchDims = absl::InlinedVector<Plan::Dim, 4>;

int LargestRank(const AttentionShapes& shapes) {
  int rank = 0;
  for (const TensorShape* shape :
       {shapes.query, shapes.key, shapes.value, shapes.mask, shapes.sink})
    if (shape != nullptr) rank = std::max(rank, shape->dims());
  return rank;
}

// The batch dimensions of all operands, the innermost first, and the shape of the output.
absl::Status ReadBatch(const AttentionShapes& shapes, Plan* plan, BatchDims* dims) {
  const int rank = LargestRank(shapes);
  int64_t steps[6] = {Times(DimFromEnd(shapes.query, 2), plan->depth),
                      Times(RowsApart(shapes.key_rows_apart, *plan), plan->depth),
                      Times(RowsApart(shapes.value_rows_apart, *plan), plan->value_depth),
                      Times(DimFromEnd(shapes.mask, 2), DimFromEnd(shapes.mask, 1)),
                      DimFromEnd(shapes.sink, 2),
                      0};
  absl::InlinedVector<int64_t, 6> sizes;
  for (int from_end = rank; from_end > 2; --from_end) sizes.push_back(1);
  for (int from_end = 3; from_end <= rank; ++from_end) {
    Plan::Dim dim;
    OPGRAFT_RETURN_IF_ERROR(ReadBatchDim(shapes, from_end, steps, &dim));
    sizes[static_cast<size_t>(rank - from_end)] = dim.size;
    dims->push_back(dim);
  }
  sizes.push_back(plan->rows);
  sizes.push_back(plan->value_depth);
  return TensorShape::BuildTensorShape(sizes, &plan->output);
}

}  // namespace

absl::Status AttentionPlan::Make(const AttentionShapes& shapes, AttentionPlan* plan) {
  BatchDims dims;
  OPGRAFT_RETURN_IF_ERROR(ReadMatrices(shapes, plan));
  OPGRAFT_RETURN_IF_ERROR(ReadBatch(shapes, plan, &dims));
  if (plan->output.num_elements() == 0) return absl::OkStatus();
  int64_t out_step = plan->rows * plan->value_depth;
  for (Dim& dim : dims) {
    dim.strides[kOut] = out_step;
    out_step *= dim.size;
  }
  size_t innermost = 0;
  if (!dims.empty() && dims[0].size > 1 && dims[0].strides[kKey] == 0 &&
      dims[0].strides[kValue] == 0) {
    plan->group = dims[0];
    innermost = 1;
  }
  for (size_t d = dims.size(); d-- > innermost;) {
    if (dims[d].size == 1) continue;
    plan->outer.push_back(dims[d]);
    plan->positions *= dims[d].size;
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
